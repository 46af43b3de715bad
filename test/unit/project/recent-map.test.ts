import { describe, expect, it } from 'vitest';
import { RecentMap } from '../../../server/src/engine/core/recent-map.js';

describe('a map of what was used of late', () => {
  it('holds at most twice its capacity, however much is put in', () => {
    const map = new RecentMap<number, string>(10);
    for (let i = 0; i < 1000; i++) map.set(i, 'x');
    expect(map.size).toBeLessThanOrEqual(20);
    expect(map.get(999)).toBe('x');
    expect(map.get(0)).toBeUndefined();
  });

  it('keeps what is used again within so many other values', () => {
    const map = new RecentMap<number, string>(10);
    map.set(-1, 'used');
    for (let i = 0; i < 1000; i++) {
      map.set(i, 'x');
      if (i % 9 === 0) expect(map.get(-1)).toBe('used');
    }
  });

  it('counts by weight, and does not keep what alone is too much', () => {
    const map = new RecentMap<string, string>(100, (key, value) => key.length + value.length);
    map.set('a', 'x'.repeat(200));
    expect(map.size).toBe(0);
    for (let i = 0; i < 50; i++) map.set('key', 'x'.repeat(40));
    expect(map.size).toBe(1);
    for (let i = 0; i < 50; i++) map.set(`key ${String(i)}`, 'x'.repeat(40));
    expect([...map.values()].join('').length).toBeLessThanOrEqual(200);
  });

  it('makes a value once, null among them', () => {
    const map = new RecentMap<string, null>(2);
    let made = 0;
    const make = (): null => {
      made++;
      return null;
    };
    expect([map.getOr('a', make), map.getOr('a', make), made]).toEqual([null, null, 1]);
    map.delete('a');
    expect(map.get('a')).toBeUndefined();
  });
});
