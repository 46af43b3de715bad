// What stands in the preview's page beside the prompt, once each: matrix, rows, comparison, tokens with two BOS tokens, and several panels after a reload.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testWorkspace } from '../prepare.mjs';
import { quietSettings } from '../vscode-from-npm.mjs';
import { pick } from './steps.mjs';

const limit = { timeout: 15_000 };

/** The examples, whose model has a tokenizer that adds the BOS token, as its meta template does. @returns {import('./run.mjs').Window} */
export function panelWindow(root) {
  const folder = testWorkspace(root);
  giveTokenizer(folder);
  return { folder, file: 'opencompass/eval_demo.py', settings: quietSettings, steps: stepsIn(folder) };
}

/** Puts a tokenizer that adds the BOS token where a model of the examples has its own. */
export function giveTokenizer(folder) {
  const model = path.join(folder, 'example', 'river-7b-chat');
  mkdirSync(model, { recursive: true });
  writeFileSync(path.join(model, 'tokenizer.json'), JSON.stringify(tokenizer(), null, 1));
  writeFileSync(path.join(model, 'tokenizer_config.json'), JSON.stringify({ bos_token: '<s>', add_bos_token: true }));
}

/** A `tokenizer.json` of our own: each byte a token, `<s>` before each text. */
function tokenizer() {
  const plain = (byte) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let other = 256;
  const letters = Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(plain(byte) ? byte : other++));
  const added = ['<s>', '<|user|>', '<|assistant|>', '<|end|>'].map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: added,
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ SpecialToken: { id: '<s>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
      pair: [],
      special_tokens: { '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] } },
    },
    decoder: { type: 'ByteLevel' },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries([...added.map(({ content }) => content), ...letters].map((piece, id) => [piece, id])),
      merges: [],
    },
  };
}

const stepsIn = (folder) => ({
  'two BOS tokens are a problem of the pair, and stand in the stage of the tokens': async (workbench, { assert, screenshot }) => {
    const { preview } = workbench;
    await workbench.clickBehind('import word_problems_datasets');
    await workbench.command('Prompt Preflight: Preview Prompt');
    await preview.locator('.problems li', { hasText: 'double-bos' }).first().waitFor(limit);
    await preview.locator('.tokens .fate', { hasText: '<s> stands twice' }).waitFor(limit);
    await preview.getByRole('tab', { name: /^Tokens/ }).click(limit);
    await preview.locator('.body .seg', { hasText: '<s>' }).nth(1).waitFor(limit);
    assert.match(await preview.locator('.tokens').innerText(), /[\d,]+ of 3,840 tokens[\s\S]*max_seq_len 4096 − max_out_len 256/);
    await screenshot('tokens-double-bos');
    await preview.getByText('Ids', { exact: true }).click(limit);
    await screenshot('tokens-ids');
    await preview.getByText('Ids', { exact: true }).click(limit);
    await preview.getByRole('tab', { name: /^Meta template/ }).click(limit);
  },

  'the matrix has a cell for each pair, and a click leads to its prompt': async (workbench, { assert, screenshot }) => {
    const { preview } = workbench;
    await preview.getByText('Matrix', { exact: true }).click(limit);
    await preview.locator('.grid .cell.warning, .grid .cell.fine').first().waitFor(limit);
    await preview.locator('.grid .cell.error').first().waitFor(limit);
    assert.equal(await preview.locator('.grid .cell').count(), 10);
    await screenshot('matrix');
    await preview.locator('.grid .cell.fine button[aria-label*="harbor-chat"]').first().click(limit);
    await preview.locator('.pick.model', { hasText: 'harbor-chat' }).waitFor(limit);
    await preview.locator('.body .seg').first().waitFor(limit);
    assert.equal(await preview.locator('.grid').count(), 0);
    await pick(workbench, 'model', 'river-7b-chat');
  },

  'the row panel goes to a row, a random one and the next with a text': async (workbench, { assert, screenshot }) => {
    const { preview, page } = workbench;
    const data = preview.locator('.turn.user .seg.data');
    const rows = readFileSync(path.join(folder, 'opencompass/data/rows.jsonl'), 'utf8').trim().split('\n');
    await chooseRows(workbench, 'rows.jsonl');
    await preview.locator('row-picker .rows', { hasText: 'row 1' }).waitFor(limit);
    await openRows(preview);
    await preview.locator('row-picker .number').fill('3');
    await page.keyboard.press('Enter');
    await preview.locator('row-picker .rows', { hasText: 'row 3' }).waitFor(limit);
    const word = JSON.parse(rows[1])
      .question.split(' ')
      .findLast((each) => /^[a-z]{5,}$/.test(each) && !rows[2].includes(each));
    await preview.getByLabel('Search the rows').fill(word);
    await preview.getByLabel('Search the rows').press('Enter');
    await data.filter({ hasText: word }).first().waitFor(limit);
    await screenshot('row-panel');
    await preview.locator('row-picker').evaluate(() => (Math.random = () => 0.999));
    await preview.getByText('Random', { exact: true }).click(limit);
    await preview.locator('row-picker .rows', { hasText: `row ${rows.length}` }).waitFor(limit);
    assert.equal(await preview.locator('row-picker .popup').count(), 1);
  },

  'a row is edited in place, another one pasted, and both are said to be written by hand': async (workbench, { screenshot }) => {
    const { preview } = workbench;
    const data = preview.locator('.turn.user .seg.data');
    const field = preview.getByLabel('The row as JSON');
    const row = JSON.parse(await field.inputValue());
    await field.fill(JSON.stringify({ ...row, question: 'How many boats are edited?' }));
    await preview.getByText('Use this row').click(limit);
    await data.filter({ hasText: 'How many boats are edited?' }).waitFor(limit);
    await workbench.page.evaluate(
      (text) => globalThis.navigator.clipboard.writeText(text),
      '{"question": "How many are pasted?", "answer": "9"}',
    );
    await field.click(limit);
    await workbench.page.keyboard.press('Control+A');
    await workbench.page.keyboard.press('Control+V');
    await preview.getByText('Use this row').click(limit);
    await data.filter({ hasText: 'How many are pasted?' }).waitFor(limit);
    await preview.locator('row-picker .rows', { hasText: 'row written by hand' }).waitFor(limit);
    await screenshot('row-written');
  },

  'rows are saved for the team, in a file that is made where the user says': async (workbench, { assert, screenshot }) => {
    const { preview } = workbench;
    await preview.getByLabel('The row as JSON').press('Escape');
    await chooseRows(workbench, 'rows.jsonl');
    await preview.locator('row-picker .rows', { hasText: 'row 1' }).waitFor(limit);
    await preview.getByLabel('Next row').click(limit);
    await preview.locator('row-picker .rows', { hasText: 'row 2' }).waitFor(limit);
    await openRows(preview);
    await preview.getByText('Save for the team').click(limit);
    await workbench.choose('opencompass', 'opencompass');
    const file = path.join(folder, 'opencompass', 'preflight.json');
    await preview.locator('row-picker .rows[title^="Named by preflight.json"]').waitFor(limit);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { rows: { word_problems: 'data/rows.jsonl:2' } });
    await preview.locator('row-picker .rows', { hasText: 'row 2' }).waitFor(limit);
    await screenshot('row-team');
  },

  'the prompt is compared with another model, and goes to the next difference': async (workbench, { assert, screenshot }) => {
    const { preview } = workbench;
    await workbench.pick('F1', '>Prompt Preflight: Compare Prompt With…', 'Prompt Preflight: Compare Prompt With…', { stays: true });
    await workbench.page.locator('.quick-input-title', { hasText: 'Compare the Prompt With' }).waitFor(limit);
    await workbench.choose('Another model', 'Another model', true);
    await workbench.page.locator('.quick-input-title', { hasText: 'Another model' }).waitFor(limit);
    await workbench.choose('harbor-chat');
    await preview.locator('.compare-bar').waitFor(limit);
    await preview.locator('del').first().waitFor(limit);
    await preview.getByLabel('Next difference').click(limit);
    await screenshot('comparison');
    assert.ok((await preview.locator('del').count()) > 0);
    await preview.locator('.compare-bar').getByTitle('Show the prompt again (Escape)').click(limit);
    await preview.locator('.caret').waitFor(limit);
  },

  'several panels come back after a reload, each with its pair, stage, row and toggles': async (workbench, { assert, screenshot }) => {
    const { preview, page } = workbench;
    await preview.getByLabel('Show whitespace').click(limit);
    await preview.getByRole('tab', { name: /^Prompt list/ }).click(limit);
    await preview.getByLabel('Keep this prompt here, whichever editor is active').click(limit);
    const first = await told(preview);
    await workbench.open('capitals_gen.py');
    await workbench.command('Prompt Preflight: Open Preview to the Side in a New Panel');
    await page.locator('.tab', { hasText: 'Prompt: capitals_gen.py' }).waitFor(limit);
    await lastPanel(page).locator('.caret').waitFor(limit);
    await screenshot('panels');
    await workbench.reload();
    await page.locator('.tab', { hasText: 'Prompt: capitals_gen.py' }).waitFor({ timeout: 40_000 });
    await page.locator('.tab', { hasText: 'Prompt: [eval_demo.py]' }).click(limit);
    const again = lastPanel(page);
    await again.locator('.pick.dataset', { hasText: 'word_problems' }).waitFor({ timeout: 40_000 });
    assert.deepEqual(await told(again), first);
    await screenshot('panels-reloaded');
  },
});

/** What a panel shows: its pair, its row, its stage and its toggles. */
async function told(panel) {
  const selected = panel.locator('[role=tab][aria-selected=true]');
  await selected.waitFor(limit);
  return {
    pair: [await panel.locator('.pick.dataset .chosen').innerText(), await panel.locator('.pick.model .chosen').innerText()],
    row: await panel.locator('row-picker .rows').innerText(),
    // The number of its tokens comes later.
    stage: /^\D+/.exec(await selected.innerText())?.[0],
    pressed: await panel
      .locator('.tools [aria-pressed=true]')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('title'))),
  };
}

/** The page of the preview that was opened, or shown, last: several may be. */
function lastPanel(page) {
  return page.locator('iframe.webview.ready').last().contentFrame().frameLocator('iframe#active-frame');
}

async function openRows(preview) {
  await preview.locator('row-picker .rows').click(limit);
  await preview.locator('row-picker .popup').waitFor(limit);
}

/** Chooses a file of rows of the workspace. */
async function chooseRows(workbench, file) {
  await openRows(workbench.preview);
  await workbench.preview.getByText('Choose rows …').click(limit);
  await workbench.choose(file);
}
