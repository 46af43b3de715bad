import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { equals, typeName } from '../../../python/runtime/semantics.js';
import { textOf, type DictValue, type ListValue, type UnknownValue, type Value } from '../../../core/value.js';
import type { OwnHarness } from '../load/own-harness.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { isNone } from '../values/harness-values.js';
import { placeOfFields, readTaskFields, type TaskFields } from './task-config.js';
import type { DrawnShots } from './task-prompt.js';

/** In which order shots are taken: `first_n` is exact, `random` and `custom` (a sampler class of the user's) cannot be told beforehand. */
export type ShotOrder = 'first_n' | 'random' | 'custom';

/** Where a task's shots come from (lm-evaluation-harness 0.4.13 `api/task.py`, `fewshot_docs`). */
export type ShotPool =
  /** A split of the dataset; `given` says whether the config names it for shots, or it is what is left to fall back on. */
  | { readonly kind: 'split'; readonly split: string; readonly field: Value; readonly given: boolean }
  /** `fewshot_config.samples`. */
  | { readonly kind: 'samples'; readonly samples: ListValue }
  | { readonly kind: 'unknown'; readonly reason: string }
  /** The task has no split at all. */
  | { readonly kind: 'none' };

export interface FewShotSource {
  readonly pool: ShotPool;
  readonly order: ShotOrder;
  /** Whether the harness takes the row that is asked about out of the pool. */
  readonly excludesRow: boolean;
  /** The release that draws. */
  readonly release: HarnessRelease;
  /** `!function` that changes the rows of the split before they are used; undefined without one. */
  readonly processDocs: Value | undefined;
}

/**
 * Where the shots of a task come from and in which order, for a config that may have faults of its own.
 * @returns undefined where the harness rejects the config
 */
export function fewShotSource(config: DictValue, harness?: OwnHarness, release?: HarnessRelease): FewShotSource | undefined {
  try {
    return sourceOf(readTaskFields(config, { harness, release }));
  } catch (error) {
    if (error instanceof PyError) return undefined;
    throw error;
  }
}

/** @throws PyError AttributeError for a `fewshot_config` that is no dict, KeyError for a sampler that does not exist, TypeError for one that is no class, Exception for samples that are no list */
export function sourceOf(task: TaskFields): FewShotSource {
  const { split, misplaced } = task.fewshot;
  if (misplaced) throw new PyError('AttributeError', `'${typeName(misplaced)}' object has no attribute 'split'`, placeOfFields(misplaced));
  const pool = poolOf(task);
  const sameSplit = textOf(split) === textOf(task.config.get('test_split')) && split.kind !== 'unknown';
  // Without a pool no sampler is made, whatever its name.
  const order = pool.kind === 'none' ? 'random' : orderOf(task.fewshot.sampler, task.release);
  const excludesRow = sameSplit && !(order === 'first_n' && task.release.firstNKeepsRow);
  return {
    pool,
    order,
    excludesRow,
    release: task.release,
    processDocs: pool.kind === 'split' ? processDocsOf(task, pool.given) : undefined,
  };
}

/** Where no split is given for the shots, they are documents of the task's own, with what the task makes of these (0.4.13 `api/task.py`, `training_docs`). */
function processDocsOf({ config, fewshot }: TaskFields, given: boolean): Value | undefined {
  const processDocs = given ? fewshot.processDocs : config.get('process_docs');
  return isNone(processDocs) ? undefined : processDocs;
}

function poolOf({ config, fewshot }: TaskFields): ShotPool {
  if (!isNone(fewshot.split)) return splitPool(fewshot.split, true);
  const { samples } = fewshot;
  if (!isNone(config.get('fewshot_config')) && !isNone(samples)) return samplesPool(samples);
  for (const name of ['training_split', 'validation_split', 'test_split']) {
    const split = config.get(name);
    if (split && !isNone(split)) return splitPool(split, false);
  }
  return { kind: 'none' };
}

function splitPool(field: Value, given: boolean): ShotPool {
  if (field.kind === 'unknown') return field;
  return { kind: 'split', split: textOf(field) ?? '', field, given };
}

function samplesPool(samples: Value): ShotPool {
  if (samples.kind === 'unknown') return samples;
  if (samples.kind === 'list') return { kind: 'samples', samples };
  if (samples.kind === 'ref')
    return { kind: 'unknown', reason: say`fewshot_config.samples is the function ${samples.path}, which is not run.` };
  const text =
    "`fewshot_config['samples']` was incorrectly defined in the configuration. It should either be `list[dict]`, or callable returning this list.";
  throw new PyError('Exception', text, placeOfFields(samples));
}

function orderOf(sampler: Value, { unknownSampler }: HarnessRelease): ShotOrder {
  if (sampler.kind === 'unknown' || sampler.kind === 'ref') return 'custom';
  if (sampler.kind !== 'str')
    throw new PyError(
      'TypeError',
      'issubclass() arg 1 must be a class',
      placeOfFields(sampler),
      `A sampler cannot be of type ${typeName(sampler)}.`,
    );
  if (sampler.text === 'first_n') return 'first_n';
  if (sampler.text === 'default') return 'random';
  const text = `Attempted to use contextsampler '${sampler.text}', but no sampling strategy for this name found! Supported model names: default, first_n`;
  throw new PyError(unknownSampler, unknownSampler === 'KeyError' ? `"${text}"` : text, sampler.span);
}

/** The shots that a prompt shows. */
export interface Shots {
  readonly docs: readonly Value[];
  /** Index of each shot in its pool. */
  readonly rows: readonly number[];
  /** How many more the prompt has, which are not shown. */
  readonly left: number;
  /** Whether the harness would take these, in this order. */
  readonly exact: boolean;
  readonly fromConfig: boolean;
  /** Why there are none although some are asked for. */
  readonly unknown?: string;
}

/** The rows that stand for the shots: the first of `count`. */
export interface GivenShots {
  readonly docs: readonly DictValue[];
  readonly count: number;
  /** They are made up, or the row itself in place of others. */
  readonly standIn?: boolean | undefined;
}

/**
 * The shots of a row. Those given stand for what the harness would draw; without them the samples in the config are used, the first ones where
 * it draws at random (`api/samplers.py`).
 * @param most how many are shown at most
 * @throws PyError AssertionError, ValueError where the samples in the config are too few
 */
export function takeShots(source: FewShotSource, wanted: number, given: GivenShots, doc: DictValue, most = Infinity): Shots {
  if (wanted <= 0) return { ...noShots, exact: true };
  const shots = shotsTaken(source, wanted, given, doc, most);
  const made = given.docs.length > 0 && given.standIn;
  return source.release.dropsEqualShots && !made ? withoutRow(shots, doc) : shots;
}

/** The shots that are not the row itself: until 0.4.9.2 it was dropped after the draw, and nothing took its place (`api/samplers.py`, `get_context`). */
function withoutRow(shots: Shots, doc: DictValue): Shots {
  const kept = shots.docs.map((shot, i) => ({ shot, row: shots.rows[i]! })).filter(({ shot }) => equals(shot, doc) !== true);
  return { ...shots, docs: kept.map(({ shot }) => shot), rows: kept.map(({ row }) => row) };
}

function shotsTaken(source: FewShotSource, wanted: number, given: GivenShots, doc: DictValue, most: number): Shots {
  const exact = source.order === 'first_n';
  if (given.docs.length > 0) {
    const count = Math.min(given.count, wanted);
    const docs = given.docs.slice(0, Math.min(count, most));
    return {
      docs,
      rows: docs.map((_, i) => i),
      left: count - docs.length,
      exact: exact && !given.standIn && count === wanted,
      fromConfig: false,
    };
  }
  const { pool } = source;
  if (pool.kind === 'samples') return samplesTaken(source, pool.samples, wanted, doc, most);
  return { ...noShots, unknown: pool.kind === 'unknown' ? pool.reason : say`There are no rows to take shots from.` };
}

/** The shots that a run has drawn. @param most how many are shown at most */
export function drawnShots(drawn: DrawnShots | UnknownValue, most = Infinity): Shots {
  if ('kind' in drawn) return { ...noShots, unknown: drawn.reason };
  const { shots, fromConfig } = drawn;
  const shown = shots.slice(0, most);
  return {
    docs: shown.map(({ doc }) => doc),
    rows: shown.map(({ row }) => row),
    left: shots.length - shown.length,
    exact: true,
    fromConfig,
  };
}

const noShots: Shots = { docs: [], rows: [], left: 0, exact: false, fromConfig: false };

function samplesTaken(
  { order, excludesRow, release }: FewShotSource,
  samples: ListValue,
  wanted: number,
  doc: DictValue,
  most: number,
): Shots {
  const others = samples.items.map((item, row) => ({ item, row })).filter(({ item }) => !excludesRow || equals(item, doc) !== true);
  const place = placeOfFields(samples);
  const enough = release.dropsEqualShots ? wanted + (excludesRow ? 1 : 0) <= samples.items.length : wanted <= others.length;
  if (order === 'first_n' && !enough)
    throw new PyError(
      'AssertionError',
      `Error: number of fewshot samples requested exceeds the ${String(others.length)} that are available.`,
      place,
    );
  if (order === 'random' && samples.items.length === 0 && release.assertsRows)
    throw new PyError('AssertionError', 'Error: no documents available for sampling.', place);
  if (order === 'random' && wanted + (excludesRow ? 1 : 0) > samples.items.length)
    throw new PyError('ValueError', 'Sample larger than population or is negative', place);
  const count = Math.min(others.length, wanted);
  const taken = others.slice(0, Math.min(count, most));
  return {
    docs: taken.map(({ item }) => item),
    rows: taken.map(({ row }) => row),
    left: count - taken.length,
    exact: order === 'first_n',
    fromConfig: true,
  };
}
