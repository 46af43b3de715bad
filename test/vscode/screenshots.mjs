// Makes the pictures of the README and of the walkthrough, in a real VS Code, dark and light.
//   node test/vscode/screenshots.mjs [preview|task|problems|rule]   (after npm run package)
import { pick } from './ui/steps.mjs';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from './browser.mjs';
import { findVsCode } from './find-vscode.mjs';
import { packagedExtension, testWorkspace } from './prepare.mjs';
import { smallPicture } from './small-picture.mjs';
import { openWorkbench } from './ui/workbench.mjs';
import { quietSettings, startVsCode } from './vscode-from-npm.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const images = path.join(root, 'docs', 'images');
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern' };
const viewport = { width: 1480, height: 860 };
/** Of what only the walkthrough shows, where pictures are small; they are dark alone, since the package has to be small, too. */
const smallViewport = { width: 1120, height: 640 };

const { web, webMissing } = await findVsCode();
if (!web) {
  console.error(webMissing);
  process.exit(1);
}
mkdirSync(images, { recursive: true });
const { vsix } = packagedExtension(root);

/** What is opened, with which rows, where the cursor stands, and what is done with the preview before the picture is taken. */
const scenes = {
  preview: {
    file: 'opencompass/eval_demo.py',
    rowFile: 'opencompass/data/rows.jsonl',
    cursor: 'import word_problems_datasets',
    async stage(workbench) {
      await showPreview(workbench);
      // The last row: the one that stands farthest from the example that is unfolded.
      const next = workbench.preview.getByLabel('Next row');
      while (await next.isEnabled()) await nextRow(workbench.preview, next);
      const piece = workbench.preview.locator('.turn.assistant .seg.meta', { hasText: 'end' }).first();
      await piece.hover();
      await workbench.preview.locator('.tip').waitFor();
    },
  },
  task: {
    file: 'lm-eval/harbour_quiz.yaml',
    rowFile: '',
    cursor: 'doc_to_text',
    async stage(workbench) {
      await showPreview(workbench);
      await pick(workbench, 'chat-template', 'ChatML');
      await workbench.preview.locator('.turn .seg', { hasText: 'im_start' }).first().waitFor();
      await workbench.preview.locator('.seg.scored').first().hover();
      await workbench.preview.locator('.tip').waitFor();
    },
  },
  problems: {
    file: 'opencompass/eval_broken.py',
    rowFile: '',
    cursor: 'pond_meta_template = dict(',
    viewport: smallViewport,
    stage: showProblems,
  },
  rule: {
    file: 'opencompass/eval_broken.py',
    rowFile: '',
    cursor: 'pond_meta_template = dict(',
    viewport: smallViewport,
    async stage(workbench) {
      await showProblems(workbench);
      await workbench.page.locator('.markers-panel a', { hasText: 'duplicate-role' }).first().click();
      await workbench.waitFor('.tab[aria-label*="duplicate-role.md"]');
      await workbench.command('View: Hide Panel');
      const page = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
      await page.locator('h1', { hasText: 'duplicate-role' }).waitFor();
    },
  },
};

const wanted = process.argv[2];
for (const [name, theme] of Object.entries(themes))
  for (const [scene, { viewport: small }] of Object.entries(scenes))
    if ((wanted === undefined || wanted === scene) && (name === 'dark' || !small)) await shoot(web, scene, name, theme);

async function shoot({ main, browser: executable }, scene, name, theme) {
  const { file: shown, rowFile, cursor, stage, viewport: size = viewport } = scenes[scene];
  const profile = mkdtempSync(path.join(os.tmpdir(), 'preflight-screenshot-'));
  const settings = {
    ...quietSettings,
    'workbench.colorTheme': theme,
    'workbench.activityBar.location': 'hidden',
    'window.title': '${activeEditorShort}${separator}${rootName}',
    'promptPreflight.rowFile': rowFile,
  };
  const vscode = await startVsCode({ main, profile, vsix, settings });
  const browser = await launchBrowser(executable);
  try {
    const workbench = await openWorkbench(browser, vscode.port, testWorkspace(root), [shown], { viewport: size });
    await workbench.clickBehind(cursor);
    await hideSidebar(workbench);
    await stage(workbench);
    const file = path.join(images, `${scene}-${name}.webp`);
    writeFileSync(file, await smallPicture(await workbench.page.screenshot()));
    console.log(path.relative(root, file));
  } finally {
    await browser.close();
    await vscode.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function showPreview(workbench) {
  await workbench.command('Prompt Preflight: Preview Prompt');
}

async function showProblems(workbench) {
  await workbench.command('Problems: Focus on Problems View');
  await workbench.page.locator('.markers-panel .marker-icon, .markers-panel .monaco-list-row').nth(3).waitFor();
}

async function hideSidebar(workbench) {
  // Not by Control+B: with that key down the name under the mouse looks like a link.
  await workbench.command('View: Toggle Primary Side Bar Visibility');
  await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
}

async function nextRow(preview, next) {
  const shown = preview.locator('.pick', { has: next }).locator('span').first();
  const before = await shown.innerText();
  await next.click();
  await preview.locator('.pick span', { hasText: before }).waitFor({ state: 'detached' });
}
