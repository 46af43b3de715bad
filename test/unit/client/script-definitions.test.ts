import { expect, it } from 'vitest';
import { ScriptDefinitions } from '../../../client/src/script-definitions.js';

const script = 'echo lake\nlm_eval --tasks pond,lake\n';
const document = { getText: () => script, offsetAt: ({ offset }: { offset: number }) => offset } as never;
const at = (offset: number): never => ({ offset }) as never;
const token = { isCancellationRequested: false };

/** A server that answers when it is told to. */
function slowServer() {
  const waiting: (() => void)[] = [];
  const asked: number[] = [];
  const definitionsIn = (_: unknown, { offset }: { offset: number }): Promise<never> => {
    asked.push(offset);
    return new Promise((done) => waiting.push(() => done([`at ${offset}`] as never)));
  };
  return { asked, answer: () => waiting.shift()!(), server: { definitionsIn } as never };
}

/** Until all that can go on has gone on. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

it('a script without a name at the place starts no server', async () => {
  let started = 0;
  const { server } = slowServer();
  const definitions = new ScriptDefinitions(() => (started++, Promise.resolve(server)));
  for (const offset of [0, 6, script.indexOf('--tasks'), script.length])
    expect(await definitions.provideDefinition(document, at(offset), token as never)).toBeUndefined();
  expect(started).toBe(0);
  void definitions.provideDefinition(document, at(script.indexOf('pond')), token as never);
  await settled();
  expect(started).toBe(1);
});

it('a document is open once: the second question waits for the first', async () => {
  const { asked, answer, server } = slowServer();
  const definitions = new ScriptDefinitions(() => Promise.resolve(server));
  const [pond, lake] = [script.indexOf('pond'), script.lastIndexOf('lake')];
  const given = { isCancellationRequested: false };
  const answers = [pond, lake, pond].map((offset, i) =>
    definitions.provideDefinition(document, at(offset), (i === 2 ? given : token) as never),
  );
  await settled();
  expect(asked).toEqual([pond]);
  answer();
  await settled();
  expect(asked).toEqual([pond, lake]);
  // Nobody wants the third any more.
  given.isCancellationRequested = true;
  answer();
  expect(await Promise.all(answers)).toEqual([[`at ${pond}`], [`at ${lake}`], undefined]);
  expect(asked).toHaveLength(2);
});
