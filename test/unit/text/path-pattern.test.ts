import { describe, expect, it } from 'vitest';
import { pathPattern } from '../../../server/src/engine/core/path-pattern.js';

describe('a pattern of paths', () => {
  it.each([
    ['data/train-*.parquet', 'data/train-0.parquet', true],
    ['./data/train-*.parquet', 'data/train-0.parquet', true],
    ['data/*.parquet', 'data/more/a.parquet', false],
    ['data/**.parquet', 'data/more/a.parquet', true],
    ['**/a.jsonl', 'a.jsonl', true],
    ['**/a.jsonl', 'b/c/a.jsonl', true],
    ['**/a.jsonl', 'ba.jsonl', false],
    ['b**/a.jsonl', 'b/c/a.jsonl', true],
    ['**/**/a.jsonl', 'b/a.jsonl', true],
    ['a?.jsonl', 'a1.jsonl', true],
    ['a?.jsonl', 'a/.jsonl', false],
    ['a?.jsonl', 'a😀.jsonl', true],
    ['a.jsonl', 'axjsonl', false],
    ['(a|b)+', '(a|b)+', true],
    ['**', 'a/b', true],
    ['*', '', true],
    ['***', 'a/b', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(pathPattern(pattern).fits(path)).toBe(expected);
  });

  it('with many stars takes no longer than the path times the pattern', () => {
    const path = `${'a'.repeat(200)}/${'a'.repeat(200)}`;
    for (const pattern of [`${'*a'.repeat(60)}*b`, `${'**a'.repeat(60)}b`, `${'**/*a'.repeat(30)}b`, `${'?*'.repeat(100)}b`])
      expect(pathPattern(pattern).fits(path)).toBe(false);
    expect(pathPattern(`${'**a'.repeat(60)}`).fits(path)).toBe(true);
    expect(pathPattern('*'.repeat(200_000)).work('a')).toBeLessThan(10);
  });
});
