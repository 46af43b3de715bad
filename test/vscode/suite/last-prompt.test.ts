import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Lack } from '../../../server/src/protocol/page.js';
import type { Preview } from '../../../server/src/protocol/preview.js';
import {
  closeAll,
  ensureServer,
  inspect,
  killServer,
  openExample,
  openText,
  replace,
  serverBeside,
  shownOf,
  shownPreview,
  startLimitMs,
  until,
} from './support.js';

describe('the last good prompt', () => {
  let editor: vscode.TextEditor;
  let good: Preview;

  beforeEach(async () => {
    editor = await openExample('datasets', 'capitals_gen.py');
    await vscode.commands.executeCommand('promptPreflight.preview');
    good = await shownPreview(({ uri }) => uri.endsWith('capitals_gen.py'));
  });
  afterEach(closeAll);
  afterEach(ensureServer);

  it('stays when the text is deleted, and when what is pasted is broken', async () => {
    const text = editor.document.getText();
    await setText('');
    await keptAs('none');
    await setText(text.replace('capitals_datasets = []', 'capitals_datasets = ['));
    await keptAs('stale');
    await setText('Dear reader,\n');
    await keptAs('none');
    await setText(text.replace('Geography quiz', 'Quiz'));
    await shownPreview(({ output }) => output?.text.startsWith('Quiz') ?? false);
  });

  it('stays when the server dies while the text is broken, and is replaced when the text is mended', async () => {
    await replace(editor, 'capitals_datasets = []', 'capitals_datasets = [');
    await keptAs('stale');
    await killServer();
    await keptAs('stale');
    await replace(editor, 'Geography quiz', 'Mended quiz');
    await keptAs('stale');
    await replace(editor, 'capitals_datasets = [', 'capitals_datasets = []');
    const { version } = await shownPreview(({ output }) => output?.text.startsWith('Mended quiz') ?? false);
    assert.equal(version, editor.document.version);
  }).timeout(2 * startLimitMs);

  it('comes back where the server dies in the moment in which it is up', async () => {
    for (let tries = 0; tries < 3; tries++) {
      await vscode.commands.executeCommand('promptPreflight.restart');
      await killServer();
      const dying = (await inspect()).serverPid!;
      process.kill(dying, 'SIGKILL');
      await serverBeside(dying);
    }
    await replace(editor, 'Geography quiz', 'Quiz of another server');
    await shownPreview(({ output }) => output?.text.startsWith('Quiz of another server') ?? false);
  }).timeout(6 * startLimitMs);

  it('stays when the server is stopped for good, until a restart heals it', async () => {
    await vscode.commands.executeCommand('promptPreflight.restart');
    for (let deaths = 1; deaths < 5; deaths++) await killServer();
    process.kill((await inspect()).serverPid!, 'SIGKILL');
    await until('the server to be gone', async () => !(await inspect()).serverRunning);
    await replace(editor, 'Geography quiz', 'Quiz after it');
    const { reason } = await keptAs('failed');
    assert.equal(reason, 'it has ended.');
    // Another document has no prompt yet, and does not get this one's.
    await openText('other.py', 'other_datasets = [dict(abbr="other")]\n');
    await until(
      'a failure without a prompt',
      async () => (await lackOf('failed', 'other.py'))?.last === undefined && (await lackOf('failed', 'other.py')),
    );
    await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
    await keptAs('failed');
    await vscode.commands.executeCommand('promptPreflight.restart');
    await shownPreview(({ output }) => output?.text.startsWith('Quiz after it') ?? false);
  }).timeout(6 * startLimitMs);

  it('is never that of another document', async () => {
    await openText('broken.py', 'broken_datasets = [dict(\n');
    const lack = await until('that it is broken', () => lackOf('stale', 'broken.py'));
    assert.equal(lack.last, undefined);
    await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
    await shownPreview(({ uri }) => uri.endsWith('capitals_gen.py'));
  });

  it('is shown whatever the command is given', async () => {
    const odd = [
      null,
      0,
      '',
      'no scheme',
      '::',
      'command:workbench.action.closeAllEditors',
      'https://example.invalid/a.py',
      {},
      [],
      { line: -1, character: NaN },
    ];
    for (const value of odd) await vscode.commands.executeCommand('promptPreflight.preview', value, value);
    const shown = await shownPreview(({ uri }) => uri.endsWith('capitals_gen.py'));
    assert.equal(shown.output?.text, good.output?.text);
    assert.ok((await inspect()).preview?.uri.endsWith('capitals_gen.py'));
  });

  async function setText(text: string): Promise<void> {
    const { document } = editor;
    const all = new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
    assert.ok(await editor.edit((edit) => edit.replace(all, text)));
  }

  /** Waits until the panel says that there is no prompt for this kind of reason, and still has the last good one. */
  async function keptAs(kind: Lack['kind']): Promise<Lack> {
    const shown = await until(
      `no new prompt (${kind})`,
      async () => !(await inspect()).preview?.pending && lackOf(kind, 'capitals_gen.py'),
    );
    assert.equal(shown.last?.output?.text, good.output?.text);
    return shown;
  }
});

async function lackOf(kind: Lack['kind'], name: string): Promise<(Lack & { readonly last?: Preview }) | undefined> {
  const shown = shownOf(await inspect(), kind);
  return shown?.uri.endsWith(name) ? shown : undefined;
}
