import * as vscode from 'vscode';
import { isConfigDocument } from './config-documents.js';

/** While somebody types, the text is looked at again this long after the last keystroke. */
const quietMs = 300;

/**
 * Watches which document is shown and whether it is a config: sets the context key `promptPreflight.isConfig` for the menus, and calls
 * `met` for every config that is open or comes into view.
 */
export function watchForConfigs(met: () => void): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let shown: boolean | undefined;
  const look = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    const isConfig = document !== undefined && isConfigDocument(document);
    if (isConfig !== shown) void vscode.commands.executeCommand('setContext', 'promptPreflight.isConfig', isConfig);
    shown = isConfig;
    if (isConfig) met();
  };
  const subscriptions = [
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isConfigDocument(document)) met();
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document !== vscode.window.activeTextEditor?.document) return;
      clearTimeout(timer);
      timer = setTimeout(look, quietMs);
    }),
    { dispose: () => clearTimeout(timer) },
  ];
  look();
  if (vscode.workspace.textDocuments.some(isConfigDocument)) met();
  return vscode.Disposable.from(...subscriptions);
}
