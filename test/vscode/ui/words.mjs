// The same extension in Simplified Chinese, and the pages of its rules, which lie in it.
import { testWorkspace } from '../prepare.mjs';
import { quietSettings } from '../vscode-from-npm.mjs';

const limit = { timeout: 15_000 };
const chinese = /[\u4e00-\u9fff]/;

/** A window in Chinese: the texts of VS Code itself stay English, since its language pack is not there. */
export function chineseWindow(root) {
  const settings = { ...quietSettings, 'promptPreflight.pythonPath': '/nowhere/python' };
  return { folder: testWorkspace(root), file: 'opencompass/eval_broken.py', settings, language: 'zh-cn', steps };
}

const steps = {
  'commands, the preview and its problems are in Chinese': async (workbench, { assert, screenshot }) => {
    await workbench.clickBehind('riddles_infer_cfg = dict');
    await workbench.command('预览提示词');
    const { preview } = workbench;
    const problem = preview.locator('.problems li p').first();
    await problem.waitFor(limit);
    await screenshot('preview-zh-cn');
    assert.match(await problem.innerText(), chinese);
    for (const part of ['.foot', '.stages', '.bar']) assert.match(await preview.locator(part).innerText(), chinese, part);
  },

  'the menu beside Copy, what a prompt is compared with and the comparison are in Chinese': async (workbench, { assert, screenshot }) => {
    const { preview, page } = workbench;
    await workbench.open('eval_demo.py');
    await workbench.clickBehind('import word_problems_datasets');
    await preview.locator('take-away-menu .arrow').click(limit);
    const items = preview.locator('take-away-menu [role=menuitem]');
    await items.last().waitFor(limit);
    await screenshot('take-away-zh-cn');
    for (const item of await items.allInnerTexts()) assert.match(item, chinese);
    await items.last().click(limit);
    await page.locator('.quick-input-title', { hasText: chinese }).waitFor(limit);
    await screenshot('compare-list-zh-cn');
    for (const row of await page.locator('.quick-input-list .monaco-list-row').allInnerTexts()) assert.match(row, chinese);
    await workbench.choose('其他模型', '其他模型', true);
    await workbench.choose('harbor-chat');
    await preview.locator('.compare-bar [role=status]', { hasText: /\d/ }).waitFor(limit);
    await screenshot('comparison-zh-cn');
    assert.match(await preview.locator('.compare-bar').innerText(), chinese);
    assert.match((await preview.locator('.tools [disabled]').getAttribute('title')) ?? '', chinese);
    await preview.locator('.compare-bar .tool').last().click(limit);
    await preview.locator('.caret').waitFor(limit);
  },

  'what keeps the installed framework from answering is said in Chinese': async (workbench, { assert }) => {
    await workbench.open('capitals_gen.py');
    await workbench.page.locator('.tab', { hasText: '提示词：capitals_gen.py' }).waitFor(limit);
    await workbench.command('与已安装的框架核对');
    const refusal = workbench.page.locator('.notification-toast', { hasText: '/nowhere/python' });
    await refusal.waitFor({ timeout: 30_000 });
    assert.match(await refusal.innerText(), /框架没有应答。/);
    await workbench.command('Notifications: Clear All Notifications');
    await workbench.open('eval_broken.py');
    await workbench.preview.locator('.problems li').first().waitFor(limit);
  },

  'the page of a rule opens in the editor, from the extension alone': async (workbench, { assert, screenshot }) => {
    const before = workbench.requests.length;
    const link = workbench.preview.locator('.problems li a[href^="command:"]').first();
    const rule = await link.innerText();
    await link.click(limit);
    await workbench.waitFor(`.tab[aria-label*="${rule}.md"]`);
    const page = workbench.page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
    await page.locator('h1', { hasText: rule }).waitFor(limit);
    await screenshot('rule-zh-cn');
    assert.match(await page.locator('blockquote').first().innerText(), chinese);
    // VS Code itself may ask its gallery; nobody asks for the page on the web.
    const elsewhere = workbench.requests.slice(before).filter((address) => /github/.test(new URL(address).host));
    assert.deepEqual(elsewhere, []);
  },
};
