import { describe, expect, it } from 'vitest';
import { environmentVariables } from '../../../server/src/engine/mmengine/environment-variables.js';
import { processorMs } from '../../support/processor-time.js';

/** mmengine's own pattern. */
const pattern = /\{\{['"]?\s*\$(\w+)\s*:\s*(\S*?)\s*['"]?\}\}/g;

function byPattern(text: string): object[] {
  return [...text.matchAll(pattern)].map((found) => ({
    name: found[1],
    standard: found[2],
    start: found.index,
    end: found.index + found[0].length,
  }));
}

describe('variables of the environment in a text', () => {
  it.each([
    ['{{$A:1}}', 'A', '1'],
    ["{{ '$A:x' }}", undefined, undefined],
    ["{{'$A:x'}}", 'A', 'x'],
    ['{{ $A : a}b }}', 'A', 'a}b'],
    ['{{$A:}}', 'A', ''],
    ['{{$A:"}}', 'A', ''],
    ['{{$A:{{$B:1}}', 'A', '{{$B:1'],
    ['{{$A:x y}} {{$B:z}}', 'B', 'z'],
    ['{{$A:}}}}', 'A', ''],
  ])('%s', (text, name, standard) => {
    const [found] = environmentVariables(text);
    expect([found?.name, found?.standard]).toEqual([name, standard]);
  });

  it('are those that the pattern of mmengine finds', () => {
    let seed = 7;
    const below = (most: number): number => ((seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % 65_536) % most;
    const parts = ['{{$A:', '{{ "$B :', '{{', '{', '}}', '}', '$', 'A', ':', ' ', "'", '"', '\n', 'x'];
    const texts = Array.from({ length: 50_000 }, () => Array.from({ length: 2 + below(14) }, () => parts[below(parts.length)]).join(''));
    const different = texts.filter((text) => JSON.stringify([...environmentVariables(text)]) !== JSON.stringify(byPattern(text)));
    expect(different).toEqual([]);
    expect(texts.filter((text) => byPattern(text).length > 0).length).toBeGreaterThan(2_000);
  });

  it.each([
    ['beginnings', '{{$a:'],
    ['beginnings before a blank', '{{$a: '],
    ['beginnings that are not closed', '{{$a:x'],
  ])('are found in a text of nothing but %s in time that grows with it', (_what, part) => {
    const text = part.repeat(100_000);
    const spent = processorMs(() => expect([...environmentVariables(text)]).toEqual([]));
    // Some 0.05 s; by the pattern minutes.
    expect(spent).toBeLessThan(2_000);
  });
});
