import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { promptKey } from '../../../server/src/protocol/page.js';
import type { ShownToken } from '../../../server/src/protocol/tokens.js';
import { findBrowser } from '../../vscode/browser.mjs';
import { answerWith, segment, turn } from './invented-preview.js';
import { OpenPage } from './open-page.js';

const executable = findBrowser();
if (!executable) console.log('skipped: hostile texts on the page. No Chromium or Chrome was found; CHROMIUM can name one.');

const kinds: Readonly<Record<string, string>> = {
  html: '<script>report({type:"lock",locked:true})</script><img src=x onerror="report({type:\'lock\',locked:true})"></prompt-body></E>',
  link: '[a](javascript:report(1)) javascript:report(1) <a href="javascript:report(1)">a</a>',
  terminal: '\u001b[31mred\u001b]8;;https://evil.example\u0007link\u001b[2J',
  bidi: 'a\u202eb\u2066c\u2069',
  nul: 'a\u0000b\u0007',
  template: '{{ "".__class__ }} ${1} {question} `code` $(icon)',
};

describe.skipIf(!executable)('hostile texts on the page', () => {
  let opened: OpenPage;
  beforeAll(async () => void (opened = await OpenPage.open(executable!)));
  afterAll(() => opened?.close());
  beforeEach(() => opened.reload());
  // What the policy forbids is told on the console.
  afterEach(() => expect(opened.complaints).toEqual([]));

  it.each(Object.entries(kinds))('of the kind %s are texts, wherever they stand: row, config, template and tokenizer', async (_, evil) => {
    const { page } = opened;
    const turns = [{ ...turn(evil, 'user', [{ ...segment(evil, 'data'), title: evil, fault: evil, path: 0 }], 0), detail: evil }];
    const shown = answerWith({
      datasets: [{ id: 'd/one', label: evil, detail: evil }],
      stages: [{ id: 's', title: evil, summary: evil, turns, origins: [] }],
      paths: [{ key: evil, variable: evil }],
      shots: { configured: 1, most: 1, standIn: true, source: evil, examples: [{ shot: 0, text: evil }] },
      labels: ['A', 'B'],
      labelTexts: [{ label: evil, parts: [{ text: evil, differs: true, scored: true }] }],
      scored: evil,
      chatTemplates: [{ id: evil, label: evil }],
      rows: { file: evil, count: 2, complete: true, problem: evil, of: evil, text: evil },
      exactness: { level: 'close', reason: evil, reasons: [{ kind: 'guessed-template', message: evil, about: evil }] },
      notes: [evil],
      output: { kind: 'text', text: evil },
      tokens: { special: true, notes: [evil], file: evil, name: evil, budget: { most: 9, reckoned: evil } },
    });
    await opened.show(shown);
    const pieces = (['text', 'special', 'added', 'bytes'] as const).map((kind, id): ShownToken => ({ id, text: evil, kind }));
    const answer = { kind: 'tokens', counts: [{ all: 4, parts: [4] }], tokens: pieces, problem: evil, doubleBos: evil } as const;
    await opened.post({ type: 'tokens', tokens: { of: promptKey(shown.preview), answer, stages: {} } });
    await page.locator('.seg.data').first().hover();
    await page.locator('.tip').waitFor();
    await page.locator('shot-picker .rows').click();
    await page.locator('.level').click();
    await page.locator('#stage-tokens').click();
    expect(await page.locator('.seg').count()).toBe(4);
    const found = await page.locator('prompt-preview').evaluate(({ shadowRoot: root }) => ({
      foreign: root!.querySelectorAll('script, img, iframe, style, [onerror]').length,
      links: [...root!.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '').filter((href) => /script/i.test(href)),
    }));
    expect(found).toEqual({ foreign: 0, links: [] });
    expect(opened.sent.filter(({ type }) => type === 'lock')).toEqual([]);
    const text = await page
      .locator('.seg')
      .first()
      .evaluate((element) => element.textContent);
    expect(text).toBe(evil);
    // What has no shape, or changes the order of others, is named beside it.
    const odd = [...evil].filter((character) => /[\p{Cc}\p{Bidi_Control}]/u.test(character)).length;
    expect(await page.locator('.seg').first().locator('[data-sign]').count()).toBe(odd);
  });
});
