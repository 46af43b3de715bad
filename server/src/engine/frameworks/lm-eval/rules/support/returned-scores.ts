import { walk } from '../../../../python/syntax/tree/walk.js';
import type { FunctionDef } from '../../../../python/syntax/tree/ast.js';
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
    if (node.value?.type !== 'Dict') isPlain = false;
    else
      for (const { key } of node.value.entries) {
        if (key?.type === 'String') names.add(key.traced.text);
        else isPlain = false;
      }
    return true;
  });
  return isPlain && names.size > 0 ? names : undefined;
}
