// Long prompts and long lists: how long a keystroke takes until the new prompt stands in the preview, how long a frame takes at most while one scrolls, and how long a letter takes in a picker of ten
// thousand entries. Printed; only what hangs fails.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testWorkspace } from '../prepare.mjs';
import { quietSettings } from '../vscode-from-npm.mjs';
import { writeEcho } from './echo.mjs';
import { keystrokeLatencies, letterLatencies, percentile } from './latency.mjs';
import { frameTimes } from './frames.mjs';

const limit = { timeout: 15_000 };

/** A window without the extension, for the same keystrokes: one that only sends them to a page is what VS Code takes for itself. */
export function echoWindow(root) {
  const window = longWindow(root);
  const development = path.join(window.folder, '..', 'echo');
  writeEcho(development);
  return { ...window, bare: true, development, steps: echoSteps };
}

/** A window on four configs: 20 shots that are 50,000 characters together, prompts of 2 and of 2.6 MB, and a model beside ten thousand datasets. */
export function longWindow(root) {
  const folder = testWorkspace(root);
  const words = Array.from({ length: 330 }, (_, i) => `word${i}${i % 12 === 11 ? '\n' : ''}`).join(' ');
  writeFileSync(path.join(folder, 'opencompass/shots.py'), config(`Q: {q} ${words}`, 20));
  writeFileSync(
    path.join(folder, 'opencompass/long.py'),
    config('Q: {q}', 1, `'${'a line of a prompt that is very long\\n'.repeat(20)}' * 2800 + '{q}'`),
  );
  writeFileSync(
    path.join(folder, 'opencompass/longer.py'),
    config('Q: {q}', 1, `'${'a line of a prompt that is longer still\\n'.repeat(20)}' * 3300 + '{q}'`),
  );
  const many = path.join(folder, 'opencompass/datasets/many');
  mkdirSync(many);
  writeFileSync(
    path.join(folder, 'opencompass/models/pond.py'),
    "models = [dict(type='opencompass.models.HuggingFaceCausalLM', abbr='pond', path='pond')]\n",
  );
  for (let subject = 0; subject < 21; subject++) writeFileSync(path.join(many, `subject${subject}.py`), manyDatasets(subject));
  writeFileSync(path.join(folder, 'opencompass/ten_thousand.py'), tenThousand);
  return { folder, file: 'opencompass/shots.py', settings: quietSettings, steps };
}

/** One config of ten thousand datasets and one model. */
const tenThousand = `reader = dict(input_columns=['q'], output_column='a')
datasets = [
    dict(abbr=f'exam-{i}', type='LongDataset', path='long', reader_cfg=reader, infer_cfg=dict(
        prompt_template=dict(type='PromptTemplate', template=f'Exam {i}. {{q}}'),
        retriever=dict(type='ZeroRetriever'),
        inferencer=dict(type='GenInferencer')))
    for i in range(10_000)]
models = [dict(type='HuggingFaceCausalLM', abbr='pond', path='pond', max_out_len=16)]
`;

/** Seven hundred datasets. */
const manyDatasets = (subject) => `reader = dict(input_columns=['q'], output_column='a')
infer = dict(
    prompt_template=dict(type='PromptTemplate', template='Q: {q}'),
    retriever=dict(type='ZeroRetriever'),
    inferencer=dict(type='GenInferencer'))
subject${subject}_datasets = [
    dict(abbr=f'mmlu-subject${subject}-language{i}', type='LongDataset', path='long', reader_cfg=reader, infer_cfg=infer)
    for i in range(700)]
`;

/** @param example the template of an example @param question the prompt behind them, in Python */
function config(example, shots, question = "'''Question:\n{q}'''") {
  return `from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever

question = ${question}
example = '''${example}'''
datasets = [dict(
    abbr='long',
    type='LongDataset',
    path='long',
    reader_cfg=dict(input_columns=['q'], output_column='a'),
    infer_cfg=dict(
        ice_template=dict(type=PromptTemplate, template=dict(round=[
            dict(role='HUMAN', prompt=example),
            dict(role='BOT', prompt='A: {a}\\n')])),
        prompt_template=dict(type=PromptTemplate, ice_token='</E>', template=dict(begin='</E>', round=[
            dict(role='HUMAN', prompt=question),
            dict(role='BOT', prompt='')])),
        retriever=dict(type=FixKRetriever, fix_id_list=list(range(${shots}))),
        inferencer=dict(type=GenInferencer)))]
models = [dict(type='opencompass.models.HuggingFaceCausalLM', abbr='model', path='model', meta_template=dict(round=[
    dict(role='HUMAN', begin='<|user|>', end='\\n'),
    dict(role='BOT', begin='<|bot|>', end='\\n', generate=True)]))]
`;
}

/** Milliseconds between an arrival and the next key: at 60 ms of latency seven keys a second. */
const fastTypist = 80;

const question = "question = '''Question:";

/** Types, and prints what that takes: as fast as it goes, then as fast as a person who types fast. @returns the median of the second in milliseconds */
async function typeBeside(workbench, what, shown) {
  await workbench.clickBehind(question);
  const keys = 41;
  const pauses = [...Array(keys).fill(0), ...Array(keys).fill(fastTypist)];
  const [first, ...latencies] = await keystrokeLatencies(workbench, pauses, shown);
  printed(`key to ${what}, without a pause`, latencies.slice(0, keys - 1), `, the first ${Math.round(first)} ms`);
  return printed(`key to ${what}`, latencies.slice(keys));
}

/** @returns the median */
function printed(what, latencies, more = '') {
  const [median, p95] = [percentile(latencies, 0.5), percentile(latencies, 0.95)].map(Math.round);
  console.log(`    ${what}: median ${median} ms, p95 ${p95} ms${more}`);
  return median;
}

const echoSteps = {
  'a keystroke reaches a page that does nothing but show it': async (workbench, { assert }) => {
    const shown = workbench.preview.locator('main');
    await shown.waitFor({ state: 'attached', ...limit });
    assert.ok((await typeBeside(workbench, 'a page that only shows it', shown)) < 500);
  },
};

const steps = {
  'a keystroke beside 20 shots of 50,000 characters reaches the preview': async (workbench, { assert }) => {
    await workbench.clickBehind(question);
    await workbench.command('Prompt Preflight: Preview Prompt');
    await workbench.preview.locator('.seg').first().waitFor(limit);
    const median = await typeBeside(workbench, 'preview');
    assert.ok(median < 500, `median ${median} ms`);
  },

  'a prompt of 2 MB scrolls': async (workbench, { assert }) => {
    await workbench.open('long.py');
    const { preview } = workbench;
    await preview.locator('.seg', { hasText: 'a line of a prompt' }).first().waitFor(limit);
    await preview.locator('.fold').waitFor({ state: 'detached', ...limit });
    for (const way of /** @type {const} */ (['by the wheel', 'by the scroll bar'])) {
      const frames = await frameTimes(preview.locator('.body'), way);
      const [longest, p95] = [Math.max(...frames), percentile(frames, 0.95)].map(Math.round);
      console.log(`    scrolled ${way}: the longest of ${frames.length} frames ${longest} ms, p95 ${p95} ms`);
      assert.ok(frames.length > 50);
    }
    await preview.locator('.body').press('End');
    await preview.locator('.caret').waitFor(limit);
  },

  'of a prompt of 2.6 MB the beginning is shown, and how much is left out': async (workbench, { screenshot }) => {
    await workbench.open('longer.py');
    const { preview } = workbench;
    await preview.locator('.seg', { hasText: 'a line of a prompt that is longer still' }).first().waitFor(limit);
    await preview.locator('.body').press('End');
    await preview.locator('.seg', { hasText: /⟨and [\d,]+ more characters⟩/ }).waitFor(limit);
    await screenshot('longer');
  },

  'a letter in a picker of ten thousand entries lists what fits it': async (workbench, { assert, screenshot }) => {
    await workbench.open('pond.py');
    const { preview } = workbench;
    await preview.locator('.pick.model', { hasText: 'pond' }).waitFor(limit);
    await preview.locator('.pick.dataset').click(limit);
    const choice = preview.locator('.popup .choice').first();
    await choice.waitFor(limit);
    // They come when they have been read: of the twenty nearest files.
    await preview.locator('.popup input').press('PageUp');
    await preview.locator('.popup .choice:not([aria-setsize="1"])').first().waitFor(limit);
    const listed = Number(await choice.getAttribute('aria-setsize'));
    assert.ok(listed >= 10_000, `${listed} entries`);
    const typed = 'subject12 language7';
    const latencies = await letterLatencies(workbench, preview.locator('choice-picker:has(.popup)'), typed);
    const [median, p95] = [percentile(latencies, 0.5), percentile(latencies, 0.95)].map(Math.round);
    console.log(`    letter to list: median ${median} ms, p95 ${p95} ms, the longest ${Math.round(Math.max(...latencies))} ms`);
    await preview.locator('.popup .choice.active', { hasText: 'mmlu-subject12-language7' }).waitFor(limit);
    await screenshot('ten-thousand');
    await preview.locator('.popup input').press('Enter');
    await preview.locator('.pick.dataset', { hasText: 'mmlu-subject12-language7' }).waitFor(limit);
    assert.equal(latencies.length, typed.length);
  },

  'a config of ten thousand pairs has its prompts at once, and its matrix and its view count on': async (
    workbench,
    { assert, screenshot },
  ) => {
    const { preview, page } = workbench;
    await workbench.open('ten_thousand.py');
    const opened = performance.now();
    await preview.locator('.turn', { hasText: 'Exam 0.' }).first().waitFor(limit);
    console.log(`    opened: ${Math.round(performance.now() - opened)} ms from its text to its first prompt`);
    await preview.locator('.pick.dataset').click(limit);
    await preview.locator('.popup .choice:not([aria-setsize="1"])').first().waitFor(limit);
    assert.equal(await preview.locator('.popup .choice').first().getAttribute('aria-setsize'), '10000');
    const latencies = await letterLatencies(workbench, preview.locator('choice-picker:has(.popup)'), 'exam-9876');
    const [median, p95] = [percentile(latencies, 0.5), percentile(latencies, 0.95)].map(Math.round);
    console.log(`    letter to list: median ${median} ms, p95 ${p95} ms, the longest ${Math.round(Math.max(...latencies))} ms`);
    await screenshot('ten-thousand-own');
    const picked = performance.now();
    await preview.locator('.popup input').press('Enter');
    await preview.locator('.turn', { hasText: 'Exam 9876.' }).first().waitFor(limit);
    console.log(`    picked: ${Math.round(performance.now() - picked)} ms to its prompt`);
    await workbench.command('Explorer: Focus on Prompt Preflight View');
    await page
      .locator('.tree-explorer-viewlet-tree-view .monaco-list-row', { hasText: 'exam-1' })
      .first()
      .locator('.codicon-pass')
      .waitFor(limit);
    await preview.getByText('Matrix', { exact: true }).click(limit);
    await preview.locator('.counts', { hasText: 'of 10,000 pairs' }).waitFor(limit);
    await preview.locator('.grid .cell.shown').waitFor(limit);
    await screenshot('ten-thousand-matrix');
    const fine = preview.locator('.counts button.fine');
    await preview.locator('.grid .cell.fine').first().waitFor(limit);
    const counted = Number((await fine.innerText()).replace(/\D/g, ''));
    await preview.locator('.counts', { hasText: 'are being looked at' }).waitFor({ state: 'detached', timeout: 120_000 });
    assert.equal(Number((await fine.innerText()).replace(/\D/g, '')), 10_000);
    console.log(`    counted: ${counted} when the first cell was there, all ${Math.round(performance.now() - picked)} ms after the pick`);
    await preview.getByText('Matrix', { exact: true }).click(limit);
  },
};
