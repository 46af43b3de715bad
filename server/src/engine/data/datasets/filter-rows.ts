import { IntValue, ListValue, type Value } from '../../core/value.js';
import { decided } from '../../python/runtime/call-arguments.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { truthy } from '../../python/runtime/semantics.js';
import { boundArguments, countArgument, flag, namesArgument } from './map-arguments.js';
import { batchOf } from './map-rows.js';
import type { Table } from './table.js';

const parameters = [
  'function',
  'with_indices',
  'with_rank',
  'input_columns',
  'batched',
  'batch_size',
  'keep_in_memory',
  'load_from_cache_file',
  'cache_file_name',
  'writer_batch_size',
  'fn_kwargs',
  'num_proc',
  'suffix_template',
  'new_fingerprint',
  'desc',
];

/**
 * `Dataset.filter` (datasets 3.6 `arrow_dataset.py`, `get_indices_from_mask_function`): the rows for which a function gives something true. The function gets copies.
 * @throws PyError what the function raises; UnknownSignal where it is not known whether a row stays
 */
export function filterTable(runtime: Runtime, table: Table, args: Arguments): Table {
  const bound = boundArguments('filter', args, parameters, 0);
  const f = bound.get('function');
  if (!f || table.count === 0) return table;
  const names = namesArgument(runtime, bound.get('input_columns'));
  const kwargs = bound.get('fn_kwargs');
  const keywords = new Map<string, Value>();
  if (kwargs?.kind === 'dict') for (const { key, value } of kwargs.entries.values()) if (key.kind === 'str') keywords.set(key.text, value);
  const withIndices = flag(bound, 'with_indices');
  const ask = (inputs: (name: string) => Value, whole: () => Value, index: Value): Value => {
    const positional = names ? names.map(inputs) : [whole()];
    return runtime.call(f, { positional: withIndices ? [...positional, index] : positional, keywords });
  };
  if (flag(bound, 'batched')) return filterBatches(runtime, table, countArgument(bound, 'batch_size') ?? 1000, ask);
  const kept: number[] = [];
  for (let i = 0; i < table.count; i++) {
    const answer = ask(
      (name) => table.row(i).get(name)!,
      () => table.row(i),
      new IntValue(BigInt(i), runtime.span),
    );
    if (decided(truthy(answer))) kept.push(i);
  }
  return table.pick(kept);
}

function filterBatches(
  runtime: Runtime,
  table: Table,
  size: number,
  ask: (inputs: (name: string) => Value, whole: () => Value, index: Value) => Value,
): Table {
  const step = size > 0 ? size : table.count;
  const kept: number[] = [];
  for (let start = 0; start < table.count; start += step) {
    const end = Math.min(table.count, start + step);
    const batch = batchOf(table, start, end);
    const indices = Array.from({ length: end - start }, (_, i) => new IntValue(BigInt(start + i), runtime.span));
    const mask = ask(
      (name) => batch.get(name)!,
      () => batch,
      new ListValue(indices, runtime.span),
    );
    let i = start;
    for (const stays of runtime.iterate(mask)) {
      if (i < end && decided(truthy(stays))) kept.push(i);
      i++;
    }
  }
  return table.pick(kept);
}
