import { expect, it } from 'vitest';
import { tokensStage, withFate } from '../../../client/webview/tokens.js';
import { promptKey } from '../../../server/src/protocol/page.js';
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
  const { exactness } = withFate(preview, { of: promptKey(preview), answer, stages: {}, ...more });
  expect(exactness).toEqual({
    level: messages.length > 0 ? 'close' : 'exact',
    reason: messages.join(' '),
    reasons: messages.map((message) => ({ kind: 'cut', message })),
  });
});
