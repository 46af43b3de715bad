import { describe, expect, it } from 'vitest';
import { comparePrompts, type ComparedTurn, type PromptComparison } from '../../../server/src/engine/compare/compare-prompts.js';

const turn = (text: string, who = 'user'): ComparedTurn => ({ who, kind: 'user', text });

/** `[-removed-]`, `{+added+}`, turns as `who: …`, with a sign before those of only one prompt. */
function shown({ turns }: PromptComparison): string[] {
  const open = { same: '', removed: '[-', added: '{+' };
  const close = { same: '', removed: '-]', added: '+}' };
  return turns.map(
    ({ who, change, pieces }) =>
      `${open[change]}${who}${close[change]}: ${pieces.map((piece) => open[piece.change] + piece.text + close[piece.change]).join('')}`,
  );
}

function compared(before: string, after: string): string[] {
  return shown(comparePrompts([turn(before)], [turn(after)]));
}

/** The prompt before, or after, as the comparison holds it. */
function side({ turns }: PromptComparison, without: 'added' | 'removed'): string {
  return turns
    .flatMap(({ pieces }) => pieces.filter(({ change }) => change !== without))
    .map(({ text }) => text)
    .join('');
}

describe('what differs within a prompt', () => {
  it('is shown by words', () => {
    expect(compared('Question: What is 2?\nAnswer:', 'Question: What is it?\nAnswer:')).toEqual([
      'user: Question: What is [-2-]{+it+}?\nAnswer:',
    ]);
    expect(compared('a b c', 'a b c')).toEqual(['user: a b c']);
  });

  it('is shown by characters where the words are alike', () => {
    expect(compared('Answer the question', 'Answers the question')).toEqual(['user: Answer{+s+} the question']);
    expect(compared('in:', 'in: ')).toEqual(['user: in:{+ +}']);
    expect(compared('Answer:', 'Answer：')).toEqual(['user: Answer[-:-]{+：+}']);
  });

  it('goes by the characters of writing without spaces', () => {
    expect(compared('请回答下面的问题', '请回答以下的问题')).toEqual(['user: 请回答{+以+}下[-面-]的问题']);
  });

  it('does not part a letter from its marks', () => {
    expect(compared('cafe\u0301 noir', 'cafe\u0300 noir')).toEqual(['user: caf[-e\u0301-]{+e\u0300+} noir']);
    expect(compared('👩‍🔬 says', '👩‍🚀 says')).toEqual(['user: [-👩‍🔬-]{+👩‍🚀+} says']);
  });

  it('takes a run of changed words as one difference', () => {
    const result = comparePrompts([turn('You are a helpful assistant.')], [turn('Solve these hard problems.')]);
    expect(result.differences).toBe(1);
  });

  it('keeps the turns, and shows those of only one prompt', () => {
    const before = [turn('Solve it.', 'system'), turn('2 + 2'), turn('4', 'assistant'), turn('3 + 3')];
    const after = [turn('Solve it.', 'system'), turn('3 + 3')];
    const result = comparePrompts(before, after);
    expect(side(result, 'added')).toBe('Solve it.2 + 243 + 3');
    expect(side(result, 'removed')).toBe('Solve it.3 + 3');
    expect(result).toMatchObject({ differences: 1, added: 0, removed: 6, by: 'words' });
  });

  it('takes a role of another name as the same one, and says what it was called', () => {
    const result = comparePrompts([turn('Hello', 'HUMAN')], [turn('Hello', 'user')]);
    expect(result).toMatchObject({ differences: 0, renamed: 1, turns: [{ who: 'user', was: 'HUMAN', change: 'same' }] });
    expect(comparePrompts([turn('Hello')], [{ who: 'BOT', kind: 'assistant', text: 'Hello' }])).toMatchObject({
      differences: 1,
      renamed: 0,
    });
  });

  it('numbers the differences in their order', () => {
    const { turns, differences } = comparePrompts([turn('one two three four five')], [turn('one 2 three 4 five')]);
    expect([turns[0]!.pieces.map(({ difference }) => difference), differences]).toEqual([[undefined, 0, 0, undefined, 1, 1, undefined], 2]);
  });

  it('takes no text for the beginning of a turn', () => {
    const result = comparePrompts([turn('a\nturn user user\nb')], [turn('a\nturn user user\nc')]);
    expect(result.turns).toHaveLength(1);
  });
});

describe('hostile and long texts', () => {
  it('come out as they went in', () => {
    const texts = ['\u0000\u001b[2J\u202e</script>', '\ud800 lone', '\r\n\r', '', '`'.repeat(50), 'x\u0000turn user user'];
    for (const a of texts)
      for (const b of texts) {
        const result = comparePrompts([turn(a)], [turn(b)]);
        expect([side(result, 'added'), side(result, 'removed')]).toEqual([a, b]);
      }
  });

  it('of two megabytes take no more than some seconds of processor time', () => {
    const lines = (mark: string, every: number): string =>
      Array.from({ length: 30_000 }, (_, i) => `Line ${i}${i % every === 0 ? mark : ''} of a prompt that goes on for long enough.`).join(
        '\n',
      );
    const start = process.cpuUsage();
    const [a, b] = [lines('', 500), lines(' (new)', 500)];
    const result = comparePrompts([turn(a)], [turn(b)]);
    expect([result.differences, result.by]).toEqual([60, 'words']);
    const nothingAlike = comparePrompts([turn('ab '.repeat(700_000))], [turn('ba\n'.repeat(700_000))]);
    expect(nothingAlike.by).toBe('lines');
    const oneLine = comparePrompts([turn('a b '.repeat(500_000))], [turn('a c '.repeat(500_000))]);
    expect(oneLine.by).toBe('lines');
    // Not by the clock: other tests run meanwhile.
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(3_000);
  });
});
