import { patternFault, patternReaders } from '../../../../python/runtime/modules/re-fault.js';
import type { Call, Expression, Module, Statement } from '../../../../python/syntax/tree/ast.js';
import { opensScope } from '../../../../python/syntax/tree/bound-names.js';
import { walk } from '../../../../python/syntax/tree/walk.js';

/** A regular expression in a module that the module `re` refuses. */
export interface BrokenPattern {
  readonly start: number;
  readonly end: number;
  readonly fault: string;
  /** The function of the module in whose own body it stands; undefined for what is read when the module is loaded. */
  readonly within: string | undefined;
}

/** The patterns that are written out in calls of `re`, at the top of a module and in the bodies of its functions, and that Python cannot read. */
export function brokenPatterns({ body }: Module): readonly BrokenPattern[] {
  if (!body.some((one) => one.type === 'Import' && one.names.some(({ name, asName }) => name.name === 're' && !asName))) return [];
  return body.flatMap((statement) =>
    statement.type === 'FunctionDef'
      ? broken(statement.body, statement.name.name)
      : statement.type === 'Assign' || statement.type === 'ExpressionStatement'
        ? broken([statement], undefined)
        : [],
  );
}

function broken(body: readonly Statement[], within: string | undefined): BrokenPattern[] {
  const found: BrokenPattern[] = [];
  walk(body, (node) => {
    if (node.type === 'Call') found.push(...ofCall(node, within));
    // What a function within does is not reached by that alone, and a `try` may be there for the exception.
    return !opensScope(node.type) && node.type !== 'Try';
  });
  return found;
}

function ofCall({ callee, positional, keywords }: Call, within: string | undefined): BrokenPattern[] {
  if (callee.type !== 'Attribute' || callee.object.type !== 'Name' || callee.object.name !== 're') return [];
  const flagsAt = patternReaders.get(callee.attribute.name);
  const [pattern] = positional;
  if (flagsAt === undefined || pattern?.type !== 'String') return [];
  const flags = keywords.find(({ name }) => name?.name === 'flags')?.value ?? positional[flagsAt];
  const fault = flags && mayBeVerbose(flags) ? undefined : patternFault(pattern.traced.text);
  return fault ? [{ start: pattern.start, end: pattern.end, fault: fault.text, within }] : [];
}

/** Whether flags may say that the pattern has comments in it. */
function mayBeVerbose(flags: Expression): boolean {
  if (flags.type === 'BinaryOperation') return mayBeVerbose(flags.left) || mayBeVerbose(flags.right);
  return flags.type !== 'Attribute' || ['VERBOSE', 'X'].includes(flags.attribute.name);
}
