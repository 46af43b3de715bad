// VS Code's workbench in a browser, as a user works it. Everything waits on what is shown, never on the clock.
import path from 'node:path';

const limit = { timeout: 20_000 };

/**
 * Opens the workbench on a folder with some configs of it in editors; it is ready when the extension has recognised the one that is shown.
 * @param {import('playwright-core').Browser} browser
 * @param {number} port of the server
 * @param {string} folder
 * @param {readonly string[]} files
 * @param {{ viewport?: { width: number; height: number }; development?: string; language?: string; ready?: string }} options `development`: folder of an extension that is loaded as it
 *   is, beside what is installed; `language`: of the editor, for what extensions say; `ready`: what is waited for in place of the recognised config
 */
export function openWorkbench(browser, port, folder, files, { development, ...options } = {}) {
  const remote = (file) => `vscode-remote://127.0.0.1:${port}${path.resolve(folder, file)}`;
  const extension = development === undefined ? [] : [['extensionDevelopmentPath', remote(development)]];
  const payload = [...extension, ...files.map((file) => ['openFile', remote(file)])];
  return openPage(browser, `http://127.0.0.1:${port}/?${new URLSearchParams({ folder })}`, payload, options);
}

/** What is shown where the extension has recognised a config. */
const recognised = '.editor-actions :is([aria-label*="Preview Prompt"], [aria-label*="预览提示词"])';

/**
 * Opens the workbench at an address; it is ready when the extension has recognised the config that is shown, if one is.
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 * @param {readonly (readonly string[])[]} payload as VS Code for the web takes it: `['openFile', URI]`
 * @param {{ viewport?: { width: number; height: number }; language?: string; ready?: string }} options
 */
export async function openPage(browser, address, payload, { viewport = { width: 1400, height: 900 }, language, ready = recognised } = {}) {
  const context = await browser.newContext({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
  const requests = [];
  context.on('request', (request) => requests.push(request.url()));
  const page = await context.newPage();
  // A language pack would say it, and translate VS Code itself.
  if (language !== undefined) await page.addInitScript((name) => (globalThis._VSCODE_NLS_LANGUAGE = name), language);
  const url = new URL(address);
  url.searchParams.set('payload', JSON.stringify([['skipWelcome', 'true'], ...payload]));
  await page.goto(url.href);
  await page.waitForSelector('.monaco-workbench .part.editor', limit);
  if (payload.some(([kind]) => kind === 'openFile')) await page.waitForSelector(ready, limit);
  return new Workbench(page, requests);
}

class Workbench {
  /** @param requests addresses of all that the browser asked for, in this page and in the frames of it, blocked or not */
  constructor(page, requests) {
    this.page = page;
    this.requests = requests;
  }

  /** The preview's page, inside the two frames that VS Code puts around a webview. */
  get preview() {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** Reloads the window, which then restores its editors instead of opening named files. */
  async reload() {
    await this.page.evaluate(() => {
      const address = new URL(globalThis.location.href);
      address.searchParams.delete('payload');
      globalThis.history.replaceState(undefined, '', address);
      globalThis.beforeReload = true;
    });
    // Through the command, since the workbench then keeps its state before it goes.
    await this.command('Developer: Reload Window');
    await this.page.waitForFunction(() => !globalThis.beforeReload, undefined, limit);
  }

  /** Runs a command by its title, through the palette. @param options `stays`: the command opens an input of its own in the palette's place */
  async command(title, options = {}) {
    await this.pick('F1', `>${title}`, title, options);
  }

  /** Opens a file of the folder by its name, in the first group. */
  async open(name) {
    // Not into the text: the cursor may stand where the click goes. Of a text that is scrolled the first number may lie under the shadow at the top.
    const numbers = this.page.locator('.editor-group-container').first().locator('.line-numbers');
    await numbers
      .first()
      .click({ timeout: 2000 })
      .catch(() => numbers.nth(3).click(limit));
    // A file that has just been written is not in the list that a picker begins with, and may never come into it.
    for (let tries = 1; tries < 5 && !(await this.lists(name)); tries++) await this.page.keyboard.press('Escape');
    await this.choose(name);
    await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`, limit);
  }

  /** Opens the list of files with those of a name. @returns whether it has one */
  async lists(name) {
    await this.page.keyboard.press('Control+P');
    await this.page.locator('.quick-input-widget input.input').fill(name);
    return this.page
      .locator('.quick-input-list .monaco-list-row', { hasText: name })
      .first()
      .waitFor({ timeout: 4000 })
      .then(
        () => true,
        () => false,
      );
  }

  /** Picks a row of a quick pick. @param options `stays`: what is picked opens another one */
  async pick(key, text, row, { stays = false } = {}) {
    await this.page.keyboard.press(key);
    await this.choose(row, text, stays);
  }

  /** Picks a row of the quick pick that is open. */
  async choose(row, text = row, stays = false) {
    const input = this.page.locator('.quick-input-widget input.input');
    await input.waitFor(limit);
    await input.fill(text);
    const found = this.page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first();
    await found.click(limit);
    if (stays) return;
    // A list that is just filled anew loses the click.
    for (let tries = 1; tries < 5 && !(await this.closes('.quick-input-widget', 3000)); tries++)
      await found.click({ timeout: 1000 }).catch(() => undefined);
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden', ...limit });
  }

  /** Whether what is shown goes within so many milliseconds. */
  closes(selector, timeout) {
    return this.page
      .locator(selector)
      .waitFor({ state: 'hidden', timeout })
      .then(
        () => true,
        () => false,
      );
  }

  /** Puts the cursor behind a text of the editor that is shown. */
  async clickBehind(text) {
    const line = this.page.locator('.editor-group-container.active .view-line', { hasText: text }).first();
    await line.waitFor(limit);
    // The browser brings what has the focus into sight by itself, and a click the middle of a line, which is as wide as the longest: both scroll the editor behind its back.
    await this.page.locator('.monaco-editor .overflow-guard, .monaco-editor .monaco-scrollable-element').evaluateAll((parts) => {
      for (const part of parts) part.scrollLeft = 0;
    });
    await line.click({ ...limit, position: { x: 4, y: 4 } });
    await this.page.keyboard.press('End');
  }

  /** Rests the mouse on a text of the editor that is shown; again, where nothing comes: a server that starts has nothing to say yet. @returns the hover */
  async hover(text) {
    // A row is there before what it shows is.
    const rows = this.page.locator('.monaco-hover .hover-row').filter({ visible: true });
    const hover = rows
      .filter({ hasText: /\S/ })
      .or(rows.filter({ has: this.page.locator('img') }))
      .first();
    // A line is one piece until the editor has taken it apart, and its middle is somewhere else.
    const alone = new RegExp(`^[^=]*${text}[^=]*$`);
    const piece = this.page.locator('.editor-group-container.active .view-line span span', { hasText: alone }).first();
    for (let tries = 1; ; tries++) {
      await this.page.mouse.move(0, 0);
      await hover.waitFor({ state: 'hidden', ...limit });
      const top = (await piece.boundingBox())?.y;
      await piece.hover(limit);
      const found = await hover.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
      // A code lens that appears meanwhile moves the lines away from under the mouse.
      if (found && (await piece.boundingBox())?.y === top) return hover;
      if (tries === 7) throw new Error(`There is no hover on ${text}`);
    }
  }

  async waitFor(selector) {
    await this.page.waitForSelector(selector, limit);
  }

  /** True where the keyboard goes to a text editor and not to the preview. */
  editorHasFocus() {
    return this.page
      .locator('.monaco-editor:focus-within, .monaco-editor.focused')
      .count()
      .then((count) => count > 0);
  }

  /** @returns the name of the file in the active editor of the active group */
  async activeFile() {
    return this.page.locator('.editor-group-container.active .tab.active').getAttribute('data-resource-name');
  }
}
