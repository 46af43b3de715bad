// The least that an extension can do: a page that shows what is typed, with no server and nothing to work out. What a keystroke takes to it is VS Code's own.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const manifest = {
  name: 'echo',
  publisher: 'prompt-preflight-tests',
  version: '0.0.0',
  engines: { vscode: '^1.100.0' },
  main: './extension.js',
  activationEvents: ['onStartupFinished'],
};

const page = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-echo'">
<main></main>
<script nonce="echo">addEventListener('message', ({ data }) => (document.querySelector('main').textContent = data));</script>`;

const extension = `const vscode = require('vscode');
exports.activate = (context) => {
  const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const panel = vscode.window.createWebviewPanel('echo', 'Echo', place, { enableScripts: true });
  panel.webview.html = ${JSON.stringify(page)};
  let typed = '';
  context.subscriptions.push(
    panel,
    vscode.workspace.onDidChangeTextDocument(({ contentChanges }) => {
      typed += contentChanges.map(({ text }) => text).join('');
      void panel.webview.postMessage(typed);
    }),
  );
};
`;

/** Writes the extension into a folder, which opens its page by itself. */
export function writeEcho(folder) {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'extension.js'), extension);
}
