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
import { renameWindow } from './rename-steps.mjs';
import { steps } from './steps.mjs';
import { takeAwayWindow } from './take-away-steps.mjs';
import { chineseWindow } from './words.mjs';
import { openWorkbench } from './workbench.mjs';

/**
 * The parts of the user interface, in this order. `rarely`: only where it is asked for. Windows are opened one after the other; a part without any has said what is missing.
 * @typedef {{ title?: string; rarely?: boolean; windows: (root: string, skip: (what: string) => void) => Iterable<Window & { title?: string }> | AsyncIterable<Window & { title?: string }> }} Part
 * @type {Record<string, Part>}
 */
const parts = {
  editing: { title: 'the editor itself', windows: (root) => [editingWindow(root)] },
  rename: { title: 'renames', windows: (root) => [renameWindow(root)] },
  checkouts: { windows: checkouts },
  git: {
    title: 'a repository of git',
    windows: (root, skip) => orSkipped(gitWindow(root), () => skip('the comparison with the last commit: there is no git.')),
  },
  look: {
    title: 'seals, tokens and comparisons, to be looked at',
    windows: (root, skip) =>
      orSkipped(lookWindow(root), () =>
        skip('what is seen of seals, tokens and comparisons: PREFLIGHT_CHECKOUTS names no folder with a checkout of OpenCompass.'),
      ),
  },
  examples: {
    windows: (root) => [
      {
        folder: testWorkspace(root),
        file: 'opencompass/eval_demo.py',
        settings: quietSettings,
        steps: { ...steps, ...projectSteps, ...extensionPageSteps },
      },
    ],
  },
  panel: { title: 'rows, pairs, tokens and panels', windows: (root) => [panelWindow(root)] },
  take: { title: 'what is taken away', windows: (root) => [takeAwayWindow(root)] },
  chinese: { title: 'in Simplified Chinese', windows: (root) => [chineseWindow(root)] },
  hostile: { windows: hostileWindows },
  long: { rarely: true, windows: (root) => [echoWindow(root), longWindow(root)] },
};

/** The names of the parts. */
export const partNames = Object.keys(parts);

function orSkipped(window, skip) {
  if (!window) skip();
  return window ? [window] : [];
}

function* checkouts(_root, skip) {
  const { found, missing } = checkoutWindows(process.env.PREFLIGHT_CHECKOUTS);
  missing.forEach(skip);
  for (const { title, window } of found) yield { ...window, title: `a checkout of ${title}` };
}

async function* hostileWindows(root) {
  for (const restricted of [false, true]) {
    const hostile = await hostileWindow(testWorkspace(root), restricted ? restrictedSettings : quietSettings);
    try {
      yield { ...hostile, title: `a hostile workspace, ${restricted ? 'in Restricted Mode' : 'trusted'}` };
    } finally {
      await hostile.close();
    }
  }
}

/**
 * @param web server-main.js and the browser
 * @param extension the packaged extension
 * @param {string | undefined} only a part's name: this one alone; undefined or `ui`: all but `long`, which is there for its times
 * @param {(what: string) => void} skip says what is not run
 * @throws at the first step that fails twice, with a screenshot in test-results/
 */
export async function runUi(root, web, extension, only, skip) {
  const results = path.join(root, 'test-results');
  mkdirSync(results, { recursive: true });
  const chosen = Object.entries(parts).filter(([name, { rarely }]) => (only === undefined || only === 'ui' ? !rarely : name === only));
  for (const [name, part] of chosen)
    await runPart(part, { root, web, extension, results, skip }).catch((error) => {
      // A browser on a busy machine loses a click now and then. A fault is there the second time, too; that there were two is said.
      console.log(`  the part ${name} failed, and is tried once more: ${error instanceof Error ? error.message : error}`);
      return runPart(part, { root, web, extension, results, skip: () => undefined });
    });
}

/**
 * Opens the windows of a part, each on a workspace made anew.
 * @param {Part} part
 * @param {{ root: string; web: { main: string; browser: string }; extension: { vsix: string }; results: string; skip: (what: string) => void }} machine
 */
async function runPart({ title, windows }, { root, web, extension, results, skip }) {
  for await (const window of windows(root, skip)) {
    const said = window.title ?? title;
    if (said) console.log(`  ${said}`);
    await runWindow(web, extension, results, window);
  }
}

/**
 * What a window is opened on, and what is done in it. `bare`: without the extension; `dialogs`: with those of VS Code, which a test has to answer.
 * @typedef {{ folder: string; file: string; settings: object; environment?: NodeJS.ProcessEnv; development?: string; bare?: boolean; dialogs?: boolean; language?: string; steps: Record<string, Function> }} Window
 */

/**
 * Takes the steps one after the other in a window of its own.
 * @param {{ main: string; browser: string }} web
 * @param {{ vsix: string }} extension
 * @param {string} results folder of the screenshots
 * @param {Window} window
 */
async function runWindow(
  web,
  extension,
  results,
  { folder, file, settings, environment, development, bare = false, language, dialogs, steps },
) {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'preflight-ui-'));
  const vscode = await startVsCode({ main: web.main, profile, settings, ...(!bare && { vsix: extension.vsix }), environment, dialogs });
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
    console.log(`  ✖ ${title} (see test-results/failed.png)\n${await inSight(workbench.page)}`);
    throw error;
  }
}

/** What a picture of the failure would show first, for who has only the log. */
async function inSight(page) {
  const texts = async (what, selector) => {
    const found = await page.locator(selector).filter({ visible: true }).allInnerTexts();
    return `    ${what}: ${found.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 300)).join(' | ') || 'none'}`;
  };
  const shown = [texts('tabs', '.tab.active'), texts('notifications', '.notification-toast'), texts('list', '.quick-input-widget')];
  return (await Promise.all(shown)).join('\n');
}
