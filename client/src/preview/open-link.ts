import * as vscode from 'vscode';
import type { PlaceLink, Range } from '../../../server/src/protocol/place.js';

/** @returns the protocol's range as VS Code's */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** @returns nothing where the text is no URI with a scheme */
export function parseUri(text: string): vscode.Uri | undefined {
  try {
    return vscode.Uri.parse(text, true);
  } catch {
    return undefined;
  }
}

/** @returns true for what is open or lies in a file system that VS Code knows: no `command:`, no `http:`. */
export function isDocument(uri: vscode.Uri): boolean {
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined) return true;
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}

/**
 * Shows the place that a link names: in an editor that shows the document already, else in `column`. The click asked for it, so it gets
 * the focus.
 */
export async function openLink(link: PlaceLink, column: vscode.ViewColumn): Promise<void> {
  const uri = parseUri(link.uri);
  if (!uri || !isDocument(uri)) throw new Error(vscode.l10n.t('it is not a file.'));
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const editor = await vscode.window.showTextDocument(uri, { viewColumn: shown?.viewColumn ?? column, preserveFocus: false });
  const range = toRange(link.range);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
