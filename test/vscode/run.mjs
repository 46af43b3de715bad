// Runs the tests inside a real VS Code, on what is packaged: the mocha suite in the extension host, then the user interface through a browser.
//   node test/vscode/run.mjs [suite|check|web|hosts|ui|PART]   (check: only the check of a whole checkout; hosts: suite, check and web; PART of the user interface alone: checkouts, chinese, editing, examples, git, hostile,
// long, look, panel, rename, take; long prints times, and is no part of the rest)
// PREFLIGHT_CHECKOUTS=DIR: a folder with checkouts of opencompass, benchmark and lm-evaluation-harness: the first is checked as a whole, and the preview is tried on all;
// without it these parts are skipped.
// VS Code is the desktop one where VSCODE_PATH names it or it can be downloaded and shown; else VS Code's own server from npm with the machine's
// Chromium, or with one from npm. Where neither can be had the tests are skipped, and one line says what is missing.
import { build } from 'esbuild';
import { runTests } from '@vscode/test-electron';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { copyOf, packagedExtension, testWorkspace, wholeCheckout } from './prepare.mjs';
import { findVsCode } from './find-vscode.mjs';
import { partNames, runUi } from './ui/run.mjs';
import { runWeb } from './web/run-web.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const only = process.argv[2];
const hosts = ['suite', 'check', 'web'];
if (only !== undefined && ![...hosts, 'hosts', 'ui', ...partNames].includes(only)) throw new Error(`There is no part ${only}.`);
const wanted = (/** @type {string} */ part) => only === undefined || only === part || (only === 'hosts' && hosts.includes(part));

const vscode = await findVsCode();
if (vscode.missing) {
  skip(`tests in a real VS Code. ${vscode.missing}`);
  process.exit(0);
}
const extension = packagedExtension(root);
let failures = 0;
const { environment = {} } = vscode;
if (wanted('suite')) failures += await section('Extension host', () => runSuite(testWorkspace(root), environment));
if (wanted('check')) {
  const checkout = wholeCheckout(process.env.PREFLIGHT_CHECKOUTS);
  if (checkout)
    failures += await section('A whole checkout', () => runSuite(copyOf(checkout), { ...environment, PREFLIGHT_WHOLE: checkout }));
  else skip('the check of a whole checkout: PREFLIGHT_CHECKOUTS names no folder with one of OpenCompass.');
}
if (wanted('web')) {
  const { web } = vscode;
  if (web) failures += await section('Web-worker extension host', () => runWeb(root, web, extension));
  else skip(`tests in a browser without a server. ${vscode.webMissing}`);
}
if (only === undefined || ['ui', ...partNames].includes(only)) {
  if (vscode.web) failures += await section('User interface', () => runUi(root, vscode.web, extension, only, skip));
  else skip(`user interface tests. ${vscode.webMissing}`);
}
process.exit(failures === 0 ? 0 : 1);

/** Says what is not run, here and to who runs all tests (test/run.mjs). */
function skip(what) {
  console.log(`skipped: ${what}`);
  if (process.env.PREFLIGHT_SKIPS) appendFileSync(process.env.PREFLIGHT_SKIPS, `${what}\n`);
}

async function section(title, run) {
  const start = performance.now();
  console.log(`\n${title}, in ${vscode.title}`);
  try {
    await run().catch((/** @type {unknown} */ error) => {
      // A browser that dies has tried nothing of ours: once more, and it is said.
      if (!browserDied(error)) throw error;
      console.log(`${title}: the browser ended by itself. Once more.`);
      return run();
    });
    console.log(`${title}: passed in ${((performance.now() - start) / 1000).toFixed(1)} s`);
    return 0;
  } catch (error) {
    console.error(`${title}: FAILED. ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    return 1;
  }
}

/** @param {unknown} error */
function browserDied(error) {
  return error instanceof Error && /Target (?:page, context or browser has been closed|crashed)/.test(error.message);
}

/**
 * @param {string} workspace the folder that is opened
 * @param {Record<string, string>} env
 */
async function runSuite(workspace, env) {
  const suite = path.join(root, 'out', 'test-vscode', 'suite.cjs');
  await build({
    entryPoints: [path.join(root, 'test/vscode/suite/index.ts')],
    outfile: suite,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  await runTests({
    vscodeExecutablePath: vscode.executable,
    extensionDevelopmentPath: extension.folder,
    extensionTestsPath: suite,
    extensionTestsEnv: env,
    launchArgs: [workspace, '--disable-extensions'],
  });
}
