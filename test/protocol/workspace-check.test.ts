import { afterEach, expect, test } from 'vitest';
import { CancellationTokenSource, ProgressType, type PublishDiagnosticsParams } from 'vscode-languageserver/node';
import { workspaceCheckCommand, type SweepAnswer } from '../../server/src/protocol/sweep.js';
import { Client, modern, until, type ClientOptions } from './client.js';

let client: Client;
afterEach(() => client.stop());

const base = 'made = []\n';
const importer = `from mmengine.config import read_base
with read_base():
    from .base import models
`;
const broken =
  "models = [dict(type='HuggingFaceCausalLM', abbr='m', path='x', meta_template=dict(round=[dict(role='BOT', generat=True)]))]\n";

async function start(options: ClientOptions): Promise<Client> {
  return (client = await Client.start({
    ...options,
    capabilities: { ...modern, window: { workDoneProgress: true }, ...options.capabilities },
  }));
}

/** The command behind "Check Whole Workspace". */
function checkAll(): Promise<SweepAnswer> {
  return client.connection.sendRequest('workspace/executeCommand', { command: workspaceCheckCommand, arguments: [] });
}

/** What the client shows of a file from the check of the workspace. */
function shown(name: string): readonly unknown[] {
  const last = client.published.findLast(({ uri }: PublishDiagnosticsParams) => uri === client.uri(name));
  return last?.diagnostics.map(({ code }) => code) ?? [];
}

test('the command checks files that are not open, and leaves out what git and the editor hide', async () => {
  await start({
    files: {
      'a.py': broken,
      'fine.py': broken.replace('generat=', 'generate='),
      'notes.txt': broken,
      'plain.py': 'print(1)\n',
      '.gitignore': 'out/\n*.local.py\n!kept.local.py\n',
      'out/b.py': broken,
      'c.local.py': broken,
      'kept.local.py': broken,
      'node_modules/d.py': broken,
      'deep/.gitignore': '/e.py\n',
      'deep/e.py': broken,
      'deep/further/e.py': broken,
    },
  });
  const answer = await checkAll();
  expect(answer).toMatchObject({ files: 4, others: 0 });
  expect(answer.left).toBeUndefined();
  expect(
    client.published
      .filter(({ diagnostics }) => diagnostics.length > 0)
      .map(({ uri }) => uri.slice(client.uri('').length + 1))
      .sort(),
  ).toEqual(['a.py', 'deep/further/e.py', 'kept.local.py']);
  expect(shown('a.py')).toContain('unknown-key');
});

test('with the setting all is checked by itself, a base that is typed in changes the findings of its importers, and off clears', async () => {
  await start({ files: { 'base.py': base, 'importer.py': importer }, settings: { workspaceDiagnostics: true } });
  await until('findings', () => shown('importer.py').length > 0);
  await client.openText('base.py', base);
  await client.replace('base.py', 'made', 'models');
  await until('the importer to be clean', () => shown('importer.py').length === 0);
  // Closed without being saved: the file on disk has no such name.
  await client.closeText('base.py');
  await until('the finding again', () => shown('importer.py').length > 0);
  client.settings = {};
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  await until('nothing shown', () => shown('importer.py').length === 0);
});

test('files that appear, change and vanish are followed; what is open is shown once', async () => {
  await start({ files: { 'a.py': broken }, settings: { workspaceDiagnostics: true } });
  await until('findings', () => shown('a.py').length > 0);
  await client.openText('a.py', broken);
  expect(await client.rules('a.py')).toContain('unknown-key');
  await until('the finding to be shown once', () => shown('a.py').length === 0);
  await client.closeText('a.py');
  await until('the finding to stay', () => shown('a.py').length > 0);
  client.write('b.py', broken);
  await client.filesChanged(['b.py', 1]);
  await until('findings of a new file', () => shown('b.py').length > 0);
  client.write('b.py', broken.replace('generat=', 'generate='));
  await client.filesChanged(['b.py', 2]);
  await until('the repair to be seen', () => shown('b.py').length === 0);
  client.remove('a.py');
  await client.filesChanged(['a.py', 3]);
  await until('the file to be forgotten', () => shown('a.py').length === 0);
});

test('it reports its progress, and can be cancelled while documents are answered', async () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`c${i}.py`, `${broken}x${i} = 1\n`]));
  await start({ files });
  const kinds: string[] = [];
  client.connection.onProgress(new ProgressType<{ kind: string }>(), 'mine', ({ kind }) => void kinds.push(kind));
  const source = new CancellationTokenSource();
  const answer = client.connection.sendRequest<SweepAnswer>(
    'workspace/executeCommand',
    { command: workspaceCheckCommand, arguments: [], workDoneToken: 'mine' },
    source.token,
  );
  await until('some findings', () => client.published.length > 0);
  await client.openText('typed.py', broken);
  expect(await client.rules('typed.py')).toContain('unknown-key');
  source.cancel();
  const { files: known, left } = await answer;
  expect(left).toBeGreaterThan(0);
  expect(known).toBeLessThan(400);
  expect(kinds[0]).toBe('begin');
  expect(kinds.at(-1)).toBe('end');
  const published = client.published.length;
  // Once more: all of them.
  expect(await checkAll()).toMatchObject({ files: 400 });
  expect(client.published.length).toBeGreaterThan(published);
});

test('a file that is too much is left alone, and the others are checked', async () => {
  await start({
    files: { 'a.py': broken, 'b.py': "models = [dict(abbr='m', meta_template=1)]\nwhile True:\n    pass\n", 'c.py': broken },
  });
  expect(await checkAll()).toMatchObject({ files: 3 });
  expect(shown('a.py')).toContain('unknown-key');
  expect(shown('c.py')).toContain('unknown-key');
});
