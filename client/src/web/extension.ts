import * as vscode from 'vscode';
import { activateWith } from '../activate.js';

/** Activates in a browser: the server is a worker. */
export function activate(context: vscode.ExtensionContext): void {
  void vscode.commands.executeCommand('setContext', 'promptPreflight.inBrowser', true);
  activateWith(context, async () => {
    const { workerServer } = await import('./worker-server.js');
    return { newServer: (log) => workerServer(context.extensionUri, log), verify: cannotVerify };
  });
}

async function cannotVerify(): Promise<void> {
  await vscode.window.showInformationMessage(vscode.l10n.t('An installed framework cannot be asked from a browser.'));
}
