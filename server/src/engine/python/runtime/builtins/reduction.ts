import { BoolValue, IntValue, ListValue, type UnknownValue, type Value } from '../../../core/value.js';
import { bind, call, positional, typeError, valueError } from '../call-arguments.js';
import { binary } from '../operators/index.js';
import { ordering } from '../operators/ordering.js';
import type { Arguments, Runtime } from '../runtime.js';
import { length, truthy, typeName } from '../semantics.js';
import { sortArguments, sortValues } from '../operators/sorting.js';

type Builtin = (runtime: Runtime, args: Arguments) => Value;

/** The items of an iterable whose order does not matter: those of a set are known whatever their order. */
function unordered(runtime: Runtime, items: Value): Iterable<Value> {
  if (items.kind !== 'set') return runtime.iterate(items);
  runtime.step(items.members.size);
  return items.members.values();
}

export const len: Builtin = (runtime, args) => {
  const [x] = positional('len', args, 1, 1);
  if (x!.kind === 'unknown') return x!;
  const size = length(x!);
  if (size === undefined) throw typeError(`object of type '${typeName(x!)}' has no len()`);
  return new IntValue(BigInt(size), runtime.span);
};

/** `sum(items, start)`. Lists are joined into one new list, without making every list on the way. */
export const sum: Builtin = (runtime, args) => {
  const [items, first = new IntValue(0n, runtime.span)] = bind('sum', args, ['iterable', 'start'], 1, 2);
  if (first.kind === 'str') throw typeError("sum() can't sum strings [use ''.join(seq) instead]");
  if (first.kind === 'bytes') throw typeError("sum() can't sum bytes [use b''.join(seq) instead]");
  let total: Value = first;
  let own: ListValue | undefined;
  for (const item of runtime.iterate(items!)) {
    if (own && item.kind === 'list') {
      runtime.checkSize(own.items.length + item.items.length);
      runtime.step(item.items.length >> 3);
      for (const inner of item.items) own.items.push(inner);
      continue;
    }
    total = binary(runtime, '+', total, item);
    own = total.kind === 'list' ? total : undefined;
  }
  return total;
};

/** `any` and `all`: an unknown item leaves the answer open unless another settles it. */
function quantifier(name: string, settles: boolean): Builtin {
  return (runtime, args) => {
    const [items] = positional(name, args, 1, 1);
    let unknown: UnknownValue | undefined;
    for (const item of unordered(runtime, items!)) {
      const holds = truthy(item);
      if (holds === settles) return new BoolValue(settles, runtime.span);
      if (typeof holds !== 'boolean') unknown ??= holds;
    }
    return unknown ?? new BoolValue(!settles, runtime.span);
  };
}

export const any = quantifier('any', true);
export const all = quantifier('all', false);

/** `min` and `max`: the first of the best. */
function extreme(name: 'min' | 'max'): Builtin {
  return (runtime, args) => {
    for (const keyword of args.keywords.keys())
      if (keyword !== 'key' && keyword !== 'default') throw typeError(`${name}() got an unexpected keyword argument '${keyword}'`);
    const key = args.keywords.get('key');
    const absent = args.keywords.get('default');
    if (args.positional.length === 0) throw typeError(`${name} expected at least 1 argument, got 0`);
    if (absent && args.positional.length > 1) throw typeError(`Cannot specify a default for ${name}() with multiple positional arguments`);
    const items = args.positional.length > 1 ? args.positional : unordered(runtime, args.positional[0]!);
    const best = bestOf(runtime, name, items, key?.kind === 'none' ? undefined : key) ?? absent;
    if (!best) throw valueError(`${name}() arg is an empty sequence`);
    return best;
  };
}

function bestOf(runtime: Runtime, name: 'min' | 'max', items: Iterable<Value>, key: Value | undefined): Value | undefined {
  let best: Value | undefined;
  let bestKey: Value | undefined;
  for (const item of items) {
    const itemKey = key ? call(runtime, key, item) : item;
    if (itemKey.kind === 'unknown') return itemKey;
    const better = bestKey ? ordering(name === 'min' ? '<' : '>', itemKey, bestKey) : true;
    if (typeof better !== 'boolean') return better;
    if (better) [best, bestKey] = [item, itemKey];
  }
  return best;
}

export const min = extreme('min');
export const max = extreme('max');

export const sorted: Builtin = (runtime, args) => {
  const { key, reverse } = sortArguments('sorted', args, 1);
  const [items] = positional('sorted', { ...args, keywords: new Map() }, 1, 1);
  const result = sortValues(runtime, [...unordered(runtime, items!)], key, reverse);
  return Array.isArray(result) ? new ListValue(result, runtime.span) : result;
};
