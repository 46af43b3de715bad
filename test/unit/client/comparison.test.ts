import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { previewPage } from '../../../client/src/preview/html.js';
import { foldedRows } from '../../../client/webview/compare/fold.js';
import { comparePrompts, type ComparedTurn } from '../../../server/src/engine/compare/compare-prompts.js';
import type { FromWebview, PageState, ShownComparison, ToWebview } from '../../../server/src/protocol/page.js';
import { findBrowser, launchBrowser } from '../../vscode/browser.mjs';
import { answerWith } from './invented-preview.js';

const said = (text: string, who = 'HUMAN'): ComparedTurn => ({ who, kind: 'user', text });

function compared(before: readonly ComparedTurn[], after: readonly ComparedTurn[]): ShownComparison {
  const comparison = comparePrompts(before, after);
  return {
    name: 'brook',
    now: 'river',
    with: { kind: 'model', id: 'm/brook', name: 'brook' },
    answer: { kind: 'comparison', uri: 'file:///w/a.py', version: 1, before: {}, after: {}, comparison },
  };
}

describe('what is the same for long', () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');
  const rows = (before: readonly ComparedTurn[], after: readonly ComparedTurn[], open: readonly string[] = []): unknown[] =>
    foldedRows(comparePrompts(before, after).turns, new Set(open)).map((row) =>
      row.kind === 'turns'
        ? `${row.count} turns`
        : row.items.map((item) => (item.kind === 'fold' ? `${item.lines} lines` : item.piece.text)),
    );

  it('is folded between what differs, but for the lines beside it', () => {
    expect(rows([said(`${lines(20)}a`)], [said(`${lines(20)}b`)])).toEqual([
      ['line 0\n', '16 lines', 'line 17\nline 18\nline 19\n', 'a', 'b'],
    ]);
    expect(rows([said(`x${lines(4)}a`)], [said(`y${lines(4)}b`)])).toEqual([['x', 'y', lines(4), 'a', 'b']]);
  });

  it('is folded turn by turn', () => {
    const shots = Array.from({ length: 9 }, (_, i) => said(`shot ${i}`));
    const folded = [...shots, said('what')];
    expect(rows(folded, [...shots, said('which')])).toEqual(['8 turns', ['shot 8'], ['what', 'which']]);
    expect(rows(folded, [...shots, said('which')], ['turns 0'])).toHaveLength(10);
    expect(rows(shots, shots)).toEqual(['9 turns']);
  });

  it('is folded within a line that is very long', () => {
    const long = 'm'.repeat(10_000);
    expect(rows([said(`a ${long}`)], [said(`b ${long}`)])).toEqual([['a', 'b', ` ${'m'.repeat(199)}`, '1 lines', 'm'.repeat(200)]]);
  });
});

const executable = findBrowser();
if (!executable) console.log('skipped: the comparison in the page. No Chromium or Chrome was found; CHROMIUM can name one.');

describe.skipIf(!executable)('the comparison in the page', () => {
  let browser: Browser;
  let page: Page;
  let sent: FromWebview[] = [];
  let saved: PageState[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    const built = await build({ entryPoints: ['client/webview/main.ts'], bundle: true, write: false, format: 'iife', target: 'es2022' });
    const script = built.outputFiles[0]!.text;
    browser = await launchBrowser(executable!);
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => complaints.push(message.text()));
    await page.exposeFunction('save', (state: PageState) => saved.push(state));
    await page.exposeFunction('report', (message: FromWebview) => sent.push(message));
    await page.addInitScript(
      'globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => report(message), setState: (state) => save(state) })',
    );
    await page.route('http://preview.test/**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({ contentType: 'text/html', body: previewPage((name) => `http://preview.test/${name}`) }),
    );
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    sent = [];
    saved = [];
    complaints = [];
    await page.goto('http://preview.test/');
    await post({ type: 'show', number: 0, shown: answerWith(), locked: false });
  });
  afterEach(() => expect(complaints).toEqual([]));

  async function post(message: ToWebview): Promise<void> {
    await page.evaluate(`postMessage(${JSON.stringify(message)})`);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  }

  /** The marks of what cannot be seen, in what differs or in all. */
  function marksIn(tag: 'ins' | 'del' | ''): Promise<string[]> {
    const marks = page.locator(`prompt-comparison pre ${tag} :is(.sp, .tab, .nl, .cr)`);
    return marks.evaluateAll((all) => all.map((each) => each.className));
  }

  it('takes the place of the prompt, and gives it back', async () => {
    expect(await page.isVisible('#prompt')).toBe(true);
    await post({ type: 'compare', compared: compared([said('Question: What is 2?')], [said('Question: Why is 2?')]) });
    expect(await page.isVisible('#prompt')).toBe(false);
    expect(await page.textContent('prompt-comparison [role=status]')).toBe('1 difference · 4 characters removed, 3 added');
    const words = async (before: string, after: string): Promise<string> => {
      await post({ type: 'compare', compared: compared([said(before)], [said(after)]) });
      return (await page.textContent('prompt-comparison [role=status]'))!.replace('1 difference · ', '');
    };
    expect(await words('Question', 'Question?')).toBe('1 character added');
    expect(await words('Question??', 'Question')).toBe('2 characters removed');
    expect(await words('Is it 2?', 'Is it 30?')).toBe('1 character removed, 2 added');
    await post({ type: 'compare', compared: compared([said('Question: What is 2?')], [said('Question: Why is 2?')]) });
    expect(await page.textContent('prompt-comparison pre del')).toBe('What');
    expect(await page.textContent('prompt-comparison pre ins')).toBe('Why');
    await expect.poll(() => saved.at(-1)?.compared).toEqual({ kind: 'model', id: 'm/brook', name: 'brook' });
    await page.getByTitle('Show the prompt again (Escape)').click();
    expect(sent.at(-1)).toEqual({ type: 'endCompare' });
    await post({ type: 'compare' });
    expect(await page.isVisible('#prompt')).toBe(true);
    expect(await page.isVisible('prompt-comparison')).toBe(false);
  });

  it('has all of its buttons beside each other in a panel of 525 pixels', async () => {
    await page.setViewportSize({ width: 525, height: 800 });
    await post({ type: 'compare', compared: compared([said('Question: What is 2?')], [said('Question: Why is 2?')]) });
    const buttons = await page.locator('.compare-bar button').all();
    const tops = await Promise.all(buttons.map(async (button) => (await button.boundingBox())!.y));
    expect(tops).toHaveLength(4);
    expect(new Set(tops).size).toBe(1);
    await page.setViewportSize({ width: 900, height: 600 });
  });

  it('goes from difference to difference, by keys too', async () => {
    const many = (mark: string): ComparedTurn[] => Array.from({ length: 900 }, (_, i) => said(`${i} ${i % 3 === 0 ? mark : 'same'}\n`));
    await post({ type: 'compare', compared: compared(many('old'), many('new')) });
    await page.click('button[aria-label="Next difference"]');
    expect(await page.textContent('prompt-comparison [role=status]')).toContain('1 / 300 differences');
    await page.keyboard.press('Shift+F7');
    expect(await page.textContent('prompt-comparison [role=status]')).toContain('300 / 300 differences');
    expect(await page.isVisible('prompt-comparison .here')).toBe(true);
    await page.keyboard.press('F7');
    expect(await page.textContent('prompt-comparison [role=status]')).toContain('1 / 300');
    await page.keyboard.press('Escape');
    expect(sent.at(-1)).toEqual({ type: 'endCompare' });
  });

  it('shows texts as texts, whatever they are', async () => {
    const hostile = '<img src=x onerror=alert(1)></script>\u202e\u0000\u001b[31m`';
    await post({ type: 'compare', compared: compared([said(hostile, '<b>')], [said(`${hostile} \n`, '<b>')]) });
    const odd = await page.locator('prompt-comparison pre .odd').evaluateAll((all) => all.map((each) => each.getAttribute('data-sign')));
    expect(odd).toEqual(['U+202E', '␀', '␛']);
    expect(await page.textContent('prompt-comparison pre')).toContain('<img src=x onerror=alert(1)></script>');
    expect(await marksIn('ins')).toEqual(['sp', 'nl']);
    expect(await page.locator('prompt-comparison img').count()).toBe(0);
  });

  it('marks whitespace as the prompt does: where it does not differ only while that is wanted', async () => {
    await post({ type: 'compare', compared: compared([said('One \nold\tword two\nsame\n')], [said('One \nnew\tword two \nsame\n')]) });
    expect(await marksIn('')).toEqual(['sp', 'nl', 'tab', 'sp', 'nl', 'nl']);
    expect(await page.textContent('prompt-comparison pre')).toBe('One \noldnew\tword two \nsame\n');
    await page.getByLabel('Show whitespace').click();
    expect(await marksIn('')).toEqual(['sp']);
    expect(await marksIn('ins')).toEqual(['sp']);
    await post({ type: 'compare', compared: compared([said('a'), said('b')], [said('a'), said('b one\n two\n')]) });
    expect(await marksIn('ins')).toEqual(['nl', 'nl']);
    await page.getByLabel('Show whitespace').click();
    expect(await marksIn('ins')).toEqual(['sp', 'nl', 'sp', 'nl']);
  });

  it('lets the toggle of what is added rest, and says why', async () => {
    const added = page.getByLabel('Set apart what is added by a stage');
    expect(await added.getAttribute('aria-pressed')).toBe('true');
    await post({ type: 'compare', compared: compared([said('a')], [said('b')]) });
    expect(await added.isDisabled()).toBe(true);
    expect(await added.getAttribute('title')).toBe('A comparison marks what differs, not what a stage adds');
    expect(await page.getByLabel('Show whitespace').isDisabled()).toBe(false);
    await post({ type: 'compare' });
    expect(await added.isDisabled()).toBe(false);
    expect(await added.getAttribute('aria-pressed')).toBe('true');
  });

  it('puts no more marks on the page than it can hold', async () => {
    await post({ type: 'compare', compared: compared([said('a')], [said(`a${'\n'.repeat(90_000)}`)]) });
    expect((await page.textContent('prompt-comparison pre ins'))?.length).toBe(90_000);
    expect(await marksIn('ins')).toEqual([]);
  });

  it('has a menu beside Copy for mouse and keys', async () => {
    const arrow = page.locator('take-away-menu .arrow');
    await arrow.click();
    expect(await arrow.getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('take-away-menu [role=menuitem]').allTextContents()).toHaveLength(6);
    await page.click('text=Copy as curl');
    await expect.poll(() => sent.at(-1)).toEqual({ type: 'take', form: 'curl' });
    expect(await page.locator('take-away-menu [role=menu]').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => sent.at(-1)).toEqual({ type: 'compare' });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await page.locator('take-away-menu [role=menu]').count()).toBe(0);
  });

  it('says why there is nothing to compare, and that nothing differs', async () => {
    await post({ type: 'compare', compared: { name: 'HEAD', now: 'river', with: { kind: 'commit' } } });
    expect(await page.textContent('prompt-comparison p.nothing')).toContain('Comparing …');
    await post({
      type: 'compare',
      compared: {
        name: 'HEAD',
        now: 'river',
        with: { kind: 'commit' },
        answer: { kind: 'none', uri: 'file:///w/a.py', reason: 'It is not there.' },
      },
    });
    expect(await page.textContent('prompt-comparison p.nothing')).toContain('It is not there.');
    await post({ type: 'compare', compared: compared([said('a')], [said('a')]) });
    expect(await page.textContent('prompt-comparison main')).toContain('Nothing differs');
  });
});
