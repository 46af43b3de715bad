import * as vscode from 'vscode';
import type { SaveRowsAnswer, SaveRowsRequest } from '../../../server/src/protocol/commands.js';
import { plainText } from '../plain-text.js';
import { toRange } from './open-link.js';

/** Whom it asks. */
interface SavingServer {
  saveRows(request: SaveRowsRequest): Promise<SaveRowsAnswer>;
  fileWritten(uri: string, created: boolean): void;
}

/**
 * Names rows in the `preflight.json` above a config, and saves it; where there is none, the user says in which folder one is made. Only in a trusted workspace.
 * @returns whether it is done
 */
export async function saveRowsForTeam(server: SavingServer, rows: Omit<SaveRowsRequest, 'folder'>): Promise<boolean> {
  if (!vscode.workspace.isTrusted) return refused(vscode.l10n.t('preflight.json is only written in a trusted workspace.'));
  let answer = await server.saveRows(rows);
  if (answer.kind === 'where') {
    const folder = await chooseFolder(answer.folders);
    if (folder === undefined) return false;
    answer = await server.saveRows({ ...rows, folder });
  }
  if (answer.kind === 'none') return refused(plainText(answer.reason));
  if (answer.kind === 'where') return false;
  const uri = vscode.Uri.parse(answer.uri, true);
  if (!(await written(uri, answer))) return refused(vscode.l10n.t('{0} cannot be written.', plainText(uri.fsPath)));
  server.fileWritten(answer.uri, answer.kind === 'create');
  void vscode.window.setStatusBarMessage(
    vscode.l10n.t('{0} names the rows of {1}.', plainText(vscode.workspace.asRelativePath(uri)), plainText(rows.of)),
    8_000,
  );
  return true;
}

/** A file that is there is edited, so that it can be undone, and saved. */
async function written(uri: vscode.Uri, answer: Extract<SaveRowsAnswer, { kind: 'create' | 'edits' }>): Promise<boolean> {
  if (answer.kind === 'create') {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(answer.text));
    return true;
  }
  const edit = new vscode.WorkspaceEdit();
  for (const { range, newText } of answer.edits) edit.replace(uri, toRange(range), newText);
  return (await vscode.workspace.applyEdit(edit)) && (await (await vscode.workspace.openTextDocument(uri)).save());
}

async function chooseFolder(folders: readonly string[]): Promise<string | undefined> {
  const items = folders.map((folder) => ({
    label: vscode.workspace.asRelativePath(vscode.Uri.parse(folder, true), true),
    folder,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Save for the team'),
    placeHolder: vscode.l10n.t('The folder that a new preflight.json is made in; it holds for all below it'),
  });
  return chosen?.folder;
}

function refused(reason: string): false {
  void vscode.window.showWarningMessage(reason);
  return false;
}
