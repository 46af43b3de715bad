import type { Config } from '../../../config/config.js';
import { byCodePoint } from '../../../core/code-points.js';
import { floatJson } from '../../../python/runtime/float-repr.js';
import { DictValue, original, textOf, type DictEntry, type Value } from '../../../core/value.js';
import { sha256OfText } from './hash-of-text.js';

/**
 * The framework's hash of a config's prompts, whose first six digits the shipped dataset configs carry in their file names: of the first list
 * whose name ends in `_datasets`. OpenCompass 0.5.3 `utils/prompt.py`, `get_prompt_hash`, and `tools/update_dataset_suffix.py`.
 * @returns 64 hex digits; undefined where there is no such list, or where something in it is unknown or no JSON
 */
export function promptHash(config: Config): string | undefined {
  const list = hashedList(config);
  return list && hashOf(list, noHashes());
}

/** The hash that each entry of that list has for itself, where all have one: what the results of each are filed under. */
export function commonHash(config: Config): string | undefined {
  const list = hashedList(config);
  if (list?.kind !== 'list') return undefined;
  const known = noHashes();
  const [first, ...others] = list.items.map((item) => hashOf(item, known));
  return others.every((hash) => hash === first) ? first : undefined;
}

function hashedList(config: Config): Value | undefined {
  for (const { key, value } of config.evaluation.value.entries.values()) if (textOf(key)?.endsWith('_datasets')) return original(value);
  return undefined;
}

function noHashes(): Hashes {
  return { ofParts: new Map(), ofTexts: new Map() };
}

/** Hashes of parts that several datasets share, and of texts: a loop over subjects makes many parts of one text. */
interface Hashes {
  readonly ofParts: Map<Value, string | undefined>;
  readonly ofTexts: Map<string, string>;
}

/** A list of one is hashed as its only entry; a longer one as the hashes of its entries. */
function hashOf(datasets: Value, known: Hashes): string | undefined {
  if (datasets.kind !== 'list') return hashOfDataset(original(datasets), known);
  if (datasets.items.length === 1) return hashOf(datasets.items[0]!, known);
  const hashes: string[] = [];
  for (const dataset of datasets.items) {
    const hash = hashOf(dataset, known);
    if (hash === undefined) return undefined;
    hashes.push(hash);
  }
  return sha256OfText(hashes.join(','));
}

function hashOfDataset(dataset: Value, known: Hashes): string | undefined {
  if (dataset.kind !== 'dict') return undefined;
  const inferCfg = original(dataset.get('infer_cfg'));
  const hashed = inferCfg ? hashedPart(inferCfg) : withoutKeys(dataset, ['abbr', 'path']);
  if (!hashed) return undefined;
  if (!known.ofParts.has(hashed)) {
    const json = toJson(hashed);
    known.ofParts.set(hashed, json === undefined ? undefined : hashOfText(json, known));
  }
  return known.ofParts.get(hashed);
}

function hashOfText(json: string, { ofTexts }: Hashes): string {
  let hash = ofTexts.get(json);
  if (hash === undefined) ofTexts.set(json, (hash = sha256OfText(json)));
  return hash;
}

/** For older hashes' sake a retriever's `fix_id_list` counts as the inferencer's. */
function hashedPart(inferCfg: Value): Value | undefined {
  if (inferCfg.kind !== 'dict' || inferCfg.get('reader_cfg')) return undefined;
  const retriever = inferCfg.get('retriever');
  const inferencer = inferCfg.get('inferencer');
  const ids = retriever?.kind === 'dict' ? retriever.get('fix_id_list') : undefined;
  if (!ids || retriever?.kind !== 'dict' || inferencer?.kind !== 'dict') return inferCfg;
  const result = withoutKeys(inferCfg, []);
  const longer = withoutKeys(inferencer, []);
  longer.set('fix_id_list', ids);
  result.set('retriever', withoutKeys(retriever, ['fix_id_list']));
  result.set('inferencer', longer);
  return result;
}

function withoutKeys(dict: DictValue, keys: readonly string[]): DictValue {
  const result = new DictValue(dict.span, dict.className);
  for (const [key, entry] of dict.entries) if (!keys.includes(textOf(entry.key) ?? '')) result.entries.set(key, { ...entry });
  return result;
}

/** `json.dumps(value, sort_keys=True)`, which writes in ASCII; undefined for what it refuses and for what is unknown. */
function toJson(value: Value): string | undefined {
  const parts: string[] = [];
  return write(parts, value) ? parts.join('').replace(beyondAscii, escaped) : undefined;
}

/** @returns whether all of it could be written */
function write(parts: string[], value: Value): boolean {
  if (value.kind === 'list' || value.kind === 'tuple') return writeList(parts, value.items);
  if (value.kind === 'dict') return writeDict(parts, value);
  const json = scalarJson(value);
  if (json !== undefined) parts.push(json);
  return json !== undefined;
}

function scalarJson(value: Value): string | undefined {
  switch (value.kind) {
    case 'none':
      return 'null';
    case 'bool':
      return String(value.value);
    case 'int':
      return value.value.toString();
    case 'float':
      return floatJson(value.value);
    case 'str':
      return JSON.stringify(value.text);
    case 'ref':
      return value.refKind === 'lazy' ? JSON.stringify(value.path) : undefined;
    default:
      return undefined;
  }
}

function writeList(parts: string[], items: readonly Value[]): boolean {
  parts.push('[');
  for (let i = 0; i < items.length; i++) {
    if (i > 0) parts.push(', ');
    if (!write(parts, items[i]!)) return false;
  }
  parts.push(']');
  return true;
}

function writeDict(parts: string[], dict: DictValue): boolean {
  const entries = [...dict.entries.values()];
  // Python compares the keys themselves: kinds that do not compare raise.
  if (entries.some(({ key }) => key.kind !== entries[0]!.key.kind)) return false;
  // Most dicts of a prompt have two keys: no sort for these.
  if (!areInOrder(entries)) {
    if (entries.length === 2) entries.reverse();
    else entries.sort(byKey);
  }
  if (entries.length === 0) parts.push('{');
  for (let i = 0; i < entries.length; i++) {
    const { key, value } = entries[i]!;
    const name = keyName(key);
    if (name === undefined) return false;
    parts.push(i > 0 ? ', ' : '{', JSON.stringify(name), ': ');
    if (!write(parts, original(value))) return false;
  }
  parts.push('}');
  return true;
}

function areInOrder(entries: readonly DictEntry[]): boolean {
  for (let i = 1; i < entries.length; i++) if (byKey(entries[i - 1]!, entries[i]!) > 0) return false;
  return true;
}

function byKey({ key: a }: DictEntry, { key: b }: DictEntry): number {
  if (a.kind === 'str' && b.kind === 'str') return byCodePoint(a.text, b.text);
  return a.kind === 'int' && b.kind === 'int' ? Number(a.value - b.value) : byCodePoint(keyName(a) ?? '', keyName(b) ?? '');
}

function keyName(key: Value): string | undefined {
  if (key.kind === 'str') return key.text;
  return key.kind === 'int' || key.kind === 'float' || key.kind === 'bool' || key.kind === 'none' ? scalarJson(key) : undefined;
}

const beyondAscii = /[\u007f-\uffff]+/g;

const hexOfByte: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** How an escape begins, by the first of its two bytes. */
const escapeOfByte: readonly string[] = hexOfByte.map((hex) => `\\u${hex}`);

/** A run of characters at a time: a prompt in Chinese is one of thousands. */
function escaped(run: string): string {
  let escapes = '';
  for (let i = 0; i < run.length; i++) {
    const unit = run.charCodeAt(i);
    escapes += escapeOfByte[unit >> 8]! + hexOfByte[unit & 255]!;
  }
  return escapes;
}
