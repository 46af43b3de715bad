// What the editor itself shows and does in a config: hints, colours, completion with imports, signatures, definitions, refactorings.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { testWorkspace } from '../prepare.mjs';
import { quietSettings } from '../vscode-from-npm.mjs';

const limit = { timeout: 15_000 };
const lines = '.editor-group-container.active .view-lines';

const inline = `from opencompass.datasets import JsonlDataset
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

pond_datasets = [
    dict(
        type=JsonlDataset,
        path='data/pond',
        reader_cfg=dict(input_columns=['question'], output_column='answer'),
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template='Q: {question}'),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer),
        ),
    )
]
`;

/** A window on the dataset of the examples; beside it a config whose parts have no names. */
export function editingWindow(root) {
  const folder = testWorkspace(root);
  writeFileSync(path.join(folder, 'opencompass', 'inline.py'), inline);
  return { folder, file: 'opencompass/datasets/word_problems_gen.py', settings: quietSettings, steps };
}

/** Waits until the editor shows a text; blanks may be of any kind. */
async function shows(workbench, text) {
  await workbench.page.waitForFunction(
    ([selector, wanted]) => {
      const shown = [...globalThis.document.querySelectorAll(selector)].map((view) => view.textContent ?? '').join('');
      return shown.replace(/\s+/g, ' ').includes(wanted);
    },
    [lines, text],
    limit,
  );
}

/** The colour of a word within a text: the grammar alone makes no piece of its own of a role. */
async function colourOf(workbench, word) {
  const found = await workbench.page.waitForFunction(
    ([selector, wanted]) => {
      const spans = [...globalThis.document.querySelectorAll(`${selector} .view-line span span`)];
      const span = spans.find((each) => each.children.length === 0 && each.textContent === wanted);
      return span && globalThis.getComputedStyle(span).color;
    },
    [lines, word],
    limit,
  );
  return found.jsonValue();
}

/** The cursor behind a text that stands once in the editor. */
export async function goBehind(workbench, text) {
  const { page } = workbench;
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.locator('.find-widget.visible textarea.input').first().fill(text, limit);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}

const steps = {
  'hints tell the shots, and columns have the colour of parameters': async (workbench, { assert, screenshot }) => {
    await shows(workbench, 'shots');
    assert.notEqual(await colourOf(workbench, 'HUMAN'), await colourOf(workbench, '{question}'));
    await screenshot('hints-dark');
  },

  'a class is offered by what fits the place, and brings its import': async (workbench, { assert, screenshot }) => {
    const { page } = workbench;
    await goBehind(workbench, 'type=GenInferencer');
    for (let i = 0; i < 'GenInferencer'.length; i++) await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'GenInferencer' }).first().waitFor(limit);
    const labels = await page.locator('.suggest-widget.visible .monaco-list-row .label-name').allInnerTexts();
    assert.ok(labels.length > 0 && labels.every((label) => label.includes('Inferencer')), labels.join(' '));
    await screenshot('classes-dark');
    await page.keyboard.type('PPLInf');
    await page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: /^PPLInferencer/ }).waitFor(limit);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Home');
    await shows(workbench, 'import GenInferencer, PPLInferencer');
  },

  'the keys of the class are named while one writes': async (workbench, { screenshot }) => {
    const { page } = workbench;
    await goBehind(workbench, 'type=FixKRetriever');
    await page.keyboard.type(', ');
    await page.locator('.parameter-hints-widget.visible', { hasText: 'FixKRetriever(fix_id_list' }).waitFor(limit);
    await screenshot('signature-dark');
    for (const key of ['Escape', 'Escape', 'Backspace', 'Backspace']) await page.keyboard.press(key);
  },

  'a part of a dataset is extracted, since no prompt changes': async (workbench, { screenshot }) => {
    const { page } = workbench;
    await workbench.open('inline.py');
    await shows(workbench, 'abbr=data_pond');
    await goBehind(workbench, 'infer_cfg=dict');
    await page.keyboard.press('Control+.');
    const action = page.locator('.action-widget .monaco-list-row', { hasText: 'Extract infer_cfg into pond_infer_cfg' });
    await action.waitFor(limit);
    await screenshot('refactor-dark');
    await action.and(page.locator('.focused')).waitFor(limit);
    await page.keyboard.press('Enter');
    await shows(workbench, 'pond_infer_cfg = dict(');
    await shows(workbench, 'infer_cfg=pond_infer_cfg,');
  },

  'hints and colours are there in a light theme': async (workbench, { assert, screenshot }) => {
    await workbench.command('Preferences: Toggle between Light/Dark Themes');
    await workbench.open('word_problems_gen.py');
    await shows(workbench, 'shots');
    assert.notEqual(await colourOf(workbench, 'HUMAN'), await colourOf(workbench, '{question}'));
    await screenshot('hints-light');
  },
};
