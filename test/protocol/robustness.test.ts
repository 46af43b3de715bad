import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { datasetConfig, evalConfig, modelConfig, workspaceFiles } from '../support/configs.js';
import { Client, until, waitedForLater } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  expect(await client.alive()).toBe(true);
  expect(await client.stop()).toBe(0);
});

const task =
  'task: lake\ndataset_path: lake\ntest_split: test\noutput_type: generate_until\ndoc_to_target: a\ndoc_to_text: "{{ question }}"\n';
const missing = 'file:///nowhere/x.py';

async function messages(name: string): Promise<string> {
  return (await client.diagnostics(name)).map(({ code, message }) => `${String(code)}: ${String(message)}`).join('\n');
}

async function text(name: string): Promise<string> {
  const answer = await client.preview(name);
  return answer.kind === 'preview' ? (answer.preview.output?.text ?? '') : `${answer.kind}: ${answer.reason}`;
}

describe('documents', () => {
  it('opened and closed hundreds of times while they are asked about', async () => {
    client = await Client.start({ files: workspaceFiles });
    const answers: Promise<unknown>[] = [];
    for (let i = 0; i < 200; i++) {
      await client.openText('eval.py', evalConfig);
      answers.push(
        client.pull('eval.py').catch(() => undefined),
        client.preview('eval.py').catch(() => undefined),
      );
      await client.closeText('eval.py');
    }
    await Promise.all(answers);
    await client.openText('eval.py', evalConfig);
    expect(await text('eval.py')).toContain('<user>Question');
  });

  it('closed while a preview of them is made', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('eval.py', evalConfig);
    const answer = waitedForLater(client.preview('eval.py'));
    await client.closeText('eval.py');
    expect((await answer).kind).toBe('preview');
    client.write('eval.py', `${evalConfig}x = (\n`);
    await client.filesChanged(['eval.py', 2]);
    // Of a document that is not open nothing is kept.
    expect(await client.preview('eval.py')).toMatchObject({ kind: 'stale' });
    expect(await client.preview('eval.py')).not.toHaveProperty('preview');
  });

  it.each([
    missing,
    'untitled:Untitled-1',
    'nonsense',
    '',
    'file:',
    'http://x/y.py',
    'vscode-notebook-cell:/a.ipynb#1',
    'file:///a%00b.py',
    'file:///%',
  ])('that nobody knows: %j', async (uri) => {
    client = await Client.start();
    const textDocument = { uri };
    const position = { line: 99, character: 99 };
    const ask = (method: string, more: object = {}): Promise<unknown> =>
      client.connection.sendRequest(`textDocument/${method}`, { textDocument, ...more });
    expect(await ask('diagnostic')).toMatchObject({ items: [] });
    expect(await ask('hover', { position })).toBeNull();
    for (const method of ['completion', 'definition', 'documentSymbol', 'codeLens', 'documentLink'])
      expect(await ask(method, { position })).toEqual([]);
    const command = { command: 'promptPreflight.renderPreview', arguments: [{ uri, selection: {} }] };
    expect(await client.connection.sendRequest('workspace/executeCommand', command)).toMatchObject({ kind: 'none' });
  });

  it('that are not saved: what they import is unknown, and no error', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('untitled:Untitled-1', datasetConfig);
    expect(await messages('untitled:Untitled-1')).toBe('');
    for (const name of ['untitled:Untitled-2', 'vscode-vfs://github/lake/eval.py']) {
      await client.openText(name, evalConfig);
      expect([...new Set((await client.diagnostics(name)).map(({ code, severity }) => `${String(code)} ${String(severity)}`))]).toEqual([
        'depends-on-environment 3',
      ]);
    }
  });
});

describe('folders', () => {
  const files = { ...prefixed('a', 'Question'), ...prefixed('b/a', 'Frage') };

  function prefixed(folder: string, word: string): Record<string, string> {
    return {
      [`${folder}/eval.py`]: evalConfig,
      [`${folder}/datasets/demo.py`]: datasetConfig.replace('Question', word),
      [`${folder}/models/river.py`]: modelConfig,
    };
  }

  it('of the same name are told apart', async () => {
    client = await Client.start({ files, folders: ['a', 'b/a'] });
    await client.openText('a/eval.py', evalConfig);
    await client.openText('b/a/eval.py', evalConfig);
    expect([await text('a/eval.py'), await text('b/a/eval.py')]).toEqual([
      expect.stringContaining('Question'),
      expect.stringContaining('Frage'),
    ]);
  });

  it('that are renamed are followed', async () => {
    client = await Client.start({ files, folders: ['a'] });
    await client.openText('a/eval.py', evalConfig);
    renameSync(join(client.root, 'a'), join(client.root, 'c'));
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { removed: [{ uri: client.uri('a'), name: 'a' }], added: [{ uri: client.uri('c'), name: 'a' }] },
    });
    await client.closeText('a/eval.py');
    await client.openText('c/eval.py', evalConfig);
    await until('the configs of the new folder', async () => (await text('c/eval.py')).includes('Question'));
    expect(await messages('c/eval.py')).toBe('');
  });

  it('with links in circles are looked through once', async () => {
    client = await Client.start({
      files: { ...workspaceFiles, 'tasks/lake.yaml': task, 'tasks/deep/pond.yaml': task.replace('lake', 'pond') },
    });
    for (const name of ['tasks/up', 'tasks/above', 'tasks/deep/again', 'models/up']) symlinkSync('..', join(client.root, name));
    await client.openText('tasks/group.yaml', 'group: waters\ntask:\n  - lake\n  - pond\n', 'yaml');
    const begin = performance.now();
    await until('the tasks', async () => (await text('tasks/group.yaml')).includes('⟦question⟧'));
    await client.openText('eval.py', evalConfig);
    expect(await text('eval.py')).toContain('<user>');
    // The ways through the links are more than anything gets to the end of.
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});

describe('texts', () => {
  it('of hundreds of kilobytes on one line', async () => {
    client = await Client.start();
    await client.openText('a.py', datasetConfig.replace('{question}', '{question} and '.repeat(4_000)));
    await client.openText('a.yaml', task.replace('{{ question }}', '{{ question }} and '.repeat(2_000)), 'yaml');
    await client.openText('b.py', `${datasetConfig}x = '${'long '.repeat(80_000)}'\n`);
    expect(await messages('a.py')).toBe('');
    expect((await text('a.py')).split('⟦question⟧').length).toBe(4_001);
    expect((await text('a.yaml')).split('⟦question⟧').length).toBe(2_001);
    expect(await text('b.py')).toContain('Be brief.');
  }, 60_000);

  it('of tens of thousands of values, and what is more is said to be too much', async () => {
    client = await Client.start();
    await client.openText('a.yaml', `${task}metadata:\n${'  - [1, 2, 3, four]\n'.repeat(150_000)}`, 'yaml');
    expect(await messages('a.yaml')).toContain('more are not read');
    await client.openText('b.yaml', `${task}metadata: [${'1, '.repeat(20_000)}]\n`, 'yaml');
    expect(await text('b.yaml')).toContain('⟦question⟧');
    await client.openText('c.py', `${datasetConfig}x = [${'[1, 2], '.repeat(25_000)}]\n`);
    expect(await text('c.py')).toContain('Be brief.');
    await client.openText('d.py', `${datasetConfig}x = [${'[1, 2], '.repeat(200_000)}]\n`);
    expect(await messages('d.py')).toMatch(/^limit: .*at most 700000 are read/);
  }, 60_000);

  it.each([
    ['CRLF', '\r\n'],
    ['CR alone', '\r'],
  ])('with lines that end in %s', async (_what, end) => {
    client = await Client.start();
    await client.openText('a.py', datasetConfig.replaceAll('\n', end));
    expect(await messages('a.py')).toBe('');
    expect(await text('a.py')).toContain('Be brief.');
  });
});
