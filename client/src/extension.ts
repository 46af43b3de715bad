import type * as vscode from 'vscode';
import { activateWith } from './activate.js';

/** Activates where VS Code has Node: the server is a process. */
export function activate(context: vscode.ExtensionContext): void {
  activateWith(context, async () => {
    const { processServer, verify } = await import('./client.js');
    const program = context.asAbsolutePath('dist/cli.js');
    return { newServer: (log) => processServer(program, log), verify: (shown) => verify(program, shown) };
  });
}
