import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { closeAll, openText, positionOf, until, workspaceUri } from './support.js';

const dataset = `reader_cfg = dict(input_columns=['riddle'], output_column='answer')
infer_cfg = dict(
    prompt_template=dict(type='PromptTemplate', template=dict(
        begin=[dict(role='TELLER', prompt='Once.')],
        round=[dict(role='HUMAN', prompt='Q: {riddle}'), dict(role='BOT', prompt='{answer}')])),
    retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer'))
tarn_datasets = [dict(abbr='tarn', type='tarns.rows.TarnDataset', path='tarn', reader_cfg=reader_cfg, infer_cfg=infer_cfg)]
`;
const loader = `from datasets import Dataset
from opencompass.datasets import BaseDataset

class TarnDataset(BaseDataset):
    @staticmethod
    def load(path):
        return Dataset.from_list([{'riddle': path, 'answer': ''}])
`;
const model = `models = [dict(type='HuggingFaceCausalLM', abbr='beck-7b', path='beck', max_out_len=8, batch_size=1, meta_template=dict(
    round=[dict(role='HUMAN', begin='<u>'), dict(role='BOT', begin='<b>', generate=True)],
    reserved_roles=[dict(role='TELLER', begin='<s>')]))]
`;
const run = `from mmengine.config import read_base
with read_base():
    from .tarn import tarn_datasets
    from .beck import models
datasets = [*tarn_datasets]
`;

describe('names of the workspace', () => {
  let editor: vscode.TextEditor;
  /** Each test has its own: an earlier one leaves documents behind that are changed and in no editor. */
  let folder = 0;
  beforeEach(async () => {
    folder++;
    for (const [name, text] of [
      ['tarn.py', dataset],
      ['tarns/__init__.py', ''],
      ['tarns/rows.py', loader],
      ['beck.py', model],
    ] as const)
      await vscode.workspace.fs.writeFile(file(name), Buffer.from(text));
    editor = await openText(`names-${String(folder)}/run_tarn.py`, run);
    // The server hears a moment later of what is written.
    await until('the server to have heard of it', async () => isDeepStrictEqual(await referencesOf('tarn_datasets'), placesOfList));
  });
  afterEach(async () => {
    await vscode.workspace.saveAll();
    await closeAll();
    await vscode.workspace.fs.delete(file('.'), { recursive: true });
  });

  const file = (name: string): vscode.Uri => workspaceUri('made', `names-${String(folder)}`, name);
  const textOf = async (name: string): Promise<string> => (await vscode.workspace.openTextDocument(file(name))).getText();
  const placesOfList = ['run_tarn.py:2', 'run_tarn.py:4', 'tarn.py:6'];
  async function referencesOf(name: string): Promise<string[]> {
    const at = positionOf(editor.document, name);
    const found = await vscode.commands.executeCommand<vscode.Location[]>('vscode.executeReferenceProvider', editor.document.uri, at);
    return found.map(({ uri, range }) => `${uri.path.split('/').at(-1)!}:${String(range.start.line)}`).sort();
  }
  async function rename(name: string, search: string, to: string): Promise<vscode.WorkspaceEdit> {
    const document = await vscode.workspace.openTextDocument(file(name));
    const at = positionOf(document, search).translate(0, 1);
    // Of a document that no editor shows the server may be told a moment later.
    return until('the edits', async () => {
      try {
        return await vscode.commands.executeCommand<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', document.uri, at, to);
      } catch (error) {
        if (error instanceof Error && error.message === 'No result.') return undefined;
        throw error;
      }
    });
  }

  it('are found by a search', async () => {
    const found = await until('the symbol of a file that is not open', async () => {
      const symbols = await vscode.commands.executeCommand<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', 'beck-7b');
      return symbols.find(({ name }) => name === 'beck-7b');
    });
    assert.equal(found.location.uri.toString(), file('beck.py').toString());
  });

  it('have references', async () => {
    assert.deepEqual(await referencesOf('tarn_datasets'), placesOfList);
  });

  it('lead from a column in the code of the dataset to the configs, and are renamed from there', async () => {
    const { uri } = await vscode.workspace.openTextDocument(file('tarns/rows.py'));
    const at = positionOf(await vscode.workspace.openTextDocument(uri), 'riddle').translate(0, 1);
    const lines = (all: readonly (readonly [vscode.Uri, vscode.Range])[]): string[] =>
      all.map(([{ path }, { start }]) => `${path.split('/').at(-1)!}:${String(start.line)}`).sort();
    const places = ['rows.py:6', 'tarn.py:0', 'tarn.py:4'];
    // The server hears a moment later that the files are written.
    await until('the references', async () => {
      const found = await vscode.commands.executeCommand<vscode.Location[]>('vscode.executeReferenceProvider', uri, at);
      return isDeepStrictEqual(lines(found.map((location) => [location.uri, location.range])), places);
    });
    const marked = await vscode.commands.executeCommand<vscode.DocumentHighlight[]>('vscode.executeDocumentHighlights', uri, at);
    assert.deepEqual(lines(marked.map(({ range }) => [uri, range])), ['rows.py:6']);
    const edit = await rename('tarns/rows.py', 'riddle', 'puzzle');
    assert.deepEqual(lines(edit.entries().flatMap(([of, edits]) => edits.map(({ range }) => [of, range] as const))), places);
  });

  it('are renamed: a list, a role and a column', async () => {
    for (const [name, search, to] of [
      ['run_tarn.py', 'tarn_datasets', 'mere_datasets'],
      ['beck.py', 'TELLER', 'BARD'],
      ['tarn.py', 'riddle', 'puzzle'],
    ] as const)
      assert.ok(await vscode.workspace.applyEdit(await rename(name, search, to)));
    assert.equal(editor.document.getText(), run.replaceAll('tarn_datasets', 'mere_datasets'));
    assert.equal(await textOf('beck.py'), model.replace('TELLER', 'BARD'));
    assert.equal(
      await textOf('tarn.py'),
      dataset.replace('tarn_datasets', 'mere_datasets').replace('TELLER', 'BARD').replaceAll('riddle', 'puzzle'),
    );
    assert.equal(await textOf('tarns/rows.py'), loader.replace('riddle', 'puzzle'));
    await assert.rejects(rename('beck.py', 'BARD', 'BOT'), /something of the name BOT already/);
  });

  it('lead to a base that is renamed', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(file('tarn.py'), file('mere.py'), { overwrite: true });
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('the import', () => editor.document.getText().includes('from .mere import tarn_datasets'));
  });

  it('are found by a config that is moved to another folder', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(editor.document.uri, file('moved/run_tarn.py'), { overwrite: true });
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('the imports', async () => {
      const text = await textOf('moved/run_tarn.py');
      return text.includes('from ..tarn import tarn_datasets') && text.includes('from ..beck import models');
    });
  });
});
