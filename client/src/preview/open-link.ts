import * as vscode from 'vscode';
import type { PlaceLink, Range } from '../../../server/src/lsp/messages.js';

/** @returns the protocol's range as VS Code's */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/**
 * Shows the place that a link names: in an editor that shows the document already, else in `column`. The click asked for it, so it gets
 * the focus.
 */
export async function openLink(link: PlaceLink, column: vscode.ViewColumn): Promise<void> {
  const uri = vscode.Uri.parse(link.uri, true);
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const editor = await vscode.window.showTextDocument(uri, { viewColumn: shown?.viewColumn ?? column, preserveFocus: false });
  const range = toRange(link.range);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
