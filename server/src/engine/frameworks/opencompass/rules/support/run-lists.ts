import { itemsOf } from '../../../../config/sequence.js';
import { original, textOf, type DictValue, type Value } from '../../../../core/value.js';
import type { Span } from '../../../../core/span.js';
import { addShape, addWholeText } from '../../../../checks/support/shape.js';
import { whatItIs } from '../../../../checks/support/types.js';
import { consequence } from './lists.js';
import { oneEdit, surroundFix } from '../../../../checks/support/fixes.js';
import { isHere } from '../../../../checks/support/places.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { atSlip } from './misspelt.js';
import { groupFindings } from './summary-groups.js';
import { hasUnknownKey } from '../../../../checks/support/has-unknown-key.js';

/**
 * Items of the lists that a run reads beside models and datasets, without a key that it asks each of them for: the combinations of
 * `model_dataset_combinations` (OpenCompass 0.5.3 `partitioners/base.py`) and the groups of a summary (`summarizers/default.py`; AISBench 3.1.0 the
 * same).
 */
export function* runListFindings(context: CheckContext, config: DictValue): Iterable<Finding> {
  for (const item of itemsOf(config.get('model_dataset_combinations')) ?? [])
    yield* lacking(
      context,
      item,
      ['models', 'datasets'],
      (key) => say`A combination needs \`${key}\`, and this one has none: the run raises KeyError: '${key}'.`,
    );
  yield* unlisted(context, config);
  yield* strangers(context, config);
  const groups = summaryGroups(config);
  yield* namesakes(context, groups);
  yield* groupFindings(context, groups, config.get('summarizer')?.kind === 'dict');
  for (const item of groups) {
    const list = original(item);
    if ((list.kind === 'list' || list.kind === 'tuple') && list.span.file === context.file)
      yield {
        span: list.span,
        message: say`An item of \`summary_groups\` must be a dict, and this is ${whatItIs(list)}: summing up raises TypeError. \`extend\` takes the items of a list.`,
      };
  }
  for (const group of groups)
    yield* lacking(
      context,
      group,
      ['name', 'subsets'],
      (key) =>
        say`A group of a summary needs \`${key}\`, and this one has none: when the results are summed up, it raises KeyError: '${key}'.`,
    );
}

/** One model or dataset in the place of a list, and lists within one: a combination goes through what it has, one by one. */
function* unlisted({ text, file }: CheckContext, config: DictValue): Iterable<Finding> {
  for (const item of itemsOf(config.get('model_dataset_combinations')) ?? []) {
    const combination = original(item);
    for (const key of ['models', 'datasets']) {
      const entry = combination.kind === 'dict' ? combination.entry(key) : undefined;
      if (entry?.valueSpan.file !== file) continue;
      const { valueSpan: span } = entry;
      const held = original(entry.value);
      const inner = held.kind === 'list' ? held.items.find((one) => original(one).kind === 'list') : undefined;
      const wrong = inner ?? (held.kind === 'dict' ? held : undefined);
      if (!wrong) continue;
      const isWritten = text(file)[span.start] === '[';
      yield {
        span,
        message: inner
          ? say`\`${key}\` must be a list of dicts, and one of its items is ${whatItIs(original(inner))}: ${consequence}.${''}`
          : say`\`${key}\` must be a list of dicts, and this is ${whatItIs(held)}: ${consequence}.`,
        fixes: inner
          ? isWritten && held.kind === 'list' && held.items.length === 1
            ? oneEdit(say`Unpack the lists`, false, { span: { file, start: span.start + 1, end: span.start + 1 }, newText: '*' })
            : []
          : surroundFix(say`Put it in a list`, span, '[', ']'),
      };
    }
  }
}

/** Models and datasets of combinations that are not in the lists of the run: `partitioners/base.py`, `parse_model_dataset_args`. */
function* strangers({ file }: CheckContext, config: DictValue): Iterable<Finding> {
  const combinations = config.entry('model_dataset_combinations');
  if (combinations?.keySpan.file !== file) return;
  for (const [list, what] of [
    ['models', 'Model'],
    ['datasets', 'Dataset'],
  ] as const) {
    const known = abbrsOf(config.get(list));
    const met = (itemsOf(combinations.value) ?? []).map((item) => original(item));
    const asked = met.flatMap((item) => (item.kind === 'dict' ? (abbrsOf(item.get(list)) ?? []) : []));
    const stranger = known && asked.find((abbr) => !known.includes(abbr));
    if (stranger !== undefined)
      yield {
        span: combinations.keySpan,
        message: say`The combinations have ${stranger}, which is not in \`${list}\`: the run raises ValueError: ${`${what} ${stranger} not found in config.`}`,
      };
  }
}

/** The abbrs of a list of which each item has one; undefined of another. */
function abbrsOf(list: Value | undefined): readonly string[] | undefined {
  const abbrs = itemsOf(list)?.map((item) => {
    const dict = original(item);
    return dict.kind === 'dict' ? textOf(dict.get('abbr')) : undefined;
  });
  return abbrs?.every((abbr) => abbr !== undefined) ? abbrs : undefined;
}

/** What a group makes of the scores of its subsets: each has a row of its own (`_calculate_group_metrics`). */
const averages = ['std', 'sum', 'weights', 'harmonic_mean'];

/** Groups of one name whose scores come under the same metric: those of the last one are shown. */
function* namesakes(context: CheckContext, groups: readonly Value[]): Iterable<Finding> {
  const first = new Map<string, DictValue>();
  for (const item of groups) {
    const group = original(item);
    const name = group.kind === 'dict' ? textOf(group.get('name')) : undefined;
    if (group.kind !== 'dict' || name === undefined) continue;
    const key = JSON.stringify([name, textOf(group.get('metric')) ?? averages.filter((one) => group.entry(one))]);
    const before = first.get(key);
    if (!before) first.set(key, group);
    else if (group !== before && isHere(context, group) && shapeOf(group) !== shapeOf(before)) yield namesake(group, before, name);
  }
}

function namesake(group: DictValue, before: DictValue, name: string): Finding {
  const at = (dict: DictValue): Span => dict.entry('name')?.valueSpan ?? dict.span;
  return {
    span: at(group),
    // Often one of them has no results, whichever way the datasets are run: then it is left out.
    severity: 'hint',
    message: say`Another group of this summary is called ${name}: where both have results, those of this one replace the others, without an error.`,
    related: at(before).start === at(group).start ? [] : [{ span: at(before), message: say`${name} is the name of this one, too` }],
  };
}

function shapeOf(value: Value): string {
  const parts: string[] = [];
  addShape(parts, value, addWholeText);
  return parts.join('');
}

/** The groups that a summarizer of the framework's own kind reads: one of another class may want something else of them. */
function summaryGroups(config: DictValue): readonly Value[] {
  const summarizer = config.get('summarizer');
  if (summarizer?.kind === 'dict') return summarizer.get('type') ? [] : (itemsOf(summarizer.get('summary_groups')) ?? []);
  return [...config.entries.values()].flatMap(({ key, value }) => (textOf(key)?.endsWith('_summary_groups') ? (itemsOf(value) ?? []) : []));
}

function* lacking(context: CheckContext, item: Value, keys: readonly string[], message: (key: string) => string): Iterable<Finding> {
  const dict = original(item);
  if (dict.kind !== 'dict' || !isHere(context, dict) || hasUnknownKey(dict)) return;
  for (const key of keys) {
    if (!dict.entry(key)) yield { ...atSlip(context, dict, key), message: message(key) };
  }
}
