import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LimitError } from '../../../server/src/engine/core/errors.js';
import { metered } from '../../../server/src/engine/core/cost.js';
import { NumpyGenerator } from '../../../server/src/engine/random/numpy-generator.js';
import { NumpyRandomState } from '../../../server/src/engine/random/numpy-legacy.js';
import { PythonRandom } from '../../../server/src/engine/random/python-random.js';

// What CPython 3.11 and numpy 2.4 answer.

const ofInt = (seed: number | bigint): PythonRandom => PythonRandom.ofInt(BigInt(seed));

describe("Python's Random", () => {
  test.each([
    ['0', [0.8444218515250481, 1, 827307999, 3255389356]],
    ['1', [0.13436424411240122, 0, 1222356005, 3639700191]],
    ['-5', [0.6229016948897019, 1, 548563996, 3185950873]],
    ['4294967296', [0.11299430095636409, 0, 754435550, 1794561286]],
    ['1180591620717411303427', [0.16339507200642456, 0, 711029078, 4284124921]],
  ])('is seeded with the int %s', (seed, [first, low, middle, all]) => {
    const random = (): PythonRandom => ofInt(BigInt(seed as string));
    expect(random().random()).toBe(first);
    const bits = random();
    expect([1, 31, 32].map((count) => Number(bits.getRandBits(count)))).toEqual([low, middle, all]);
  });

  test('is seeded with a text, whose SHA-512 counts as well, and with the hash of a float', () => {
    const digest = createHash('sha512').update('seed').digest();
    expect(PythonRandom.ofBytes(Buffer.from('seed'), digest).random()).toBe(0.1382359792209653);
    expect(PythonRandom.ofHash(1152921504606846976n).random()).toBe(0.2794930785867423);
  });

  test('draws integers of any size', () => {
    expect(ofInt(7).getRandBits(100)).toBe(487320478161116480663150048312n);
    expect(ofInt(7).belowBig(10n ** 30n)).toBe(487320478161116480663150048312n);
    expect(ofInt(7).below(2 ** 40)).toBe(868231286071);
  });

  test.each([
    [5, 5, [3, 0, 4, 2, 1]],
    [21, 3, [14, 3, 0]],
    [22, 3, [14, 3, 0]],
    [85, 6, [56, 14, 0, 11, 74, 4]],
    [86, 6, [56, 14, 0, 11, 74, 4]],
    [1000, 4, [989, 796, 451, 119]],
  ] as const)('samples of %i elements %i', (size, count, drawn) => {
    expect(ofInt(1234).sample(size, count)).toEqual(drawn);
  });

  test('shuffles', () => {
    expect(ofInt(42).shuffled(12)).toEqual([7, 5, 2, 8, 9, 6, 11, 3, 4, 0, 1, 10]);
  });

  test('chooses with replacement, also by weights', () => {
    const random = ofInt(9);
    expect(random.choices(10, 5)).toEqual([4, 3, 1, 8, 0]);
    expect(random.weightedChoices([1, 3, 10], 6)).toEqual([2, 2, 0, 2, 2, 0]);
  });

  test('draws one number after the other from one state', () => {
    const random = ofInt(3);
    expect(random.uniform(-2, 5)).toBe(-0.3342476103567604);
    const copy = random.copy();
    expect([random, copy].map((each) => [each.between(1n, 6n), each.below(100)])).toEqual(Array(2).fill([5n, 16]));
  });
});

describe("numpy's RandomState", () => {
  test.each([
    [0, [0.5488135039273248, 0.7151893663724195], [2, 8, 4, 9, 1, 6, 7, 3, 0, 5]],
    [43, [0.11505456638977896, 0.6090665392794814], [3, 9, 6, 8, 2, 5, 1, 7, 0, 4]],
    [4294967295, [0.0976320289940138, 0.9123828453026218], [6, 9, 5, 1, 8, 0, 7, 4, 2, 3]],
  ])('is seeded with %i', (seed, floats, order) => {
    const state = NumpyRandomState.ofSeed(seed as number);
    expect([state.random(), state.random()]).toEqual(floats);
    expect(NumpyRandomState.ofSeed(seed as number).permutation(10)).toEqual(order);
  });

  test('is seeded with a list', () => {
    expect(NumpyRandomState.ofSeeds([1, 2, 3]).permutation(6)).toEqual([0, 2, 4, 5, 3, 1]);
  });

  test('chooses, with and without replacement and weights', () => {
    const state = NumpyRandomState.ofSeed(43);
    const p = [0.1, 0.2, 0.3, 0.4];
    expect(state.choice(7, 3)).toEqual([3, 5, 2]);
    expect(state.choiceReplaced(7, 4)).toEqual([3, 1, 3, 3]);
    expect(state.weightedChoiceReplaced(p, 3)).toEqual([0, 0, 3]);
    expect(state.weightedChoice(p, 3)).toEqual([2, 1, 0]);
    expect(state.randint(5, 2 ** 40)).toBe(322366866119);
    expect(state.randint(-3, 3)).toBe(0);
    expect(state.uniform(1, 2)).toBe(1.8666486408992002);
  });

  test('gives `datasets` a seed', () => {
    const state = NumpyRandomState.ofSeed(5);
    expect([state.seedOfDatasets(), state.seedOfDatasets()]).toEqual([5, 1676298141]);
  });
});

describe("numpy's default_rng", () => {
  test.each([
    ['0', [0.6369616873214543, 0.2697867137638703], [4, 6, 2, 7, 3, 5, 9, 0, 8, 1]],
    ['42', [0.7739560485559633, 0.4388784397520523], [5, 6, 0, 7, 3, 2, 4, 9, 1, 8]],
    ['1180591620717411303427', [0.4203871190878119, 0.2858736967365757], [3, 6, 7, 8, 4, 1, 9, 5, 0, 2]],
  ])('is seeded with %s', (seed, floats, order) => {
    const generator = NumpyGenerator.ofEntropy(BigInt(seed as string));
    expect([generator.random(), generator.random()]).toEqual(floats);
    expect(NumpyGenerator.ofEntropy(BigInt(seed as string)).permutation(10)).toEqual(order);
  });

  test('is seeded with a list', () => {
    expect(NumpyGenerator.ofEntropy(1n, 2n, 3n, 4n, 5n).permutation(6)).toEqual([5, 2, 4, 1, 0, 3]);
  });

  test('draws one number after the other from one state', () => {
    const generator = NumpyGenerator.ofEntropy(42n);
    expect(Array.from({ length: 5 }, () => generator.integers(0, 100))).toEqual([8, 77, 65, 43, 43]);
    expect(generator.integers(5, 2 ** 40)).toBe(766764256791);
    expect(generator.choice(20, 5)).toEqual([13, 3, 1, 19, 10]);
    expect(generator.choice(20, 5, false)).toEqual([8, 2, 15, 18, 10]);
    expect(generator.choiceReplaced(7, 4)).toEqual([2, 1, 6, 5]);
    expect(generator.weightedChoiceReplaced([0.1, 0.2, 0.3, 0.4], 3)).toEqual([3, 2, 1]);
    expect(generator.choice(20_000, 500).slice(0, 5)).toEqual([11672, 17960, 17850, 2806, 18010]);
    expect(generator.choice(20_000, 1500, false).slice(0, 5)).toEqual([19534, 19020, 9724, 17579, 11360]);
    expect(generator.random()).toBe(0.6780940608798283);
  });

  test('permutes a hundred thousand', () => {
    expect(NumpyGenerator.ofEntropy(7n).permutation(100_000).slice(0, 4)).toEqual([45070, 71435, 99538, 45453]);
  });
});

test('what is too much is refused before it is made', () => {
  const meter = {
    step: (): void => undefined,
    checkSize(size: number): void {
      if (size > 1e6) throw new LimitError('size', undefined, 'too large');
    },
  };
  const huge = 1e9;
  for (const draw of [
    () => ofInt(1).shuffled(huge),
    () => ofInt(1).sample(huge, huge),
    () => NumpyRandomState.ofSeed(1).choice(huge, 1),
    () => NumpyGenerator.ofEntropy(1n).permutation(huge),
  ])
    expect(() => metered(meter, draw)).toThrow(LimitError);
});
