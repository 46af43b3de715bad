import { walk, type Node } from '../../../../python/syntax/tree/walk.js';
import type { Assign, Expression, FunctionDef } from '../../../../python/syntax/tree/ast.js';
import type { RefValue } from '../../../../core/value.js';
import type { Surroundings } from '../../../face/behaviour.js';
import type { FoundFunction } from '../../load/function.js';

/** The names under which a function `process_results` gives scores, where it writes them out in each dict that it returns; undefined where they are made otherwise. */
export function returnedScores(found: FoundFunction, ref: RefValue, { classes }: Surroundings): ReadonlySet<string> | undefined {
  const there = classes.findInFile(found.file, ref.path.slice(ref.path.lastIndexOf('.') + 1));
  return there?.kind === 'function' && there.source.node.decorators.length === 0 ? keysReturned(there.source.node) : undefined;
}

function keysReturned({ body, generator }: FunctionDef): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  let isPlain = !generator;
  walk(body, (node) => {
    if (node.type === 'FunctionDef' || node.type === 'ClassDef' || node.type === 'Lambda') return false;
    if (node.type !== 'Return') return true;
    const dict = node.value?.type === 'Name' ? onlyDictOf(node.value.name, body) : node.value;
    if (dict?.type !== 'Dict') isPlain = false;
    else
      for (const { key } of dict.entries) {
        if (key?.type === 'String') names.add(key.traced.text);
        else isPlain = false;
      }
    return true;
  });
  return isPlain && names.size > 0 ? names : undefined;
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
