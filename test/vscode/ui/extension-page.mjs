// The page of the extension in the Extensions view: what it shows of the README.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';

const limit = { timeout: 15_000 };
const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Where the package says that its pictures are. */
const raw = /^https:\/\/github\.com\/[^/]+\/[^/]+\/raw\/HEAD\/(.*)$/;

/** The README as it is written: its headings, how many pieces of code it has, and the names of its pictures and links. */
function written() {
  const text = readFileSync(path.join(root, 'README.md'), 'utf8');
  const tokens = new MarkdownIt().parse(text, {});
  const within = tokens.flatMap(({ children }) => children ?? []);
  const ends = (/** @type {string} */ type, /** @type {string} */ attribute) =>
    within.filter((token) => token.type === type).map((token) => lastPart(String(token.attrGet(attribute))));
  return {
    headings: tokens.flatMap((token, i) => (token.type === 'heading_open' ? [tokens[i + 1]?.content ?? ''] : [])),
    tables: tokens.filter(({ type }) => type === 'table_open').length,
    code: within.filter(({ type }) => type === 'code_inline').length,
    pictures: ends('image', 'src'),
    links: ends('link_open', 'href'),
  };
}

/** @param {string} address */
function lastPart(address) {
  return address.split('/').at(-1) ?? '';
}

/** They come last: the window stays as they leave it. */
export const extensionPageSteps = {
  'the page of the extension shows all of the README': async (workbench, { assert, screenshot }) => {
    const { page } = workbench;
    // In place of the network: the repository as it is here.
    await page.context().route(raw, (route) => route.fulfill({ path: path.join(root, raw.exec(route.request().url())?.[1] ?? '') }));
    await page.keyboard.press('Control+Shift+X');
    await page.locator('.extensions-list .monaco-list-row', { hasText: 'Prompt Preflight' }).first().click(limit);
    await page.locator('.extension-editor .name', { hasText: 'Prompt Preflight' }).waitFor(limit);
    const readme = (await frameWith(page, 'h1#prompt-preflight, h1:text-is("Prompt Preflight")')).locator('body');
    const waiting = readme.locator('img');
    for (let i = 0; i < (await waiting.count()); i++)
      await waiting.nth(i).evaluate((picture) => /** @type {HTMLImageElement} */ (picture).decode());
    const shown = await readme.evaluate((body) => {
      const all = (/** @type {string} */ selector) => [...body.querySelectorAll(selector)];
      return {
        headings: all('h1, h2, h3').map(({ textContent }) => textContent?.trim()),
        tables: all('table').length,
        code: all(':not(pre) > code').length,
        pictures: all('img').map((picture) => picture.getAttribute('src') ?? ''),
        // One of VS Code's own leads back to the top.
        links: all('a[href]:not([href="#"])').map((link) => link.getAttribute('href') ?? ''),
      };
    });
    const addresses = [...shown.pictures, ...shown.links];
    assert.deepEqual(
      addresses.filter((address) => !/^(https:|#)/.test(address)),
      [],
    );
    assert.deepEqual({ ...shown, pictures: shown.pictures.map(lastPart), links: shown.links.map(lastPart) }, written());
    await screenshot('extension-page');
    await page.context().unroute(raw);
  },
};

/**
 * Of all pages within the workbench the one that has an element.
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 */
async function frameWith(page, selector) {
  for (const end = Date.now() + limit.timeout; Date.now() < end; await page.waitForTimeout(50))
    for (const frame of page.frames())
      if (
        (await frame
          .locator(selector)
          .count()
          .catch(() => 0)) > 0
      )
        return frame;
  throw new Error(`No page has ${selector}`);
}
