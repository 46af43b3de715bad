import { afterEach, describe, expect, it } from 'vitest';
import { datasetConfig, evalConfig, workspaceFiles } from '../support/configs.js';
import { Client } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  expect(await client.alive()).toBe(true);
  expect(await client.stop()).toBe(0);
});

const imports = (module: string, name = 'datasets') =>
  `from mmengine.config import read_base\nwith read_base():\n    from ${module} import ${name}\n`;

/** The messages on a document, each with its rule. */
async function messages(name: string): Promise<string[]> {
  return (await client.diagnostics(name)).map(({ code, message }) => `${String(code)}: ${String(message)}`);
}

describe('the server answers and lives on after', () => {
  it('an empty file', async () => {
    client = await Client.start();
    await client.openText('a.py', '');
    expect(await messages('a.py')).toEqual([]);
    expect(await client.preview('a.py')).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('not an evaluation config') as string,
    });
  });

  it('binary bytes, in the editor and in a base', async () => {
    client = await Client.start({ files: { 'bytes.py': new Uint8Array([0x7f, 0x45, 0, 1, 2, 255]), 'eval.py': imports('.bytes') } });
    await client.openText('bytes.py', '\u0000\u0001\uFFFD\ninfer_cfg = dict(\u0000');
    expect((await messages('bytes.py')).length).toBeGreaterThan(0);
    await client.closeText('bytes.py');
    await client.openText('eval.py', imports('.bytes'));
    expect((await messages('eval.py')).join()).toContain('binary');
  });

  it('5 MB of brackets', async () => {
    client = await Client.start();
    const text = 'infer_cfg = dict(a=' + '['.repeat(5 * 1024 * 1024);
    await client.openText('a.py', text);
    expect((await messages('a.py')).join()).toMatch(/^limit: .*at most 700000 are read/);
    expect(await client.preview('a.py')).toMatchObject({ kind: 'stale' });
  });

  it('deep nesting below the limit of size', async () => {
    client = await Client.start();
    await client.openText('a.py', `infer_cfg = dict(a=${'['.repeat(200_000)}${']'.repeat(200_000)})\n`);
    expect((await messages('a.py')).length).toBeGreaterThan(0);
    await client.openText('b.yaml', `infer_cfg: ${'['.repeat(200_000)}`, 'yaml');
    expect((await messages('b.yaml')).length).toBeGreaterThan(0);
    await client.openText('c.json', `{"infer_cfg": ${'['.repeat(200_000)}`, 'json');
    expect((await messages('c.json')).length).toBeGreaterThan(0);
  });

  it('an endless loop', async () => {
    client = await Client.start();
    await client.openText('a.py', `${datasetConfig}\nwhile True: pass\n`);
    expect((await messages('a.py')).join()).toMatch(/limit: .*step/i);
    expect(await client.preview('a.py')).toMatchObject({ kind: 'stale', reason: expect.stringMatching(/step/i) as string });
  });

  it('a string of a terabyte', async () => {
    client = await Client.start();
    await client.openText('a.py', `${datasetConfig}\nx = 'a' * 10**12\n`);
    expect((await messages('a.py')).join()).toMatch(/limit: /);
  });

  it('a file that imports itself', async () => {
    client = await Client.start({ files: { 'a.py': imports('.a') } });
    await client.openText('a.py', imports('.a'));
    expect((await messages('a.py')).join()).toContain('import-cycle: ');
  });

  it('two files that import each other', async () => {
    client = await Client.start({ files: { 'a.py': imports('.b'), 'b.py': imports('.a') } });
    await client.openText('a.py', imports('.b'));
    await client.openText('b.py', imports('.a'));
    expect((await messages('a.py')).join()).toMatch(/import-cycle|base-broken/);
    expect((await messages('b.py')).join()).toMatch(/import-cycle|base-broken/);
  });

  it('a YAML bomb', async () => {
    client = await Client.start();
    const levels = 'abcdefghij'.split('').map((name, i) =>
      i === 0
        ? `a: &a [x, x, x, x, x, x, x, x, x]`
        : `${name}: &${name} [${Array<string>(9)
            .fill(`*${'abcdefghij'[i - 1]!}`)
            .join(', ')}]`,
    );
    await client.openText('a.yaml', `infer_cfg: {}\n${levels.join('\n')}\ndatasets: []\nmodels: []\n`, 'yaml');
    await messages('a.yaml');
    const answer = await client.preview('a.yaml');
    expect(['none', 'stale']).toContain(answer.kind);
  });

  it('a missing base', async () => {
    client = await Client.start();
    await client.openText('eval.py', evalConfig);
    expect((await messages('eval.py')).join()).toContain('base-not-found: ');
    expect(await client.preview('eval.py')).toMatchObject({ kind: 'stale', link: { uri: client.uri('eval.py') } });
  });

  it('a directory in place of a file', async () => {
    client = await Client.start({ files: { 'base.py/inside.py': 'x = 1' } });
    await client.openText('eval.py', imports('.base'));
    expect((await messages('eval.py')).join()).toContain('directory');
  });

  it('a path outside the workspace', async () => {
    client = await Client.start({ files: { 'secret.py': 'datasets = []', 'ws/eval.py': '' }, folders: ['ws'] });
    await client.openText('ws/eval.py', imports('..secret'));
    expect((await messages('ws/eval.py')).join()).toContain('outside');
    await client.replace('ws/eval.py', '..secret', '.......x');
    expect((await messages('ws/eval.py')).length).toBeGreaterThan(0);
  });

  it('settings of any shape', async () => {
    client = await Client.start({ settings: [1, 'x', null] });
    await client.openText('a.py', 'x = 1');
    expect(await messages('a.py')).toEqual([]);
    expect(client.logged.join()).toContain('promptPreflight');
  });

  it.each([
    ['is not JSON', 'question,answer\nWhy?,So.\n'],
    ['is missing', undefined],
    ['is binary', new Uint8Array([0, 1, 2])],
  ])('a row file that %s', async (_what, content) => {
    client = await Client.start({
      files: { ...workspaceFiles, ...(content !== undefined && { 'rows.jsonl': content }) },
      settings: { rowFile: 'rows.jsonl' },
    });
    await client.openText('eval.py', evalConfig);
    const answer = await client.preview('eval.py');
    expect(answer).toMatchObject({
      kind: 'preview',
      preview: {
        rows: { count: 0, problem: expect.stringMatching(/rows\.jsonl|line 1|binary/i) as string },
        output: { text: expect.stringContaining('⟦question⟧') as string },
      },
    });
  });

  it('notifications for documents that were never opened', async () => {
    client = await Client.start();
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: client.uri('never.py') } });
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: client.uri('never.py'), version: 2 },
      contentChanges: [{ text: 'x' }],
    });
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: 'nonsense', type: 3 }] });
    await client.connection.sendNotification('promptPreflight/pythonInterpreter', null);
    expect(await client.hover('never.py', { line: 3, character: 9 })).toBeNull();
  });
});
