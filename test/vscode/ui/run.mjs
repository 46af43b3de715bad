// Drives the packaged extension in VS Code's workbench as a user would: palette, mouse and keyboard.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launchBrowser } from '../browser.mjs';
import { testWorkspace } from '../prepare.mjs';
import { quietSettings, restrictedSettings, startVsCode } from '../vscode-from-npm.mjs';
import { checkoutWindows } from './checkout-steps.mjs';
import { editingWindow } from './editing-steps.mjs';
import { extensionPageSteps } from './extension-page.mjs';
import { gitWindow } from './git-steps.mjs';
import { hostileWindow } from './hostile.mjs';
import { echoWindow, longWindow } from './long.mjs';
import { lookWindow } from './look-steps.mjs';
import { panelWindow } from './panel-steps.mjs';
import { projectSteps } from './project-steps.mjs';
import { steps } from './steps.mjs';
import { chineseWindow } from './words.mjs';
import { openWorkbench } from './workbench.mjs';

/**
 * @param web server-main.js and the browser
 * @param extension the packaged extension
 * @param only `hostile`, `panel`, `look`, `long`, `checkouts`, `editing`, `git`: this part alone; undefined or `ui`: all but `long`, which is there for its times
 * @param skip says what is not run
 * @throws at the first step that fails, with a screenshot in test-results/
 */
export async function runUi(root, web, extension, only, skip) {
  const results = path.join(root, 'test-results');
  mkdirSync(results, { recursive: true });
  const examples = {
    folder: testWorkspace(root),
    file: 'opencompass/eval_demo.py',
    settings: quietSettings,
    steps: { ...steps, ...projectSteps, ...extensionPageSteps },
  };
  if (only === undefined || only === 'ui' || only === 'editing') {
    console.log('  the editor itself');
    await runWindow(web, extension, results, editingWindow(root));
    if (only === 'editing') return;
  }
  if (only === 'long') {
    await runWindow(web, extension, results, echoWindow(root));
    return runWindow(web, extension, results, longWindow(root));
  }
  if (only === undefined || only === 'ui' || only === 'checkouts') {
    const { found, missing } = checkoutWindows(process.env.PREFLIGHT_CHECKOUTS);
    missing.forEach(skip);
    for (const { title, window } of found) {
      console.log(`  a checkout of ${title}`);
      await runWindow(web, extension, results, window);
    }
    if (only === 'checkouts') return;
  }
  if (only === undefined || only === 'ui' || only === 'git') {
    const window = gitWindow(root);
    if (window) {
      console.log('  a repository of git');
      await runWindow(web, extension, results, window);
    } else skip('the comparison with the last commit: there is no git.');
    if (only === 'git') return;
  }
  if (only === undefined || only === 'ui' || only === 'look') {
    const window = lookWindow(root);
    if (window) {
      console.log('  seals, tokens and comparisons, to be looked at');
      await runWindow(web, extension, results, window);
    } else skip('what is seen of seals, tokens and comparisons: PREFLIGHT_CHECKOUTS names no folder with a checkout of OpenCompass.');
    if (only === 'look') return;
  }
  if (only !== 'hostile') {
    if (only !== 'panel') await runWindow(web, extension, results, examples);
    console.log('  rows, pairs, tokens and panels');
    await runWindow(web, extension, results, panelWindow(root));
    if (only === 'panel') return;
    console.log('  in Simplified Chinese');
    await runWindow(web, extension, results, chineseWindow(root));
  }
  for (const restricted of [false, true]) {
    console.log(`  a hostile workspace, ${restricted ? 'in Restricted Mode' : 'trusted'}`);
    const hostile = await hostileWindow(testWorkspace(root), restricted ? restrictedSettings : quietSettings);
    try {
      await runWindow(web, extension, results, hostile);
    } finally {
      await hostile.close();
    }
  }
}

/**
 * What a window is opened on, and what is done in it. `bare`: without the extension.
 * @typedef {{ folder: string; file: string; settings: object; environment?: NodeJS.ProcessEnv; development?: string; bare?: boolean; language?: string; steps: Record<string, Function> }} Window
 */

/**
 * Takes the steps one after the other in a window of its own.
 * @param {{ main: string; browser: string }} web
 * @param {{ vsix: string }} extension
 * @param {string} results folder of the screenshots
 * @param {Window} window
 */
async function runWindow(web, extension, results, { folder, file, settings, environment, development, bare = false, language, steps }) {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'preflight-ui-'));
  const vscode = await startVsCode({ main: web.main, profile, settings, ...(!bare && { vsix: extension.vsix }), environment });
  let browser;
  try {
    browser = await launchBrowser(web.browser);
    const workbench = await openWorkbench(browser, vscode.port, folder, [file], {
      development,
      language,
      ...(bare && { ready: '.view-line' }),
    });
    for (const [title, step] of Object.entries(steps)) await runStep(workbench, results, title, step);
  } finally {
    await browser?.close();
    await vscode.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

export async function runStep(workbench, results, title, step) {
  const start = performance.now();
  try {
    await step(workbench, { assert, screenshot: (name) => workbench.page.screenshot({ path: path.join(results, `${name}.png`) }) });
    console.log(`  ✔ ${title} (${Math.round(performance.now() - start)} ms)`);
  } catch (error) {
    await workbench.page.screenshot({ path: path.join(results, 'failed.png') });
    console.log(`  ✖ ${title} (see test-results/failed.png)`);
    throw error;
  }
}
