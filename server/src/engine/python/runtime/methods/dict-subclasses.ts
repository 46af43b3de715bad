import { IntValue, ListValue, NoneValue, TupleValue, type DictValue, type Value } from '../../../core/value.js';
import { clamp, iterator, positional } from '../call-arguments.js';
import { keyError, putEntry } from '../dicts.js';
import { binary } from '../operators/index.js';
import type { Arguments, Runtime } from '../runtime.js';
import { asInteger, keyOf, truthy } from '../semantics.js';
import { sortValues } from '../operators/sorting.js';
import { invalidateItems } from '../invalidate-items.js';
import { dictMethods, keywordDict } from './dict.js';
import { storing, table, type Method, type MethodTable } from './method.js';

/** `OrderedDict.move_to_end(key, last)`. */
const moveToEnd: Method = storing('dict', (runtime, self, args) => {
  const key = args.positional[0] ?? args.keywords.get('key') ?? new NoneValue(runtime.span);
  const last = args.positional[1] ?? args.keywords.get('last');
  if (key.kind === 'unknown') {
    invalidateItems(self, key);
    return new NoneValue(runtime.span);
  }
  const id = keyOf(key);
  const entry = self.entries.get(id);
  if (!entry) throw keyError(key);
  self.entries.delete(id);
  if (!last || truthy(last) !== false) self.entries.set(id, entry);
  else {
    runtime.step(self.entries.size);
    const others = [...self.entries];
    self.entries.clear();
    for (const [otherId, other] of [[id, entry] as const, ...others]) self.entries.set(otherId, other);
  }
  return new NoneValue(runtime.span);
});

/** The methods of `collections.OrderedDict`. */
export const orderedDictMethods: MethodTable = table({ ...present(dictMethods), move_to_end: moveToEnd });

/** Adds the counts of an iterable or a mapping to a Counter. */
export function countInto(runtime: Runtime, counter: DictValue, args: Arguments, sign: 1n | -1n): void {
  const [source] = positional('Counter.update', { ...args, keywords: new Map() }, 0, 1);
  if (source?.kind === 'dict') addCounts(runtime, counter, source, sign);
  else if (source?.kind === 'unknown') invalidateItems(counter, source);
  else if (source && source.kind !== 'none')
    for (const item of runtime.iterate(source)) add(runtime, counter, item, new IntValue(1n, runtime.span), sign);
  if (args.keywords.size > 0) addCounts(runtime, counter, keywordDict(runtime, args), sign);
}

function addCounts(runtime: Runtime, counter: DictValue, counts: DictValue, sign: 1n | -1n): void {
  for (const entry of counts.entries.values()) add(runtime, counter, entry.key, entry.value, sign);
}

function add(runtime: Runtime, counter: DictValue, key: Value, count: Value, sign: 1n | -1n): void {
  runtime.step(4);
  const there = counter.entries.get(keyOf(key))?.value ?? new IntValue(0n, runtime.span);
  putEntry(counter, key, binary(runtime, sign > 0n ? '+' : '-', there, count), key.span, count.span);
}

const mostCommon: Method = storing('dict', (runtime, self, args) => {
  const [limit] = positional('most_common', args, 0, 1);
  runtime.step(4 * self.entries.size);
  const pairs = [...self.entries.values()].map((e) => new TupleValue([e.key, e.value], runtime.span));
  const counts = pairs.map((pair, i) => new TupleValue([pair.items[1]!, new IntValue(BigInt(-i), runtime.span)], runtime.span));
  const order = sortValues(runtime, counts, undefined, true);
  if (!Array.isArray(order)) return order;
  const sorted = order.map((count) => pairs[-Number(((count as TupleValue).items[1] as IntValue).value)]!);
  const most = limit && asInteger(limit);
  return new ListValue(most === undefined ? sorted : sorted.slice(0, Math.max(0, clamp(most))), runtime.span);
});

function* elements(counter: DictValue): Iterable<Value> {
  for (const { key, value } of counter.entries.values()) {
    const count = asInteger(value) ?? 0n;
    for (let i = 0n; i < count; i++) yield key;
  }
}

/** The methods of `collections.Counter`. */
export const counterMethods: MethodTable = table({
  ...present(dictMethods),
  most_common: mostCommon,
  elements: storing('dict', (runtime, self) => iterator(runtime, 'itertools.chain', elements(self))),
  total: storing('dict', (runtime, self) => {
    let sum: Value = new IntValue(0n, runtime.span);
    for (const entry of self.entries.values()) sum = binary(runtime, '+', sum, entry.value);
    return sum;
  }),
  update: storing('dict', (runtime, self, args) => {
    countInto(runtime, self, args, 1n);
    return new NoneValue(runtime.span);
  }),
  subtract: storing('dict', (runtime, self, args) => {
    countInto(runtime, self, args, -1n);
    return new NoneValue(runtime.span);
  }),
});

function present(methods: MethodTable): Record<string, Method> {
  return methods as Record<string, Method>;
}
