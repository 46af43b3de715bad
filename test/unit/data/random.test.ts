import { describe, expect, it } from 'vitest';
import { pythonOf } from './run-program.js';

// What CPython 3.11 gives.
describe('the module random', () => {
  it.each([
    [
      'import random\nr = random.Random(7)\n[[r.randint(1, 6) for _ in range(3)], r.sample(range(100), 4), r.choice("abc")]',
      '[[3, 2, 4], [83, 6, 9, 68], "a"]',
    ],
    [
      'import random\nrandom.seed("a")\n[random.getrandbits(40), random.choices([1, 2, 3], k=3), random.choices("ab", weights=[1, 3], k=4)]',
      '[555219139146, [1, 2, 2], ["a", "b", "b", "b"]]',
    ],
    ['import random\nrandom.seed(0)\nx = [1, 2, 3, 4, 5]\nrandom.shuffle(x)\n[x, random.randrange(0, 10, 3)]', '[[3, 2, 1, 5, 4], 9]'],
    ['import random\nrandom.Random(1).choice([])', 'IndexError'],
    ['import random\nrandom.Random(1).sample([1], 2)', 'ValueError'],
  ])('draws what Python draws: %s', (code, expected) => {
    expect(pythonOf(code)).toBe(expected);
  });

  it.each([
    'import random\nrandom.random()',
    'import random\nx = [1, 2]\nrandom.shuffle(x)\nx[0]',
    'import random\nrandom.seed(None)\nrandom.random()',
    'import random\nr = random.Random(1)\nr.gauss(0, 1)\nr.random()',
  ])('does not know what is drawn without a seed, or behind a method that is not modelled: %s', (code) => {
    expect(pythonOf(code)).toBe('unknown');
  });
});
