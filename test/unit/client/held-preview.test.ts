import { expect, it } from 'vitest';
import { HeldPreview } from '../../../client/src/preview/held-preview.js';
import { SentPreviews } from '../../../server/src/lsp/sent-previews.js';
import type { Preview, PreviewAnswer, SentAnswer } from '../../../server/src/protocol/preview.js';
import { answerWith, invented, segment, turn } from './invented-preview.js';

/** A panel, and servers that answer it one after the other. */
function panel() {
  const wire: SentAnswer[] = [];
  const now: { server: SentPreviews; answer: PreviewAnswer } = { server: new SentPreviews(), answer: answerWith() };
  const held = new HeldPreview(({ holds }) => {
    wire.push(JSON.parse(JSON.stringify(now.server.toSend(now.answer, holds))) as SentAnswer);
    return Promise.resolve(wire.at(-1)!);
  });
  const ask = async (answer: PreviewAnswer) => {
    now.answer = answer;
    return held.ask({ uri: invented().uri, selection: {} });
  };
  return { now, ask, kinds: () => wire.map(({ kind }) => kind) };
}

const shots = Array.from({ length: 20 }, (_, i) => turn('HUMAN', 'user', [segment(`example ${i} `.repeat(200))], i));
const withQuestion = (text: string): PreviewAnswer =>
  answerWith({ stages: [{ id: 's', title: 'S', summary: '', turns: [...shots, turn('HUMAN', 'user', [segment(text)])], origins: [] }] });
const stagesOf = (answer: PreviewAnswer): Preview['stages'] => (answer.kind === 'preview' ? answer.preview.stages : []);

it('a panel that holds a prompt is sent what is other, and shows the same as one that is sent everything', async () => {
  const { ask, kinds } = panel();
  expect(await ask(withQuestion('Q'))).toEqual(withQuestion('Q'));
  const before = await ask(withQuestion('Qu'));
  const after = await ask(withQuestion('Que'));
  expect(after).toEqual(withQuestion('Que'));
  expect(kinds()).toEqual(['preview', 'changed', 'changed']);
  expect(stagesOf(after)[0]!.turns[3]).toBe(stagesOf(before)[0]!.turns[3]);
  expect(await ask(withQuestion('Que'))).toEqual(withQuestion('Que'));
});

it('holds it while the document is broken', async () => {
  const { ask, kinds } = panel();
  const broken = { kind: 'stale', uri: invented().uri, version: 3, reason: 'broken' } as const;
  await ask(withQuestion('Q'));
  expect(await ask(broken)).toEqual(broken);
  expect(await ask(withQuestion('Qu'))).toEqual(withQuestion('Qu'));
  expect(kinds()).toEqual(['preview', 'stale', 'changed']);
});

it('is sent everything by a server that did not send what it holds, or has forgotten it', async () => {
  const { now, ask, kinds } = panel();
  await ask(withQuestion('Q'));
  now.server = new SentPreviews();
  expect(await ask(withQuestion('Qu'))).toEqual(withQuestion('Qu'));
  for (let others = 0; others < 4; others++) now.server.toSend(answerWith(), '');
  expect(await ask(withQuestion('Que'))).toEqual(withQuestion('Que'));
  for (const characters of [5_000_000, 5]) now.server.toSend(answerWith({ characters }), '');
  expect(await ask(withQuestion('Ques'))).toEqual(withQuestion('Ques'));
  expect(kinds()).toEqual(['preview', 'preview', 'preview', 'preview']);
});

it('a client that names nothing is sent everything, as it was before', () => {
  expect(new SentPreviews().toSend(answerWith(), undefined)).toEqual(answerWith());
});
