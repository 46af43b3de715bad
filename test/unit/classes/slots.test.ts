import { describe, expect, it } from 'vitest';
import { Names, Slots } from '../../../server/src/engine/classes/columns/slots.js';

interface Value {
  readonly of: number;
}

function seen(slots: Slots<Value>): [number, Value][] {
  const all: [number, Value][] = [];
  slots.forEach((value, slot) => all.push([slot, value]));
  return all;
}

describe('values by number', () => {
  it('are gone through in the order in which they came, whatever their numbers', () => {
    const slots = new Slots<Value>();
    for (const slot of [3, 40, 17, 3, 41, 0]) slots.set(slot, { of: slot });
    expect(seen(slots).map(([slot]) => slot)).toEqual([3, 40, 17, 41, 0]);
    expect([slots.size, slots.get(16), slots.get(17), slots.get(1000)]).toEqual([5, undefined, { of: 17 }, undefined]);
  });

  it('are as a Map has them, in all copies of copies', () => {
    const all: { slots: Slots<Value>; map: Map<number, Value> }[] = [{ slots: new Slots(), map: new Map() }];
    let random = 7;
    const below = (count: number): number => (random = (random * 48271) % 2147483647) % count;
    for (let step = 0; step < 2000; step++) {
      const { slots, map } = all[below(all.length)]!;
      if (below(20) === 0 && all.length < 12) all.push({ slots: slots.copy(), map: new Map(map) });
      else {
        const slot = below(10) === 0 ? below(300) : below(40) + (step >> 4);
        const value = { of: step };
        slots.set(slot, value);
        map.set(slot, value);
      }
    }
    for (const { slots, map } of all) {
      expect(seen(slots)).toEqual([...map]);
      expect(slots.size).toBe(map.size);
      for (let slot = 0; slot < 320; slot++) expect(slots.get(slot)).toBe(map.get(slot));
    }
  });

  it('are the same in a copy until one of the two is changed', () => {
    const slots = new Slots<Value>();
    slots.set(0, { of: 0 });
    const copy = slots.copy();
    expect(copy.holdsTheSameAs(slots)).toBe(true);
    copy.set(0, { of: 1 });
    expect([copy.holdsTheSameAs(slots), slots.get(0), copy.get(0)]).toEqual([false, { of: 0 }, { of: 1 }]);
    slots.become(copy);
    expect(slots.get(0)).toEqual({ of: 1 });
  });
});

describe('values by name', () => {
  it('are gone through in the order in which each copy set them', () => {
    const names = new Names<Value>();
    names.set('a', { of: 1 });
    const [one, two] = [names.copy(), names.copy()];
    one.set('b', { of: 2 });
    two.set('c', { of: 3 });
    two.set('b', { of: 4 });
    const order = (of: Names<Value>): string[] => {
      const all: string[] = [];
      of.forEach((value, name) => all.push(`${name}${String(value.of)}`));
      return all;
    };
    expect([order(names), order(one), order(two)]).toEqual([['a1'], ['a1', 'b2'], ['a1', 'c3', 'b4']]);
    expect([names.has('b'), one.has('b'), one.get('c')]).toEqual([false, true, undefined]);
  });
});
