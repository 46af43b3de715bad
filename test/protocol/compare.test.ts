import { afterEach, describe, expect, it } from 'vitest';
import {
  comparePromptsCommand,
  readSavedCommand,
  releasesCommand,
  type CompareAnswer,
  type OtherPrompt,
} from '../../server/src/protocol/compare.js';
import { datasetConfig, evalConfig, workspaceFiles } from '../support/configs.js';
import { Client } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

const execute = (command: string, argument: unknown): Promise<unknown> =>
  client.connection.sendRequest('workspace/executeCommand', { command, arguments: [argument] });

async function compare(name: string, other: OtherPrompt, selection = {}): Promise<CompareAnswer> {
  const uri = client.uri(name);
  return (await execute(comparePromptsCommand, { uri, request: { uri, selection }, other })) as CompareAnswer;
}

/** `[-removed-]{+added+}` */
function shown(answer: CompareAnswer): string {
  if (answer.kind !== 'comparison') return `${answer.kind}: ${answer.reason}`;
  const mark = { same: (text: string) => text, removed: (text: string) => `[-${text}-]`, added: (text: string) => `{+${text}+}` };
  return answer.comparison.turns.flatMap(({ pieces }) => pieces.map(({ text, change }) => mark[change](text))).join('');
}

describe('a prompt beside another one', () => {
  it('is compared with what is saved, and with what files were', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('datasets/demo.py', datasetConfig);
    await client.openText('eval.py', evalConfig);
    await client.replace('datasets/demo.py', 'Question:', 'Problem:');
    expect(shown(await compare('eval.py', { kind: 'files', texts: [] }))).toBe(
      '<system>Be brief.</system><user>[-Question-]{+Problem+}: ⟦question⟧\n</user><bot>',
    );
    const before = { uri: client.uri('datasets/demo.py'), text: datasetConfig.replace('Question: ', 'Q ') };
    expect(shown(await compare('eval.py', { kind: 'files', texts: [before] }))).toContain('[-Q-]{+Problem:+} ⟦question⟧');
    const gone = await compare('eval.py', { kind: 'files', texts: [{ uri: before.uri, text: null }] });
    expect(gone).toMatchObject({
      kind: 'comparison',
      before: { lack: expect.stringContaining('demo.py') as string },
      comparison: { removed: 0 },
    });
    await client.replace('datasets/demo.py', 'Problem:', 'Question:');
    expect(await compare('eval.py', { kind: 'files', texts: [] })).toMatchObject({ comparison: { differences: 0 } });
  });

  it('is compared with another pair, shot count or release', async () => {
    const two = `${evalConfig}models = [*models, dict(type='HuggingFacewithChatTemplate', abbr='other', path='x')]\n`;
    client = await Client.start({ files: { ...workspaceFiles, 'eval.py': two } });
    await client.openText('eval.py', two);
    const answer = await client.preview('eval.py');
    const models = answer.kind === 'preview' ? answer.preview.models : [];
    expect(models).toHaveLength(2);
    const compared = await compare('eval.py', { kind: 'selection', selection: { model: models[1]!.id } });
    expect(compared).toMatchObject({ kind: 'comparison', uri: client.uri('eval.py'), version: 1 });
    expect(compared.kind === 'comparison' && compared.comparison.differences).toBeGreaterThan(0);
    const releases = await execute(releasesCommand, { uri: client.uri('eval.py') });
    expect(releases).toMatchObject({ known: expect.arrayContaining(['0.5.2']) as string[] });
    expect(await compare('eval.py', { kind: 'release', release: '0.5.2' })).toMatchObject({ kind: 'comparison' });
  });

  it('is compared with what a run has saved of its row', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('eval.py', evalConfig);
    const saved: OtherPrompt = { kind: 'saved', id: 'p' };
    expect(await compare('eval.py', saved)).toMatchObject({ kind: 'lost' });
    const text = JSON.stringify({ '0': { origin_prompt: '<system>Be brief.</system><user>Question: Why?\n</user><bot>' } });
    expect(await execute(readSavedCommand, { id: 'p', text })).toEqual({ rows: 1 });
    const answer = await compare('eval.py', saved);
    expect(shown(answer)).toBe('<system>Be brief.</system><user>Question: [-Why?-]{+⟦question⟧+}\n</user><bot>');
    expect(answer.kind === 'comparison' && answer.note).toContain('placeholders');
    await execute(readSavedCommand, { id: 'p', text: 'nothing of the kind' });
    expect(await compare('eval.py', saved)).toMatchObject({ kind: 'none' });
  });

  it('refuses what is no request', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('eval.py', evalConfig);
    const uri = client.uri('eval.py');
    await expect(execute(comparePromptsCommand, { uri, request: { uri }, other: { kind: 'files', texts: [1] } })).rejects.toThrow();
    expect(await compare('nowhere.py', { kind: 'files', texts: [] })).toMatchObject({ kind: 'none' });
  });
});
