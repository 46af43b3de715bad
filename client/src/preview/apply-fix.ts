import * as vscode from 'vscode';
import type { PreviewProblem } from '../../../server/src/protocol/preview.js';
import { openLink, toRange } from './open-link.js';

/**
 * Applies a fix from the problem list. The caller has made sure that the preview belongs to the document's present version.
 * @returns false where VS Code refused the edit
 */
export async function applyFix(
  problem: PreviewProblem,
  fix: PreviewProblem['fixes'][number],
  source: string,
  column: vscode.ViewColumn,
): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, range, newText } of fix.edits) edit.replace(vscode.Uri.parse(uri, true), toRange(range), newText);
  const applied = await vscode.workspace.applyEdit(edit);
  // An edit in another file must not happen out of sight.
  if (applied && fix.edits.some(({ uri }) => uri !== source)) await openLink(problem.link, column);
  return applied;
}
