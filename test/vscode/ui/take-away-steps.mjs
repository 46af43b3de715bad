// What is taken away from the preview: the menu beside Copy, what each of its forms puts into the clipboard, and snapshots of the command line, to be looked at in dark and in light colours.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testWorkspace } from '../prepare.mjs';
import { quietSettings } from '../vscode-from-npm.mjs';
import { inBoth } from './look-steps.mjs';
import { pick } from './steps.mjs';

const limit = { timeout: 15_000 };

/** The examples, beside them a snapshot of each of their prompts. @returns {import('./run.mjs').Window} */
export function takeAwayWindow(root) {
  const folder = path.join(testWorkspace(root), 'opencompass');
  return { folder, file: 'eval_demo.py', settings: quietSettings, steps: stepsIn(folder, path.join(root, 'dist', 'cli.js')) };
}

/** By what the menu calls them: the file that a copy is kept in to be looked at, and what stands in it. */
const forms = {
  'Copy as text': { file: 'prompt.txt', has: [/^<s><\|system\|>\n/, /<\|assistant\|>\n$/] },
  'Copy messages as JSON': { file: 'messages.json', has: [/^\[\n {2}\{\n {4}"role": "user"/] },
  'Copy as curl': { file: 'prompt.sh', has: [/^curl .*\/completions"/, /"model": "river-7b-chat",\n {2}"max_tokens": 256,/] },
  'Copy as Python': { file: 'prompt_again.py', has: [/^# word_problems × river-7b-chat\n/, /python THIS_FILE/] },
  'Copy as Markdown for an issue': { file: 'issue.md', has: [/- dataset: `word_problems`/, /```text\n<s>/] },
};

/** The menu, open. */
async function openMenu({ preview }) {
  await preview.locator('take-away-menu .arrow').click(limit);
  await preview.locator('take-away-menu [role=menu]').waitFor(limit);
}

/** Chooses a form by the menu. @returns what is in the clipboard then */
async function copied(workbench, form) {
  const { page, preview } = workbench;
  await page.evaluate(() => globalThis.navigator.clipboard.writeText('nothing yet'));
  await openMenu(workbench);
  await preview.getByText(form, { exact: true }).click(limit);
  for (const end = Date.now() + limit.timeout; ;) {
    const text = await page.evaluate(() => globalThis.navigator.clipboard.readText());
    if (text !== 'nothing yet') return text;
    if (Date.now() > end) throw new Error(`Nothing is in the clipboard after ${form}.`);
  }
}

const stepsIn = (folder, cli) => ({
  'the menu beside Copy has all forms': async (workbench, { assert, screenshot }) => {
    const { preview, page } = workbench;
    await workbench.clickBehind('import word_problems_datasets');
    await workbench.command('Prompt Preflight: Preview Prompt');
    await preview.locator('.caret').waitFor(limit);
    await inBoth(workbench, async (theme) => {
      await openMenu(workbench);
      assert.deepEqual(await preview.locator('take-away-menu [role=menuitem]').allInnerTexts(), [...Object.keys(forms), 'Compare with…']);
      await screenshot(`take-away-menu-${theme}`);
      await page.keyboard.press('Escape');
    });
  },

  'each form is copied, and said in the status bar': async (workbench, { assert }) => {
    for (const [form, { file, has }] of Object.entries(forms)) {
      const text = await copied(workbench, form);
      for (const pattern of has) assert.match(text, pattern, `${form}: ${text.slice(0, 300)}`);
      await workbench.page.locator('.statusbar-item', { hasText: 'Copied: ' }).waitFor(limit);
      writeFileSync(path.join(folder, file), text);
    }
  },

  'messages of a service are copied with their roles': async (workbench, { assert }) => {
    await pick(workbench, 'model', 'harbor-chat');
    await workbench.preview.locator('.body.messages').waitFor(limit);
    const messages = JSON.parse(await copied(workbench, 'Copy messages as JSON'));
    assert.deepEqual(messages.map(({ role }) => role).slice(0, 3), ['system', 'user', 'assistant']);
    const call = await copied(workbench, 'Copy as curl');
    assert.match(call, /\/chat\/completions"/);
    writeFileSync(path.join(folder, 'messages.sh'), call);
    await pick(workbench, 'model', 'river-7b-chat');
  },

  'what was copied is looked at': async (workbench, { screenshot }) => {
    await inBoth(workbench, async (theme) => {
      for (const file of ['prompt.sh', 'prompt_again.py', 'issue.md', 'messages.json']) {
        await workbench.open(file);
        await screenshot(`taken-${file.replace('.', '-')}-${theme}`);
      }
    });
  },

  'a snapshot is a text to be read, and a check of it says what differs': async (workbench, { assert, screenshot }) => {
    const run = (/** @type {string[]} */ ...words) =>
      execFileSync(process.execPath, [cli, 'snapshot', 'eval_demo.py', '-o', 'prompts', ...words], { cwd: folder, encoding: 'utf8' });
    run();
    const dataset = path.join(folder, 'datasets/word_problems_gen.py');
    writeFileSync(dataset, readFileSync(dataset, 'utf8').replace('Think step by step', 'Think first'));
    const failed = (() => {
      try {
        return run('--check');
      } catch (error) {
        const { status, stdout } = /** @type {{ status: number; stdout: string }} */ (error);
        return `exit code ${status}\n${stdout}`;
      }
    })();
    assert.match(failed, /^exit code 1\n/);
    assert.match(failed, /- .*Think step by step/);
    assert.match(failed, /\+ .*Think first/);
    writeFileSync(path.join(folder, 'check.diff'), failed);
    await workbench.open('word_problems--river-7b-chat.txt');
    await inBoth(workbench, (theme) => screenshot(`snapshot-${theme}`));
    await workbench.open('check.diff');
    await inBoth(workbench, (theme) => screenshot(`snapshot-check-${theme}`));
  },
});
