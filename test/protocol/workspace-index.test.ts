import { afterEach, describe, expect, it } from 'vitest';
import type { DocumentHighlight, Location, SymbolInformation, WorkspaceEdit } from 'vscode-languageserver/node';
import { evalConfig, workspaceFiles } from '../support/configs.js';
import { Client, modern } from './client.js';

const loader = `from datasets import Dataset
from opencompass.datasets import BaseDataset

class JsonlDataset(BaseDataset):
    @staticmethod
    def load(path):
        return Dataset.from_list([{'question': path, 'answer': ''}])
`;

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

describe('symbols of the workspace', () => {
  const symbols = async (query: string) => {
    const found = await client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query });
    return found.map(
      ({ name, location }) => `${name} ${location.uri.slice(client.root.length + 'file:///'.length)}:${location.range.start.line}`,
    );
  };

  it('are found in files that nobody has opened, and follow what changes', async () => {
    client = await Client.start({ files: { ...workspaceFiles, 'eval.py': evalConfig } });
    expect(await symbols('river-7')).toEqual(['river-7b models/river.py:11']);
    client.write('tasks/lake.yaml', 'task: lake_qa\ndataset_path: lake\ndoc_to_text: "{{q}}"\noutput_type: generate_until\n');
    await client.filesChanged(['tasks/lake.yaml', 1]);
    expect(await symbols('LAKE')).toEqual(['lake_qa tasks/lake.yaml:0']);
    await client.openText('tasks/lake.yaml', '# lake\ntask: pond_qa\ndataset_path: lake\ndoc_to_text: "{{q}}"\n', 'yaml');
    expect(await symbols('lake')).toEqual([]);
    expect(await symbols('pond')).toEqual(['pond_qa tasks/lake.yaml:1']);
  });
});

describe('the names of a config', () => {
  const at = (name: string, search: string) => ({ textDocument: { uri: client.uri(name) }, position: client.position(name, search) });

  it('are found and renamed in files that nobody has opened, or refused with the reason', async () => {
    const capabilities = { ...modern, textDocument: { ...modern.textDocument, rename: { prepareSupport: true } } };
    client = await Client.start({ files: { ...workspaceFiles, 'eval.py': evalConfig }, capabilities });
    expect(client.initialized.capabilities.renameProvider).toEqual({ prepareProvider: true });
    await client.openText('eval.py', evalConfig);
    const asked = at('eval.py', 'demo_datasets');
    const ask = <T>(method: string, more: object = {}) => client.connection.sendRequest<T>(`textDocument/${method}`, { ...asked, ...more });
    const found = await ask<Location[]>('references', { context: { includeDeclaration: true } });
    expect(found.map(({ uri }) => uri).sort()).toEqual([client.uri('datasets/demo.py'), client.uri('eval.py'), client.uri('eval.py')]);
    expect(await ask<Location[]>('references', { context: { includeDeclaration: false } })).toHaveLength(1);
    expect(await ask<DocumentHighlight[]>('documentHighlight')).toHaveLength(2);
    expect(await ask('prepareRename')).toMatchObject({ placeholder: 'demo_datasets' });
    const edit = await ask<WorkspaceEdit>('rename', { newName: 'pond_datasets' });
    expect(edit.documentChanges).toMatchObject([
      { textDocument: { uri: client.uri('eval.py'), version: 1 }, edits: [{ newText: 'pond_datasets' }, { newText: 'pond_datasets' }] },
      { textDocument: { uri: client.uri('datasets/demo.py'), version: null }, edits: [{ newText: 'pond_datasets' }] },
    ]);
    await expect(ask('rename', { newName: 'pond' })).rejects.toThrow('by the ending _datasets');
    await expect(client.connection.sendRequest('textDocument/prepareRename', at('eval.py', 'models\n'))).rejects.toThrow('reads models');
    expect(await client.connection.sendRequest('textDocument/prepareRename', at('eval.py', 'with'))).toBeNull();
  });

  it('are roles and columns, too', async () => {
    // Without its source nobody knows which columns an evaluator reads.
    const demo = workspaceFiles['datasets/demo.py'].replace(", eval_cfg=dict(evaluator=dict(type='AccEvaluator'))", '');
    const own = demo.replace('from opencompass.datasets', 'from pond.rows');
    const files = { ...workspaceFiles, 'eval.py': evalConfig, 'datasets/demo.py': own, 'pond/__init__.py': '', 'pond/rows.py': loader };
    client = await Client.start({ files });
    await client.openText('eval.py', evalConfig);
    await client.openText('datasets/demo.py', own);
    const rename = () =>
      client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', { ...at('datasets/demo.py', 'question'), newName: 'riddle' });
    const edited = (await rename()).documentChanges ?? [];
    expect(edited).toMatchObject([
      { textDocument: { uri: client.uri('datasets/demo.py'), version: 1 } },
      { textDocument: { uri: client.uri('pond/rows.py') }, edits: [{ newText: 'riddle' }] },
    ]);
    await client.openText('datasets/demo.py', demo);
    await expect(rename()).rejects.toThrow('the source of the dataset class JsonlDataset is not within reach');
    const role = { ...at('datasets/demo.py', 'HUMAN'), context: { includeDeclaration: true } };
    const found = await client.connection.sendRequest<Location[]>('textDocument/references', role);
    expect([...new Set(found.map(({ uri }) => uri))].sort()).toEqual([client.uri('datasets/demo.py'), client.uri('models/river.py')]);
  });

  it('lead to a base under its new name when the file is renamed', async () => {
    client = await Client.start({ files: { ...workspaceFiles, 'eval.py': evalConfig } });
    const { fileOperations } = client.initialized.capabilities.workspace!;
    expect(fileOperations?.willRename?.filters.map(({ pattern }) => pattern.glob)).toEqual([
      '**/*.{py,yaml,yml}',
      '**/*_{yaml,yml}',
      '**/*',
    ]);
    const files = [{ oldUri: client.uri('datasets/demo.py'), newUri: client.uri('datasets/lake.py') }];
    const edit = await client.connection.sendRequest<WorkspaceEdit>('workspace/willRenameFiles', { files });
    expect(edit.documentChanges).toMatchObject([{ textDocument: { uri: client.uri('eval.py') }, edits: [{ newText: '.datasets.lake' }] }]);
    const none = [{ oldUri: client.uri('eval.py'), newUri: client.uri('eval_all.py') }];
    expect(await client.connection.sendRequest('workspace/willRenameFiles', { files: none })).toBeNull();
  });
});
