import type { DatasetConfig } from '../../../config/config.js';
import type { Span } from '../../../core/span.js';
import type { StrValue, Value } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { FillingReader } from '../columns/filling.js';
import { datasetFacts } from './support/class-keys.js';
import { datasetsToCheck, findingAt, judgedToCheck, rewriteFix } from './support/dataset-faults.js';
import { namedColumns, type InputColumn } from './support/named-columns.js';
import { say } from '../../../core/say.js';

/** A column whose name holds a comma, two names between one pair of quotes, or one that is two literals without a comma between them. OpenCompass 0.5.3 `openicl/icl_dataset_reader.py` takes it for one. */
export const commaInColumn: ConfigRule = {
  id: 'comma-in-column',
  title: 'Several columns of a reader_cfg that are written as one',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: "A single column 'question,answer' in place of two, which no row has",
  scope: 'document',
  *check(context): Iterable<Finding> {
    const reader = new FillingReader();
    for (const dataset of [...datasetsToCheck(context), ...judgedToCheck(context).map(({ judged }) => judged)]) {
      const { readerCfg } = dataset;
      if (readerCfg?.kind !== 'dict') continue;
      yield* outputFinding(context, dataset, readerCfg.get('output_column'), reader);
      const columns = readerCfg.get('input_columns');
      for (const column of namedColumns(columns)) {
        const glued = columns?.kind === 'list' ? gluedNames(context, column.text) : undefined;
        if (!glued && !column.name.includes(',')) continue;
        const { given } = reader.fillingOf(dataset, datasetFacts(context, dataset), () => true);
        if (given.includes(column.name)) continue;
        yield glued ? gluedFinding(context, dataset, column, glued) : finding(context, dataset, column, columns?.kind === 'str');
      }
    }
  },
};

/** There is one output column at most: where the class gives all columns of a row, another rule tells that it is none of them. */
function* outputFinding(
  context: CheckContext,
  dataset: DatasetConfig,
  column: Value | undefined,
  reader: FillingReader,
): Iterable<Finding> {
  if (column?.kind !== 'str' || !/\w\s*,\s*\w/.test(column.text)) return;
  const { given, known } = reader.fillingOf(dataset, datasetFacts(context, dataset), () => true);
  if (known === 'exact' || given.includes(column.text)) return;
  yield findingAt(context, dataset, column.span, {
    message: say`'${column.text}' is the name of a single column, which no row has: the run raises KeyError when it asks for the answers. \`output_column\` names one column.`,
  });
}

/** Two literals side by side, which Python makes one of: where the first one ends. */
function gluedNames({ text }: CheckContext, { span, text: whole }: StrValue): Span | undefined {
  const written = text(span.file).slice(span.start, span.end);
  const match = /^(['"])(\w+)\1(\s+)(['"])(\w+)\4$/.exec(written);
  if (!match || match[2]! + match[5]! !== whole) return undefined;
  const start = span.start + match[2]!.length + 2;
  return { file: span.file, start, end: start };
}

function gluedFinding(context: CheckContext, dataset: DatasetConfig, { text, name }: InputColumn, span: Span): Finding {
  return findingAt(context, dataset, text.span, {
    message: say`Without a comma between them Python makes one text of both: '${name}' is the name of a single column, which no row has.`,
    fixes: oneEdit(say`Put a comma between them`, false, { span, newText: ',' }),
  });
}

function finding(context: CheckContext, dataset: DatasetConfig, { text, name }: InputColumn, isText: boolean): Finding {
  return findingAt(context, dataset, text.span, {
    message: isText
      ? say`A text of columns is split at blanks, so ${name} is the name of a single column, comma and all, which no row has. Write blanks between the names.`
      : say`'${name}' is the name of a single column, which no row has: each name needs quotes of its own.`,
    fixes: isText ? blanks(context, text) : quotes(context, text),
  });
}

function namesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}

function blanks(context: CheckContext, text: StrValue): Fix[] {
  return rewriteFix(context, text, 0, text.text.length, namesIn(text.text).join(' '), say`Write blanks between the names`);
}

/** Only where a plain literal stands. */
function quotes({ text }: CheckContext, { span, text: names }: StrValue): Fix[] {
  const written = text(span.file).slice(span.start, span.end);
  const quote = written[0];
  if ((quote !== "'" && quote !== '"') || written !== quote + names + quote) return [];
  const newText = names
    .split(',')
    .flatMap((name) => (name.trim() === '' ? [] : `${quote}${name.trim()}${quote}`))
    .join(', ');
  return oneEdit(say`Put each name between quotes`, false, { span, newText });
}
