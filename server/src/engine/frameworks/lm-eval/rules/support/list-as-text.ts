import type { Expression, FunctionDef, Statement } from '../../../../python/syntax/tree/ast.js';
import { functionNames } from '../../../../python/syntax/tree/bound-names.js';
import { walk } from '../../../../python/syntax/tree/walk.js';

/** Methods of texts that lists do not have. */
const ofTexts: ReadonlySet<string> = new Set(
  'strip lstrip rstrip lower upper title capitalize casefold split rsplit splitlines replace startswith endswith find join encode format isdigit'.split(
    ' ',
  ),
);

const none: ReadonlySet<string> = new Set();

/** What may leave out what is in it, or run it for something else. */
const conditional: ReadonlySet<string> = new Set(['BooleanOperation', 'Conditional', 'Comprehension', 'Lambda', 'FunctionDef', 'ClassDef']);

/**
 * The method of texts that a function certainly calls of its parameter at a place, before anything else may be bound to the name: `results.strip()` at the top of a
 * `process_results`. Undefined where there is none.
 */
export function textMethodOf({ body, parameters, ...rest }: FunctionDef, place: number): string | undefined {
  const name = [...parameters.positionalOnly, ...parameters.positional][place]?.name.name;
  const bare = { positionalOnly: [], positional: [], varArgs: undefined, keywordOnly: [], kwArgs: undefined };
  if (name === undefined || functionNames({ body, parameters: bare, ...rest }, none).locals.has(name)) return undefined;
  for (const statement of body) {
    if (!isPlain(statement)) return undefined;
    const method = calledIn(statement, name);
    if (method !== undefined) return method;
  }
  return undefined;
}

/** A statement all of which is run, and behind which the next one is. */
function isPlain({ type }: Statement): boolean {
  return (
    type === 'Assign' || type === 'AnnAssign' || type === 'AugAssign' || type === 'ExpressionStatement' || type === 'Return' || isIdle(type)
  );
}

function isIdle(type: Statement['type']): boolean {
  return type === 'Import' || type === 'ImportFrom' || type === 'Pass' || type === 'FunctionDef';
}

function calledIn(statement: Statement, name: string): string | undefined {
  let found: string | undefined;
  walk([statement], (node: Statement | Expression) => {
    if (node.type === 'Call' && node.callee.type === 'Attribute' && ofTexts.has(node.callee.attribute.name)) {
      const { object, attribute } = node.callee;
      if (object.type === 'Name' && object.name === name) found ??= attribute.name;
    }
    return !conditional.has(node.type);
  });
  return found;
}
