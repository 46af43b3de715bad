// The preview on checkouts that nobody here wrote: opencompass, AISBench's benchmark and lm-evaluation-harness. Only where PREFLIGHT_CHECKOUTS names the folder that they lie in; nothing of them is changed.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { quietSettings } from '../vscode-from-npm.mjs';
import { pick } from './steps.mjs';

const limit = { timeout: 60_000 };

/**
 * The windows that are opened on the checkouts in a folder.
 * @param {string | undefined} parent
 * @returns {{ found: { title: string; window: import('./run.mjs').Window }[]; missing: string[] }} `missing`: what is not run, and why
 */
export function checkoutWindows(parent) {
  if (!parent) return { found: [], missing: ['the preview on real checkouts: PREFLIGHT_CHECKOUTS names no folder with them.'] };
  const there = existsSync(parent) ? readdirSync(parent) : [];
  const found = [];
  const missing = [];
  for (const { title, mark, ...of } of checkouts) {
    const name = there.find((each) => existsSync(path.join(parent, each, mark)));
    if (name === undefined) missing.push(`the preview on ${title}: no folder of ${parent} has ${mark}.`);
    else found.push({ title, window: { folder: path.join(parent, name), settings: quietSettings, ...of } });
  }
  return { found, missing };
}

const checkouts = [
  {
    title: 'opencompass',
    mark: 'opencompass/openicl/__init__.py',
    file: 'examples/eval_chat_demo.py',
    steps: {
      ...opened('oc', /gsm8k|math/),
      'the matrix of its pairs leads to a prompt': matrix('oc'),
      'a dataset file alone is shown with a model of the workspace': async (workbench, { screenshot }) => {
        await workbench.open('gsm8k_gen_1d7fe4.py');
        await workbench.preview.locator('.pick.dataset', { hasText: 'gsm8k' }).waitFor(limit);
        await pickFirst(workbench, 'model', 'internlm2_5');
        await workbench.preview.locator('.body .seg').first().waitFor(limit);
        await screenshot('checkout-oc-dataset');
      },
      ...compared('oc', 'Another release', '0.'),
      ...writtenRow('oc', '{"question": "How many lakes are there?", "answer": "#### 4"}', 'How many lakes are there?'),
      ...panels('oc'),
    },
  },
  {
    title: 'benchmark',
    mark: 'ais_bench/benchmark/__init__.py',
    file: 'ais_bench/benchmark/configs/datasets/gsm8k/gsm8k_gen_4_shot_cot_chat_prompt.py',
    steps: {
      ...opened('ais', /gsm8k/),
      'a model of the workspace is picked for it': async (workbench, { screenshot }) => {
        await pickFirst(workbench, 'model', 'vllm');
        await workbench.preview.locator('.body .seg').first().waitFor(limit);
        await screenshot('checkout-ais-model');
      },
      ...compared('ais', 'Another release', '3.1'),
      ...writtenRow('ais', '{"question": "How many lakes are there?", "answer": "#### 4"}', 'How many lakes are there?'),
      ...panels('ais'),
    },
  },
  {
    title: 'lm-evaluation-harness',
    mark: 'lm_eval/api/task.py',
    file: 'lm_eval/tasks/gsm8k/gsm8k.yaml',
    steps: {
      ...opened('lm', /gsm8k/),
      // Behind a row that is written by hand there are no rows to take shots from.
      ...compared('lm', 'Another number of shots'),
      ...writtenRow('lm', '{"question": "How many lakes are there?", "answer": "#### 4"}', 'How many lakes are there?'),
      'a chat template is applied to it': async (workbench, { screenshot }) => {
        await pick(workbench, 'chat-template', 'ChatML');
        await workbench.preview.locator('.turn .seg', { hasText: '<|im_start|>' }).first().waitFor(limit);
        await screenshot('checkout-lm-chat');
      },
      ...found('lm', 'mmlu_astronomy', 'mmlu_astronomy.yaml'),
      ...panels('lm'),
    },
  },
];

function opened(name, dataset) {
  return {
    'its prompt is shown, or why there is none': async (workbench, { assert, screenshot }) => {
      await workbench.page.locator('.editor-group-container.active .view-line').nth(2).click(limit);
      await workbench.command('Prompt Preflight: Preview Prompt');
      const { preview } = workbench;
      const picked = preview.locator('.pick.dataset, .pick.task').first();
      await picked.waitFor(limit);
      await preview.locator('.body .seg').first().waitFor(limit);
      assert.match(await picked.innerText(), dataset);
      await screenshot(`checkout-${name}`);
    },
  };
}

function matrix(name) {
  return async (workbench, { screenshot }) => {
    const { preview } = workbench;
    await preview.getByText('Matrix', { exact: true }).click(limit);
    await preview.locator('.grid .cell :is(.sign:not(.none))').first().waitFor(limit);
    await screenshot(`checkout-${name}-matrix`);
    await preview.locator('.grid .cell button').last().click(limit);
    await preview.locator('.body .seg').first().waitFor(limit);
  };
}

/**
 * @param {string} name
 * @param {string} what an entry of the list
 * @param {string} [other] a row of the list behind it; absent: a field that has a value already
 */
function compared(name, what, other) {
  return {
    [`it is compared: ${what.toLowerCase()}`]: async (workbench, { assert, screenshot }) => {
      const { preview, page } = workbench;
      await workbench.pick('F1', '>Prompt Preflight: Compare Prompt With…', 'Prompt Preflight: Compare Prompt With…', { stays: true });
      await page.locator('.quick-input-title', { hasText: 'Compare the Prompt With' }).waitFor(limit);
      await workbench.choose(what, what, true);
      if (other !== undefined) await workbench.choose(other);
      else {
        await page.locator('.quick-input-widget .quick-input-title', { hasText: 'How many shots' }).waitFor(limit);
        await page.keyboard.press('Enter');
      }
      await preview.locator('.compare-bar [role=status]', { hasText: 'difference' }).waitFor(limit);
      await screenshot(`checkout-${name}-compare`);
      assert.equal(await preview.locator('.compare-bar').count(), 1);
      await preview.locator('.compare-bar').getByTitle('Show the prompt again (Escape)').click(limit);
      await preview.locator('.body .seg').first().waitFor(limit);
    },
  };
}

/** @param {string} symbol a name that stands in one file of thousands, which nobody has opened */
function found(name, symbol, file) {
  return {
    'a name is found in the whole tree': async (workbench, { assert, screenshot }) => {
      const { page } = workbench;
      // In the group of the preview it would open in front of that.
      await page.locator('.editor-group-container').first().locator('.line-numbers').nth(3).click(limit);
      await page.keyboard.press('Control+P');
      const input = page.locator('.quick-input-widget input.input');
      await input.fill(`#${symbol}`);
      const rows = page.locator('.quick-input-list .monaco-list-row', { hasText: symbol });
      await rows.filter({ hasText: file }).first().waitFor(limit);
      await screenshot(`checkout-${name}-symbol`);
      await rows.filter({ hasText: file }).first().click(limit);
      await workbench.waitFor(`.tab.active[data-resource-name="${file}"]`);
      assert.equal(await workbench.activeFile(), file);
      await workbench.preview.locator('.pick.task', { hasText: symbol }).waitFor(limit);
    },
  };
}

function writtenRow(name, row, text) {
  return {
    'a row is pasted, and stands in the prompt': async (workbench, { screenshot }) => {
      const { preview } = workbench;
      await preview.locator('row-picker .rows').click(limit);
      await preview.getByLabel('The row as JSON').fill(row);
      await preview.getByText('Use this row').click(limit);
      // The page holds what is in sight: a long prompt ends below.
      await preview.getByLabel('The row as JSON').press('Escape');
      await preview.locator('.body').first().press('End');
      await preview.locator('.body .seg.data', { hasText: text }).first().waitFor(limit);
      await screenshot(`checkout-${name}-row`);
    },
  };
}

function panels(name) {
  return {
    'it comes back after a reload, as it was': async (workbench, { assert, screenshot }) => {
      const { preview } = workbench;
      const before = await preview.locator('.bar').innerText();
      // The page keeps what it shows a moment after it shows it.
      await workbench.page.waitForTimeout(1000);
      await workbench.reload();
      await preview.locator('.body .seg').first().waitFor(limit);
      await preview.locator('.pick.dataset, .pick.task').first().waitFor(limit);
      assert.equal(await preview.locator('.bar').innerText(), before);
      await screenshot(`checkout-${name}-reloaded`);
    },
  };
}

/** Picks what fits a text best, whatever its whole name is. */
async function pickFirst({ preview, page }, name, text) {
  await preview.locator(`.pick.${name}`).click(limit);
  await preview.locator('.popup input').fill(text, limit);
  await preview.locator('.line.active', { hasText: text }).first().waitFor(limit);
  await page.keyboard.press('Enter');
  await preview.locator('.popup').waitFor({ state: 'detached', ...limit });
}
