import type { Expression, FunctionDef, Parameter } from '../python/syntax/tree/ast.js';
import { namesIn, walk } from '../python/syntax/tree/walk.js';
import type { ClassIndex, ClassSource } from './class-index.js';
import { hierarchyOf, methodOf } from './hierarchy.js';

/**
 * Whether a method takes a number by a keyword: the annotation or the default is one, and the method neither makes a number of it nor puts it into a text. Where it hands on what it does
 * not know, that is asked of the method behind it. False where the source does not tell.
 */
export function takesNumber(index: ClassIndex, source: ClassSource, method: string, key: string): boolean {
  const hierarchy = hierarchyOf(index, source);
  for (let after = -1; ;) {
    const found = methodOf(hierarchy, method, after);
    if (!found || found === 'unknown') return false;
    const { parameters } = found.node;
    const parameter = [...parameters.positional, ...parameters.keywordOnly].find(({ name }) => name.name === key);
    if (parameter) return isNumber(parameter) && !takesTexts(found.node, key);
    if (!parameters.kwArgs) return false;
    after = found.order;
  }
}

function isNumber({ annotation, defaultValue }: Parameter): boolean {
  return defaultValue?.type === 'Int' || defaultValue?.type === 'Float' || isNumberType(annotation);
}

/** `int`, `float`, `Optional[int]`. */
function isNumberType(annotation: Expression | undefined): boolean {
  if (annotation?.type === 'Name') return annotation.name === 'int' || annotation.name === 'float';
  return annotation?.type === 'Subscript' && isName(annotation.object, 'Optional') && isNumberType(annotation.index);
}

/** What works with a text as it does with a number. */
const forTexts: ReadonlySet<string> = new Set(['int', 'float', 'str', 'isinstance', 'print']);

function takesTexts({ body }: FunctionDef, key: string): boolean {
  let takes = false;
  walk(body, (node) => {
    if (node.type === 'Call' && node.callee.type === 'Name' && forTexts.has(node.callee.name))
      takes ||= node.positional.some((argument) => isName(argument, key));
    if (node.type === 'FString') takes ||= namesIn([node]).has(key);
    return !takes;
  });
  return takes;
}

function isName(expression: Expression, name: string): boolean {
  return expression.type === 'Name' && expression.name === name;
}
