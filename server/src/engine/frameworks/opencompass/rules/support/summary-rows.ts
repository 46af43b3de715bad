import { itemsOf } from '../../../../config/sequence.js';
import { original, textOf, type DictValue, type StrValue, type Value } from '../../../../core/value.js';
import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { misspelt } from './misspelt.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding } from '../../../face/rule.js';

/**
 * Rows of a summary that name no dataset of the run, where one that is in no row has nearly that name: the row stays empty. OpenCompass 0.5.3
 * `summarizers/default.py` (`_format_table`); AISBench 3.1.0 the same. Rows of datasets that are not run are usual, and nothing is said of them.
 * @param summarizer of the framework's own class, written in the document
 */
export function* summaryRowFindings(context: CheckContext, config: DictValue, summarizer: DictValue): Iterable<Finding> {
  const rows = itemsOf(summarizer.get('dataset_abbrs')) ?? [];
  const names = rows.flatMap((row) => nameOf(row) ?? []);
  const [datasets, groups] = [namesIn(config.get('datasets'), 'abbr'), namesIn(summarizer.get('summary_groups'), 'name')];
  if (!datasets || !groups || names.length < rows.length) return;
  const shown = new Set(names.map(({ text }) => text));
  const free = datasets.filter((abbr) => !shown.has(abbr));
  for (const name of names) {
    if (name.span.file !== context.file || datasets.includes(name.text) || groups.includes(name.text)) continue;
    const meant = /^[\w.-]+$/.test(name.text) ? (nearest(name.text, free) ?? longerOf(name.text, free)) : undefined;
    if (meant === undefined) continue;
    yield {
      span: name.span,
      severity: 'warning',
      message: say`No dataset and no group is called ${name.text}: its row in the summary stays empty. Did you mean ${meant}?`,
      fixes: replaceStringFix(context, name, meant, say`Change to ${meant}`),
    };
  }
}

/** Groups that the document has, and rows that show them, where the summarizer is not given the groups: the rows stay empty. `summarizers/default.py`, as above. */
export function* lostGroupFindings(context: CheckContext, config: DictValue, summarizer: DictValue): Iterable<Finding> {
  const rows = summarizer.entry('dataset_abbrs');
  if (!rows || rows.keySpan.file !== context.file || summarizer.entry('summary_groups') || misspelt(summarizer, 'summary_groups')) return;
  const names = (itemsOf(rows.value) ?? []).flatMap((row) => nameOf(row)?.text ?? []);
  const datasets = namesIn(config.get('datasets'), 'abbr') ?? names;
  for (const list of [config, context.evaluation.hidden].flatMap(({ entries }) => [...entries.values()])) {
    const variable = textOf(list.key) ?? '';
    if (!variable.endsWith('_summary_groups')) continue;
    const lost = namesIn(list.value, 'name')?.find((name) => names.includes(name) && !datasets.includes(name));
    if (lost === undefined) continue;
    yield {
      span: rows.keySpan,
      severity: 'warning',
      message: say`This summarizer has no \`summary_groups\`, so ${lost}, which is a group of \`${variable}\`, is not computed: its row in the summary stays empty.`,
    };
    return;
  }
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

function hasWordMore(long: string, short: string): boolean {
  return (
    short.length > 2 &&
    (/[-_.]$/.test(long.slice(0, -short.length)) ? long.endsWith(short) : long.startsWith(short) && /^[-_.]/.test(long.slice(short.length)))
  );
}
