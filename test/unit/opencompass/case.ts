import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { jsonToValue } from '../../../server/src/engine/json/json-values.js';
import type { CasePrompt, ParsedResult, RenderCaseResult } from '../../../server/src/engine/frameworks/opencompass/render/render-case.js';
import { renderCase } from './render-case.js';
import type { InferencerMode } from '../../../server/src/engine/frameworks/opencompass/infer/inferencer.js';
import { fromMarks } from '../../../server/src/engine/requests/golden-values.js';
import { type DictValue, textOf, type Value } from '../../../server/src/engine/core/value.js';

/** Plain data that the golden rows are compared with. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The rows of a gzipped JSON Lines file, each as a value and as plain data. */
export function readRows(path: string): { value: DictValue; json: Record<string, Json> }[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => ({ value: dict(fromMarks(jsonToValue(line, ''))), json: JSON.parse(line) as Record<string, Json> }));
}

/** Renders the request that a golden row holds, and gives the answer in the shape of its `expected`. */
export function answer(row: DictValue): Json {
  return toAnswer(render(row));
}

function render(row: DictValue): RenderCaseResult {
  const inferencer = dict(row.get('inferencer'));
  return renderCase({
    promptTemplate: row.get('prompt_template'),
    iceTemplate: row.get('ice_template'),
    readerCfg: row.get('reader_cfg'),
    retriever: row.get('retriever'),
    inferencer: {
      mode: (textOf(inferencer.get('mode')) ?? 'gen') as InferencerMode,
      labels: inferencer.get('labels'),
      genFieldReplaceToken: inferencer.get('gen_field_replace_token'),
    },
    train: items(row.get('train')).map(dict),
    test: dict(row.get('test')),
    metas: items(row.get('metas')).map((item) => ({
      kind: textOf(dict(item).get('kind')) === 'api' ? 'api' : 'lm',
      meta: dict(item).get('meta'),
    })),
  });
}

export function dict(value: Value | undefined): DictValue {
  if (value?.kind !== 'dict') throw new Error('a dict is expected');
  return value;
}

export function items(value: Value | undefined): readonly Value[] {
  if (value?.kind !== 'list') throw new Error('a list is expected');
  return value.items;
}

function toAnswer(result: RenderCaseResult): Json {
  if (!('prompts' in result)) return failure(result);
  return { prompts: result.prompts.map(promptAnswer) };
}

function promptAnswer(prompt: CasePrompt): Json {
  const label = prompt.label ? plain(prompt.label) : null;
  if (!('raw' in prompt)) return { label, ...failure(prompt) };
  return { label, raw: plain(prompt.raw), raw_type: prompt.rawType, parsed: prompt.parsed.map(parsedAnswer) };
}

function parsedAnswer(parsed: ParsedResult): Json {
  return 'value' in parsed ? { result: plain(parsed.value) } : failure(parsed);
}

function failure(result: { readonly error: string; readonly stage: string } | { readonly unknown: string }): { [key: string]: Json } {
  return 'error' in result ? { error: result.error, stage: result.stage } : { unknown: result.unknown };
}

/** A value as the goldens write it. */
export function plain(value: Value): Json {
  switch (value.kind) {
    case 'none':
      return null;
    case 'bool':
    case 'float':
      return value.value;
    case 'int':
      return Number(value.value);
    case 'str':
      return value.text;
    case 'list':
    case 'tuple':
      return value.items.map(plain);
    case 'dict':
      return Object.fromEntries([...value.entries.values()].map((entry) => [keyText(entry.key), plain(entry.value)]));
    default:
      return { $kind: value.kind };
  }
}

function keyText(key: Value): string {
  return textOf(key) ?? JSON.stringify(plain(key));
}

/** The same answer with errors reduced to what is compared, type and stage, and without what the framework prints or warns on the way. */
export function comparable(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'warnings' && key !== 'stdout');
  return Object.fromEntries(
    kept.map(([key, item]) => [key, key === 'error' && typeof item === 'string' ? item.split(':')[0]! : comparable(item)]),
  );
}
