import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseLanguage } from '../../../server/src/node/texts.js';

const table = { 'a {0}': '甲 {0}' };
let root: string;
let folder: string;

/** What the engine would be given. */
function chosen(locale: string | undefined): unknown {
  chooseLanguage(locale, folder);
  return globalThis.promptPreflightTexts;
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'preflight-texts-'));
  folder = join(root, 'l10n');
  mkdirSync(folder);
  writeFileSync(join(folder, 'engine.zh-cn.json'), JSON.stringify(table));
});
afterEach(() => {
  chooseLanguage(undefined);
  rmSync(root, { recursive: true });
});

it("gives the engine the texts of the editor's language, however that writes its name", () => {
  expect(chosen('zh-cn')).toEqual(table);
  expect(chosen('zh-CN')).toEqual(table);
});

it('stays with English where there is no table, or none is asked for', () => {
  expect(chosen('de')).toBeUndefined();
  expect(chosen('zh-cn')).toEqual(table);
  expect(chosen(undefined)).toBeUndefined();
});

it.each(['{"a {0}": "甲', '[]', 'null', '"甲"', '{"a {0}": 1}', '{"a {0}": {"b": "乙"}}', ''])(
  'stays with English where the table is broken: %s',
  (text) => {
    writeFileSync(join(folder, 'engine.zh-cn.json'), text);
    expect(chosen('zh-cn')).toBeUndefined();
  },
);

it('takes nothing for a part of a path that is no name of a language', () => {
  writeFileSync(join(root, 'engine.fr.json'), JSON.stringify(table));
  for (const locale of ['x/../../engine.fr', '../zh-cn', 'zh_cn', '', 'zh-cn\0']) expect(chosen(locale)).toBeUndefined();
});
