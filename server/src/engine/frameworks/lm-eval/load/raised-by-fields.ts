import { PyError } from '../../../core/errors.js';
import { FloatValue, IntValue, type DictValue, type Value } from '../../../core/value.js';
import { typeName } from '../../../python/runtime/semantics.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { dictsIn, isNone } from '../values/harness-values.js';

/**
 * What stops a run because of a field that has nothing to do with the prompt, or is of another type than the harness takes it for (lm-evaluation-harness 0.4.13
 * `api/task.py`, `evaluator.py`): before anything is sent. Undefined where nothing is known to, for a class; in 0.5, whose tasks are made in another way, only the number of shots is looked at.
 * @param shotsGiven whether the run says how many shots there are, whatever the task does
 */
export function raisedByFields(task: DictValue, { build }: HarnessRelease, shotsGiven: boolean): PyError | undefined {
  if (task.entry('class')) return undefined;
  if (build === 'classes') return byShots(task, shotsGiven);
  return (
    byName(task.get('dataset_name')) ??
    byMetrics(task.get('metric_list')) ??
    byFilters(task) ??
    byShots(task, shotsGiven) ??
    byRepeats(task)
  );
}

/** The library `datasets` looks for characters in it. */
function byName(name: Value | undefined): PyError | undefined {
  return isNumber(name) ? new PyError('TypeError', `argument of type '${typeName(name)}' is not iterable`, name.span) : undefined;
}

function byMetrics(list: Value | undefined): PyError | undefined {
  const lacks = (item: Value): boolean =>
    item.kind === 'dict' ? !item.entry('metric') : item.kind === 'str' && !item.text.includes('metric');
  const at = list?.kind === 'str' && list.text !== '' ? list : list?.kind === 'list' ? list.items.find(lacks) : undefined;
  return at && new PyError('ValueError', "'metric' key not provided for an entry in 'metric_list', must be specified!", at.span);
}

function byFilters(task: DictValue): PyError | undefined {
  for (const filter of dictsIn(task.get('filter_list'))) {
    for (const key of ['name', 'filter']) if (!filter.entry(key)) return new PyError('KeyError', `'${key}'`, filter.span);
    const step = dictsIn(filter.get('filter')).find((each) => !each.entry('function'));
    if (step) return new PyError('KeyError', "'function'", step.span);
  }
  return undefined;
}

/** It is compared with 0, whatever the run says where the task names no pool, and is how many rows are drawn. */
function byShots(task: DictValue, given: boolean): PyError | undefined {
  const shots = task.get('num_fewshot');
  if (shots instanceof FloatValue) return !given && shots.value > 0 ? unmultiplied(shots) : undefined;
  if ((shots?.kind !== 'str' && shots?.kind !== 'list' && shots?.kind !== 'dict') || (given && namesPool(task))) return undefined;
  return new PyError('TypeError', `'>' not supported between instances of '${typeName(shots)}' and 'int'`, shots.span);
}

function namesPool(task: DictValue): boolean {
  const fewshot = task.get('fewshot_config');
  const named = [task.get('fewshot_split'), ...(fewshot?.kind === 'dict' ? [fewshot.get('split'), fewshot.get('samples')] : [])];
  return named.some((value) => value !== undefined && !isNone(value));
}

/** A list of requests is multiplied by it; without any of them there is nothing to look at. */
function byRepeats(task: DictValue): PyError | undefined {
  if (!task.entry('repeats')) return undefined;
  const repeats = task.get('repeats')!;
  if (repeats.kind === 'str' || repeats instanceof FloatValue || isNone(repeats)) return unmultiplied(repeats);
  return repeats instanceof IntValue && repeats.value <= 0n
    ? new PyError('IndexError', 'list index out of range', repeats.span)
    : undefined;
}

function unmultiplied(by: Value): PyError {
  return new PyError('TypeError', `can't multiply sequence by non-int of type '${typeName(by)}'`, by.span);
}

function isNumber(value: Value | undefined): value is IntValue | FloatValue {
  return value instanceof IntValue || value instanceof FloatValue;
}
