import { afterEach, describe, expect, it } from 'vitest';
import type { CodeAction, Definition, DocumentSymbol, Hover, SymbolInformation } from 'vscode-languageserver/node';
import { takeAwayCommand, type TakeAnswer, type TakeRequest } from '../../server/src/protocol/take-away.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFiles } from '../support/configs.js';
import { Client, modern, simple, until } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

const noGenerate = modelConfig.replace(', generate=True', '');
const whole = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

/** The newest diagnostics that were pushed of a document. */
const pushed = (name: string): unknown[] | undefined =>
  client.published
    .filter(({ uri }) => uri === client.uri(name))
    .at(-1)
    ?.diagnostics.map(({ code }) => code);

describe('an editor that can do little', () => {
  const plain = {
    ...simple,
    textDocument: {
      ...simple.textDocument,
      hover: { contentFormat: ['plaintext' as const] },
      completion: { completionItem: { documentationFormat: ['plaintext' as const] } },
    },
  };

  it('gets plain hovers, edits without versions, symbols in a row and places to go to', async () => {
    client = await Client.start({ files: workspaceFiles, capabilities: plain });
    const ask = <R>(method: string, params: object): Promise<R> =>
      client.connection.sendRequest<R>(method, { textDocument: { uri: client.uri('datasets/demo.py') }, ...params });
    const fullWidth = datasetConfig.replace('dict(type=ZeroRetriever),', 'dict(type=ZeroRetriever)，');
    await client.openText('datasets/demo.py', fullWidth);
    await until('the fault', () => pushed('datasets/demo.py')?.includes('syntax-error') ?? false);
    const actions = await ask<CodeAction[]>('textDocument/codeAction', { range: whole, context: { diagnostics: [] } });
    const { edit } = actions.find((action) => action.edit)!;
    expect(edit!.documentChanges).toBeUndefined();
    await client.change('datasets/demo.py', edit!.changes![client.uri('datasets/demo.py')]!);
    await until('no fault', () => pushed('datasets/demo.py')?.length === 0);

    const hover = await ask<Hover>('textDocument/hover', { position: client.position('datasets/demo.py', 'input_columns', 2) });
    expect(hover.contents).toMatchObject({ kind: 'plaintext' });
    expect(JSON.stringify(hover.contents)).not.toMatch(/\*\*|`|\\\\[_.]/);
    const symbols = await ask<SymbolInformation[]>('textDocument/documentSymbol', {});
    expect(symbols.find(({ name }) => name === 'demo')).toMatchObject({ location: { uri: client.uri('datasets/demo.py') } });
    expect(symbols.some((symbol) => 'children' in symbol)).toBe(false);
  });

  it('hears of other files when it opens or saves one', async () => {
    client = await Client.start({ files: workspaceFiles, capabilities: plain });
    expect(client.initialized.capabilities.textDocumentSync).toMatchObject({ save: true });
    await client.openText('eval.py', evalConfig);
    await until('a first answer', () => pushed('eval.py') !== undefined);
    const definition = await client.connection.sendRequest<Definition>('textDocument/definition', {
      textDocument: { uri: client.uri('eval.py') },
      position: client.position('eval.py', '[*demo_datasets', 4),
    });
    expect(definition).toMatchObject([{ uri: client.uri('datasets/demo.py') }]);
    client.write('models/river.py', modelConfig.replace('models = [', 'modells = ['));
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri: client.uri('eval.py') } });
    await until('the missing name', () => pushed('eval.py')?.includes('base-name-missing') ?? false);
  });

  it('gets the prompt at the cursor as one text', async () => {
    const two = datasetConfig.replace(/demo_datasets = [^]*$/, (list) =>
      list.replace(/(\n {4}dict\([^\n]*)/, (entry) => `${entry}${entry.replace("abbr='demo'", "abbr='second'")}`),
    );
    client = await Client.start({ files: { ...workspaceFiles, 'datasets/demo.py': two }, capabilities: plain });
    await client.openText('datasets/demo.py', two);
    const uri = client.uri('datasets/demo.py');
    const take = (request: Partial<TakeRequest['request']>): Promise<TakeAnswer> => {
      const argument = { uri, form: 'markdown', request: { uri, ...request } };
      return client.connection.sendRequest('workspace/executeCommand', { command: takeAwayCommand, arguments: [argument] });
    };
    expect(await take({})).toMatchObject({ text: expect.stringContaining('dataset: `demo`') as string });
    const cursor = client.position('datasets/demo.py', "abbr='second'");
    expect(await take({ cursor })).toMatchObject({ text: expect.stringContaining('dataset: `second`') as string });
    await client.openText('none.py', 'x = 1\n');
    const none = client.uri('none.py');
    expect(
      await client.connection.sendRequest('workspace/executeCommand', {
        command: takeAwayCommand,
        arguments: [{ uri: none, form: 'markdown', request: { uri: none } }],
      }),
    ).toMatchObject({ reason: expect.any(String) as string });
  });
});

describe('settings', () => {
  const severityOf = async (): Promise<unknown> => (await client.diagnostics('m.py'))[0]?.severity;
  const rules = (level: string): object => ({ rules: { 'no-generate-role': level } });
  const unasked = { ...modern, workspace: { ...modern.workspace, configuration: false } };

  it.each([
    ['by themselves', rules('hint')],
    ['in a section', { promptPreflight: rules('hint') }],
    ['in a section of settings', { settings: { promptPreflight: rules('hint') } }],
  ])('come with the initialization, %s', async (_, initializationOptions) => {
    client = await Client.start({ capabilities: unasked, initializationOptions });
    await client.openText('m.py', noGenerate);
    expect(await severityOf()).toBe(4);
    expect(client.logged.filter((line) => line.startsWith('Settings:'))).toEqual([]);
  });

  it('of the editor go over those of the initialization, one by one, and these over the project file', async () => {
    client = await Client.start({
      files: { 'preflight.json': JSON.stringify(rules('information')) },
      initializationOptions: rules('hint'),
      settings: { rules: null, framework: 'opencompass' },
    });
    await client.openText('m.py', noGenerate);
    expect(await severityOf()).toBe(4);
    client.settings = rules('error');
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await until('an error', async () => (await severityOf()) === 1);
    client.settings = null;
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await until('a hint', async () => (await severityOf()) === 4);
  });

  it('that come late hold for the first findings that are pushed', async () => {
    const settings = new Promise((answer) => setTimeout(() => answer(rules('off')), 900));
    client = await Client.start({ capabilities: { ...simple, workspace: { configuration: true } }, settings });
    await client.openText('m.py', noGenerate);
    await until('a first answer', () => pushed('m.py') !== undefined);
    expect(client.published.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  });

  it('that are none are named', async () => {
    const initializationOptions = { ruls: {}, framework: 'pytest', workspaceDiagnostics: 'yes', trusted: true };
    client = await Client.start({ capabilities: unasked, initializationOptions });
    await client.openText('m.py', noGenerate);
    expect(await client.rules('m.py')).toEqual(['no-generate-role']);
    expect(client.logged.filter((line) => line.startsWith('Settings:'))).toEqual([
      'Settings: promptPreflight.ruls is no setting; it is ignored.',
      'Settings: promptPreflight.workspaceDiagnostics must be true or false; false is used.',
      expect.stringContaining('promptPreflight.framework must be one of'),
    ]);
  });
});

describe('an editor that can do all', () => {
  it('gets symbols as a tree', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('datasets/demo.py', datasetConfig);
    const symbols = await client.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri: client.uri('datasets/demo.py') },
    });
    expect(symbols.some(({ children }) => (children?.length ?? 0) > 0)).toBe(true);
  });
});
