import { PyError } from '../../../core/errors.js';
import { IntValue, ListValue, NoneValue, type UnknownValue, type Value } from '../../../core/value.js';
import { clamp, indexArgument, positional, typeError, valueError } from '../call-arguments.js';
import { extendList } from '../operators/combine.js';
import { chargePassed, charge, chargeItems } from '../../../core/cost.js';
import type { Runtime } from '../runtime.js';
import { asInteger, equals, pyRepr } from '../semantics.js';
import { sortArguments, sortValues } from '../operators/sorting.js';
import { invalidateItems } from '../invalidate-items.js';
import { storing, table, type Method, type MethodTable } from './method.js';

function none(runtime: Runtime): Value {
  return new NoneValue(runtime.span);
}

/** A method of list that gives None and deals with unknown arguments itself. */
function changing(
  name: string,
  min: number,
  max: number,
  change: (runtime: Runtime, self: ListValue, args: readonly Value[]) => void,
): Method {
  return storing('list', (runtime, self, args) => {
    change(runtime, self, positional(`list.${name}`, args, min, max));
    return none(runtime);
  });
}

const append = changing('append', 1, 1, (runtime, self, [item]) => {
  runtime.checkSize(self.items.length + 1);
  self.items.push(item!);
});

const insert = changing('insert', 2, 2, (runtime, self, [index, item]) => {
  if (index!.kind === 'unknown') {
    invalidateItems(self, index!);
    return;
  }
  const at = indexArgument(index!);
  const place = at < 0 ? Math.max(0, at + self.items.length) : Math.min(at, self.items.length);
  runtime.checkSize(self.items.length + 1);
  chargePassed(self.items.length - place);
  self.items.splice(place, 0, item!);
});

const remove = changing('remove', 1, 1, (_runtime, self, [item]) => {
  const at = search(self.items, item!, 0, self.items.length);
  if (typeof at !== 'number') invalidateItems(self, at);
  else if (at < 0) throw valueError('list.remove(x): x not in list');
  else {
    chargePassed(self.items.length - at);
    self.items.splice(at, 1);
  }
});

const pop: Method = storing('list', (_runtime, self, args) => {
  const [index] = positional('list.pop', args, 0, 1);
  if (index?.kind === 'unknown') {
    invalidateItems(self, index);
    return index;
  }
  const at = index ? indexArgument(index) : -1;
  if (self.items.length === 0) throw new PyError('IndexError', 'pop from empty list');
  const place = at < 0 ? at + self.items.length : at;
  if (place < 0 || place >= self.items.length) throw new PyError('IndexError', 'pop index out of range');
  chargePassed(self.items.length - place);
  return self.items.splice(place, 1)[0]!;
});

/** Where an item equal to `wanted` first stands from `start` up to `end`: -1 for nowhere, unknown where that depends on an unknown value. */
function search(items: readonly Value[], wanted: Value, start: number, end: number): number | UnknownValue {
  for (let i = start; i < Math.min(end, items.length); i++) {
    if ((i & 3) === 3) charge(1);
    const same = items[i] === wanted && wanted.kind !== 'unknown' ? true : equals(items[i]!, wanted);
    if (same === true) return i;
    if (same !== false) return same;
  }
  return -1;
}

/** `index` of the types that hold items in an order. */
export function indexInItems(runtime: Runtime, items: readonly Value[], args: readonly Value[], type: string): Value {
  const [wanted, start, end] = args;
  const place = (v: Value | undefined, absent: number): number => {
    const n = v && asInteger(v);
    if (v && n === undefined) throw typeError('slice indices must be integers or have an __index__ method');
    const at = n === undefined ? absent : clamp(n);
    return at < 0 ? Math.max(0, at + items.length) : at;
  };
  const at = search(items, wanted!, place(start, 0), place(end, items.length));
  if (typeof at !== 'number') return at;
  if (at < 0) throw valueError(type === 'tuple' ? 'tuple.index(x): x not in tuple' : `${pyRepr(wanted!).text} is not in ${type}`);
  return new IntValue(BigInt(at), runtime.span);
}

/** `count` of list and tuple. */
export function countInItems(runtime: Runtime, items: readonly Value[], wanted: Value): Value {
  let count = 0;
  charge(items.length >> 2);
  for (const item of items) {
    const same = item === wanted && wanted.kind !== 'unknown' ? true : equals(item, wanted);
    if (typeof same !== 'boolean') return same;
    if (same) count++;
  }
  return new IntValue(BigInt(count), runtime.span);
}

const sort: Method = storing('list', (runtime, self, args) => {
  const { key, reverse } = sortArguments('sort', args, 0);
  const sorted = sortValues(runtime, self.items, key, reverse);
  chargeItems(self.items.length);
  if (Array.isArray(sorted)) sorted.forEach((item, i) => (self.items[i] = item));
  else invalidateItems(self, sorted);
  return none(runtime);
});

/** The methods of `list`. */
export const listMethods: MethodTable = table({
  append,
  insert,
  remove,
  pop,
  sort,
  extend: changing('extend', 1, 1, (runtime, self, [items]) => extendList(runtime, self, items!)),
  clear: changing('clear', 0, 0, (_runtime, self) => (self.items.length = 0)),
  reverse: changing('reverse', 0, 0, (_runtime, self) => {
    chargePassed(self.items.length);
    self.items.reverse();
  }),
  copy: storing('list', (runtime, self, args) => {
    positional('list.copy', args, 0, 0);
    chargeItems(self.items.length);
    return new ListValue([...self.items], runtime.span);
  }),
  index: storing('list', (runtime, self, args) => indexInItems(runtime, self.items, positional('list.index', args, 1, 3), 'list')),
  count: storing('list', (runtime, self, args) => countInItems(runtime, self.items, positional('list.count', args, 1, 1)[0]!)),
});
