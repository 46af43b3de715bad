// Makes the moving picture of the README in a real VS Code: a prompt is changed, a column is misspelt, and the quick fix mends it.
//   node test/vscode/moving-picture.mjs   (after npm run package)
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from './browser.mjs';
import { findVsCode } from './find-vscode.mjs';
import { readPng } from './pictures/read-png.mjs';
import { writePng } from './pictures/write-png.mjs';
import { packagedExtension, testWorkspace } from './prepare.mjs';
import { openWorkbench } from './ui/workbench.mjs';
import { quietSettings, startVsCode } from './vscode-from-npm.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** In a folder of its own: the package does not have it, since the README shows it from the web. */
const file = path.join(root, 'docs', 'images', 'moving', 'preview.png');
const viewport = { width: 1200, height: 600 };
/** Short enough to be seen as a whole. */
const config = `from opencompass.datasets import JsonlDataset
from opencompass.models import HuggingFaceCausalLM
from opencompass.openicl.icl_evaluator import AccEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

template = dict(round=[
    dict(role='HUMAN',
         prompt='Problem: {question}'),
    dict(role='BOT', prompt='{answer}'),
])

datasets = [dict(
    abbr='problems', type=JsonlDataset, path='problems',
    reader_cfg=dict(input_columns=['question'],
                    output_column='answer'),
    infer_cfg=dict(
        prompt_template=dict(type=PromptTemplate,
                             template=template),
        retriever=dict(type=ZeroRetriever),
        inferencer=dict(type=GenInferencer)),
    eval_cfg=dict(evaluator=dict(type=AccEvaluator)),
)]

chat = dict(round=[
    dict(role='HUMAN', begin='<|user|>', end='<|end|>'),
    dict(role='BOT', begin='<|assistant|>', generate=True),
])

models = [dict(
    abbr='river-7b', type=HuggingFaceCausalLM,
    path='river', max_out_len=64, meta_template=chat,
)]
`;
const settings = {
  ...quietSettings,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.activityBar.location': 'hidden',
  'workbench.statusBar.visible': false,
  'window.title': '${activeEditorShort}',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.fontSize': 13,
  'editor.codeLens': false,
  'breadcrumbs.enabled': false,
  'promptPreflight.rowFile': 'opencompass/data/rows.jsonl',
};

const { web, webMissing } = await findVsCode();
if (!web) {
  console.error(webMissing);
  process.exit(1);
}
const profile = mkdtempSync(path.join(os.tmpdir(), 'preflight-moving-'));
const vscode = await startVsCode({ main: web.main, profile, vsix: packagedExtension(root).vsix, settings });
const browser = await launchBrowser(web.browser);
try {
  const workspace = testWorkspace(root);
  writeFileSync(path.join(workspace, 'problems.py'), config);
  const workbench = await openWorkbench(browser, vscode.port, workspace, ['problems.py'], { viewport });
  const frames = await play(workbench);
  const png = writePng(frames, 64);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, png);
  console.log(`${path.relative(root, file)}: ${String(frames.length)} frames, ${String(png.length)} bytes`);
} finally {
  await browser.close();
  await vscode.stop();
  rmSync(profile, { recursive: true, force: true });
}

/** @param {Awaited<ReturnType<typeof openWorkbench>>} workbench */
async function play(workbench) {
  const { page } = workbench;
  /** @type {{ picture: import('./pictures/read-png.mjs').Picture; milliseconds: number }[]} */
  const frames = [];
  const shoot = async (/** @type {number} */ milliseconds) => {
    frames.push({ picture: readPng(await page.screenshot()), milliseconds });
  };
  const shown = (/** @type {string} */ text) => workbench.preview.locator('.turn', { hasText: text }).first().waitFor();

  await workbench.command('View: Toggle Primary Side Bar Visibility');
  await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  await workbench.command('Prompt Preflight: Preview Prompt');
  await shown('Problem:');
  await behind(workbench, "prompt='Problem: {question}'", "'),");
  await shoot(1800);

  // A few words more: the prompt follows each of them.
  let text = '';
  for (const word of [' Think', ' step', ' by', ' step.']) {
    await page.keyboard.type(word);
    text += word;
    await shown(text.trim());
    await shoot(280);
  }
  await shoot(1200);

  // A slip in the name of a column: said in the prompt and in the config, with its fix.
  await behind(workbench, "prompt='Problem: {question}", "tion} Think step by step.'),");
  await page.keyboard.press('Backspace');
  await shown('{quetion}');
  await page.locator('.editor-group-container.active :is(.squiggly-error, .squiggly-warning)').first().waitFor();
  await shoot(2200);
  await page.keyboard.press('Control+.');
  await page.locator('.action-widget .monaco-list-row').first().waitFor();
  await shoot(1600);
  await page.keyboard.press('Enter');
  await workbench.preview.locator('.turn', { hasText: '{quetion}' }).waitFor({ state: 'detached' });
  await page.locator('.editor-group-container.active :is(.squiggly-error, .squiggly-warning)').waitFor({ state: 'detached' });
  await shoot(2400);
  return frames;
}

/**
 * Puts the cursor into a line of the config, in front of its last characters.
 * @param {Awaited<ReturnType<typeof openWorkbench>>} workbench
 * @param {string} line
 * @param {string} rest
 */
async function behind(workbench, line, rest) {
  await workbench.clickBehind(line);
  for (let left = 0; left < rest.length; left++) await workbench.page.keyboard.press('ArrowLeft');
}
