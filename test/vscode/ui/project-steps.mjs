// What a user does with a whole project: the view of pairs, the check of the workspace, an exception that is explained; the panels of the preview after a reload.
const limit = { timeout: 15_000 };

export const projectSteps = {
  'the view lists the pairs of the config, and a click shows one': async (workbench, { assert, screenshot }) => {
    const { page, preview } = workbench;
    await workbench.open('eval_demo.py');
    await workbench.command('Explorer: Focus on Prompt Preflight View');
    const row = page.locator('.tree-explorer-viewlet-tree-view .monaco-list-row', { hasText: 'story_endings' }).first();
    // An earlier step has broken a base: each pair says so.
    await row.locator('.codicon-error').waitFor(limit);
    await row.click(limit);
    await preview.locator('.pick.dataset', { hasText: 'story_endings' }).waitFor(limit);
    assert.equal(await workbench.activeFile(), 'eval_demo.py');
    await screenshot('targets');
  },

  'the check of the workspace lists findings of files that are not open': async (workbench, { screenshot }) => {
    const { page } = workbench;
    await workbench.command('Prompt Preflight: Check Whole Workspace');
    await page.locator('.notification-toast', { hasText: /\d+ configs, / }).waitFor(limit);
    await workbench.command('Problems: Focus on Problems View');
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'harbour_broken.yaml' }).first().waitFor(limit);
    await screenshot('workspace-problems');
    await workbench.command('Notifications: Clear All Notifications');
    await workbench.command('View: Hide Panel');
  },

  'an exception in the clipboard is explained, and leads to the page of its rule': async (workbench) => {
    const { page } = workbench;
    await page.evaluate(() =>
      globalThis.navigator.clipboard.writeText('Traceback (most recent call last):\n  File "x.py", line 3, in f\nKeyError: \'api_role\'\n'),
    );
    await workbench.command('Prompt Preflight: Explain Framework Error', { stays: true });
    const input = page.locator('.quick-input-widget input.input');
    await page.waitForFunction(
      () => {
        const input = /** @type {HTMLInputElement | null} */ (globalThis.document.querySelector('.quick-input-widget input.input'));
        return input?.value.startsWith('KeyError');
      },
      undefined,
      limit,
    );
    await input.press('Enter');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'api-role-missing' }).first().click(limit);
    await workbench.waitFor('.tab[aria-label*="api-role-missing.md"]');
    await workbench.command('View: Close Editor');
  },
};
