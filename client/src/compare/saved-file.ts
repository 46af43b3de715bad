import * as vscode from 'vscode';
import type { OtherPrompt } from '../../../server/src/protocol/compare.js';
import type { Server } from '../server.js';

/** Largest file of predictions that is read, in bytes. */
const largest = 64 * 1024 * 1024;

/** Lets the user choose a file of predictions, wherever it lies. */
export async function chooseSavedFile(near: vscode.Uri): Promise<vscode.Uri | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('A file of predictions (OpenCompass, AISBench) or samples (lm-evaluation-harness)'),
      openLabel: vscode.l10n.t('Compare'),
      defaultUri: vscode.workspace.getWorkspaceFolder(near)?.uri ?? vscode.Uri.joinPath(near, '..'),
      filters: { JSON: ['json', 'jsonl'] },
    })) ?? [];
  return file;
}

/**
 * Has the server take in a file of predictions, once, or again where it has forgotten it.
 * @throws Error where it cannot be read
 */
export function savedPromptsOf(file: vscode.Uri, server: () => Promise<Server>): (again: boolean) => Promise<OtherPrompt> {
  let told = false;
  const id = file.toString();
  return async (again) => {
    if (!told || again) {
      const { size, type } = await vscode.workspace.fs.stat(file);
      if ((type & vscode.FileType.File) === 0) throw new Error(vscode.l10n.t('This is no file.'));
      if (size > largest) throw new Error(vscode.l10n.t('The file is larger than {0} MB.', largest / 1024 / 1024));
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      await (await server()).readSaved({ id, text });
      told = true;
    }
    return { kind: 'saved', id };
  };
}
