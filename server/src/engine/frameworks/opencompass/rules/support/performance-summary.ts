import { classNameOf } from '../../../../config/class-name.js';
import { itemsOf } from '../../../../config/sequence.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictValue, type Value } from '../../../../core/value.js';
import { isHere } from '../../../../checks/support/places.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
import { renameKeyFix, replaceStringFix, surroundFix } from '../../../../checks/support/fixes.js';
import { listed } from '../../../../checks/support/words.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';

/** AISBench 3.1.0 `calculators/base_perf_metric_calculator.py`. */
const statistics = ['Average', 'Min', 'Max', 'Median'];
const mostStatistics = 8;

/** What a summarizer says of the kind of run that it is for, and of what it counts. AISBench 3.1.0 `cli/workers.py` (`AccViz`, `PerfViz`), `calculators/`. */
export function* performanceFindings(context: CheckContext, summarizer: DictValue): Iterable<Finding> {
  const { summarizerAttrs } = dialectOf(context.framework);
  if (!summarizerAttrs) return;
  yield* attrFindings(context, summarizer, summarizerAttrs);
  const calculator = summarizer.get('calculator');
  const statsList = calculator?.kind === 'dict' ? calculator.entry('stats_list') : undefined;
  if (statsList) yield* statisticsFindings(statsList.value);
  if (calculator?.kind === 'dict' && isHere(context, calculator)) yield* calculatorFindings(context, calculator);
}

/** What the calculator is built of: `PERF_METRIC_CALCULATORS.build`, `BasePerfMetricCalculator.__init__(self, stats_list)`. */
function* calculatorFindings(context: CheckContext, calculator: DictValue): Iterable<Finding> {
  const known = ['type', 'stats_list'];
  for (const entry of calculator.entries.values()) {
    const name = textOf(entry.key);
    const meant =
      name === undefined || known.includes(name) ? undefined : known.find((key) => !calculator.entry(key) && isKeySlip(name, key));
    if (meant !== undefined)
      yield {
        span: entry.keySpan,
        message: say`A calculator has no ${name ?? ''}: building it raises an exception, after all requests were sent. Did you mean ${meant}?`,
        fixes: renameKeyFix(context, entry, meant),
      };
  }
  const stats = calculator.entry('stats_list');
  if (stats?.value.kind === 'str')
    yield {
      span: stats.valueSpan,
      message: say`\`stats_list\` must be a list of str, and this is a str: each of its letters is taken for a statistic, and none of them is one.`,
      severity: 'warning',
      fixes: surroundFix(say`Put it in a list`, stats.valueSpan, '[', ']'),
    };
}

/** A class that is written is used where `attr` names the kind of run; else the default replaces it. */
function* attrFindings(context: CheckContext, summarizer: DictValue, attrs: readonly string[]): Iterable<Finding> {
  const [attr, name] = [summarizer.entry('attr'), classNameOf(summarizer.get('type'))];
  const written = textOf(attr?.value);
  if (!attr || written === undefined || name === undefined) return;
  if (!attrs.includes(written))
    yield {
      span: attr.valueSpan,
      severity: 'warning',
      message: say`\`attr\` of a summarizer must be ${attrs.map((known) => `'${known}'`).join(' or ')}: with '${written}' the default summarizer takes the place of ${name}, without an error.`,
    };
  else if (written === 'accuracy' && name === 'DefaultPerfSummarizer')
    yield {
      span: attr.valueSpan,
      severity: 'warning',
      message: say`DefaultPerfSummarizer sums up the performance, and with \`attr\` '${written}' it is given answers and scores: a run for accuracy raises TypeError when it sums them up. Write 'performance'.`,
      fixes: replaceStringFix(context, attr.value, 'performance', say`Change to ${"'performance'"}`),
    };
}

function* statisticsFindings(list: Value): Iterable<Finding> {
  const items = itemsOf(list) ?? [];
  for (const [index, item] of items.entries()) {
    const name = textOf(item);
    if (index >= mostStatistics)
      yield {
        span: item.span,
        severity: 'warning',
        message: say`Only the first ${String(mostStatistics)} statistics of \`stats_list\` are kept: this one is left out, and only the log says so.`,
      };
    else if (name !== undefined && !statistics.includes(name) && !/^P0*[1-9]\d?$/.test(name))
      yield {
        span: item.span,
        severity: 'warning',
        message: say`There is no statistic ${name}: it is left out, and only the log says so. There are ${listed(statistics)}, and P1 to P99.`,
      };
  }
}
