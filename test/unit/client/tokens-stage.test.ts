import { expect, it } from 'vitest';
import { tokensStage } from '../../../client/webview/tokens.js';
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
