// Opens examples/ in a real VS Code with the extension of this tree loaded: `code` or `codium` from PATH, else VS Code's server from npm, whose
// address is printed for a browser.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installVsCode, startVsCode } from '../test/vscode/vscode-from-npm.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const examples = path.join(root, 'examples');
const firstFile = path.join(examples, 'opencompass', 'eval_demo.py');

execFileSync(process.execPath, [path.join(root, 'esbuild.mjs')], { cwd: root, stdio: 'inherit' });
const desktop = findDesktop();
if (desktop) {
  console.log(`Opening ${path.relative(root, firstFile)} in ${desktop}. Run "Prompt Preflight: Preview Prompt" there.`);
  spawn(desktop, ['--new-window', `--extensionDevelopmentPath=${root}`, examples, firstFile], {
    stdio: 'ignore',
    detached: true,
    shell: process.platform === 'win32',
  }).unref();
} else {
  await startInBrowser();
}

function findDesktop() {
  const names = process.platform === 'win32' ? ['code.cmd', 'codium.cmd'] : ['code', 'codium'];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

async function startInBrowser() {
  console.log('Neither code nor codium is in PATH: getting VS Code from npm, to be used in a browser.');
  const main = installVsCode(path.join(root, '.vscode-test'));
  const profile = mkdtempSync(path.join(os.tmpdir(), 'preflight-start-'));
  const vscode = await startVsCode({ main, profile });
  const remote = (file) => `vscode-remote://127.0.0.1:${vscode.port}${file}`;
  const payload = [
    ['extensionDevelopmentPath', remote(root.replace(/[\\/]$/, ''))],
    ['openFile', remote(firstFile)],
  ];
  const query = new URLSearchParams({ folder: examples, payload: JSON.stringify(payload) });
  console.log(
    `\nOpen this address in a browser, then run "Prompt Preflight: Preview Prompt" (F1):\n\n  http://127.0.0.1:${vscode.port}/?${query}\n\nCtrl+C ends it.`,
  );
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void end());
  }
  async function end() {
    await vscode.stop();
    rmSync(profile, { recursive: true, force: true });
    process.exit(0);
  }
}
