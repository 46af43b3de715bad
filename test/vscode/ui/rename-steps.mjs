// Renames as a user makes them: with the preview of the editor, a refusal with its reason, and a file that gets another name in the explorer.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testWorkspace } from '../prepare.mjs';
import { quietSettings } from '../vscode-from-npm.mjs';
import { inEditorColours } from './axe.mjs';
import { goBehind } from './editing-steps.mjs';

const limit = { timeout: 20_000 };

const finder = `from mmengine.config import read_base

with read_base():
    from .datasets.capitals_gen import *

datasets = globals()['capitals' + '_datasets']
`;

/** The examples, beside them a config that finds a list by a text that is put together. @returns {import('./run.mjs').Window} */
export function renameWindow(root) {
  const folder = path.join(testWorkspace(root), 'opencompass');
  writeFileSync(path.join(folder, 'eval_found.py'), finder);
  return { folder, file: 'datasets/word_problems_gen.py', settings: quietSettings, dialogs: true, steps: stepsIn(folder) };
}

/** Begins to rename the word that the cursor is at, and writes another. */
async function writeName({ page }, name) {
  const input = page.locator('.rename-box input.rename-input');
  for (let tries = 1; ; tries++) {
    await page.keyboard.press('F2');
    const there = await input.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (there) break;
    if (tries === 5) throw new Error('There is no field for the name.');
  }
  await input.fill(name);
}

const stepsIn = (folder) => {
  const textOf = (/** @type {string} */ file) => readFileSync(path.join(folder, file), 'utf8');
  return {
    'a list is renamed in all files, each of which is seen before': async (workbench, { assert, screenshot }) => {
      const { page } = workbench;
      await goBehind(workbench, 'word_problems_datasets');
      await writeName(workbench, 'sums_datasets');
      await screenshot('rename-field');
      await page.keyboard.press('Control+Enter');
      const rows = page.locator('.bulk-edit-panel .monaco-list-row');
      await rows.filter({ hasText: 'eval_demo.py' }).waitFor(limit);
      await inEditorColours(workbench, (theme) => screenshot(`rename-preview-${theme}`));
      const files = (await rows.allInnerTexts()).join('\n');
      for (const file of ['word_problems_gen.py', 'eval_demo.py', 'eval_broken.py']) assert.ok(files.includes(file), files);
      // What one of the places becomes stands in a diff editor.
      await rows.filter({ hasText: 'sums_datasets' }).first().dblclick(limit);
      await page.locator('.monaco-diff-editor').first().waitFor(limit);
      await inEditorColours(workbench, (theme) => screenshot(`rename-preview-diff-${theme}`));
      assert.ok(!textOf('eval_demo.py').includes('sums_datasets'));
      await page.locator('.bulk-edit-panel').getByRole('button', { name: 'Apply' }).click(limit);
      await page
        .locator('.bulk-edit-panel .monaco-list-row')
        .first()
        .waitFor({ state: 'hidden', ...limit });
      for (const file of ['datasets/word_problems_gen.py', 'eval_demo.py', 'eval_broken.py'])
        await untilText(() => textOf(file).includes('sums_datasets') && !textOf(file).includes('word_problems_datasets'), file);
    },

    'a rename that cannot be sure of all places is refused, with the reason': async (workbench, { assert, screenshot }) => {
      await workbench.open('capitals_gen.py');
      await workbench.clickBehind('capitals_datasets = []');
      for (let i = 0; i < ' = []'.length; i++) await workbench.page.keyboard.press('ArrowLeft');
      await writeName(workbench, 'towns_datasets');
      await workbench.page.keyboard.press('Enter');
      const refusal = workbench.page.locator('.notification-toast, .monaco-editor-overlaymessage', { hasText: 'eval_found.py' }).first();
      await refusal.waitFor(limit);
      await inEditorColours(workbench, (theme) => screenshot(`rename-refused-${theme}`));
      assert.ok(!textOf('datasets/capitals_gen.py').includes('towns_datasets'));
      await workbench.command('Notifications: Clear All Notifications');
    },

    'a base that gets another name in the explorer keeps its importers': async (workbench, { screenshot }) => {
      const { page } = workbench;
      await workbench.command('File: Focus on Files Explorer');
      const entry = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'models' }).first();
      await entry.click(limit);
      await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'river_7b_chat.py' }).click(limit);
      await page.locator('.tab.active[data-resource-name="river_7b_chat.py"]').waitFor(limit);
      await workbench.command('File: Focus on Files Explorer');
      await page.keyboard.press('F2');
      const input = page.locator('.explorer-item-edited input');
      await input.waitFor(limit);
      await input.fill('brook_7b_chat.py');
      await input.press('Enter');
      const question = page.locator('.monaco-dialog-box', { hasText: 'refactoring changes' });
      await question.waitFor(limit);
      await screenshot('rename-in-explorer-question');
      await question.getByRole('button', { name: 'OK' }).click(limit);
      // VS Code leaves the change unsaved in an editor of its own.
      await page.locator('.tab.dirty[data-resource-name="eval_demo.py"]').waitFor(limit);
      await untilText(() => existsSync(path.join(folder, 'models/brook_7b_chat.py')), 'the file');
      await workbench.open('eval_demo.py');
      await screenshot('rename-in-explorer');
      await page.keyboard.press('Control+s');
      await untilText(
        () => textOf('eval_demo.py').includes('from .models.brook_7b_chat import models as river_7b_chat_models'),
        'the import',
      );
    },
  };
};

/** Waits until something is so on disk. */
async function untilText(isSo, what) {
  for (const end = Date.now() + limit.timeout; !isSo();) {
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
