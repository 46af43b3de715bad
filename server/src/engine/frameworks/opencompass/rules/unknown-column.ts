import type { DatasetConfig } from '../../../config/config.js';
import type { DictValue, StrValue } from '../../../core/value.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import type { ClassFacts } from '../../face/behaviour.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { nearest } from '../../../checks/support/nearest.js';
import { isNameSlip } from '../../../checks/support/slip.js';
import { listed } from '../../../checks/support/words.js';
import { dataColumnsOf } from '../columns/data-columns.js';
import { FillingReader, addedColumns, isReaderSlip, isUsual, usualNameOf, type Filling } from '../columns/filling.js';
import { filledTexts } from '../columns/filled-texts.js';
import { bracedTexts, timesOf } from '../columns/placeholder-faults.js';
import { datasetFacts, hasTaskOfItsOwn } from './support/class-keys.js';
import { findingAt, datasetsToCheck, judgedToCheck, placeIn, rewriteFix } from './support/dataset-faults.js';
import { outputBeside } from './support/output-beside.js';
import { namedColumns, type InputColumn } from './support/named-columns.js';
import { dialectOf } from '../render/family.js';
import { say } from '../../../core/say.js';

/**
 * A column of a reader_cfg that the rows do not have. Every inferencer and the evaluation read `output_column` of all rows (OpenCompass 0.5.3
 * `openicl/icl_inferencer/`, `tasks/openicl_eval.py`); `input_columns` are read by some retrievers only, so there only a slip counts.
 */
export const unknownColumn: ConfigRule = {
  id: 'unknown-column',
  title: 'A column of a reader_cfg that the rows of the dataset do not have',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "KeyError: 'anwser'; Column anwser not in the dataset",
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (hasTaskOfItsOwn(context)) return;
    const reader = new FillingReader((dataset) => dataColumnsOf(context, dataset));
    for (const dataset of datasetsToCheck(context)) {
      const config = dataset.readerCfg;
      if (config?.kind !== 'dict') continue;
      const facts = datasetFacts(context, dataset);
      if (areAllGiven(config, facts)) continue;
      yield* findings(
        context,
        dataset,
        config,
        reader.withData(
          dataset,
          reader.fillingOf(dataset, facts, () => true),
        ),
      );
    }
    for (const { judged } of judgedToCheck(context)) yield* judgeFindings(context, judged);
  },
};

/** Nearly always. */
function areAllGiven(config: DictValue, facts: ClassFacts | undefined): boolean {
  const made = facts?.columns?.();
  if (!made) return false;
  const { inputColumns, outputColumn } = readReaderCfg(config);
  const isGiven = (name: string): boolean => made.columns.includes(name) || made.some.includes(name);
  return inputColumns.every(isGiven) && (!outputColumn || isGiven(outputColumn.text) || addedColumns.includes(outputColumn.text));
}

function* findings(context: CheckContext, dataset: DatasetConfig, config: DictValue, filling: Filling): Iterable<Finding> {
  const output = config.get('output_column');
  if (output?.kind === 'str' && output.text !== '') yield* outputFinding(context, dataset, output, filling);
  for (const column of namedColumns(config.get('input_columns'))) yield* inputFinding(context, dataset, column, filling);
}

/** The column of the answer, which the framework gives to a judge by one name whatever its reader_cfg says. */
function* judgeFindings(context: CheckContext, judged: DatasetConfig): Iterable<Finding> {
  const columns = namedColumns(judged.readerCfg?.kind === 'dict' ? judged.readerCfg.get('input_columns') : undefined);
  const answer = dialectOf(context.framework).judgedColumns[0]!;
  if (columns.some(({ name }) => name === answer)) return;
  for (const { text, name, start } of columns) {
    if (!isNameSlip(name, answer, 'strong')) continue;
    yield findingAt(context, judged, placeIn(text, start, start + name.length), {
      severity: 'warning',
      message: say`A judge is given the answer as ${answer}, and there is no column ${name}: no template is filled with it.${suggestion(answer)}`,
      fixes: renamed(context, text, start, name, answer),
    });
  }
}

function* outputFinding(context: CheckContext, dataset: DatasetConfig, output: StrValue, filling: Filling): Iterable<Finding> {
  const { given, known, className } = filling;
  const name = output.text;
  if (given.includes(name) || addedColumns.includes(name)) return;
  const isExact = known === 'exact';
  const meant = isExact
    ? nearest(name, given)
    : (slipOf(name, filling, dataset) ?? usualOf(name, filling, dataset) ?? outputBeside(context, dataset, name));
  if (!isExact && meant === undefined) return;
  const place = placeIn(output, 0, name.length);
  yield findingAt(context, dataset, place, {
    severity: isExact ? 'error' : 'warning',
    message: isExact
      ? say`The rows of ${className ?? ''} have no column ${name}, only ${listed(given, 8)}: the run raises KeyError when it asks for the answers.${suggestion(meant)}`
      : say`Only this reader_cfg names a column ${name}: unless the rows have it, the run raises KeyError when it asks for the answers.${suggestion(meant)}`,
    fixes: renamed(context, output, 0, name, meant),
  });
}

function* inputFinding(
  context: CheckContext,
  dataset: DatasetConfig,
  { text, name, start }: InputColumn,
  filling: Filling,
): Iterable<Finding> {
  const { given, className } = filling;
  if (given.includes(name) || name.includes(',')) return;
  const braced = /^\{(\w+)\}$/.exec(name)?.[1];
  if (braced !== undefined)
    return yield findingAt(context, dataset, placeIn(text, start, start + name.length), {
      severity: 'warning',
      message: say`No row has a column ${name}: braces stand around a name in templates, and not here.${suggestion(braced)}`,
      fixes: renamed(context, text, start, name, braced),
    });
  const meant = slipOf(name, filling, dataset);
  if (meant === undefined) return;
  yield findingAt(context, dataset, placeIn(text, start, start + name.length), {
    severity: 'warning',
    message: given.includes(meant)
      ? say`The rows of ${className ?? ''} have ${meant} and no column ${name}: no template is filled with it, and a retriever that looks for similar rows raises KeyError.`
      : say`Only this reader_cfg names a column ${name}, while the templates ask for ${meant}.`,
    fixes: renamed(context, text, start, name, meant),
  });
}

/** The column that a name of a reader_cfg is a slip of: one that the class gives, or that the templates ask for, and that reader_cfg does not name. */
function slipOf(name: string, { given, declared, known }: Filling, dataset: DatasetConfig): string | undefined {
  // Templates are looked through only where a name may be a slip at all.
  const near = given.filter((column) => !declared.includes(column) && isNameSlip(name, column, 'strong'));
  if (near.length === 0 && (known === 'exact' || isUsual(name))) return undefined;
  const asked = placeholdersOf(dataset);
  const meant = near.find((column) => isNameSlip(name, column, asked.has(column) ? 'strong' : 'some'));
  if (meant !== undefined || known === 'exact' || asked.has(name)) return meant;
  return [...asked.keys()].find(
    (column) => !declared.includes(column) && isReaderSlip(column, name, asked) && isNameSlip(column, name, 'strong'),
  );
}

/** Of a name that neither the class nor a template has. */
function usualOf(name: string, { declared }: Filling, dataset: DatasetConfig): string | undefined {
  const usual = usualNameOf(name);
  return usual === undefined || declared.includes(usual) || placeholdersOf(dataset).has(name) ? undefined : usual;
}

/** The names that the templates of datasets ask for, by the dataset: each column of one asks anew. */
const askedBy = new WeakMap<DatasetConfig, ReadonlyMap<string, number>>();

function placeholdersOf(dataset: DatasetConfig): ReadonlyMap<string, number> {
  let asked = askedBy.get(dataset);
  if (!asked) {
    asked = timesOf(bracedTexts(filledTexts(dataset.inferCfg)).flatMap((text) => text.braces));
    askedBy.set(dataset, asked);
  }
  return asked;
}

function suggestion(meant: string | undefined): string {
  return meant === undefined ? '' : say` Did you mean ${meant}?`;
}

function renamed(context: CheckContext, text: StrValue, start: number, name: string, meant: string | undefined): Fix[] {
  return meant === undefined ? [] : rewriteFix(context, text, start, start + name.length, meant, say`Rename to ${meant}`);
}
