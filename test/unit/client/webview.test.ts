import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FromWebview, PageState, Shown, ToWebview } from '../../../server/src/protocol/page.js';
import { readPageState } from '../../../client/src/preview/shapes.js';
import { findBrowser } from '../../vscode/browser.mjs';
import { answerWith, invented, link, segment, turn } from './invented-preview.js';
import { OpenPage } from './open-page.js';

const executable = findBrowser();
if (!executable) console.log('skipped: the preview page. No Chromium or Chrome was found; CHROMIUM can name one.');

describe.skipIf(!executable)('the preview page', () => {
  let opened: OpenPage;
  let page: Page;
  let sent: FromWebview[];
  let saved: PageState[];

  beforeAll(async () => {
    opened = await OpenPage.open(executable!);
    page = opened.page;
  });
  afterAll(() => opened?.close());

  beforeEach(async () => {
    await opened.reload();
    ({ sent, saved } = opened);
  });
  afterEach(() => expect(opened.complaints).toEqual([]));

  const show = (shown: Shown): Promise<void> => opened.show(shown);
  const post = (message: ToWebview): Promise<void> => opened.post(message);
  async function received<T extends FromWebview['type']>(type: T): Promise<Extract<FromWebview, { type: T }>> {
    await expect.poll(() => sent.some((message) => message.type === type)).toBe(true);
    return sent.findLast((message) => message.type === type) as Extract<FromWebview, { type: T }>;
  }

  it('says that it is ready, runs under its policy and has its styles', async () => {
    await received('ready');
    await show(answerWith());
    expect(await page.locator('prompt-preview').evaluate((element) => element.computedStyleMap().get('display')?.toString())).toBe('flex');
  });

  it('shows the last stage, its roles, and where the model starts', async () => {
    await show(answerWith());
    expect(await page.locator('[role=tab][aria-selected=true]').innerText()).toContain('Meta template');
    expect(await page.locator('[data-row] .who').allInnerTexts()).toEqual(['HUMAN', 'BOT']);
    expect(await page.locator('[data-row] pre').first().textContent()).toBe('<|user|>\nQ: what?\n');
    expect(await page.locator('.assistant .caret').count()).toBe(1);
  });

  it('puts data in as text, never as HTML', async () => {
    const evil = '<img src=x onerror="report({type:\'lock\',locked:true})"><script>1</script>';
    await show(
      answerWith({
        stages: [{ id: evil, title: evil, summary: evil, turns: [turn(evil, 'user', [segment(evil, 'data')])], origins: [], error: evil }],
        notes: [evil],
      }),
    );
    expect(await page.locator('.seg').textContent()).toBe(evil);
    expect(await page.locator('prompt-preview img').count()).toBe(0);
    expect(sent.some(({ type }) => type === 'lock')).toBe(false);
  });

  it('shows what a message writes between backticks as code, without them, in problems, notes and the foot', async () => {
    const fixes = [{ title: 'add it', edits: [] }];
    const text = 'Without `task` there is `<b>none</b>`.';
    await show(
      answerWith({
        problems: [{ severity: 'error', message: text, rule: 'r', href: 'https://example.invalid/r', link: link('eval.py', 4), fixes }],
        notes: [text],
        exactness: { level: 'unknown', reason: text, reasons: [] },
      }),
    );
    for (const part of ['.problems .error p', '.problems .information p', '.foot']) {
      expect(await page.locator(part).textContent()).toContain('Without task there is <b>none</b>.');
      expect(await page.locator(`${part} code`).allTextContents()).toEqual(['task', '<b>none</b>']);
    }
    await show({ kind: 'none', uri: 'file:///made/eval.py', reason: text });
    expect(await page.locator('.empty p').first().textContent()).toBe('Without task there is <b>none</b>.');
  });

  it('opens the origin of a piece on a click and with the keyboard, and all its links from the tip', async () => {
    await show(answerWith());
    await page.locator('.seg.data').click();
    expect((await received('open')).link).toEqual(link('base.py', 9));
    await page.locator('.seg').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect((await received('open')).link).toEqual(link('base.py', 7));
    await page.locator('.seg.meta').first().hover();
    await page.locator('.tip a', { hasText: 'eval.py:2' }).click();
    expect((await received('open')).link).toEqual(link('eval.py', 2));
  });

  it('reports picks of dataset, model, mode and shots', async () => {
    await show(answerWith());
    await page.getByLabel('dataset', { exact: true }).selectOption('d/two');
    expect((await received('select')).selection).toEqual({ dataset: 'd/two' });
    await page.getByLabel('model', { exact: true }).selectOption('');
    await expect.poll(async () => (await received('select')).selection).toEqual({ model: '' });
    await page.getByRole('radio', { name: 'ppl' }).click();
    await expect.poll(async () => (await received('select')).selection).toEqual({ mode: 'ppl' });
    await page.getByLabel('One shot fewer').click();
    await expect.poll(async () => (await received('select')).selection).toEqual({ shots: 1 });
    expect(await page.getByLabel('One shot more').isDisabled()).toBe(true);
    await show(answerWith({ selection: { ...invented().selection, shots: 0 } }));
    expect(await page.getByLabel('One shot fewer').isDisabled()).toBe(true);
    await page.getByLabel('One shot more').click();
    await expect.poll(async () => (await received('select')).selection).toEqual({ shots: 1 });
    expect(await page.getByLabel('model', { exact: true }).locator('option').allInnerTexts()).toEqual([
      'no meta template',
      'a · LM parser',
    ]);
  });

  it('moves between the stages with the arrow keys', async () => {
    await show(answerWith());
    await page.locator('[role=tab][aria-selected=true]').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('[role=tab][aria-selected=true]').innerText()).toContain('Row');
    expect(await page.locator('[data-row] pre').textContent()).toBe('what?');
  });

  it('reports a fix with the version that it belongs to', async () => {
    const fixes = [{ title: 'add it', edits: [] }];
    await show(
      answerWith({
        problems: [
          { severity: 'error', message: 'Missing.', rule: 'r', href: 'https://example.invalid/r', link: link('eval.py', 4), fixes },
        ],
      }),
    );
    await page.getByRole('button', { name: 'add it' }).click();
    expect(await received('fix')).toEqual({ type: 'fix', problem: 0, fix: 0, version: 3 });
  });

  it('keeps the last good prompt while the config is broken, and says why', async () => {
    await show({ kind: 'stale', uri: 'file:///made/eval.py', reason: 'Line 3 is not closed.', link: link('eval.py', 3), last: invented() });
    expect(await page.locator('.foot').innerText()).toContain('Line 3 is not closed.');
    expect(await page.locator('[data-row] pre').first().textContent()).toContain('Q: what?');
    expect(await page.getByRole('status').textContent()).toContain('Line 3 is not closed.');
    expect(await page.locator('.foot').innerText()).toContain('stale');
    expect(await page.locator('.foot').innerText()).not.toContain('exact');
    expect(await page.locator('.banner').count()).toBe(0);
  });

  it('keeps the last good prompt of a text that is no config any more, and of one that the server is still reading', async () => {
    for (const kind of ['none', 'reading'] as const) {
      await show({ kind, uri: 'file:///made/eval.py', reason: 'There is nothing.', last: invented() });
      expect(await page.locator('.foot').innerText()).toContain('There is nothing.');
      expect(await page.locator('.body.stale [data-row] pre').first().textContent()).toContain('Q: what?');
      expect(await page.locator('.empty').count()).toBe(0);
    }
  });

  it('keeps the last good prompt without a server, and offers no fix of it', async () => {
    const last = invented({
      problems: [
        {
          severity: 'error',
          message: 'Missing.',
          rule: 'r',
          href: 'https://example.invalid/r',
          link: link('eval.py', 4),
          fixes: [{ title: 'add it', edits: [] }],
        },
      ],
    });
    await show({ kind: 'failed', uri: last.uri, reason: 'It is gone.', last });
    expect(await page.locator('.banner.failed').innerText()).toContain('It is gone.');
    expect(await page.locator('.banner').count()).toBe(1);
    expect(await page.locator('.body.stale [data-row] pre').first().textContent()).toContain('Q: what?');
    expect(await page.locator('.fix').count()).toBe(0);
    expect(await page.locator('.foot').innerText()).toContain('stale');
    await show({ kind: 'failed', uri: last.uri, reason: 'It is gone.' });
    expect(await page.locator('[data-row] pre').count()).toBe(0);
  });

  it('stays where it was scrolled to while the config is broken', async () => {
    const long = answerWith({
      stages: [{ id: 's', title: 'S', summary: '', turns: [turn('HUMAN', 'user', [segment('line\n'.repeat(300))])], origins: [] }],
    });
    await show(long);
    await page.locator('.body').evaluate((body) => (body.scrollTop = 700));
    await show({ kind: 'stale', uri: long.preview.uri, reason: 'Broken.', last: long.preview });
    expect(await page.locator('.body').evaluate((body) => body.scrollTop)).toBe(700);
  });

  it('has VS Code keep its document, what is picked and the last good prompt, as the panel reads it again', async () => {
    await show({ kind: 'stale', uri: invented().uri, reason: 'Broken.', last: invented() });
    await expect
      .poll(() => saved.at(-1))
      .toEqual({
        uri: invented().uri,
        selection: JSON.parse(JSON.stringify(invented().selection)) as object,
        locked: false,
        last: JSON.parse(JSON.stringify(invented())) as object,
      });
    expect(readPageState(saved.at(-1))).toBe(saved.at(-1));
    const long = invented({ notes: ['x'.repeat(1_000_000)] });
    await show({ kind: 'stale', uri: long.uri, reason: 'Broken.', last: long });
    await expect.poll(() => saved.at(-1)).not.toHaveProperty('last');
    expect(saved.at(-1)).toMatchObject({ uri: long.uri, selection: { dataset: 'd/one', model: 'm/a' } });
    expect(readPageState(saved.at(-1))).toBeDefined();
  });

  it('says what the framework raises, and that nothing is to be copied', async () => {
    const stages = [
      { id: 'meta-template', title: 'Meta template', summary: '', turns: [], origins: [link('eval.py', 4)], error: "KeyError: 'SYSTEM'" },
    ];
    await show({
      kind: 'preview',
      preview: {
        ...invented({ stages, exactness: { level: 'raises', reason: "KeyError: 'SYSTEM'", reasons: [] } }),
        output: undefined,
      } as never,
      renderMs: 1,
    });
    expect(await page.locator('.banner.error').innerText()).toContain("KeyError: 'SYSTEM'");
    expect(await page.locator('.foot').innerText()).not.toContain('KeyError');
    await show(answerWith({ exactness: { level: 'unknown', reason: 'The class is not known.', reasons: [] } }));
    expect(await page.locator('.foot').innerText()).toMatch(/unknown\s+The class is not known\./);
    await show({
      kind: 'preview',
      preview: {
        ...invented({ stages, exactness: { level: 'raises', reason: "KeyError: 'SYSTEM'", reasons: [] } }),
        output: undefined,
      } as never,
      renderMs: 1,
    });
    expect(await page.getByTitle('Copy the prompt').count()).toBe(0);
  });

  it('teaches where there is nothing to show', async () => {
    await show({ kind: 'none', uri: 'file:///made/eval.py', reason: 'This config has models but no datasets.' });
    expect(await page.locator('.empty').innerText()).toContain('This config has models but no datasets.');
  });

  it('keeps its scroll position when a new prompt comes', async () => {
    const long = (word: string) =>
      answerWith({
        stages: [{ id: 's', title: 'S', summary: '', turns: [turn('HUMAN', 'user', [segment(`${word}\n`.repeat(300))])], origins: [] }],
      });
    await show(long('first'));
    await page.locator('.body').evaluate((body) => (body.scrollTop = 700));
    await show(long('second'));
    expect(await page.locator('[data-row] pre').first().textContent()).toContain('second');
    expect(await page.locator('.body').evaluate((body) => body.scrollTop)).toBe(700);
  });

  it('marks the pieces that come from where the cursor is, without taking the focus or scrolling', async () => {
    await show(answerWith());
    await post({ type: 'cursor', cursor: { uri: link('base.py', 9).uri, position: { line: 8, character: 6 } }, follow: true });
    expect(await page.locator('.seg.cursor').allTextContents()).toEqual(['what?']);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
    await post({ type: 'cursor', cursor: { uri: link('base.py', 9).uri, position: { line: 0, character: 0 } }, follow: true });
    expect(await page.locator('.seg.cursor').count()).toBe(0);
  });

  it('scrolls to what the cursor makes, by its text or by the key around it, or says where that is', async () => {
    const far = link('base.py', 50);
    const lines = 'line\n'.repeat(300);
    const turns = [
      turn('A', 'user', [segment(lines)]),
      turn('B', 'user', [segment('far', 'prompt', [far])]),
      turn('C', 'user', [segment(lines)]),
    ];
    const key = { at: { ...far, range: { start: { line: 40, character: 0 }, end: { line: 60, character: 0 } } }, makes: [far] };
    await show(answerWith({ stages: [{ id: 's', title: 'S', summary: '', turns, origins: [] }], keys: [key] }));
    const top = () => page.locator('.body').evaluate((body) => body.scrollTop);
    const cursor = (line: number) => ({ uri: far.uri, position: { line, character: 6 } });
    await post({ type: 'cursor', cursor: cursor(49), follow: false });
    expect(await page.locator('.beyond').innerText()).toBe('↓ 1 marked below');
    expect(await top()).toBe(0);
    await post({ type: 'cursor', cursor: cursor(49), follow: true });
    await expect.poll(() => page.locator('.seg.cursor').isVisible()).toBe(true);
    await expect.poll(() => page.locator('.beyond').count()).toBe(0);
    // Whoever scrolls away is not pulled back.
    await page.locator('.body').evaluate((body) => (body.scrollTop = body.scrollHeight));
    await expect.poll(() => page.locator('.beyond').innerText()).toBe('↑ 1 marked above');
    await post({ type: 'cursor', cursor: cursor(45), follow: true });
    await expect.poll(() => page.locator('.seg.cursor').allTextContents()).toEqual(['far']);
    await post({ type: 'cursor', cursor: cursor(70), follow: true });
    await expect.poll(() => page.locator('.seg.cursor').count()).toBe(0);
  });

  it('shows no prompt of a document that is read for the first time', async () => {
    await show(answerWith());
    await show({ kind: 'reading', uri: 'file:///made/large.py', reason: 'Reading large.py …' });
    expect(await page.locator('.empty').innerText()).toBe('Reading large.py …');
    expect(await page.locator('.turn[data-row]').count()).toBe(0);
    expect(await page.locator('.foot').count()).toBe(0);
  });

  it('shows a few labels as buttons that the arrow keys go through, and many as a list', async () => {
    const selection = (label: string) => ({ ...invented().selection, mode: 'ppl', label }) as const;
    await show(answerWith({ labels: ['A', 'B', 'C'], selection: selection('C') }));
    await page.getByRole('radio', { name: 'C', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    expect((await received('select')).selection).toEqual({ label: 'A' });
    await show(answerWith({ labels: ['A', 'B', 'C'], selection: selection('A') }));
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await received('select')).selection).toEqual({ label: 'B' });
    await show(answerWith({ labels: ['entailment', 'contradiction'], selection: selection('entailment') }));
    await page.getByLabel('label', { exact: true }).selectOption('contradiction');
    await expect.poll(async () => (await received('select')).selection).toEqual({ label: 'contradiction' });
  });

  it('says an example’s number once, and where a list entry comes from only in the list', async () => {
    const detail = 'shot 0 · train[7]';
    const example = (who: string) => ({ ...turn(who, 'user', [segment(who)], 0), detail });
    await show(
      answerWith({
        models: [{ id: 'm/a', label: 'a', detail: 'LM parser', place: 'from far.py' }],
        stages: [{ id: 's', title: 'S', summary: '', turns: [example('HUMAN'), example('BOT'), turn('HUMAN', 'user', [])], origins: [] }],
      }),
    );
    expect((await page.locator('[data-row] .who').allInnerTexts()).map((text) => text.split('\n'))).toEqual([
      ['HUMAN', 'shot 0', 'train[7]'],
      ['BOT'],
      ['HUMAN'],
    ]);
    expect(await page.locator('label.model > :not(select)').allInnerTexts()).toEqual(['model', 'a', 'LM parser', '▾']);
    expect(await page.locator('label.model option').innerText()).toBe('a · LM parser · from far.py');
  });

  it.each([400, 640, 900])('cuts nothing off at a width of %i', async (width) => {
    await page.setViewportSize({ width, height: 600 });
    const names = { id: 'd/one', label: 'lukaemon_mmlu_high_school_european_history', place: 'from mmlu_gen_4d595a.py' };
    const reason =
      "The messages are exact; TurboMindModelwithChatTemplate applies the tokenizer's chat template to them, which is not shown.";
    await show(
      answerWith({
        datasets: [names],
        exactness: { level: 'unknown', reason, reasons: [] },
        notes: [reason],
        labels: ['A', 'B', 'C', 'D'],
      }),
    );
    for (const part of ['.bar', '.problems', '.foot']) {
      const { inside, wide } = await page.locator(part).evaluate((element) => ({ inside: element.clientWidth, wide: element.scrollWidth }));
      expect(wide, part).toBeLessThanOrEqual(inside);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });
});
