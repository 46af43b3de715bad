import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { SaveRowsAnswer } from '../../server/src/protocol/commands.js';
import type { Preview } from '../../server/src/protocol/preview.js';
import { evalConfig, workspaceFiles } from '../support/configs.js';
import { Client } from './client.js';

let client: Client;
afterEach(() => client.stop());

async function shown(): Promise<Preview> {
  const answer = await client.preview('eval.py', { selection: {} });
  if (answer.kind !== 'preview') throw new Error(JSON.stringify(answer));
  return answer.preview;
}

it('rows that are saved for the team are those of the dataset from then on', async () => {
  client = await Client.start({
    files: { ...workspaceFiles, 'data/rows.jsonl': '{"question": "Which lake?"}\n{"question": "Which sea?"}\n' },
  });
  await client.openText('eval.py', evalConfig);
  const { rows, uri } = await shown();
  expect(rows.by).toBeUndefined();
  const request = { uri, of: rows.of, file: join(client.root, 'data/rows.jsonl'), row: 1 };
  const ask = (more: object): Promise<SaveRowsAnswer> =>
    client.connection.sendRequest('workspace/executeCommand', {
      command: 'promptPreflight.saveRows',
      arguments: [{ ...request, ...more }],
    });
  const where = await ask({});
  if (where.kind !== 'where') throw new Error(JSON.stringify(where));
  const made = await ask({ folder: where.folders.at(-1) });
  if (made.kind !== 'create') throw new Error(JSON.stringify(made));
  client.write('preflight.json', made.text);
  await client.filesChanged(['preflight.json', 1]);
  expect((await shown()).rows).toMatchObject({ by: 'team' });
  expect((await shown()).output?.text).toContain('Which sea?');
  const again = await ask({ row: 0 });
  expect(again).toMatchObject({ kind: 'edits', edits: [{ newText: '"data/rows.jsonl"' }] });
});
