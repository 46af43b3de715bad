import { afterEach, describe, expect, it } from 'vitest';
import {
  CodeActionKind,
  type CodeAction,
  type CodeLens,
  type CompletionItem,
  type DocumentLink,
  type DocumentSymbol,
  type LocationLink,
  type MarkupContent,
  type TextEdit,
} from 'vscode-languageserver/node';
import { datasetConfig, evalConfig, modelConfig, workspaceFiles } from '../support/configs.js';
import { Client, modern } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

const whole = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

describe('code actions', () => {
  it.each([
    ['missing-fallback-role', datasetConfig.replace("fallback_role='HUMAN', ", '')],
    ['no-generate-role', modelConfig.replace(', generate=True', '')],
    ['trailing-comma-tuple', modelConfig.replace('\n)\n\nmodels', '\n),\n\nmodels')],
    ['unknown-key', datasetConfig.replace('output_column', 'output_colum')],
  ])('repair %s, and the document is clean', async (rule, text) => {
    client = await Client.start();
    await client.openText('a.py', text);
    expect(await client.rules('a.py')).toContain(rule);
    const actions = await client.actions('a.py', whole);
    const fix = actions.find(({ edit, diagnostics }) => edit && diagnostics?.[0]?.code === rule)!;
    expect(fix.kind).toBe(CodeActionKind.QuickFix);
    await client.apply(fix.edit!);
    expect(await client.rules('a.py')).toEqual([]);
  });

  it('ignore a rule on its line, and open its page', async () => {
    client = await Client.start();
    await client.openText('a.py', modelConfig.replace(', generate=True', ''));
    const [diagnostic] = await client.diagnostics('a.py');
    const actions = await client.actions('a.py', diagnostic!.range);
    const ignore = actions.find(({ title }) => title.startsWith('Ignore'))!;
    await client.apply(ignore.edit!);
    expect(client.document('a.py').getText()).toContain('# preflight: ignore[no-generate-role]');
    expect(await client.rules('a.py')).toEqual([]);
    expect(actions.find(({ command }) => command)?.command).toMatchObject({
      command: 'promptPreflight.openRule',
      arguments: [diagnostic!.codeDescription!.href],
    });
  });

  it('apply all safe fixes at once, where they are asked for', async () => {
    client = await Client.start();
    const fullWidth = datasetConfig
      .replace('dict(type=ZeroRetriever),', 'dict(type=ZeroRetriever)，')
      .replace("abbr='demo',", "abbr='demo'，");
    await client.openText('a.py', fullWidth);
    expect(await client.rules('a.py')).toContain('syntax-error');
    const ask = (only: string[]) =>
      client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri: client.uri('a.py') },
        range: whole,
        context: { diagnostics: [], only },
      });
    expect((await ask(['quickfix'])).every(({ kind }) => kind === 'quickfix')).toBe(true);
    expect(await ask(['refactor'])).toEqual([]);
    const [all] = await ask(['source.fixAll']);
    await client.apply(all!.edit!);
    expect(client.document('a.py').getText()).toBe(datasetConfig);
    expect(await ask(['source.fixAll'])).toEqual([]);
  });

  it('rename a file whose name does not match its prompt, where the editor can', async () => {
    const name = 'configs/datasets/demo/demo_gen_000000.py';
    const able = {
      ...modern,
      workspace: { ...modern.workspace, workspaceEdit: { documentChanges: true, resourceOperations: ['rename' as const] } },
    };
    const importer = 'from mmengine.config import read_base\nwith read_base():\n    from .demo.demo_gen_000000 import demo_datasets\n';
    client = await Client.start({ files: { [name]: datasetConfig, 'configs/datasets/all.py': importer }, capabilities: able });
    await client.openText(name, datasetConfig);
    expect(await client.rules(name)).toEqual(['prompt-hash-mismatch']);
    const fix = (await client.actions(name, whole)).find(({ title }) => title.startsWith('Rename the file'))!;
    const digits = /_([0-9a-f]{6})\.py$/.exec(fix.title)![1]!;
    expect(fix.edit).toEqual({
      documentChanges: [
        {
          textDocument: { uri: client.uri('configs/datasets/all.py'), version: null },
          edits: [{ range: expect.any(Object), newText: `.demo.demo_gen_${digits}` }],
        },
        { kind: 'rename', oldUri: client.uri(name), newUri: client.uri(name.replace('000000', digits)), options: { overwrite: false } },
      ],
    });
    expect(fix.isPreferred).toBeUndefined();
    await client.openText(name.replace('000000', digits), datasetConfig);
    expect(await client.rules(name.replace('000000', digits))).toEqual([]);
  });

  it('rename nothing in an editor that cannot', async () => {
    const name = 'configs/datasets/demo/demo_gen_000000.py';
    client = await Client.start();
    await client.openText(name, datasetConfig);
    expect(await client.rules(name)).toEqual(['prompt-hash-mismatch']);
    expect((await client.actions(name, whole)).filter(({ title }) => title.startsWith('Rename'))).toEqual([]);
  });

  it('are none where nothing is wrong', async () => {
    client = await Client.start();
    await client.openText('a.py', modelConfig);
    expect(await client.actions('a.py', whole)).toEqual([]);
  });
});

describe('hover', () => {
  const textOf = async (name: string, search: string, behind = 1) =>
    ((await client.hover(name, client.position(name, search, behind)))?.contents as MarkupContent | undefined)?.value ?? '';

  it('explains fields, roles, classes and imported names', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('datasets/demo.py', datasetConfig);
    await client.openText('eval.py', evalConfig);
    expect(await textOf('datasets/demo.py', 'fallback_role=')).toContain('**fallback_role**');
    expect(await textOf('datasets/demo.py', "'HUMAN', prompt='Q", 2)).toContain('**HUMAN** · role');
    expect(await textOf('datasets/demo.py', 'type=PromptTemplate', 6)).toContain('**PromptTemplate**');
    expect(await textOf('eval.py', 'demo_datasets')).toContain('from `demo.py`');
  });

  it('goes on in a document that is broken', async () => {
    client = await Client.start();
    await client.openText('a.py', datasetConfig.replace('demo_datasets = [', 'demo_datasets = [['));
    expect(await textOf('a.py', 'fallback_role=')).toContain('**fallback_role**');
  });
});

describe('completion', () => {
  it('offers roles, and replaces what is typed', async () => {
    client = await Client.start();
    await client.openText('a.py', datasetConfig);
    const position = client.position('a.py', "'HUMAN', prompt='Q", 3);
    const items = await client.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri: client.uri('a.py') },
      position,
    });
    expect(items.map(({ label }) => label)).toEqual(['HUMAN', 'BOT', 'SYSTEM']);
    expect(client.textAt('a.py', (items[0]!.textEdit as TextEdit).range)).toBe('HU');
  });
});

describe('navigation', () => {
  it('leads from a name and a module to the base', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('eval.py', evalConfig);
    const definition = async (search: string) =>
      (
        await client.connection.sendRequest<LocationLink[]>('textDocument/definition', {
          textDocument: { uri: client.uri('eval.py') },
          position: client.position('eval.py', search, 1),
        })
      )[0];
    const line = datasetConfig.split('\n').findIndex((text) => text.startsWith('demo_datasets'));
    expect(await definition('demo_datasets')).toMatchObject({
      targetUri: client.uri('datasets/demo.py'),
      targetRange: { start: { line, character: 0 } },
    });
    expect(await definition('demo_datasets]')).toMatchObject({
      targetUri: client.uri('datasets/demo.py'),
      targetRange: { start: { line } },
    });
    expect(await definition('.models.river')).toMatchObject({
      targetUri: client.uri('models/river.py'),
      targetRange: { start: { line: 0 } },
    });
    const links = await client.connection.sendRequest<DocumentLink[]>('textDocument/documentLink', {
      textDocument: { uri: client.uri('eval.py') },
    });
    expect(links.map(({ target }) => target)).toEqual([client.uri('datasets/demo.py'), client.uri('models/river.py')]);
    expect(links.map(({ range }) => client.textAt('eval.py', range))).toEqual(['.datasets.demo', '.models.river']);
  });

  it('has lenses, and an outline of datasets, models and templates', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('datasets/demo.py', datasetConfig);
    await client.openText('models/river.py', modelConfig);
    const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
      textDocument: { uri: client.uri('datasets/demo.py') },
    });
    const lines = lenses.map(({ range }) => datasetConfig.split('\n')[range.start.line]!);
    expect(lines.some((line) => line.startsWith('demo_infer_cfg'))).toBe(true);
    expect(lines.some((line) => line.startsWith('demo_datasets'))).toBe(true);
    expect(lenses[0]!.command).toMatchObject({
      title: 'Preview Prompt',
      command: 'promptPreflight.preview',
      arguments: [client.uri('datasets/demo.py'), lenses[0]!.range.start],
    });
    const symbols = await client.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri: client.uri('models/river.py') },
    });
    const models = symbols.find(({ name }) => name === 'models')!;
    expect(models).toMatchObject({ detail: '1 model', children: [{ name: 'river-7b' }] });
    expect(symbols.map(({ name }) => name)).toContain('meta_template');
  });
});
