// What is seen of each seal, of real rows and shots, of a real tokenizer and of comparisons: once in dark and once in light colours, to be looked at.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testWorkspace, wholeCheckout } from '../prepare.mjs';
import { quietSettings } from '../vscode-from-npm.mjs';
import { themes } from './axe.mjs';
import { giveTokenizer } from './panel-steps.mjs';
import { pick } from './steps.mjs';

const limit = { timeout: 15_000 };

const models = `from opencompass.models import HuggingFacewithChatTemplate

models = [dict(type=HuggingFacewithChatTemplate, abbr='qwen3', path='example/qwen3', max_seq_len=4096, max_out_len=256)]
`;

const evaluation = `from mmengine.config import read_base

with read_base():
    from .datasets.word_problems_gen import word_problems_datasets
    from .models.river_7b_chat import models as rivers
    from .models.qwen import models as qwens

datasets = word_problems_datasets
models = rivers + qwens + [dict(rivers[0], abbr='river-narrow', max_seq_len=600, max_out_len=100)]
`;

const run = `model: hf
model_args:
  pretrained: example/qwen3
  enable_thinking: false
tasks:
  - harbour_quiz
  - harbour_facts
num_fewshot: 2
apply_chat_template: true
system_instruction: Answer briefly.
`;

/**
 * An eval config whose datasets are on this machine, beside models with tokenizers of their own. What loads the datasets is OpenCompass itself, of which a checkout
 * must be there.
 * @returns {import('./run.mjs').Window | undefined}
 */
export function lookWindow(root) {
  const checkout = wholeCheckout(process.env.PREFLIGHT_CHECKOUTS);
  if (!checkout) return undefined;
  const folder = path.join(testWorkspace(root), 'opencompass');
  giveTokenizer(folder);
  const qwen = fetched(root, 'qwen3');
  if (qwen) cpSync(qwen, path.join(folder, 'example', 'qwen3'), { recursive: true });
  writeFileSync(path.join(folder, 'models', 'qwen.py'), models);
  writeFileSync(path.join(folder, 'eval_look.py'), evaluation);
  cpSync(path.join(folder, '..', 'lm-eval'), path.join(folder, 'lm-eval'), { recursive: true });
  writeFileSync(path.join(folder, 'lm-eval', 'run.yaml'), run);
  return {
    folder,
    file: 'eval_look.py',
    settings: { ...quietSettings, 'promptPreflight.packageRoots': [checkout] },
    steps: { ...seals, ...(qwen && realTokenizer), ...comparisons(folder) },
  };
}

/** A real tokenizer with the model's own chat template; undefined where npm gives none. */
function fetched(root, name) {
  const folder = path.join(root, 'out', 'tokenizers', name);
  if (existsSync(path.join(folder, 'tokenizer.json'))) return folder;
  try {
    execFileSync(process.execPath, [path.join(root, 'test/conformance/fetch-tokenizers.mjs'), path.dirname(folder), name], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    console.log(`    no tokenizer of ${name} from npm: what it shows is not looked at`);
    return undefined;
  }
}

const seals = {
  'the seal is exact where rows, shots and template are those of a run': async (workbench, { assert, screenshot }) => {
    const { preview } = workbench;
    await workbench.clickBehind('datasets = word_problems_datasets');
    await workbench.command('Prompt Preflight: Preview Prompt');
    await preview.locator('.turn.user .seg.data').first().waitFor(limit);
    await inBoth(workbench, async (theme) => {
      assert.equal((await preview.locator('.level').innerText()).trim().replace(/^\W+\s*/, ''), 'exact');
      await screenshot(`seal-exact-${theme}`);
      await preview.locator('.level').click(limit);
      await screenshot(`seal-exact-reasons-${theme}`);
      await preview.locator('.level').click(limit);
    });
  },

  'shots are those of the train rows, each with its id, and others can be chosen': async (workbench, { assert, screenshot }) => {
    const { preview } = workbench;
    await preview.locator('.fold').first().click(limit);
    await preview.locator('.turn .seg.data').nth(3).waitFor(limit);
    await preview.locator('shot-picker .rows').click(limit);
    await preview.locator('shot-picker .popup').waitFor(limit);
    await inBoth(workbench, (theme) => screenshot(`train-rows-${theme}`));
    assert.match(await preview.locator('shot-picker .popup').innerText(), /0[\s\S]*1[\s\S]*2/);
    await preview.locator('shot-picker .action').press('Escape');
    await preview.locator('shot-picker .popup').waitFor({ state: 'detached', ...limit });
    await preview.locator('.fold').first().click(limit);
  },

  'shots that the framework drops are struck through, and counted': async (workbench, { screenshot }) => {
    const { preview } = workbench;
    await pick(workbench, 'model', 'river-narrow');
    await preview.locator('.tokens .fate').first().waitFor(limit);
    await preview.locator('.fold').first().click(limit);
    await preview.locator('.body').first().press('End');
    await preview.locator('.turn.left-out').first().waitFor(limit);
    await inBoth(workbench, (theme) => screenshot(`shots-dropped-${theme}`));
    await preview.locator('.fold').first().click(limit);
    await pick(workbench, 'model', 'river-7b-chat');
  },
};

const realTokenizer = {
  'of a real template turns keep their roles, and its tokens have their boundaries': async (workbench, { screenshot }) => {
    const { preview } = workbench;
    await pick(workbench, 'model', 'qwen3');
    await preview.locator('.seg', { hasText: '<|im_start|>' }).first().waitFor(limit);
    await preview.getByRole('tab', { name: /^Tokens/ }).waitFor({ timeout: 60_000 });
    await inBoth(workbench, (theme) => screenshot(`qwen-template-${theme}`));
    await preview.getByRole('tab', { name: /^Tokens/ }).click(limit);
    await preview.locator('.body .seg').first().waitFor(limit);
    await inBoth(workbench, (theme) => screenshot(`qwen-tokens-${theme}`));
    await preview.getByRole('tab', { name: /^Chat template/ }).click(limit);
    await pick(workbench, 'model', 'river-7b-chat');
  },

  'the config of a run has its tasks in the chat template of its model': async (workbench, { assert, screenshot }) => {
    const { preview } = workbench;
    await workbench.open('run.yaml');
    await preview.locator('.pick', { hasText: 'harbour_quiz' }).waitFor(limit);
    await preview.locator('.seg', { hasText: '<|im_start|>' }).first().waitFor(limit);
    await inBoth(workbench, async (theme) => {
      assert.match(await preview.locator('.level').innerText(), /exact/);
      await screenshot(`run-config-${theme}`);
    });
    await workbench.open('eval_look.py');
    await preview.locator('.turn.user .seg.data').first().waitFor(limit);
  },
};

const comparisons = (folder) => ({
  'a long prompt is searched, and goes from match to match': async (workbench, { screenshot }) => {
    const { preview, page } = workbench;
    await preview.locator('.body').first().press('Control+F');
    const field = preview.locator('.find input');
    await field.fill('how many');
    await preview.locator('.find', { hasText: /of \d+/ }).waitFor(limit);
    await page.keyboard.press('Enter');
    await inBoth(workbench, (theme) => screenshot(`find-${theme}`));
    await field.press('Escape');
  },

  'it is compared with a saved prediction': async (workbench, { assert, screenshot }) => {
    const { preview } = workbench;
    const prompt = await preview.locator('prompt-preview').evaluate((page) => page.shown.preview.output.text);
    const file = path.join(folder, 'outputs/20250101/predictions/river-7b-chat/word_problems.json');
    mkdirSync(path.dirname(file), { recursive: true });
    const saved = prompt.replace('Think step by step', 'Think first').replace('120 books', '90 books');
    writeFileSync(file, JSON.stringify({ 0: { origin_prompt: saved, prediction: '37', gold: '160' } }));
    await compareWith(workbench, 'The prompt in a saved prediction …', async () => {
      const input = workbench.page.locator('.quick-input-widget input.input');
      const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
      await workbench.page.locator('.quick-input-title', { hasText: 'A file of predictions' }).waitFor(limit);
      // The dialog first lists the folder that it starts in.
      await rows.filter({ hasText: 'outputs' }).first().waitFor(limit);
      await input.fill(file);
      await rows.filter({ hasText: 'word_problems.json' }).first().waitFor(limit);
      await input.press('Enter');
    });
    assert.ok((await preview.locator('ins').count()) > 0);
    await inBoth(workbench, (theme) => screenshot(`compare-prediction-${theme}`));
    await showPrompt(preview);
  },

  'it is compared with what is saved, and with another release': async (workbench, { screenshot }) => {
    const { preview, page } = workbench;
    await workbench.open('word_problems_gen.py');
    await workbench.clickBehind("dict(role='HUMAN', prompt='Problem: {question}");
    await page.keyboard.press('Home');
    for (let i = 0; i < "dict(role='HUMAN', prompt='".length; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('Hard ');
    await preview.locator('.seg', { hasText: 'Hard Problem' }).first().waitFor(limit);
    await compareWith(workbench, 'The saved files');
    await inBoth(workbench, (theme) => screenshot(`compare-saved-${theme}`));
    await showPrompt(preview);
    await compareWith(workbench, 'Another release of OpenCompass', '0.');
    await inBoth(workbench, (theme) => screenshot(`compare-release-${theme}`));
    await showPrompt(preview);
  },

  'a prompt that is out of date says so in the seal': async (workbench, { screenshot }) => {
    const { preview, page } = workbench;
    await workbench.open('word_problems_gen.py');
    await page.keyboard.press('Control+Home');
    await workbench.clickBehind("ice_token = '</E>'");
    await page.keyboard.type(' + [');
    await preview.locator('.seal', { hasText: 'stale' }).waitFor(limit);
    await inBoth(workbench, async (theme) => {
      await screenshot(`seal-stale-${theme}`);
      await preview.locator('.level').click(limit);
      await screenshot(`seal-stale-reasons-${theme}`);
      await preview.locator('.level').click(limit);
    });
  },
});

/** Compares the prompt with what an entry of the list stands for. @param other a row of the list behind it, or what answers a dialog */
async function compareWith(workbench, what, other) {
  const title = 'Prompt Preflight: Compare Prompt With…';
  await workbench.pick('F1', `>${title}`, title, { stays: true });
  await workbench.page.locator('.quick-input-title', { hasText: 'Compare the Prompt With' }).waitFor(limit);
  await workbench.choose(what, what, other !== undefined);
  if (typeof other === 'function') await other();
  else if (other !== undefined) await workbench.choose(other);
  await workbench.preview.locator('.compare-bar [role=status]', { hasText: 'difference' }).waitFor(limit);
}

async function showPrompt(preview) {
  await preview.locator('.compare-bar').getByTitle('Show the prompt again (Escape)').click(limit);
  await preview.locator('.body .seg').first().waitFor(limit);
}

/** Does something in dark colours, and again in light ones. */
export async function inBoth(workbench, look) {
  for (const theme of ['light', 'dark']) {
    const { title, mark } = themes[theme];
    await workbench.pick('F1', '>Preferences: Color Theme', 'Preferences: Color Theme', { stays: true });
    await workbench.choose(title);
    await workbench.preview.locator(mark).waitFor(limit);
    await workbench.page.mouse.move(0, 0);
    await look(theme);
  }
}
