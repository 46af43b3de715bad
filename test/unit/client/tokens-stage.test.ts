import { describe, expect, it } from 'vitest';
import { tokensStage, withTokens } from '../../../client/webview/tokens.js';
import { promptKey } from '../../../server/src/protocol/page.js';
import type { TokensAnswer } from '../../../server/src/protocol/tokens.js';
import { invented, segment, turn } from './invented-preview.js';

it('says of each turn how many tokens it has, of one in the singular', () => {
  const turns = [turn('HUMAN', 'user', [segment('Question')]), turn('BOT', 'assistant', [segment('A')])];
  const preview = invented({
    stages: [{ id: 's', title: 'S', summary: '', turns, origins: [] }],
    output: { kind: 'text', text: 'QuestionA' },
  });
  const tokens = ['Quest', 'ion', 'A'].map((text, id) => ({ id, text, kind: 'text' as const }));
  const answer = { kind: 'tokens', counts: [{ all: 3, parts: [2, 1] }], tokens } as const;
  const stage = tokensStage(preview, { of: promptKey(preview), answer, stages: {} }, false);
  expect(stage?.turns.map(({ detail }) => detail)).toEqual(['2 tokens', '1 token']);
});

const long = (text: string) => {
  const turns = [turn('HUMAN', 'user', [segment(text)])];
  return invented({
    stages: [{ id: 's', title: 'S', summary: '', turns, origins: [] }],
    output: { kind: 'text', text },
    selection: { ...invented().selection, shots: 3 },
    exactness: { level: 'exact', reason: '', reasons: [] },
    tokens: { special: true, notes: [], cut: { most: 10, keeps: 'end' } },
  });
};

it.each([
  [{ all: 8, kept: 8, shotsKept: 3 }, []],
  [{ all: 8 }, []],
  [{ all: 30, kept: 8, shotsKept: 2 }, ['The run leaves out the last example.']],
  [{ all: 30, kept: 12, shotsKept: 1 }, ['The run leaves out the last 2 examples.', 'The first 2 tokens are cut away.']],
  [{ all: 12 }, ['The first 2 tokens are cut away.']],
])('of %o the seal is exact only where all of it is sent', ({ all, ...more }, messages) => {
  const preview = long('Question');
  const answer = { kind: 'tokens', counts: [{ all, parts: [all] }], tokens: [] } as const;
  const { exactness } = withTokens(preview, { of: promptKey(preview), answer, stages: {}, ...more });
  expect(exactness).toEqual({
    level: messages.length > 0 ? 'close' : 'exact',
    reason: messages.join(' '),
    reasons: messages.map((message) => ({ kind: 'cut', message })),
  });
});

describe('the place where the model writes', () => {
  const written = (counted: { parts: readonly number[]; shown: number }): readonly (readonly [string, boolean])[] => {
    const ends = { ...turn('BOT', 'assistant', [segment('A')]), generates: true };
    const preview = invented({
      stages: [{ id: 's', title: 'S', summary: '', turns: [turn('HUMAN', 'user', [segment('Question')]), ends], origins: [] }],
      output: { kind: 'text', text: 'QuestionA' },
    });
    const tokens = ['Quest', 'ion', 'A'].slice(0, counted.shown).map((text, id) => ({ id, text, kind: 'text' as const }));
    const answer = { kind: 'tokens', counts: [{ all: 3, parts: counted.parts }], tokens } as const;
    const stage = tokensStage(preview, { of: promptKey(preview), answer, stages: {} }, false);
    return stage!.turns.map(({ who, generates }) => [who, generates] as const);
  };

  it.each([
    [
      'the turn that it continues',
      { parts: [2, 1], shown: 3 },
      [
        ['HUMAN', false],
        ['BOT', true],
      ],
    ],
    [
      'a turn that has no token of its own',
      { parts: [3, 0], shown: 3 },
      [
        ['HUMAN', false],
        ['BOT', true],
      ],
    ],
    ['the text, where its turns have no places', { parts: [], shown: 3 }, [['text', true]]],
    [
      'the tokens that are only counted',
      { parts: [2, 1], shown: 2 },
      [
        ['HUMAN', false],
        ['', true],
      ],
    ],
  ] as const)('is behind %s', (_, counted, turns) => {
    expect(written(counted)).toEqual(turns);
  });
});

describe('what is guessed by the bytes of a prompt', () => {
  const byBytes = 'The prompt has 600 bytes.';
  const notes = (file: string | undefined, answer: TokensAnswer | undefined): readonly string[] => {
    const preview = invented({
      notes: ['Another note.', byBytes],
      tokens: { special: true, notes: [], byBytes, ...(file !== undefined && { file }) },
    });
    return withTokens(preview, answer && { of: promptKey(preview), answer, stages: {} }).notes;
  };

  it('is told where no tokenizer counts, and nowhere else', () => {
    expect(notes('/t/tokenizer.json', { kind: 'tokens', counts: [{ all: 3, parts: [] }], tokens: [] })).toEqual(['Another note.']);
    expect(notes('/t/tokenizer.json', undefined)).toEqual(['Another note.']);
    expect(notes('/t/tokenizer.json', { kind: 'refused', reason: 'no' })).toEqual(['Another note.', byBytes]);
    expect(notes(undefined, undefined)).toEqual(['Another note.', byBytes]);
  });
});
