import { walk, type Node } from '../../../../python/syntax/tree/walk.js';
import type { Assign, DictExpression, Expression, FunctionDef } from '../../../../python/syntax/tree/ast.js';
import type { FileId } from '../../../../core/span.js';
import type { RefValue } from '../../../../core/value.js';
import type { Surroundings } from '../../../face/behaviour.js';
import type { FoundFunction } from '../../load/function.js';

/** The names under which a function `process_results` gives scores, where it, or a function of the module that it hands on, writes them out in each dict that it returns; undefined where they are made otherwise. */
export function returnedScores(found: FoundFunction, ref: RefValue, surroundings: Surroundings): ReadonlySet<string> | undefined {
  return scoresOf(ref.path.slice(ref.path.lastIndexOf('.') + 1), found.file, surroundings, deepest);
}

/** Functions that hand on what another one gives: more are not followed. */
const deepest = 2;

function scoresOf(name: string, file: FileId, surroundings: Surroundings, depth: number): ReadonlySet<string> | undefined {
  const there = depth < 0 ? undefined : surroundings.classes.findInFile(file, name);
  if (there?.kind !== 'function' || there.source.node.decorators.length > 0) return undefined;
  return keysReturned(there.source.node, (other) => scoresOf(other, file, surroundings, depth - 1));
}

function keysReturned(
  { body, generator }: FunctionDef,
  called: (name: string) => ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  let isPlain = !generator;
  walk(body, (node) => {
    if (node.type === 'FunctionDef' || node.type === 'ClassDef' || node.type === 'Lambda') return false;
    if (node.type !== 'Return') return true;
    const given = node.value?.type === 'Name' ? onlyDictOf(node.value.name, body) : node.value;
    const keys =
      given?.type === 'Call' && given.callee.type === 'Name'
        ? called(given.callee.name)
        : given?.type === 'Dict'
          ? keysOf(given)
          : undefined;
    if (!keys) isPlain = false;
    for (const key of keys ?? []) names.add(key);
    return true;
  });
  return isPlain && names.size > 0 ? names : undefined;
}

function keysOf({ entries }: DictExpression): ReadonlySet<string> | undefined {
  const keys = entries.map(({ key }) => (key?.type === 'String' ? key.traced.text : undefined));
  return keys.every((key) => key !== undefined) ? new Set(keys) : undefined;
}

/** The dict that a name stands for, which is bound once, outside of branches and loops, and from then on only returned: `scores = {…}`, `return scores`. */
function onlyDictOf(name: string, body: FunctionDef['body']): Expression | undefined {
  const isName = (node: Node): boolean => node.type === 'Name' && node.name === name;
  const bound = body.filter((statement): statement is Assign => statement.type === 'Assign' && statement.targets.some(isName));
  const [only] = bound;
  if (!only || bound.length > 1) return undefined;
  let uses = 0;
  walk(body, (node) => {
    // What is read before, or returned: a parameter may have had the name.
    if (node.type === 'Return' && node.value && isName(node.value)) return false;
    if (isName(node) && node.start >= only.end) uses++;
    return node !== only;
  });
  return uses === 0 ? only.value : undefined;
}
