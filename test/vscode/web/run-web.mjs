// The packaged extension in VS Code for the web, without a server and without a disk: the examples are a repository far away.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser } from '../browser.mjs';
import { testWorkspace } from '../prepare.mjs';
import { giveTokenizer } from '../ui/panel-steps.mjs';
import { runStep } from '../ui/run.mjs';
import { steps } from '../ui/steps.mjs';
import { openPage } from '../ui/workbench.mjs';
import { startWebHost } from './web-host.mjs';

const limit = { timeout: 15_000 };

/**
 * @param {string} root of the project
 * @param {{ main: string; browser: string }} web
 * @param {{ folder: string }} extension the packaged one, unpacked
 * @throws at the first step that fails, with a screenshot in test-results/
 */
export async function runWeb(root, web, extension) {
  const results = path.join(root, 'test-results');
  mkdirSync(results, { recursive: true });
  const folder = testWorkspace(root);
  giveTokenizer(folder);
  copyFileSync(path.join(root, 'test/fixtures/rows/many-snappy.parquet'), path.join(folder, 'lm-eval', 'columns.parquet'));
  writeFileSync(path.join(folder, 'lm-eval', 'columns.yaml'), columnsTask);
  const host = await startWebHost({ main: web.main, extension: extension.folder, folder });
  const browser = await launchBrowser(web.browser);
  try {
    const workbench = await openPage(browser, host.url, [['openFile', 'far://repo/examples/opencompass/eval_demo.py']]);
    for (const [title, step] of Object.entries(webSteps(host, extension, folder))) await runStep(workbench, results, title, step);
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** A task with the rows of a Parquet file. */
const columnsTask = `task: columns
dataset_path: parquet
dataset_kwargs:
  data_files: {test: lm-eval/columns.parquet}
test_split: test
output_type: generate_until
doc_to_text: "{{q}}"
doc_to_target: ""
`;

/** Those of any window that a browser must have, and those that are its own. */
function webSteps({ url, asked }, extension, folder) {
  const shared = [
    'the palette opens the preview beside, and the editor keeps the focus',
    'the prompt has its roles, its data and the place where the model starts',
    'a click on a piece goes to the base file, and the preview stays on its config',
  ];
  return {
    ...Object.fromEntries(shared.map((title) => [title, steps[title]])),

    'a hover tells of a class': async (workbench) => {
      await show(workbench, 'eval_demo.py');
      const hover = await workbench.hover('read_base');
      assert.match(await hover.innerText(), /read_base|base/);
    },

    'the findings of a config are those of the command line': async (workbench) => {
      await show(workbench, 'eval_broken.py');
      const { errors, warnings } = findingsOf(extension, path.join(folder, 'opencompass', 'eval_broken.py'));
      assert.ok(errors > 0 && warnings > 0);
      // The two BOS tokens of the file that was shown before are one more.
      const all = new RegExp(`^\\s*${errors}\\s*${warnings + 1}\\s*$`);
      const counts = workbench.page.locator('#status\\.problems', { hasText: all });
      await counts.waitFor(limit);
    },

    'a task has the rows of the repository': async (workbench) => {
      await show(workbench, 'lm-eval', 'harbour.yaml');
      await workbench.command('Prompt Preflight: Preview Prompt');
      await workbench.preview.locator('.seg', { hasText: 'What holds a ship at the quay?' }).first().waitFor(limit);
    },

    'a task has the rows of a Parquet file': async (workbench) => {
      await show(workbench, 'columns.yaml');
      await workbench.preview.locator('.seg', { hasText: 'question 0' }).first().waitFor(limit);
    },

    'the tokens of a prompt are counted': async (workbench) => {
      await show(workbench, 'eval_demo.py');
      await workbench.preview.locator('.tokens', { hasText: /[\d,]+ of 3,840 tokens/ }).waitFor(limit);
      await workbench.preview.locator('.tokens .fate', { hasText: '<s> stands twice' }).waitFor(limit);
    },

    'what a browser does not have is said': async (workbench) => {
      await workbench.command('Prompt Preflight: Check Whole Workspace');
      await workbench.page.locator('.notification-toast', { hasText: 'not checked as a whole in the browser' }).waitFor(limit);
    },

    'nothing is asked of anybody else, and no file twice': (workbench) => {
      const others = workbench.requests.filter((address) => !address.startsWith(url) && !/^(?:blob|data):/.test(address));
      assert.deepEqual(others, []);
      const bases = asked.filter((one) => one === 'bytes /examples/opencompass/models/river_7b_chat.py');
      // Once for the server, and once for the editor that a click has opened.
      assert.ok(bases.length <= 2, `${bases.length} times`);
    },
  };
}

/** Opens a file in the explorer, through its folders: names of files are not searched in a file system like this one. */
async function show(workbench, ...names) {
  const row = (name) => workbench.page.locator('.explorer-folders-view .monaco-list-row').getByText(name, { exact: true });
  // A click on what is open in the first group shows it there.
  for (const name of names) await row(name).click(limit);
  await workbench.waitFor(`.tab.active[data-resource-name="${names.at(-1)}"]`);
}

/** What the packaged command line finds. */
function findingsOf(extension, file) {
  const cli = path.join(extension.folder, 'dist', 'cli.js');
  let out;
  try {
    out = execFileSync(process.execPath, [cli, 'check', '--format', 'json', file], { encoding: 'utf8' });
  } catch (error) {
    // It has found something.
    out = /** @type {{ stdout: string }} */ (error).stdout;
  }
  const { diagnostics } = JSON.parse(out);
  const count = (severity) => diagnostics.filter((each) => each.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}
