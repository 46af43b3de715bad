import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { datasetConfig, evalConfig, modelConfig, workspaceFiles } from '../support/configs.js';
import { Client, modern, simple, until } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

const noGenerate = modelConfig.replace(', generate=True', '');

describe('pulled diagnostics', () => {
  it('come and go while typing', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('models/river.py', modelConfig);
    expect(await client.diagnostics('models/river.py')).toEqual([]);
    await client.replace('models/river.py', ', generate=True', '');
    const [diagnostic] = await client.diagnostics('models/river.py');
    expect(diagnostic).toMatchObject({ code: 'no-generate-role', source: 'Prompt Preflight' });
    expect(diagnostic!.codeDescription?.href).toMatch(/^https:.*\/docs\/rules\/no-generate-role\.md$/);
    await client.replace('models/river.py', "end='</bot>'", "end='</bot>', generate=True");
    expect(await client.diagnostics('models/river.py')).toEqual([]);
  });

  it('are unchanged when they are', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('models/river.py', noGenerate);
    const first = await client.pull('models/river.py');
    expect(first.kind).toBe('full');
    expect(await client.pull('models/river.py', first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
    await client.replace('models/river.py', 'from', '\nfrom');
    expect((await client.pull('models/river.py', first.resultId)).kind).toBe('full');
  });

  it('are never pushed as well', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('models/river.py', noGenerate);
    await client.replace('models/river.py', 'max_out_len=32', 'max_out_len=33');
    expect((await client.diagnostics('models/river.py')).length).toBeGreaterThan(0);
    await new Promise((wait) => setTimeout(wait, 150));
    expect(client.published).toEqual([]);
  });

  it('of the newest text win when requests pile up', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('models/river.py', modelConfig);
    const answers: Promise<unknown>[] = [];
    for (let i = 0; i < 20; i++) {
      await client.replace('models/river.py', i % 2 === 0 ? ', generate=True)' : ')', i % 2 === 0 ? ')' : ', generate=True)');
      answers.push(client.pull('models/river.py').catch((error: unknown) => error));
    }
    const settled = await Promise.all(answers);
    expect(settled.at(-1)).toMatchObject({ kind: 'full' });
    // A request that was overtaken is refused with a code that tells the client to ask again; none is answered from an old text.
    for (const answer of settled)
      if (answer instanceof Error) expect(answer).toMatchObject({ code: -32802, data: { retriggerRequest: true } });
  });

  it('can be cancelled', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('models/river.py', modelConfig);
    const source = new CancellationTokenSource();
    const answer = client.connection.sendRequest(
      'textDocument/diagnostic',
      { textDocument: { uri: client.uri('models/river.py') } },
      source.token,
    );
    source.cancel();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    expect(await client.diagnostics('models/river.py')).toEqual([]);
  });

  it('are none for ordinary Python, YAML and JSON', async () => {
    client = await Client.start();
    await client.openText('a.py', 'import os\nprint(undefined_name)\n');
    await client.openText('a.yaml', 'a: [1\n', 'yaml');
    await client.openText('a.json', '{"a": ', 'json');
    for (const name of ['a.py', 'a.yaml', 'a.json']) expect(await client.diagnostics(name)).toEqual([]);
  });

  it('work for untitled documents and for files outside of the folders', async () => {
    client = await Client.start({ folders: ['inside'] });
    const outside = pathToFileURL('/somewhere/else/m.py').toString();
    for (const name of ['untitled:Untitled-1', outside]) {
      await client.openText(name, noGenerate);
      expect(await client.rules(name)).toEqual(['no-generate-role']);
    }
  });

  it('point to the base in related information, in the editor’s own URIs', async () => {
    client = await Client.start({ files: { ...workspaceFiles, 'models/river.py': 'models = [\n' } });
    await client.openText('eval.py', evalConfig);
    const [diagnostic] = await client.diagnostics('eval.py');
    expect(diagnostic!.relatedInformation?.map(({ location }) => location.uri)).toContain(client.uri('models/river.py'));
  });
});

describe('a base', () => {
  it('that is edited refreshes the documents that import it', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('eval.py', evalConfig);
    expect(await client.diagnostics('eval.py')).toEqual([]);
    await client.openText('datasets/demo.py', datasetConfig);
    await new Promise((wait) => setTimeout(wait, 120));
    const { refreshes } = client;
    await client.replace('datasets/demo.py', "role='HUMAN', prompt='Q", "role='USER', prompt='Q");
    await until('a refresh', () => client.refreshes > refreshes);
    expect(await client.rules('eval.py')).toContain('unknown-role');
    expect(client.previewChanged.flat()).toContain(client.uri('eval.py'));
  });

  it('that appears, moves or goes on disk refreshes them too', async () => {
    client = await Client.start({ files: { 'eval.py': evalConfig, 'datasets/demo.py': datasetConfig } });
    await client.openText('eval.py', evalConfig);
    expect(await client.rules('eval.py')).toContain('base-not-found');
    client.write('models/river.py', modelConfig);
    await client.filesChanged(['models/river.py', 1]);
    await until('a refresh', () => client.refreshes === 1);
    expect(await client.rules('eval.py')).toEqual([]);

    client.remove('models/river.py');
    client.write('models/stream.py', modelConfig);
    await client.filesChanged(['models/river.py', 3], ['models/stream.py', 1]);
    await until('a second refresh', () => client.refreshes === 2);
    expect(await client.rules('eval.py')).toContain('base-not-found');
    await client.replace('eval.py', '.models.river', '.models.stream');
    expect(await client.rules('eval.py')).toEqual([]);

    client.remove('models');
    await client.filesChanged(['models', 3]);
    await until('a third refresh', () => client.refreshes === 3);
    expect(await client.rules('eval.py')).toContain('base-not-found');
  });

  it('that changes among a hundred thousand others refreshes them too', async () => {
    client = await Client.start({ files: { 'eval.py': evalConfig, 'datasets/demo.py': datasetConfig } });
    await client.openText('eval.py', evalConfig);
    expect(await client.rules('eval.py')).toContain('base-not-found');
    client.write('models/river.py', modelConfig);
    const others = Array.from({ length: 100_000 }, (_, i): [string, 1] => [`out/${String(i)}.py`, 1]);
    await client.filesChanged(...others, ['models/river.py', 1]);
    await until('a refresh', () => client.refreshes === 1);
    expect(await client.rules('eval.py')).toEqual([]);
  });
});

describe('preflight.json', () => {
  it('says at its place what is wrong, with a fix, and takes effect in open documents when it changes on disk', async () => {
    client = await Client.start({ files: { 'models/river.py': noGenerate } });
    await client.openText('models/river.py', noGenerate);
    expect(await client.rules('models/river.py')).toEqual(['no-generate-role']);
    client.write('preflight.json', '{"rules": {"no-generate-role": "off"}}');
    await client.filesChanged(['preflight.json', 1]);
    await until('a refresh', () => client.refreshes === 1);
    expect(await client.diagnostics('models/river.py')).toEqual([]);

    const text = '{"rules": {"no-generat-role": "off"}}';
    await client.openText('preflight.json', text, 'json');
    expect(await client.rules('models/river.py')).toEqual(['no-generate-role']);
    const [diagnostic] = await client.diagnostics('preflight.json');
    expect(diagnostic).toMatchObject({
      code: 'project-file',
      message: expect.stringContaining('Did you mean no-generate-role?') as string,
    });
    const [fix] = await client.actions('preflight.json', diagnostic!.range);
    await client.apply(fix!.edit!);
    expect(await client.diagnostics('preflight.json')).toEqual([]);
    expect(await client.diagnostics('models/river.py')).toEqual([]);
  });

  it('gives way to the settings of the editor', async () => {
    const files = { 'models/river.py': noGenerate, 'preflight.json': '{"rules": {"no-generate-role": "off"}}' };
    client = await Client.start({ files, settings: { rules: { 'no-generate-role': 'information' } } });
    await client.openText('models/river.py', noGenerate);
    expect(await client.rules('models/river.py')).toEqual(['no-generate-role']);
  });
});

describe('pushed diagnostics', () => {
  const last = (name: string) => client.published.findLast(({ uri }) => uri === client.uri(name));

  it('come with the version that they are for, and go when the document is closed', async () => {
    client = await Client.start({ files: workspaceFiles, capabilities: simple });
    await client.openText('models/river.py', noGenerate);
    await until('diagnostics', () => last('models/river.py')?.version === 1);
    expect(last('models/river.py')!.diagnostics.map(({ code }) => code)).toEqual(['no-generate-role']);
    for (let i = 0; i < 10; i++) await client.replace('models/river.py', 'max_out_len=', 'max_out_len=1');
    await until('diagnostics of version 11', () => last('models/river.py')?.version === 11);
    expect(client.published.map(({ version }) => version)).toEqual(
      [...client.published.map(({ version }) => version)].sort((a, b) => a! - b!),
    );
    await client.closeText('models/river.py');
    await until('no diagnostics', () => last('models/river.py')!.diagnostics.length === 0);
  });

  it('follow a base', async () => {
    client = await Client.start({ files: workspaceFiles, capabilities: simple });
    await client.openText('eval.py', evalConfig);
    await client.openText('datasets/demo.py', datasetConfig);
    await until('diagnostics', () => last('eval.py') !== undefined && last('datasets/demo.py') !== undefined);
    await client.replace('datasets/demo.py', "role='HUMAN', prompt='Q", "role='USER', prompt='Q");
    await until('an unknown role', () => last('eval.py')!.diagnostics.some(({ code }) => code === 'unknown-role'));
    expect(last('eval.py')!.version).toBe(1);
  });
});

describe('settings', () => {
  it('choose severities, and change at once', async () => {
    client = await Client.start({ settings: { rules: { 'no-generate-role': 'hint' } } });
    await client.openText('m.py', noGenerate);
    expect(await client.diagnostics('m.py')).toMatchObject([{ severity: 4 }]);
    client.settings = { rules: { 'no-generate-role': 'off' } };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await until('no diagnostics', async () => (await client.diagnostics('m.py')).length === 0);
    await until('a refresh', () => client.refreshes > 0);
  });

  it('that are wrong are named once, and the defaults used', async () => {
    client = await Client.start({
      settings: { rules: { 'no-such-rule': 'error', 'no-generate-role': 'loud' }, packageRoots: 'x', rowFile: 7 },
    });
    await client.openText('m.py', noGenerate);
    expect(await client.rules('m.py')).toEqual(['no-generate-role']);
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await client.openText('n.py', noGenerate);
    expect(await client.rules('n.py')).toEqual(['no-generate-role']);
    for (const word of ['no-such-rule', 'no-generate-role', 'packageRoots', 'rowFile'])
      expect(client.logged.filter((line) => line.includes('Settings:') && line.includes(word))).toHaveLength(1);
  });

  it('come with the notification from an editor that cannot be asked', async () => {
    client = await Client.start({ capabilities: { ...modern, workspace: { ...modern.workspace, configuration: false } } });
    await client.openText('m.py', noGenerate);
    expect(await client.rules('m.py')).toEqual(['no-generate-role']);
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { promptPreflight: { rules: { 'no-generate-role': 'off' } } },
    });
    await until('no diagnostics', async () => (await client.rules('m.py')).length === 0);
    await until('a refresh', () => client.refreshes > 0);
  });

  it('name package roots', async () => {
    const files = { 'lib/opencompass/configs/models/river.py': modelConfig, 'ws/eval.py': '' };
    client = await Client.start({ files, folders: ['ws'], settings: { packageRoots: [] } });
    const text = 'from mmengine.config import read_base\nwith read_base():\n    from opencompass.configs.models.river import models\n';
    await client.openText('ws/eval.py', text);
    expect(await client.rules('ws/eval.py')).toContain('depends-on-environment');
    client.settings = { packageRoots: ['../lib'] };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await until('no diagnostics', async () => (await client.rules('ws/eval.py')).length === 0);
    await until('a refresh', () => client.refreshes > 0);
  });

  it('follow the interpreter of the Python extension', async () => {
    const files = { 'py/lib/python3.11/site-packages/opencompass/configs/models/river.py': modelConfig, 'ws/eval.py': '' };
    client = await Client.start({ files, folders: ['ws'] });
    const text = 'from mmengine.config import read_base\nwith read_base():\n    from opencompass.configs.models.river import models\n';
    await client.openText('ws/eval.py', text);
    expect(await client.rules('ws/eval.py')).toContain('depends-on-environment');
    await client.connection.sendNotification('promptPreflight/pythonInterpreter', { path: `${client.root}/py/bin/python` });
    await until('no diagnostics', async () => (await client.rules('ws/eval.py')).length === 0);
    await until('a refresh', () => client.refreshes > 0);
  });
});
