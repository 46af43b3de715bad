import { describe, expect, it } from 'vitest';
import { namePattern } from '../../../server/src/engine/core/name-pattern.js';

describe('a pattern of names', () => {
  it.each([
    ['pond_gen.py', 'Pond_Gen.PY', true],
    ['pond_gen.py', 'my_pond_gen.py', false],
    ['*pond?.py', 'big_pond2.py', true],
    ['pond[12].py', 'pond2.py', true],
    ['pond[!12].py', 'pond2.py', false],
    ['pond[a-c].py', 'pondb.py', true],
    ['pond[c-a].py', 'pondb.py', false],
    ['pond[.py', 'pond[.py', true],
    ['pond[]].py', 'pond].py', true],
    ['pond+(1).py', 'pond+(1).py', true],
    ['pond.py', 'pondxpy', false],
  ])('%s and %s: %s', (pattern, name, expected) => {
    expect(namePattern(pattern, { ignoreCase: true })(name)).toBe(expected);
  });

  it('heeds the case where nothing else is said, and takes one character as one, whatever it is', () => {
    expect(namePattern('Pond*')('pond_quiz')).toBe(false);
    expect(namePattern('?')('𝒳')).toBe(true);
    expect(namePattern('[𝒳-𝒵]?')('𝒴é')).toBe(true);
    expect(namePattern('a[!-]c')('a-c')).toBe(false);
  });

  it('is read in one pass, though brackets are opened again and again', () => {
    const open = '[!'.repeat(300_000);
    const before = process.cpuUsage();
    expect(namePattern(open)(open)).toBe(true);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(3);
  });

  it('with many stars takes no longer than the name times the pattern', () => {
    const name = 'a'.repeat(5_000);
    expect(namePattern(`${'*a'.repeat(200)}*b`)(name)).toBe(false);
    expect(namePattern(`${'*a'.repeat(200)}*`)(name)).toBe(true);
  });
});
