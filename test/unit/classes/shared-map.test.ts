import { describe, expect, it } from 'vitest';
import { SharedMap } from '../../../server/src/engine/classes/columns/shared-map.js';

function entriesOf(map: SharedMap<string, number>): string[] {
  const entries: string[] = [];
  map.forEach((value, key) => entries.push(`${key}${String(value)}`));
  return entries;
}

describe('a shared map', () => {
  it('is one with its copies until one of them is changed, and each goes its own way then', () => {
    const map = new SharedMap<string, number>();
    map.set('a', 1);
    const [one, two] = [map.copy(), map.copy()];
    expect(one.holdsTheSameAs(two)).toBe(true);
    one.set('b', 2);
    two.set('c', 3);
    two.set('b', 4);
    map.set('a', 5);
    expect([map, one, two].map(entriesOf)).toEqual([['a5'], ['a1', 'b2'], ['a1', 'c3', 'b4']]);
    expect([one.holdsTheSameAs(map), map.has('b'), one.get('b'), two.size]).toEqual([false, false, 2, 3]);
  });

  it('takes over what another holds', () => {
    const map = new SharedMap<string, number>();
    const other = map.copy();
    other.set('a', 1);
    map.become(other);
    expect(entriesOf(map)).toEqual(['a1']);
  });
});
