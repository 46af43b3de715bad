import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jsonChanges } from '../../../server/src/protocol/json-changes.js';
import type { FromWebview, PageState, Shown, ToWebview } from '../../../server/src/protocol/page.js';
import type { Choices, Preview } from '../../../server/src/protocol/preview.js';
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

  /** Answers the page that asked for its choices: those of the invented preview, unless there are others. */
  async function answerChoices(choices: Choices = invented(), recent: readonly string[] = []): Promise<void> {
    const { of } = await received('choices');
    const { datasets, models, paired } = choices;
    await post({ type: 'choices', of, choices: { datasets, models, ...(paired && { paired }) }, recent });
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

  it('takes what is other than before, and asks for everything where it has something else', async () => {
    await show(answerWith());
    const { stages } = invented();
    const [before, now] = [
      invented(),
      invented({ stages: [...stages.slice(0, -1), { ...stages.at(-1)!, turns: [turn('HUMAN', 'user', [segment('other')])] }] }),
    ];
    const changes = jsonChanges({ preview: before }, { preview: now })!;
    await post({ type: 'changed', number: 2, of: 0, changes, locked: false });
    expect(await page.locator('[data-row] pre').allTextContents()).toEqual(['other']);
    sent.length = 0;
    await post({ type: 'changed', number: 4, of: 3, changes: { in: [] }, locked: false });
    await received('ready');
    expect(await page.locator('[data-row] pre').allTextContents()).toEqual(['other']);
  });

  it('sets apart what a stage adds, unless one does not want it, and says what is scored', async () => {
    const turns = [turn('HUMAN', 'user', [{ ...segment('<u>', 'meta'), added: true }, segment('Q: ')])];
    await show(answerWith({ stages: [{ id: 's', title: 'S', summary: '', turns, origins: [] }], scored: 'Scored: `all` of it.' }));
    const background = (text: string) =>
      page.locator('.seg', { hasText: text }).evaluate((element) => element.computedStyleMap().get('background-color')?.toString());
    await page.evaluate("document.documentElement.style.setProperty('--vscode-diffEditor-insertedTextBackground', '#00ff0080')");
    expect(await background('<u>')).not.toBe(await background('Q: '));
    expect(await page.locator('.label-rows').innerText()).toBe('Scored: all of it.');
    await page.getByLabel('Set apart what is added by a stage').click();
    expect(await background('<u>')).toBe(await background('Q: '));
    await expect.poll(() => opened.saved.at(-1)?.look?.added).toBe(false);
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

  it('says the whole chain of a piece: key, variable, role, example, then the places', async () => {
    const turns = [{ ...turn('HUMAN', 'user', [{ ...segment('Paris', 'data'), path: 1 }], 0), detail: 'shot 0 · train[7]' }];
    const paths = [{ key: 'begin' }, { key: "template['A b']", variable: 'hint' }];
    await show(answerWith({ stages: [{ id: 's', title: 'S', summary: '', turns, origins: [] }], paths }));
    await page.locator('.seg.data').hover();
    const lines = (await page.locator('.tip').innerText()).split('\n').map((line) => line.trim());
    expect(lines.filter((line) => line !== '').slice(0, 3)).toEqual([
      'Paris · title of data',
      "template['A b'] · variable hint · HUMAN · shot 0 · train[7]",
      'base.py:7 → eval.py:2',
    ]);
  });

  it('reports picks of dataset, model, mode and shots', async () => {
    await show(answerWith());
    await page.locator('.pick.dataset').click();
    await answerChoices();
    await page.locator('[role=option]', { hasText: 'two' }).click();
    await expect.poll(async () => (await received('select')).selection).toEqual({ dataset: 'd/two' });
    await page.locator('.pick.model').focus();
    await page.keyboard.type('no meta');
    await page.keyboard.press('Enter');
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
    expect(await page.locator('.pick.model').getAttribute('aria-label')).toBe('model: a · LM parser');
  });

  it('lists ten thousand choices, of which only those in sight are on the page, and asks about these alone', async () => {
    const datasets = Array.from({ length: 10_000 }, (_, i) => ({
      id: `d/${i}`,
      label: `set_${i}`,
      group: `file_${Math.floor(i / 100)}.py`,
    }));
    await show(answerWith({ selection: { ...invented().selection, dataset: 'd/9000' }, datasets: [datasets[9000]!] }));
    await page.locator('.pick.dataset').click();
    await answerChoices({ datasets, models: [] });
    // It opens at what is chosen.
    await page.locator('.line.active', { hasText: 'set_9000' }).waitFor();
    expect(await page.locator('.line').count()).toBeLessThan(60);
    const { datasets: asked, models } = await received('states');
    expect(asked).toContain('d/9000');
    expect(asked.length).toBeLessThan(40);
    expect(models).toEqual(['m/a']);
    await post({
      type: 'states',
      uri: invented().uri,
      datasets: asked,
      models,
      states: asked.map((id) => (id === 'd/9000' ? { state: 'error', reason: 'KeyError: far' } : { state: 'fine', reason: '' })),
    });
    expect(await page.locator('.line.active .state').getAttribute('aria-label')).toBe('error');
    expect(await page.locator('.popup .about').innerText()).toBe('set_9000 · file_90.py\nKeyError: far');
    // Typed in the page: what each key costs until the list is drawn.
    const slowest = await page.evaluate<number>(`(async () => {
      let slow = 0;
      const input = document.querySelector('prompt-preview').shadowRoot.querySelector('choice-picker').shadowRoot.querySelector('input');
      for (const text of ['s', 'se', 'set', 'set_', 'set_12', 'set_123', 'f9 77']) {
        const start = performance.now();
        input.value = text;
        input.dispatchEvent(new Event('input'));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        slow = Math.max(slow, performance.now() - start);
      }
      return slow;
    })()`);
    expect(slowest).toBeLessThan(400);
    await page.keyboard.press('Escape');
    expect(await page.locator('.popup').count()).toBe(0);
    expect(await page.locator('.pick.dataset').evaluate((button) => button.matches(':focus'))).toBe(true);
  });

  it('goes to a row, searches, edits one in place, and asks the host for files', async () => {
    const rows = { ...invented().rows, file: '/made/rows.jsonl', count: 200, by: 'picked', text: '{\n  "question": "what?"\n}' } as const;
    await show(answerWith({ rows, selection: { ...invented().selection, row: 4 } }));
    await page.getByLabel('Next row').click();
    expect((await received('select')).selection).toEqual({ row: 5 });
    await page.locator('row-picker .rows').click();
    await page.locator('row-picker .number').fill('17');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await received('select')).selection).toEqual({ row: 16 });
    await page.getByLabel('Search the rows').fill('lake');
    await page.keyboard.press('Enter');
    expect(await received('findRow')).toEqual({ type: 'findRow', text: 'lake', back: false });
    await post({ type: 'foundRow', found: false });
    expect(await page.locator('row-picker [role=status]').innerText()).toBe('Not found');
    expect(await page.getByText('Use this row').isDisabled()).toBe(true);
    await page.getByLabel('The row as JSON').fill('{"question": "<b>why?</b>"}');
    await page.getByText('Use this row').click();
    await expect
      .poll(async () => (await received('select')).selection)
      .toEqual({ rows: { kind: 'written', text: '{"question": "<b>why?</b>"}' } });
    await page.getByText('Choose rows …').click();
    expect(await received('chooseRows')).toEqual({ type: 'chooseRows' });
    expect(await page.locator('row-picker .popup').count()).toBe(0);
    await page.locator('row-picker .rows').click();
    await page.getByText('Save for the team').click();
    expect(await received('saveRows')).toEqual({ type: 'saveRows' });
    await show(answerWith({ rows: { ...rows, by: 'own' } }));
    await page.locator('row-picker .rows').click();
    expect(await page.getByText('Save for the team').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('names the train rows of the examples, where they come from, and asks the host for others', async () => {
    const examples = [
      { shot: 0, row: 7, text: 'q: seven' },
      { shot: 1, text: 'q: <b>' },
    ];
    await show(answerWith({ shots: { configured: 2, most: 2, standIn: true, source: 'Chosen at run time.', examples } }));
    await page.locator('shot-picker .rows').click();
    expect(await page.locator('shot-picker li').allInnerTexts()).toEqual(['shot 0 · train row 7\nq: seven', 'shot 1\nq: <b>']);
    expect(await page.locator('shot-picker .where').innerText()).toBe('Chosen at run time.');
    await page.keyboard.press('Escape');
    expect(await page.locator('shot-picker .popup').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByText('Choose train rows …').click();
    await received('chooseTrainRows');
  });

  it('has a matrix of all pairs, whose cells lead to their prompts', async () => {
    const datasets = Array.from({ length: 256 }, (_, i) => ({ id: `d/${i}`, label: `set_${i}` }));
    const models = ['a', 'b', 'c', 'd'].map((name) => ({ id: `m/${name}`, label: name }));
    await show(answerWith({ own: { datasets: 256, models: 4 }, selection: { ...invented().selection, dataset: 'd/0' } }));
    await page.getByRole('button', { name: 'Matrix' }).click();
    await answerChoices({ datasets, models });
    for (let done = 0; done < 256; done += 32) {
      await expect.poll(() => sent.filter(({ type }) => type === 'states').length).toBe(done / 32 + 1);
      const asked = await received('states');
      const states = asked.datasets.flatMap((dataset) =>
        asked.models.map((model) =>
          dataset === 'd/3' && model === 'm/b'
            ? ({ state: 'error', reason: 'no such role' } as const)
            : ({ state: 'fine', reason: '' } as const),
        ),
      );
      await post({ type: 'states', uri: invented().uri, datasets: asked.datasets, models: asked.models, states });
    }
    expect((await page.locator('pair-matrix .counts').innerText()).replace(/\s+/g, ' ')).toBe('✖ 1 ⚠ 0 ✓ 1,023 of 1,024 pairs');
    expect(await page.locator('pair-matrix .cell').count()).toBeLessThan(256);
    await page.getByRole('button', { name: '1 error' }).click();
    expect(await page.locator('pair-matrix .dataset').allInnerTexts()).toEqual(['', 'set_3']);
    const bad = page.getByRole('button', { name: 'set_3, b, error, no such role' });
    await bad.hover();
    expect(await page.locator('pair-matrix .about').innerText()).toContain('no such role');
    await bad.click();
    expect((await received('select')).selection).toEqual({ dataset: 'd/3', model: 'm/b' });
    await page.locator('.caret').waitFor();
  });

  it('has three models beside short names of datasets in sight, in a panel of 515 pixels', async () => {
    const datasets = ['one', 'two'].map((name) => ({ id: `d/${name}`, label: name }));
    const models = ['a', 'b', 'c'].map((name) => ({ id: `m/${name}`, label: name }));
    await page.setViewportSize({ width: 515, height: 800 });
    await show(answerWith({ own: { datasets: 2, models: 3 }, selection: { ...invented().selection, dataset: 'd/one' } }));
    await page.getByRole('button', { name: 'Matrix' }).click();
    await answerChoices({ datasets, models });
    const { inside, wide } = await page
      .locator('pair-matrix .scroll')
      .evaluate((element) => ({ inside: element.clientWidth, wide: element.scrollWidth }));
    expect(wide).toBeLessThanOrEqual(inside);
  });

  it('says of a model what is wrong with all of its pairs, above them', async () => {
    const datasets = ['one', 'two'].map((name) => ({ id: `d/${name}`, label: name }));
    const models = ['a', 'b'].map((name) => ({ id: `m/${name}`, label: name }));
    await show(answerWith({ own: { datasets: 2, models: 2 }, selection: { ...invented().selection, dataset: 'd/one' } }));
    await page.getByRole('button', { name: 'Matrix' }).click();
    await answerChoices({ datasets, models });
    const asked = await received('states');
    const states = asked.datasets.flatMap(() =>
      asked.models.map((model) =>
        model === 'm/b' ? ({ state: 'warning', reason: 'It has no <b> role.' } as const) : ({ state: 'fine', reason: '' } as const),
      ),
    );
    await post({ type: 'states', uri: invented().uri, datasets: asked.datasets, models: asked.models, states });
    expect(await page.locator('pair-matrix .of-models li').allInnerTexts()).toEqual(['⚠ b It has no <b> role.']);
    expect(await page.locator('pair-matrix .cell.warning button').first().getAttribute('title')).toBe('It has no <b> role.');
  });

  it('has a matrix of the models that datasets meet while a judge is looked at', async () => {
    const datasets = ['d/one', 'judge/one'].map((id) => ({ id, label: id }));
    await show(
      answerWith({ own: { datasets: 2, models: 1 }, selection: { ...invented().selection, dataset: 'judge/one', model: 'judge/wise' } }),
    );
    await page.getByRole('button', { name: 'Matrix' }).click();
    await answerChoices({ datasets, models: [{ id: 'judge/wise', label: 'wise' }], paired: [{ id: 'm/pond', label: 'pond' }] });
    expect(await received('states')).toMatchObject({ datasets: ['d/one'], models: ['m/pond'] });
    expect(await page.locator('pair-matrix .head .model').allInnerTexts()).toEqual(['pond']);
  });

  it('says at which ends of a low panel there are more stages', async () => {
    const titles = ['Row', 'Examples', 'Prompt list', 'Meta template', 'Messages', 'Chat template'];
    const turns = [turn('HUMAN', 'user', [segment('Q')])];
    await page.setViewportSize({ width: 350, height: 500 });
    await show(answerWith({ stages: titles.map((title, i) => ({ id: `s${i}`, title, summary: '', turns, origins: [] })) }));
    const ends = () => page.locator('.more-tabs:visible').allInnerTexts();
    const tab = (name: string) => page.getByRole('tab', { name });
    await tab('Chat template').waitFor();
    await expect.poll(ends).toEqual(['‹']);
    await page.locator('.more-tabs.before').click();
    await page.locator('.stages').evaluate((bar) => bar.scrollTo(0, 0));
    await expect.poll(ends).toEqual(['›']);
    await tab('Row').click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(ends).toEqual(['‹', '›']);
    const [shown, before, behind] = await Promise.all(
      [tab('Messages'), page.locator('.more-tabs.before'), page.locator('.more-tabs.behind')].map((one) => one.boundingBox()),
    );
    expect(shown!.x).toBeGreaterThanOrEqual(before!.x + before!.width);
    expect(shown!.x + shown!.width).toBeLessThanOrEqual(behind!.x);
    await page.setViewportSize({ width: 900, height: 600 });
    await expect.poll(ends).toEqual([]);
  });

  it.each([525, 900])('keeps a stage whose summary is long beside the others, at a width of %i', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    const summary = "generate_until · until 'Question:', '</s>', '<|im_end|>' · do_sample False · temperature 0.0";
    const turns = [turn('user', 'user', [segment('Q')])];
    const titles = ['Row', 'Examples', 'Messages', 'Request'];
    await show(
      answerWith({ stages: titles.map((title, i) => ({ id: `s${i}`, title, summary: i === 3 ? summary : '', turns, origins: [] })) }),
    );
    const tops = await page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
    expect(tops).toHaveLength(4);
    expect(new Set(tops).size).toBe(1);
    expect(await page.getByRole('tab', { name: 'Request' }).getAttribute('title')).toBe(summary);
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
        look: { matrix: false, whitespace: true, unfolded: false, added: true },
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

  it('leads to the chat templates where none is chosen: from the stage, and from the seal', async () => {
    const why = 'The messages are exact. Choose one to see the text.';
    const stages: Preview['stages'] = [
      ...invented().stages,
      { id: 'chat-template', title: 'Chat template', summary: '', turns: [], unknown: why, origins: [] },
    ];
    const exactness: Preview['exactness'] = { level: 'unknown', reason: why, reasons: [{ kind: 'unknown', message: why }] };
    const chatTemplates = [
      { id: '', label: 'no chat template' },
      { id: 'chatml', label: 'ChatML' },
    ];
    await show(answerWith({ stages, exactness, chatTemplates }));
    const list = page.locator('choice-picker[data-control=chat-template] .popup');
    await page.getByRole('tab', { name: 'Chat template' }).click();
    for (const opened of [page.locator('.banner'), page.locator('.reasons')]) {
      if ((await opened.count()) === 0) await page.locator('.level').click();
      await opened.getByText('Choose the chat template').click();
      await list.getByText('ChatML').waitFor();
      await page.keyboard.press('Escape');
    }
    await show(answerWith({ stages, exactness, chatTemplates: [] }));
    expect(await page.getByText('Choose the chat template').count()).toBe(0);
  });

  it('closes the reasons of the seal for the prompt of another document', async () => {
    const exactness: Preview['exactness'] = {
      level: 'placeholder-rows',
      reason: 'The rows are placeholders.',
      reasons: [{ kind: 'placeholder-rows', message: 'The rows are placeholders.' }],
    };
    await show(answerWith({ exactness }));
    await page.locator('.level').click();
    await page.mouse.move(0, 0);
    await show(answerWith({ exactness, version: 4 }));
    expect(await page.locator('.reasons').count()).toBe(1);
    await show(answerWith({ exactness, uri: 'file:///made/other.py' }));
    expect(await page.locator('.reasons').count()).toBe(0);
  });

  it('shows which columns a row has that is written by hand', async () => {
    const [row, ...others] = invented().stages;
    const columns = [...row!.turns, turn('answer', 'other', [segment('that', 'data')])];
    await show(answerWith({ stages: [{ ...row!, turns: columns }, ...others] }));
    await page.locator('row-picker .rows').click();
    const like = await page.getByLabel('The row as JSON').getAttribute('placeholder');
    expect(JSON.parse(like ?? '')).toEqual({ question: '…', answer: '…' });
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
    await page.locator('.pick.label').click();
    await page.locator('[role=option]', { hasText: 'contradiction' }).click();
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
    expect(await page.locator('.pick.model > *').allInnerTexts()).toEqual(['model', 'a', 'LM parser', '▾']);
    expect(await page.locator('.pick.model').getAttribute('title')).toBe('model: a · LM parser · from far.py');
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
