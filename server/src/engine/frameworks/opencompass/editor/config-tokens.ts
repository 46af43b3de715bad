import { dialogueSections } from '../../../config/dialogue.js';
import type { ConfigKind, DatasetConfig } from '../../../config/config.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';

import { original, textOf, type DictValue, type StrValue, type Value } from '../../../core/value.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { MeaningToken } from '../../face/editor.js';
import { textArguments, type ClassReader } from '../classes/class-facts.js';
import { bracedTokens, partToken, textTokens, wholeText } from '../../face/text-tokens.js';

/** So many values of templates are looked at: a config of everything has some ten thousand. */
const mostValues = 200_000;

/** How tokenizers of chat models usually write special tokens; a guess, for colours alone. */
const specialToken = /<\|[^<>|\s]{1,60}\|>|<\/?[A-Za-z_]{1,40}>|\[\/?[A-Z_]{2,40}\]/g;

/** Keys whose texts are roles, by the kind of their dict. */
const roleKeys: Readonly<Partial<Record<ConfigKind, readonly string[]>>> = {
  'dialogue-item': ['role', 'fallback_role'],
  'meta-role': ['role', 'api_role'],
};

/** What the texts of a config mean: roles, special tokens of meta templates, and in the templates of datasets their columns and ice tokens. */
export function configTokens(read: ReadConfig, reader: ClassReader): MeaningToken[] {
  const tokens: MeaningToken[] = [];
  for (const { kind, value } of read.config.places) {
    if (value.kind !== 'dict') continue;
    for (const key of roleKeys[kind] ?? []) tokens.push(...wholeText(value.get(key), 'role'));
    if (kind === 'meta-template' || kind === 'meta-role')
      for (const key of dialogueSections) tokens.push(...textTokens(value.get(key), specialToken, 'special'));
  }
  return [...tokens, ...templateTokens(read, reader)];
}

function templateTokens(read: ReadConfig, reader: ClassReader): MeaningToken[] {
  const seen = new Map<Value, Set<string>>();
  const braced = new Map<Value, ReadonlySet<string>>();
  let left = mostValues;
  const textsOf = (inferCfg: DictValue): TemplateTexts[] => templatesIn(inferCfg, () => left-- > 0);
  return read.config.datasets.flatMap((dataset) => {
    const inferCfg = original(dataset.inferCfg);
    // Texts of other files are not coloured here.
    if (inferCfg?.kind !== 'dict' || inferCfg.span.file !== read.config.evaluation.file) return [];
    let names = braced.get(inferCfg);
    if (!names) braced.set(inferCfg, (names = bracedNames(textsOf(inferCfg))));
    const columns = columnsOf(read, dataset, reader, names);
    const key = columns.join(' ');
    const known = seen.get(inferCfg) ?? new Set<string>();
    seen.set(inferCfg, known);
    // Hundreds of datasets over one infer_cfg have the same columns, too.
    if (known.has(key) || columns.length === 0) return [];
    known.add(key);
    const named = new Set(columns);
    return textsOf(inferCfg).flatMap(({ texts, iceToken }) =>
      texts.flatMap((text) => [
        ...bracedTokens(text, named, 'column'),
        ...(iceToken ? placesOf(iceToken, text.text).flatMap((at) => partToken(text, at, at + iceToken.length, 'ice')) : []),
      ]),
    );
  });
}

interface TemplateTexts {
  readonly texts: readonly StrValue[];
  readonly iceToken: string | undefined;
}

function templatesIn(inferCfg: DictValue, goOn: () => boolean): TemplateTexts[] {
  return ['ice_template', 'prompt_template'].flatMap((name) => {
    const template = original(inferCfg.get(name));
    return template?.kind === 'dict' ? [{ texts: textsIn(template, goOn), iceToken: textOf(template.get('ice_token')) }] : [];
  });
}

/** All that stands in braces and may be a column. */
function bracedNames(templates: readonly TemplateTexts[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { texts } of templates)
    for (const { text } of texts) for (const match of text.matchAll(/\{([^{}\s]+)\}/g)) names.add(match[1]!);
  return names;
}

/** Those that reader_cfg names; those of the class, too, where others stand in braces: it takes time to read them. */
function columnsOf(
  read: ReadConfig,
  { value, readerCfg }: DatasetConfig,
  reader: ClassReader,
  braced: ReadonlySet<string>,
): readonly string[] {
  const { inputColumns, outputColumn } = readReaderCfg(readerCfg);
  const declared = new Set([...inputColumns, ...(outputColumn ? [outputColumn.text] : [])]);
  if (![...braced].every((name) => declared.has(name))) {
    const facts = reader.facts('dataset', value.get('type'), read.config.evaluation.file, read.surroundings.classes);
    for (const name of facts?.columns?.(textArguments(value))?.columns ?? []) declared.add(name);
  }
  return [...declared].filter((name) => /^[^{}\s]+$/.test(name)).sort();
}

function placesOf(part: string, text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
}

/** The texts below a value, each once. */
function textsIn(value: Value, goOn: () => boolean): StrValue[] {
  const found: StrValue[] = [];
  const seen = new Set<Value>();
  const open = [value];
  for (let next = open.pop(); next && goOn(); next = open.pop()) {
    const at = original(next);
    if (seen.has(at)) continue;
    seen.add(at);
    if (at.kind === 'str') found.push(at);
    else if (at.kind === 'dict') for (const entry of at.entries.values()) open.push(entry.value);
    else if (at.kind === 'list' || at.kind === 'tuple') for (const item of at.items) open.push(item);
  }
  return found;
}
