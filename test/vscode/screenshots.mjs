// Makes the pictures of the README: the demo config with its prompt beside it, in a real VS Code, dark and light.
//   node test/vscode/screenshots.mjs   (after npm run package)
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from './browser.mjs';
import { findVsCode } from './find-vscode.mjs';
import { packagedExtension, testWorkspace } from './prepare.mjs';
import { openWorkbench } from './ui/workbench.mjs';
import { quietSettings, startVsCode } from './vscode-from-npm.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const images = path.join(root, 'docs', 'images');
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern' };
const viewport = { width: 1480, height: 860 };

const { web, webMissing } = await findVsCode();
if (!web) {
  console.error(webMissing);
  process.exit(1);
}
mkdirSync(images, { recursive: true });
const { vsix } = packagedExtension(root);
for (const [name, theme] of Object.entries(themes)) await shoot(name, theme);

async function shoot(name, theme) {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'preflight-screenshot-'));
  const settings = {
    ...quietSettings,
    'workbench.colorTheme': theme,
    'workbench.activityBar.location': 'hidden',
    'window.title': '${activeEditorShort}${separator}${rootName}',
    'promptPreflight.rowFile': 'opencompass/data/rows.jsonl',
  };
  const vscode = await startVsCode({ main: web.main, profile, vsix, settings });
  const browser = await launchBrowser(web.browser);
  try {
    const workbench = await openWorkbench(browser, vscode.port, testWorkspace(root), ['opencompass/eval_demo.py'], viewport);
    await workbench.clickBehind('import word_problems_datasets');
    // Not by Control+B: with that key down the name under the mouse looks like a link.
    await workbench.command('View: Toggle Primary Side Bar Visibility');
    await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
    await workbench.command('Prompt Preflight: Preview Prompt');
    // The last row: the one that stands farthest from the example that is unfolded.
    const next = workbench.preview.getByLabel('Next row');
    while (await next.isEnabled()) await nextRow(workbench.preview, next);
    const piece = workbench.preview.locator('.turn.assistant .seg.meta', { hasText: 'end' }).first();
    await piece.hover();
    await workbench.preview.locator('.tip').waitFor();
    const file = path.join(images, `preview-${name}.png`);
    await workbench.page.screenshot({ path: file });
    console.log(path.relative(root, file));
  } finally {
    await browser.close();
    await vscode.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function nextRow(preview, next) {
  const shown = preview.locator('.pick', { has: next }).locator('span').first();
  const before = await shown.innerText();
  await next.click();
  await preview.locator('.pick span', { hasText: before }).waitFor({ state: 'detached' });
}
