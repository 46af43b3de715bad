import { afterEach, describe, expect, it } from 'vitest';
import {
  LSPErrorCodes,
  type CodeAction,
  type CompletionItem,
  type FoldingRange,
  type InlayHint,
  type Position,
  type SelectionRange,
  type SemanticTokens,
  type SignatureHelp,
} from 'vscode-languageserver/node';
import { datasetConfig, evalConfig, workspaceFiles } from '../support/configs.js';
import { Client, modern, until } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

const capabilities = {
  ...modern,
  textDocument: { ...modern.textDocument, completion: { completionItem: { snippetSupport: true } } },
  workspace: { ...modern.workspace, inlayHint: { refreshSupport: true } },
};

function ask<R>(method: string, name: string, more: object = {}): Promise<R> {
  return client.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri: client.uri(name) }, ...more });
}

const hints = async (name: string): Promise<string[]> => {
  const range = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
  const found = await ask<InlayHint[]>('inlayHint', name, { range });
  return found.map(({ label, position }) => `${position.line} ${String(label)}`);
};

const complete = (name: string, position: Position) => ask<CompletionItem[]>('completion', name, { position });

/** Its bases lie where the paths in it do not say. */
const fromAbove = evalConfig.replaceAll('from .', 'from ..');

describe('hints and tokens within the text', () => {
  it('show hints, and no kind that is switched off', async () => {
    let refreshes = 0;
    client = await Client.start({ files: workspaceFiles, capabilities, settings: { inlayHints: { parser: false } } });
    client.connection.onRequest('workspace/inlayHint/refresh', () => {
      refreshes++;
      return null;
    });
    await client.openText('evals/eval.py', fromAbove);
    await client.openText('models/river.py', workspaceFiles['models/river.py']);
    expect(await hints('evals/eval.py')).toEqual(['3 → datasets/demo.py', '4 → models/river.py']);
    expect(await hints('models/river.py')).toEqual([]);
    refreshes = 0;
    client.settings = { inlayHints: { bases: false } };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await until('a refresh of the hints', () => refreshes > 0);
    expect(await hints('evals/eval.py')).toEqual([]);
    expect(await hints('models/river.py')).toEqual(['11 LM parser']);
  });

  it('tell roles and columns as types of tokens that every client knows', async () => {
    client = await Client.start();
    await client.openText('a.py', datasetConfig);
    const { data } = await ask<SemanticTokens>('semanticTokens/full', 'a.py');
    const { legend } = client.initialized.capabilities.semanticTokensProvider!;
    let [line, character] = [0, 0];
    const shown: string[] = [];
    for (let i = 0; i < data.length; i += 5) {
      character = data[i]! > 0 ? data[i + 1]! : character + data[i + 1]!;
      line += data[i]!;
      const text = datasetConfig.split('\n')[line]!.slice(character, character + data[i + 2]!);
      shown.push(`${legend.tokenTypes[data[i + 3]!]!} ${text}`);
    }
    expect(shown.slice(0, 4)).toEqual(['enumMember SYSTEM', 'enumMember HUMAN', 'enumMember HUMAN', 'parameter {question}']);
  });
});

describe('a document that is broken for the moment', () => {
  it('keeps its hints and tokens: the answer is an error that editors know', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('evals/eval.py', fromAbove);
    expect(await hints('evals/eval.py')).toHaveLength(2);
    await client.replace('evals/eval.py', 'datasets = [', 'datasets = [[');
    await expect(hints('evals/eval.py')).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    await expect(ask('semanticTokens/full', 'evals/eval.py')).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    await client.replace('evals/eval.py', 'datasets = [[', 'datasets = [');
    expect(await hints('evals/eval.py')).toHaveLength(2);
  });
});

describe('signatures, folding and selection', () => {
  it('are answered for configs, and left to others elsewhere', async () => {
    client = await Client.start();
    await client.openText('a.py', datasetConfig.replace('type=ZeroRetriever', 'type=ZeroRetriever, '));
    const position = client.position('a.py', 'type=ZeroRetriever, ', 20);
    const help = await ask<SignatureHelp>('signatureHelp', 'a.py', { position });
    expect(help.signatures.map(({ label }) => label)).toEqual(['ZeroRetriever(ice_eos_token=…)']);
    expect((await ask<FoldingRange[]>('foldingRange', 'a.py'))[0]).toEqual({ startLine: 0, endLine: 3, kind: 'imports' });
    const [selection] = await ask<SelectionRange[]>('selectionRange', 'a.py', { positions: [client.position('a.py', 'question}', 2)] });
    expect(client.textAt('a.py', selection!.range)).toBe('question');
    expect(client.textAt('a.py', selection!.parent!.range)).toBe('{question}');
    await client.openText('code.py', 'def f():\n    return [\n        1,\n    ]\n');
    expect(await ask('foldingRange', 'code.py')).toBeNull();
    expect(await ask('selectionRange', 'code.py', { positions: [{ line: 0, character: 0 }] })).toBeNull();
  });
});

describe('completion', () => {
  it('brings imports along, and snippets to an editor that takes them', async () => {
    client = await Client.start({ capabilities });
    await client.openText('a.py', `${datasetConfig.replace('type=ZeroRetriever', 'type=')}\n`);
    const items = await complete('a.py', client.position('a.py', 'retriever=dict(type=', 20));
    const chosen = items.find(({ label }) => label === 'FixKRetriever')!;
    expect(chosen.additionalTextEdits).toMatchObject([{ newText: ', FixKRetriever' }]);
    const end = client.document('a.py').positionAt(client.document('a.py').getText().length);
    expect((await complete('a.py', end)).filter(({ insertTextFormat }) => insertTextFormat === 2).map(({ label }) => label)).toEqual([
      ...['generative dataset', 'perplexity dataset', 'chat model'],
    ]);
  });

  it('brings no snippets to others', async () => {
    client = await Client.start();
    await client.openText('a.py', `${datasetConfig}\n`);
    const end = client.document('a.py').positionAt(client.document('a.py').getText().length);
    expect(await complete('a.py', end)).toEqual([]);
  });
});

describe('refactorings', () => {
  it('are there where they are asked for', async () => {
    client = await Client.start();
    const inline = datasetConfig.replace(
      'reader_cfg=demo_reader_cfg',
      "reader_cfg=dict(input_columns=['question'], output_column='answer')",
    );
    await client.openText('a.py', inline);
    const at = client.position('a.py', 'reader_cfg=dict', 1);
    const titles = async (context: object) =>
      (await ask<CodeAction[]>('codeAction', 'a.py', { range: { start: at, end: at }, context: { diagnostics: [], ...context } })).map(
        ({ title }) => title,
      );
    expect(await titles({})).toEqual([]);
    expect(await titles({ triggerKind: 2 })).toEqual([]);
    expect(await titles({ triggerKind: 1 })).toEqual(['Extract reader_cfg into demo_reader_cfg_2']);
    expect(await titles({ only: ['refactor'] })).toEqual(['Extract reader_cfg into demo_reader_cfg_2']);
    expect(await titles({ only: ['refactor.inline'] })).toEqual([]);
  });
});
