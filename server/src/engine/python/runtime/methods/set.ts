import { PyError } from '../../../core/errors.js';
import { BoolValue, NoneValue, SetValue, type Value } from '../../../core/value.js';
import { positional, unknownArgument } from '../call-arguments.js';
import { charge, checkSize } from '../../../core/cost.js';
import { keyError } from '../dicts.js';
import { FrozenSetValue } from '../objects.js';
import { combineMembers, replaceMembers } from '../operators/combine.js';
import { ordering } from '../operators/ordering.js';
import type { Runtime } from '../runtime.js';
import { keyOf } from '../semantics.js';
import { membersInOrder, unknownOrder } from '../set-order.js';
import { invalidateItems } from '../invalidate-items.js';
import { looking, storing, table, type Method, type MethodTable } from './method.js';

/** What a member costs beside its value: its key and its place. */
const newMember = 3;

type Operator = '|' | '&' | '-' | '^';

/** The members of any iterable; those of a set whatever its order. */
export function collectMembers(runtime: Runtime, items: Value): Map<string, Value> {
  if (items.kind === 'set') {
    charge(items.members.size);
    return new Map(items.members);
  }
  const members = new Map<string, Value>();
  for (const item of runtime.iterate(items)) {
    const key = keyOf(item);
    if (members.has(key)) continue;
    charge(newMember);
    runtime.checkSize(members.size + 1);
    members.set(key, item);
  }
  return members;
}

function sameKind(self: SetValue, members: Map<string, Value>, runtime: Runtime): SetValue {
  return self instanceof FrozenSetValue ? new FrozenSetValue(members, runtime.span) : new SetValue(members, runtime.span);
}

/** `union` and its relatives: a new set. */
function combining(name: string, op: Operator, most: number): Method {
  return looking('set', (runtime, self, args) => {
    const others = positional(`set.${name}`, args, most === 1 ? 1 : 0, most);
    charge(self.members.size);
    let members = new Map(self.members);
    for (const other of others) members = combineMembers(op, members, collectMembers(runtime, other), other.kind === 'set')!;
    return sameKind(self, members, runtime);
  });
}

/** `update` and its relatives: changes the set. */
function updating(name: string, op: Operator, most: number): Method {
  return storing('set', (runtime, self, args) => {
    const others = positional(`set.${name}`, args, most === 1 ? 1 : 0, most);
    const unknown = unknownArgument(args);
    if (unknown) invalidateItems(self, unknown);
    else
      for (const other of others)
        replaceMembers(self, combineMembers(op, self.members, collectMembers(runtime, other), other.kind === 'set')!);
    runtime.checkSize(self.members.size);
    return new NoneValue(runtime.span);
  });
}

/** `add`, `discard`, `remove`. */
function one(name: string, change: (self: SetValue, key: string, item: Value) => void): Method {
  return storing('set', (runtime, self, args) => {
    const [item] = positional(`set.${name}`, args, 1, 1);
    if (item!.kind === 'unknown') invalidateItems(self, item!);
    else change(self, keyOf(item!.kind === 'set' && name !== 'add' ? new FrozenSetValue(item!.members, item!.span) : item!), item!);
    return new NoneValue(runtime.span);
  });
}

const pop: Method = storing('set', (_runtime, self, args) => {
  positional('set.pop', args, 0, 0);
  if (self.members.size === 0) throw new PyError('KeyError', "'pop from an empty set'");
  const [first] = membersInOrder(self) ?? [];
  if (first) {
    self.grown = false;
    self.members.delete(keyOf(first));
    return first;
  }
  const unknown = unknownOrder(self);
  invalidateItems(self, unknown);
  return unknown;
});

/** `isdisjoint`, `issubset`, `issuperset`. */
function testing(name: string, holds: (runtime: Runtime, self: SetValue, other: SetValue) => boolean): Method {
  return looking('set', (runtime, self, args) => {
    const [other] = positional(`set.${name}`, args, 1, 1);
    return new BoolValue(holds(runtime, self, new SetValue(collectMembers(runtime, other!), runtime.span)), runtime.span);
  });
}

const shared: Record<string, Method> = {
  union: combining('union', '|', Infinity),
  intersection: combining('intersection', '&', Infinity),
  difference: combining('difference', '-', Infinity),
  symmetric_difference: combining('symmetric_difference', '^', 1),
  isdisjoint: testing('isdisjoint', (_runtime, self, other) => {
    charge(self.members.size);
    return [...self.members.keys()].every((key) => !other.members.has(key));
  }),
  issubset: testing('issubset', (_runtime, self, other) => ordering('<=', self, other) === true),
  issuperset: testing('issuperset', (_runtime, self, other) => ordering('>=', self, other) === true),
  copy: storing('set', (runtime, self) => {
    charge(self.members.size);
    return self instanceof FrozenSetValue ? self : sameKind(self, new Map(self.members), runtime);
  }),
};

/** The methods of `frozenset`. */
export const frozenSetMethods: MethodTable = table(shared);

/** The methods of `set`. */
export const setMethods: MethodTable = table({
  ...shared,
  add: one('add', (self, key, item) => {
    if (self.members.has(key)) return;
    charge(newMember);
    checkSize(self.members.size + 1);
    self.members.set(key, item);
  }),
  discard: one('discard', (self, key) => {
    if (self.members.delete(key)) self.grown = false;
  }),
  remove: one('remove', (self, key, item) => {
    if (!self.members.delete(key)) throw keyError(item);
    self.grown = false;
  }),
  update: updating('update', '|', Infinity),
  intersection_update: updating('intersection_update', '&', Infinity),
  difference_update: updating('difference_update', '-', Infinity),
  symmetric_difference_update: updating('symmetric_difference_update', '^', 1),
  pop,
  clear: storing('set', (runtime, self) => {
    // Its table is then that of a new set.
    self.grown = true;
    self.members.clear();
    return new NoneValue(runtime.span);
  }),
});
