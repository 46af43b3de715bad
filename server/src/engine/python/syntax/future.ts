import type { ImportFrom, Statement, SyntaxProblem } from './tree/ast.js';
import { walk } from './tree/walk.js';

const features: ReadonlySet<string> = new Set([
  'absolute_import',
  'annotations',
  'barry_as_FLUFL',
  'division',
  'generator_stop',
  'generators',
  'nested_scopes',
  'print_function',
  'unicode_literals',
  'with_statement',
]);

/** What CPython's compiler says of an import from the future behind other code. */
export const lateFuture = 'from __future__ imports must occur at the beginning of the file';

/** Imports from the future that CPython's compiler refuses (3.11 `Python/future.c`): behind anything but a docstring, and what the future does not have. */
export function futureProblems(text: string, body: readonly Statement[]): SyntaxProblem[] {
  if (!text.includes('__future__')) return [];
  const [first] = body;
  const documented = first?.type === 'ExpressionStatement' && first.value.type === 'String';
  let early = documented ? 1 : 0;
  while (isFuture(body[early])) early++;
  const problems: SyntaxProblem[] = [];
  const refuse = ({ start, end }: ImportFrom, message: string): void => {
    problems.push({ start, end, message, stage: 'compiler' });
  };
  for (const node of body.slice(0, early)) if (isFuture(node)) for (const message of refusals(node)) refuse(node, message);
  walk(body.slice(early), (node) => {
    if (node.type === 'ImportFrom' && isFuture(node)) refuse(node, lateFuture);
    return true;
  });
  return problems;
}

/** `from __future__ import …` */
export function isFuture(node: Statement | undefined): node is ImportFrom {
  return node?.type === 'ImportFrom' && node.module === '__future__' && node.level === 0;
}

function refusals({ names, star }: ImportFrom): string[] {
  const unknown = (star ? ['*'] : names.map(({ name }) => name.name)).filter((name) => !features.has(name));
  return unknown.map((name) => (name === 'braces' ? 'not a chance' : `future feature ${name} is not defined`));
}
