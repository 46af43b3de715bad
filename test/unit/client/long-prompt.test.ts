import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PreviewTurn } from '../../../server/src/protocol/preview.js';
import { findBrowser } from '../../vscode/browser.mjs';
import { answerWith, segment, turn } from './invented-preview.js';
import { OpenPage } from './open-page.js';

const executable = findBrowser();
if (!executable) console.log('skipped: long prompts on the page. No Chromium or Chrome was found; CHROMIUM can name one.');

describe.skipIf(!executable)('a long prompt', () => {
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    opened = await OpenPage.open(executable!);
    page = opened.page;
  });
  afterAll(() => opened?.close());
  beforeEach(() => opened.reload());
  afterEach(() => expect(opened.complaints).toEqual([]));

  const showTurns = (turns: readonly PreviewTurn[]): Promise<void> =>
    opened.show(answerWith({ stages: [{ id: 's', title: 'S', summary: '', turns, origins: [] }] }));
  const generating = (turn: PreviewTurn): PreviewTurn => ({ ...turn, generates: true });
  const lines = (count: number, word = 'line') => Array.from({ length: count }, (_, i) => `${word} ${i} of them\n`).join('');
  const shownText = () => page.locator('[data-row] pre').evaluateAll((all) => all.map((one) => one.textContent).join(''));
  /** What a user sees: the text in the middle of the prompt's area. */
  const isInSight = (text: string) =>
    page.locator('.seg', { hasText: text }).evaluateAll((all, sought) => {
      const element = all.at(-1);
      if (!element) return false;
      const walker = element.ownerDocument.createTreeWalker(element, 4);
      const { top, bottom } = element.closest('.body')!.getBoundingClientRect();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent!.indexOf(sought);
        if (at < 0) continue;
        const range = element.ownerDocument.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        return box.top >= top && box.bottom <= bottom;
      }
      return false;
    }, text);
  const scrolls = () =>
    page
      .locator('.body')
      .evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({ scrollTop, left: scrollHeight - clientHeight - scrollTop }));

  it('of 2 MB is there at once; End goes to its end, where alone the model starts to write, and Home back', async () => {
    await showTurns([
      turn('SYSTEM', 'system', [segment('start\n')]),
      generating(turn('HUMAN', 'user', [segment(`${lines(100_000, 'a line')}the end`)])),
    ]);
    expect(await page.locator('[data-row]').count()).toBeLessThan(60);
    expect(await page.locator('.caret').count()).toBe(0);
    await page.locator('.body').focus();
    await page.keyboard.press('End');
    await expect.poll(() => isInSight('the end')).toBe(true);
    expect(await page.locator('.caret').count()).toBe(1);
    expect((await scrolls()).left).toBeLessThan(2);
    await page.keyboard.press('PageUp');
    await expect
      .poll(() => page.locator('.body').evaluate((body) => body.scrollHeight - body.clientHeight - body.scrollTop))
      .toBeGreaterThan(200);
    await page.keyboard.press('Home');
    await expect.poll(() => isInSight('start')).toBe(true);
    await page.keyboard.press('PageDown');
    await expect.poll(async () => (await scrolls()).scrollTop).toBeGreaterThan(200);
  });

  it('that is one line of 10 MB, or 100,000 pieces, opens and ends', async () => {
    await showTurns([generating(turn('HUMAN', 'user', [segment(`${'abcdefghi '.repeat(500_000)}${'x'.repeat(5_000_000)}END`)]))]);
    await page.locator('.body').focus();
    await page.keyboard.press('End');
    await expect.poll(() => isInSight('END')).toBe(true);
    const shown = answerWith({ stages: [{ id: 's', title: 'S', summary: '', turns: [], origins: [] }] });
    // The pieces are made in the page: to send them there takes the test longer than the page to show them.
    await page.evaluate(`{
      const shown = ${JSON.stringify(shown)};
      const segments = Array.from({ length: 100_000 }, (_, i) => ({ text: i + ' ', kind: i % 2 ? 'data' : 'prompt', title: '', origins: [] }));
      shown.preview.stages[0].turns.push({ who: 'HUMAN', kind: 'user', segments, generates: true });
      postMessage({ type: 'show', number: 0, shown, locked: false });
    }`);
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('[data-key="0-0"]').count()).toBe(1);
    await page.keyboard.press('End');
    await expect.poll(() => isInSight('99999')).toBe(true);
    expect(await page.locator('.seg').count()).toBeLessThan(4000);
  });

  it('loses nothing on the way from its start to its end', async () => {
    const text = Array.from({ length: 300 }, (_, i) => `${i}: ${'word '.repeat((i * 7) % 90)}\n`).join('');
    await showTurns([turn('A', 'user', [segment(text)]), turn('B', 'assistant', [segment('last')])]);
    const seen = new Map<number, string>();
    for (let end = false; !end;) {
      const rows = await page
        .locator('[data-row]')
        .evaluateAll((all) => all.map((row) => [Number(row.getAttribute('data-row')), row.querySelector('pre')!.textContent] as const));
      for (const [row, shown] of rows) seen.set(row, shown);
      end = await page.locator('.body').evaluate((body) => {
        body.scrollTop += body.clientHeight;
        return body.scrollTop + body.clientHeight >= body.scrollHeight - 1;
      });
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    }
    for (const [row, shown] of await page
      .locator('[data-row]')
      .evaluateAll((all) => all.map((one) => [Number(one.getAttribute('data-row')), one.querySelector('pre')!.textContent] as const)))
      seen.set(row, shown);
    expect(
      [...seen]
        .sort(([a], [b]) => a - b)
        .map(([, shown]) => shown)
        .join(''),
    ).toBe(`${text}last`);
  });

  it('is searched as a whole, by keyboard, with or without case, also where examples are folded away', async () => {
    const example = (i: number) => turn('HUMAN', 'user', [segment(lines(40, `shot${i}`))], i);
    await showTurns([
      ...Array.from({ length: 20 }, (_, i) => example(i)),
      turn('HUMAN', 'user', [segment(`${lines(20_000)}Needle one, needle two`)]),
    ]);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('needle');
    await expect.poll(() => page.locator('.find .count').innerText()).toBe('1 of 2');
    await expect.poll(() => isInSight('Needle one')).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.find .count').innerText()).toBe('2 of 2');
    await page.getByRole('button', { name: 'Match case' }).click();
    await expect.poll(() => page.locator('.find .count').innerText()).toBe('1 of 1');
    expect(await page.evaluate("['match', 'current-match'].map((name) => CSS.highlights.get(name).size)")).toEqual([0, 1]);
    await page.getByLabel('Find in the prompt').fill('shot17 39');
    await expect.poll(() => isInSight('shot17 39')).toBe(true);
    expect(await page.locator('[data-key="17-0"]').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    expect(await page.locator('.find').count()).toBe(0);
    expect(await page.evaluate("CSS.highlights.get('current-match').size")).toBe(0);
  });

  it('is copied as a whole after select-all, and as far as it is selected', async () => {
    const text = lines(5000);
    await showTurns([turn('A', 'user', [segment(text), segment('\u202eodd\u0000')])]);
    const copied = () =>
      page.evaluate(`(() => {
        const data = new DataTransfer();
        document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
        return data.getData('text/plain');
      })()`);
    await page.locator('.body').focus();
    await page.keyboard.press('Control+a');
    expect(await copied()).toBe(`${text}\u202eodd\u0000`);
    // Two lines, by mouse.
    const box = await page
      .locator('.seg')
      .first()
      .evaluate((element) => {
        const { left, top } = element.getClientRects()[0]!;
        return { left, top };
      });
    await page.evaluate('document.getSelection().removeAllRanges()');
    await page.mouse.move(box.left + 1, box.top + 5);
    await page.mouse.down();
    await page.mouse.move(box.left + 1, box.top + 45, { steps: 4 });
    await page.mouse.up();
    expect(await copied()).toBe(lines(2));
  });

  it('of 20 examples folds and unfolds them together, from either end', async () => {
    await showTurns([
      ...Array.from({ length: 20 }, (_, i) => turn('HUMAN', 'user', [segment(`example ${i}\n`)], i)),
      turn('HUMAN', 'user', [segment('asked')]),
    ]);
    expect(await page.locator('.turn[data-row]').count()).toBe(2);
    await page.getByRole('button', { name: '19 more examples' }).click();
    expect(await page.locator('.turn[data-row]').count()).toBe(21);
    await page.getByRole('button', { name: 'fold the 19 examples above' }).click();
    expect(await page.locator('.turn[data-row]').count()).toBe(2);
  });

  it('keeps what is in sight where it is when text above it changes, and the focus in the prompt when a piece leaves the page', async () => {
    const long = (above: string) => [
      turn('A', 'user', [segment(above)]),
      turn('B', 'user', [segment(`${lines(30)}anchor\n${lines(3000)}`)]),
    ];
    await showTurns(long(lines(2)));
    await page.locator('[data-key="0-0"]').focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('[data-key="0-0"]').count()).toBe(0);
    expect(
      await page.locator('.body').evaluate((body) => (body.getRootNode() as unknown as { activeElement: unknown }).activeElement === body),
    ).toBe(true);
    await page.keyboard.press('Home');
    await page.locator('.body').evaluate((body) => (body.scrollTop = 400));
    const place = () =>
      page
        .locator('.seg', { hasText: 'anchor' })
        .first()
        .evaluate((element) => element.getBoundingClientRect().top);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    const before = await place();
    await showTurns(long(lines(6)));
    expect(Math.abs((await place()) - before)).toBeLessThan(2);
    expect(await shownText()).toContain('anchor');
  });

  it('scrolls without a long frame', async () => {
    const turns = (word: string) => [
      ...Array.from({ length: 20 }, (_, i) =>
        turn('HUMAN', 'user', [segment('Q: ', 'meta'), segment(lines(4000, `${word}${i}`), 'data', []), segment('\n', 'meta')], i),
      ),
      generating(turn('BOT', 'assistant', [segment('A:', 'meta')])),
    ];
    await showTurns(turns('w'));
    const longest = await page.evaluate<number>(`(async () => {
      const body = document.querySelector('prompt-preview').shadowRoot.querySelector('.body');
      const frames = [];
      for (let i = 0, last = performance.now(); i < 60; i++) {
        body.scrollTop += i % 10 === 9 ? body.scrollHeight / 12 : 300;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        frames.push(performance.now() - last);
        last = performance.now();
      }
      return Math.max(...frames);
    })()`);
    console.log(`    2 MB: longest frame while scrolling ${longest.toFixed(0)} ms`);
    // Far above what is measured on a quiet machine.
    expect(longest).toBeLessThan(400);
  });
});
