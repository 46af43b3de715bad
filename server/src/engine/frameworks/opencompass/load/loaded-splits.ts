import { textOf, type Value } from '../../../core/value.js';
import type { Runtime } from '../../../python/runtime/runtime.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { say } from '../../../core/say.js';

/**
 * The rows of what a `load` returns, by split; `""` for a single Dataset.
 * @throws PyError where it is nothing that can be iterated
 */
export function splitsOf(runtime: Runtime, result: Value): ReadonlyMap<string, readonly Value[]> | { readonly unknown: string } {
  if (result.kind === 'unknown') return { unknown: result.reason };
  const splits =
    result.kind === 'dict'
      ? [...result.entries.values()].map(({ key, value }) => [textOf(key) ?? '', value] as const)
      : [['', result] as const];
  const rows = new Map<string, readonly Value[]>();
  for (const [name, split] of splits) {
    if (split.kind === 'unknown') return { unknown: split.reason };
    if (typeName(split) !== 'Dataset' && split.kind !== 'list')
      return { unknown: say`Its load returns a ${typeName(split)}, whose rows are not known.` };
    rows.set(name, [...runtime.iterate(split)]);
  }
  return rows;
}
