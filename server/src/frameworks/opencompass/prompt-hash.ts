import type { Config } from '../../config/config.js';
import { floatRepr } from '../../python/format/float-repr.js';
import { DictValue, textOf, type Value } from '../../value.js';
import { sha256 } from './sha256.js';

/**
 * The framework's hash of a config's prompts, whose first six digits the shipped dataset configs carry in their file names: of the first list
 * whose name ends in `_datasets`. OpenCompass 0.5.3 `utils/prompt.py`, `get_prompt_hash`, and `tools/update_dataset_suffix.py`.
 * @returns 64 hex digits; undefined where there is no such list, or where something in it is unknown or no JSON
 */
export function promptHash(config: Config): string | undefined {
  for (const { key, value } of config.evaluation.value.entries.values()) {
    const name = textOf(key);
    if (name?.endsWith('_datasets')) return hashOf(value);
  }
  return undefined;
}

/** A list of one is hashed as its only entry; a longer one as the hashes of its entries. */
function hashOf(datasets: Value): string | undefined {
  if (datasets.kind !== 'list') return hashOfDataset(datasets);
  if (datasets.items.length === 1) return hashOf(datasets.items[0]!);
  const hashes = datasets.items.map(hashOf);
  return hashes.includes(undefined) ? undefined : sha256(hashes.join(','));
}

function hashOfDataset(dataset: Value): string | undefined {
  if (dataset.kind !== 'dict') return undefined;
  const inferCfg = dataset.get('infer_cfg');
  const hashed = inferCfg ? hashedPart(inferCfg) : withoutKeys(dataset, ['abbr', 'path']);
  const json = hashed && toJson(hashed);
  return json === undefined ? undefined : sha256(json);
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

/** `json.dumps(value, sort_keys=True)`; undefined for what it refuses and for what is unknown. */
function toJson(value: Value): string | undefined {
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
      return asciiJson(value.text);
    case 'ref':
      return value.refKind === 'lazy' ? asciiJson(value.path) : undefined;
    case 'list':
    case 'tuple':
      return joined(value.items.map(toJson), '[', ']');
    case 'dict':
      return dictJson(value);
    default:
      return undefined;
  }
}

function floatJson(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return floatRepr(value);
}

function dictJson(dict: DictValue): string | undefined {
  const entries = [...dict.entries.values()];
  // Python compares the keys themselves: kinds that do not compare raise.
  if (new Set(entries.map(({ key }) => key.kind)).size > 1) return undefined;
  const keyed = entries.map(({ key, value }) => ({ key, value, name: keyName(key) }));
  keyed.sort((a, b) => (a.key.kind === 'int' && b.key.kind === 'int' ? Number(a.key.value - b.key.value) : byCodePoint(a.name ?? '', b.name ?? '')));
  const parts = keyed.map(({ name, value }) => {
    const json = toJson(value);
    return name === undefined || json === undefined ? undefined : `${asciiJson(name)}: ${json}`;
  });
  return joined(parts, '{', '}');
}

function keyName(key: Value): string | undefined {
  if (key.kind === 'str') return key.text;
  return key.kind === 'int' || key.kind === 'float' || key.kind === 'bool' || key.kind === 'none' ? toJson(key) : undefined;
}

function byCodePoint(a: string, b: string): number {
  const x = [...a];
  const y = [...b];
  for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i]!.codePointAt(0)! - y[i]!.codePointAt(0)!;
  return x.length - y.length;
}

function joined(parts: readonly (string | undefined)[], open: string, close: string): string | undefined {
  return parts.includes(undefined) ? undefined : open + parts.join(', ') + close;
}

/** A JSON string in ASCII, as Python writes it by default. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}
