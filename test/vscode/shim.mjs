#!/usr/bin/env node
// Stands in for the `code` binary where only VS Code's server and a browser are at hand: takes the switches that @vscode/test-electron gives to
// `code`, starts both, and ends with the exit code of the tests. The suite itself sees no difference.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format, parseArgs } from 'node:util';
import { findBrowser, launchBrowser } from './browser.mjs';
import { startVsCode } from './vscode-from-npm.mjs';

const limitMs = 240_000;
/** Chatter of the workbench; what the suite prints is what matters here. */
const chatter =
  /^%c|^INFO |Extension Host\] \(node:|open-vsx|Creating a socket|Resolving |^Resolved |Service Worker|webview|^Creation of workbench|^Updating additional|^ChatSessionStore/i;

const { values, positionals } = parseArgs({ strict: false, allowPositionals: true });
const developmentPath = String(values['extensionDevelopmentPath']);
const testsPath = String(values['extensionTestsPath']);
const folder = path.resolve(positionals[0] ?? '.');

const main = process.env.VSCODE_SERVER_MAIN;
const found = findBrowser();
if (!main || !found) throw new Error('VSCODE_SERVER_MAIN names no server of VS Code, or there is no browser.');
const profile = mkdtempSync(path.join(os.tmpdir(), 'preflight-vscode-'));
const vscode = await startVsCode({ main, profile });
let browser;
let exitCode = 1;
try {
  browser = await launchBrowser(found);
  exitCode = await runSuite(await browser.newPage({ viewport: { width: 1400, height: 900 } }));
} finally {
  await browser?.close();
  await vscode.stop();
  if (exitCode === 0) rmSync(profile, { recursive: true, force: true });
  else console.error(`The profile and the logs of this run are in ${profile}`);
}
process.exit(exitCode);

async function runSuite(page) {
  const ended = new Promise((resolve) => page.exposeFunction('codeAutomationExit', resolve));
  await page.exposeFunction('codeAutomationLog', (_type, args) => {
    const line = format(...args);
    if (!chatter.test(line)) console.log(line);
  });
  const remote = (file) => `vscode-remote://127.0.0.1:${vscode.port}${path.resolve(file)}`;
  const payload = [
    ['extensionDevelopmentPath', remote(developmentPath)],
    ['extensionTestsPath', remote(testsPath)],
    ['skipWelcome', 'true'],
  ];
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  await page.goto(`http://127.0.0.1:${vscode.port}/?${query}`);
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, limitMs, 'late')));
  const code = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (code !== 'late') return code;
  await page.screenshot({ path: path.join(profile, 'late.png') });
  console.error(`The suite did not end within ${limitMs / 1000} s.`);
  return 1;
}
