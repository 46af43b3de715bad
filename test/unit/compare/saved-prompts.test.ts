import { describe, expect, it } from 'vitest';
import { savedPrompts } from '../../../server/src/engine/compare/saved-prompts.js';

const lines = (...entries: readonly object[]): string => entries.map((entry) => JSON.stringify(entry)).join('\n') + '\n';

describe('prompts that a run has saved', () => {
  it('are those of predictions of OpenCompass: texts, and what roles say', () => {
    const saved = savedPrompts(
      JSON.stringify({
        '1': { origin_prompt: 'Q: b\nA:', prediction: 'x' },
        '0': {
          origin_prompt: [
            { role: 'HUMAN', prompt: 'Q: a' },
            { role: 'BOT', prompt: '' },
          ],
          prediction: 'y',
        },
      }),
    );
    expect(saved).toEqual([
      {
        row: 0,
        prompts: [
          {
            kind: 'turns',
            turns: [
              { who: 'HUMAN', kind: 'user', text: 'Q: a' },
              { who: 'BOT', kind: 'assistant', text: '' },
            ],
          },
        ],
      },
      { row: 1, prompts: [{ kind: 'text', turns: [{ who: 'prompt', kind: 'other', text: 'Q: b\nA:' }] }] },
    ]);
  });

  it('are one for each label where perplexity was asked', () => {
    const entry = {
      origin_prompt: 'stem',
      'label: A': { 'testing input': 'a', prompt: 'shots a', PPL: 1 },
      'label: B': { prompt: 'shots b' },
    };
    expect(savedPrompts(JSON.stringify({ '0': entry }))[0]!.prompts.map(({ label, turns }) => [label, turns[0]!.text])).toEqual([
      ['A', 'shots a'],
      ['B', 'shots b'],
    ]);
  });

  it('are those of lines, by the numbers that these have', () => {
    const saved = savedPrompts(lines({ idx: 7, origin_prompt: 'seven' }, { id: 3, origin_prompt: 'three' }));
    expect(saved.map(({ row, prompts }) => [row, prompts[0]!.turns[0]!.text])).toEqual([
      [3, 'three'],
      [7, 'seven'],
    ]);
  });

  it("are those of the harness's samples: contexts, continuations and messages", () => {
    const saved = savedPrompts(
      lines(
        { doc_id: 0, arguments: { gen_args_0: { arg_0: 'ctx', arg_1: ' no' }, gen_args_1: { arg_0: 'ctx', arg_1: ' yes' } } },
        { doc_id: 1, arguments: [['until', { until: ['\n'] }]] },
        { doc_id: 2, arguments: { gen_args_0: { arg_0: ['[{"role": "user", "content": "hi"}]'], arg_1: {} } } },
      ),
    );
    expect(saved[0]!.prompts.map(({ label, turns }) => [label, turns.map(({ who, text }) => `${who}: ${text}`)])).toEqual([
      [' no', ['prompt: ctx', 'scored:  no']],
      [' yes', ['prompt: ctx', 'scored:  yes']],
    ]);
    expect(saved[1]!.prompts[0]!.turns[0]!.text).toBe('until');
    expect(saved[2]!.prompts[0]).toEqual({ kind: 'turns', turns: [{ who: 'user', kind: 'user', text: 'hi' }] });
  });

  it('are read of the lines that hold them, whatever is between', () => {
    const good = JSON.stringify({ origin_prompt: 'a' });
    const between = ['', 'a line', '{"arguments"', '{"a": }', '  '];
    expect(savedPrompts([...between, ` ${good}\r`, ...between, good].join('\n'))).toHaveLength(2);
    expect(savedPrompts([...Array<string>(2000).fill('{"a": }'), good].join('\n'))).toEqual([]);
  });

  it('are none in anything else', () => {
    for (const text of [
      '',
      'no json',
      '[1, 2]',
      '{"a": 1}',
      '{"__proto__": {"origin_prompt": 5}}',
      '{"0": {"prediction": "x"}}',
      'null',
      '{"a":'.repeat(10_000),
    ])
      expect(savedPrompts(text)).toEqual([]);
  });
});
