import { itemsOf } from '../../../../config/sequence.js';
import { original, textOf, type DictEntry, type DictValue, type StrValue, type Value } from '../../../../core/value.js';
import { replaceStringFix, surroundFix } from '../../../../checks/support/fixes.js';
import { isNameSlip } from '../../../../checks/support/slip.js';
import { quoted } from '../../../../checks/support/words.js';
import { misspelt } from './misspelt.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { whatItIs } from '../../../../checks/support/types.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding } from '../../../face/rule.js';

/**
 * Rows of a summary that name no dataset of the run, where one that is in no row has nearly that name: the row stays empty. OpenCompass 0.5.3
 * `summarizers/default.py` (`_format_table`); AISBench 3.1.0 the same. Rows of datasets that are not run are usual, and nothing is said of them.
 * @param summarizer of the framework's own class, written in the document
 */
export function* summaryRowFindings(context: CheckContext, config: DictValue, summarizer: DictValue): Iterable<Finding> {
  yield* shapeFindings(context, summarizer);
  const rows = itemsOf(summarizer.get('dataset_abbrs')) ?? [];
  yield* metricFindings(context, config, [...rows, ...subsetItems(summarizer)]);
  const names = rows.flatMap((row) => nameOf(row) ?? []);
  const [datasets, groups] = [namesIn(config.get('datasets'), 'abbr'), namesIn(summarizer.get('summary_groups'), 'name')];
  if (!datasets || !groups || names.length < rows.length) return;
  const known = new Set([...datasets, ...groups]);
  const shown = new Set(names.map(({ text }) => text));
  const free = datasets.filter((abbr) => !shown.has(abbr));
  const unseen = config.entry('datasets') ? groups.filter((group) => !shown.has(group)) : [];
  const within = groupsWithin(summarizer, new Set(groups));
  const subsets = subsetsWithout(summarizer, new Set(datasets));
  for (const name of [...names, ...subsets, ...within]) {
    if (name.span.file !== context.file || known.has(name.text)) continue;
    // A dataset may be in a row and in a group.
    const inNone = subsets.includes(name) ? datasets.filter((abbr) => !subsets.some(({ text }) => text === abbr)) : free;
    const meant = /^[\w.-]+$/.test(name.text)
      ? (nearest(name.text, inNone) ??
        longerOf(name.text, free) ??
        (within.includes(name) ? groups : unseen).find((group) => isNameSlip(name.text, group, 'some') || isShortFor(name.text, group)))
      : undefined;
    if (meant === undefined) continue;
    yield {
      span: name.span,
      severity: 'warning',
      message: names.includes(name)
        ? say`No dataset and no group is called ${name.text}: its row in the summary stays empty. Did you mean ${meant}?`
        : say`No dataset and no group is called ${name.text}, so the group of this subset is not computed. Did you mean ${meant}?`,
      fixes: replaceStringFix(context, name, meant, say`Change to ${meant}`),
    };
  }
}

/** Groups that the document has, and rows that show them, where the summarizer is not given the groups: the rows stay empty. `summarizers/default.py`, as above. */
export function* lostGroupFindings(context: CheckContext, config: DictValue, summarizer: DictValue): Iterable<Finding> {
  const rows = summarizer.entry('dataset_abbrs');
  const given = summarizer.entry('summary_groups');
  // An empty list that nobody wrote: no name ends in what it was made of.
  const isGiven = given !== undefined && (itemsOf(given.value)?.length !== 0 || /^\[\s*\]$/.test(writtenAt(context, given)));
  if (!rows || rows.keySpan.file !== context.file || isGiven || (!given && misspelt(summarizer, 'summary_groups'))) return;
  const names = (itemsOf(rows.value) ?? []).flatMap((row) => nameOf(row)?.text ?? []);
  const datasets = (itemsOf(config.get('datasets')) ?? []).flatMap((item) => {
    const dataset = original(item);
    return (dataset.kind === 'dict' ? textOf(dataset.get('abbr')) : undefined) ?? [];
  });
  for (const list of [config, context.evaluation.hidden].flatMap(({ entries }) => [...entries.values()])) {
    const variable = textOf(list.key) ?? '';
    if (!variable.endsWith('_summary_groups')) continue;
    const lost = namesIn(list.value, 'name')?.find((name) => names.includes(name) && !datasets.includes(name));
    if (lost === undefined) continue;
    yield {
      span: given?.valueSpan ?? rows.keySpan,
      severity: 'warning',
      message: say`This summarizer has no \`summary_groups\`, so ${lost}, which is a group of \`${variable}\`, is not computed: its row in the summary stays empty.`,
    };
    return;
  }
}

function writtenAt({ text }: CheckContext, { valueSpan: { file, start, end } }: DictEntry): string {
  return text(file).slice(start, end);
}

/** The name of a row: alone, or with a metric. */
function nameOf(row: Value): StrValue | undefined {
  const seen = original(itemsOf(row)?.[0] ?? row);
  return seen.kind === 'str' ? seen : undefined;
}

/** What each of a list is called; undefined where that is not known of all. */
function namesIn(list: Value | undefined, key: string): readonly string[] | undefined {
  if (!list) return [];
  const names = itemsOf(list)?.map((item) => {
    const dict = original(item);
    return dict.kind === 'dict' ? textOf(dict.get(key)) : undefined;
  });
  return names?.every((name) => name !== undefined) ? names : undefined;
}

/** The only dataset with a word more or less at its start or end: `demo_gsm8k` for `gsm8k`. */
function longerOf(name: string, abbrs: readonly string[]): string | undefined {
  const found = abbrs.filter((abbr) => hasWordMore(abbr, name) || hasWordMore(name, abbr));
  return found.length === 1 ? found[0] : undefined;
}

/** Whether a name is another one with letters left out: `core_avg` for `core_average`. */
function isShortFor(short: string, long: string): boolean {
  if (short.length < 5 || short.length >= long.length || !long.startsWith(short.slice(0, 4))) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

function hasWordMore(long: string, short: string): boolean {
  return (
    short.length > 2 &&
    (/[-_.]$/.test(long.slice(0, -short.length)) ? long.endsWith(short) : long.startsWith(short) && /^[-_.]/.test(long.slice(short.length)))
  );
}

/** The subsets of all groups, as they are written. */
function subsetItems(summarizer: DictValue): readonly Value[] {
  return (itemsOf(summarizer.get('summary_groups')) ?? []).flatMap((item) => {
    const group = original(item);
    return group.kind === 'dict' ? (itemsOf(group.get('subsets')) ?? []) : [];
  });
}

/** Subsets of groups beside others that are datasets of the run. */
function subsetsWithout(summarizer: DictValue, datasets: ReadonlySet<string>): readonly StrValue[] {
  return (itemsOf(summarizer.get('summary_groups')) ?? []).flatMap((item) => {
    const group = original(item);
    const subsets = group.kind === 'dict' ? (itemsOf(group.get('subsets')) ?? []).flatMap((subset) => nameOf(subset) ?? []) : [];
    return subsets.some(({ text }) => datasets.has(text)) ? subsets : [];
  });
}

/** Subsets that are groups themselves but for one: what is no group beside others that are. */
function groupsWithin(summarizer: DictValue, groups: ReadonlySet<string>): readonly StrValue[] {
  return (itemsOf(summarizer.get('summary_groups')) ?? []).flatMap((item) => {
    const group = original(item);
    const subsets = group.kind === 'dict' ? (itemsOf(group.get('subsets')) ?? []).flatMap((subset) => nameOf(subset) ?? []) : [];
    const others = subsets.filter(({ text }) => !groups.has(text));
    return subsets.length > 2 && others.length === 1 ? others : [];
  });
}

/** Rows and groups that are not what the summarizer goes through. */
function* shapeFindings({ file }: CheckContext, summarizer: DictValue): Iterable<Finding> {
  const [rows, groups] = [summarizer.entry('dataset_abbrs'), summarizer.entry('summary_groups')];
  if (rows?.value.kind === 'str' && rows.valueSpan.file === file && rows.value.text !== '')
    yield {
      span: rows.valueSpan,
      message: say`\`dataset_abbrs\` must be a list, and this is a text, of which each letter makes an empty row of the summary.`,
      fixes: surroundFix(say`Put it in a list`, rows.valueSpan, '[', ']'),
    };
  if (groups && (groups.value.kind === 'dict' || textOf(groups.value)) && groups.valueSpan.file === file)
    yield {
      span: groups.valueSpan,
      message: say`\`summary_groups\` must be a list of dicts, and this is ${whatItIs(groups.value)}: summing up raises TypeError.`,
      fixes: groups.value.kind === 'dict' ? surroundFix(say`Put it in a list`, groups.valueSpan, '[', ']') : [],
    };
  const shown = itemsOf(rows?.value) ?? [];
  for (const row of [...shown, ...subsetItems(summarizer)]) {
    const pair = original(row);
    if ((pair.kind === 'list' || pair.kind === 'tuple') && pair.items.length < 2 && pair.span.file === file)
      yield {
        span: pair.span,
        message: say`A row in brackets is a name with a metric, and this one has none: summing up raises ${shown.includes(row) ? 'IndexError' : 'ValueError'}.`,
      };
  }
}

/** The metrics that the summary looks for first (`METRIC_WHITELIST`). */
const usualMetrics: readonly string[] = [
  'score',
  'auc_score',
  'accuracy',
  'rouge1',
  'exact_match',
  'matthews_correlation',
  'naive_average',
  'weighted_average',
];

/** Metrics that are slips of usual ones, or that name another number of runs than the dataset has: `icl_evaluator/icl_base_evaluator.py` calls them by that. */
function* metricFindings(context: CheckContext, config: DictValue, rows: readonly Value[]): Iterable<Finding> {
  let runs: ReadonlyMap<string, number | undefined> | undefined;
  for (const row of rows) {
    const [first, second] = (itemsOf(row) ?? []).map((item) => original(item));
    if (first?.kind !== 'str' || second?.kind !== 'str' || second.span.file !== context.file) continue;
    runs ??= runsOf(config.get('datasets'));
    const meant = otherRuns(second.text, runs.get(first.text)) ?? slippedMetric(second.text, rows);
    if (meant === undefined) continue;
    yield {
      span: second.span,
      severity: 'warning',
      message: say`No metric of ${first.text} is called ${quoted(second.text)}: its row in the summary stays empty. Write ${quoted(meant)}.`,
      fixes: replaceStringFix(context, second, meant, say`Change to ${meant}`),
    };
  }
}

function otherRuns(metric: string, runs: number | undefined): string | undefined {
  const [, name = '', written] = /^(.+) \((\d+) runs average\)$/.exec(metric) ?? [];
  if (written === undefined || runs === undefined || Number(written) === runs) return undefined;
  return runs > 1 ? `${name} (${String(runs)} runs average)` : name;
}

/** Nobody makes a slip again and again: an evaluator of its own calls a metric so that several rows have. */
function slippedMetric(metric: string, rows: readonly Value[]): string | undefined {
  if (usualMetrics.includes(metric)) return undefined;
  const meant = usualMetrics.find((usual) => usual.length > 5 && isNameSlip(metric, usual, 'some'));
  return meant !== undefined && rows.filter((row) => textOf(itemsOf(row)?.[1]) === metric).length <= 2 ? meant : undefined;
}

/** How often each dataset is asked, by its abbr; of several of one abbr nothing is known. */
function runsOf(datasets: Value | undefined): ReadonlyMap<string, number | undefined> {
  const runs = new Map<string, number | undefined>();
  for (const item of itemsOf(datasets) ?? []) {
    const dataset = original(item);
    const abbr = dataset.kind === 'dict' ? textOf(dataset.get('abbr')) : undefined;
    if (dataset.kind !== 'dict' || abbr === undefined) continue;
    const n = dataset.get('n');
    const count = n === undefined ? 1 : n.kind === 'int' ? Number(n.value) : undefined;
    runs.set(abbr, runs.has(abbr) && runs.get(abbr) !== count ? undefined : count);
  }
  return runs;
}
