import { expect, test } from 'vitest';
import { compileShape } from '../../../server/src/engine/python/runtime/modules/re-program.js';
import { Matcher } from '../../../server/src/engine/python/runtime/modules/re-run.js';
import { nullable, type PatternShape } from '../../../server/src/engine/python/runtime/modules/re-shape.js';
import { translate } from '../../../server/src/engine/python/runtime/modules/re-translate.js';

const flags = { ignoreCase: false, multiline: false, dotAll: false, verbose: false, ascii: false };

/** A random number from 0 up to below `n`, the same in each run. */
function randomOf(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

function pattern(random: (n: number) => number, depth: number): string {
  const atom = (): string => {
    const kind = random(depth > 0 ? 12 : 7);
    if (kind < 5) return 'abc'[random(3)]!;
    if (kind === 5) return '[ab]';
    if (kind === 6) return '.';
    const inner = pattern(random, depth - 1);
    return kind < 9 ? `(?:${inner})` : kind === 9 ? `(${inner})` : kind === 10 ? `(?=${inner})` : `(?!${inner})`;
  };
  const quantified = (): string => {
    const one = atom();
    return one.startsWith('(?=') || one.startsWith('(?!') || (one.startsWith('(') && !one.startsWith('(?'))
      ? one
      : one + ['', '', '', '*', '+', '?', '*?', '+?', '??', '{1,2}', '{2}', '{0,2}?'][random(12)]!;
  };
  const sequence = (): string => Array.from({ length: 1 + random(3) }, quantified).join('');
  return random(4) === 0 ? `${sequence()}|${sequence()}` : sequence();
}

/** Of a round of a repetition that matches nothing the two think differently. */
function mayRepeatNothing(shape: PatternShape): boolean {
  switch (shape.kind) {
    case 'character':
    case 'assertion':
    case 'reference':
      return false;
    case 'condition':
      return mayRepeatNothing(shape.yes) || mayRepeatNothing(shape.no);
    case 'sequence':
      return shape.parts.some(mayRepeatNothing);
    case 'choice':
      return shape.branches.some(mayRepeatNothing);
    default:
      return (shape.kind === 'repetition' && nullable(shape.of)) || mayRepeatNothing(shape.of);
  }
}

test('random patterns find what those of JavaScript find, which mean the same', () => {
  const random = randomOf(7);
  for (let i = 0; i < 3000; i++) {
    const source = pattern(random, 2);
    const text = Array.from({ length: random(8) }, () => 'abc'[random(3)]!).join('');
    let read;
    try {
      read = translate(source, flags);
    } catch {
      continue;
    }
    if (mayRepeatNothing(read.shape)) continue;
    const found = new Matcher(compileShape(read.shape, false), text, read.groupCount, () => undefined).find(0, false);
    const wanted = new RegExp(source, 'du').exec(text);
    const shown = found?.groups.map((range) => range && [...range]);
    expect([source, text, shown]).toEqual([source, text, wanted?.indices?.map((range) => range as [number, number] | undefined)]);
  }
});

test.each([
  ['^(\\d{1,12}[,.]?){1,12}$', '1'],
  ['(a|a|b)*c', 'a'],
  ['(?:a+)+$', 'a'],
  ['(?:.*,){10}x', ','],
])('the work for %s grows no faster than the text', (source, unit) => {
  const { shape, groupCount } = translate(source, flags);
  const work = (length: number): number => {
    let steps = 0;
    new Matcher(compileShape(shape, false), `${unit.repeat(length)}!`, groupCount, (count) => (steps += count)).find(0, false);
    return steps;
  };
  expect(work(4000) / work(2000)).toBeLessThan(2.2);
});
