import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../scripts/translated.mjs';
import { rules } from '../../../server/src/engine/frameworks/registry.js';
import {
  hostTexts,
  saidTexts,
  schemaTexts,
  sourcesWith,
  unsaidInPages,
  unsaidInRules,
  unsaidReasons,
  type SaidText,
} from './said-texts.js';

type Catalogue = Readonly<Record<string, string>>;

const engine = [...saidTexts(sourcesWith('say`', ['server/src'])), ...schemaTexts('schemas')];
/** Said of a role that no schema gives an API role. */
const tables = [{ key: 'role', values: 0 }];
const page = saidTexts(sourcesWith('say`', ['client/webview']));
const host = hostTexts(sourcesWith('l10n.t', ['client/src']));
const manifest = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Catalogue;

function catalogue(path: string): Catalogue {
  return JSON.parse(readFileSync(path, 'utf8')) as Catalogue;
}

/** What is wrong with a catalogue: texts that it lacks, those that nobody says any more, and translations that do not fit. */
function faults(known: Catalogue, texts: readonly Pick<SaidText, 'key' | 'values'>[]): string[] {
  const wanted = new Map(texts.map(({ key, values }) => [key, values]));
  return [
    ...[...wanted.keys()].filter((key) => !Object.hasOwn(known, key)).map((key) => `missing: ${key}`),
    ...Object.keys(known)
      .filter((key) => !wanted.has(key))
      .map((key) => `not used: ${key}`),
    ...Object.entries(known).flatMap(([key, text]) => misfits(key, text, wanted.get(key) ?? Infinity)),
  ];
}

/** A translation puts in no value that is not there, and keeps what is set as code. */
function misfits(key: string, text: string, values: number): string[] {
  const holes = [...text.matchAll(/\{(\d+)\}/g)].map(([, number]) => Number(number));
  const code = (of: string): string[] => (of.match(/`[^`\n]+`/g) ?? []).sort();
  return [
    ...(holes.some((hole) => hole >= values) ? [`a value too many: ${key}`] : []),
    ...(code(key).join() === code(text).join() ? [] : [`other code: ${key}`]),
    ...(text.trim() === '' && key.trim() !== '' ? [`empty: ${key}`] : []),
  ];
}

describe.each(languages)('the texts in %s', (language) => {
  it('are those that the engine says', () => expect(faults(catalogue(`l10n/engine.${language}.json`), [...engine, ...tables])).toEqual([]));
  it('are those that the page says', () => expect(faults(catalogue(`l10n/page.${language}.json`), page)).toEqual([]));
  it('are those that the extension says', () => expect(faults(catalogue(`l10n/bundle.l10n.${language}.json`), host)).toEqual([]));

  it('are those of package.json', () => {
    const texts = Object.keys(manifest).map((key) => ({ key, values: 0 }));
    const known = catalogue(`package.nls.${language}.json`);
    expect(faults(Object.fromEntries(Object.keys(known).map((key) => [key, key])), texts)).toEqual([]);
    expect(Object.entries(known).flatMap(([key, text]) => misfits(manifest[key] ?? '', text, 0))).toEqual([]);
  });

  it('have a line for the page of each rule', () => {
    const words = JSON.parse(readFileSync(`l10n/rules.${language}.json`, 'utf8')) as Record<string, { title: string; setting?: string }>;
    expect(Object.keys(words).sort()).toEqual(rules.map(({ id }) => id).sort());
    expect(rules.filter(({ id, setting }) => (words[id]!.setting === undefined) !== (setting === undefined))).toEqual([]);
  });
});

describe('what people read', () => {
  it('is said, on the page', () => expect(unsaidInPages(sourcesWith('html`', ['client/webview']))).toEqual([]));
  it('is said, in rules', () =>
    expect(unsaidInRules(sourcesWith('message', ['server/src/engine/checks', 'server/src/engine/frameworks']))).toEqual([]));

  it('is said, why something is not known or not read', () =>
    expect(unsaidReasons(['nknown', 'reason:', 'outOfReach'].flatMap((word) => sourcesWith(word, ['server/src'])))).toEqual([]));

  it('is in package.nls.json, in package.json', () => {
    const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as { contributes: object };
    const keys = new Set(['title', 'description', 'markdownDescription', 'enumDescriptions', 'altText']);
    const plain: string[] = [];
    JSON.parse(JSON.stringify(contributes), (key, value: unknown) => {
      for (const text of keys.has(key) ? [value].flat() : [])
        if (typeof text === 'string' && text !== 'Prompt Preflight' && !/^%[^%]+%$/.test(text)) plain.push(text);
      return value;
    });
    expect(plain).toEqual([]);
    const used = new Set([...readFileSync('package.json', 'utf8').matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key!));
    expect(Object.keys(manifest).filter((key) => !used.has(key))).toEqual([]);
    expect([...used].filter((key) => !Object.hasOwn(manifest, key))).toEqual([]);
  });
});

describe('a catalogue', () => {
  const texts = [{ key: '{0} of `rows`', values: 1 }];

  it('is found out where it lacks a text, or has one that nobody says', () => {
    expect(faults({}, texts)).toEqual(['missing: {0} of `rows`']);
    expect(faults({ '{0} of `rows`': '`rows` {0}', old: '旧' }, texts)).toEqual(['not used: old']);
  });

  it('is found out where a translation does not fit', () => {
    expect(faults({ '{0} of `rows`': '`rows` {1}' }, texts)).toEqual(['a value too many: {0} of `rows`']);
    expect(faults({ '{0} of `rows`': '{0} 行' }, texts)).toEqual(['other code: {0} of `rows`']);
    expect(faults({ '{0} of `rows`': ' ' }, texts)).toEqual(['other code: {0} of `rows`', 'empty: {0} of `rows`']);
  });
});
