import { partsBetween } from '../../../core/text-ends.js';
import { isNameSlip } from '../../../checks/support/slip.js';
import { textArguments } from '../classes/class-facts.js';
import type { DatasetConfig } from '../../../config/config.js';
import type { Value } from '../../../core/value.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import type { LoadedColumns } from '../../../classes/columns/load-columns.js';
import type { ClassFacts } from '../../face/behaviour.js';

/** What is known of the columns that fill the templates of a dataset. */
export interface Filling {
  /** `exact`: `columns` are all that its class gives. `at least`: there may be more, which the data decide. `unknown`: the class tells nothing. */
  readonly known: LoadedColumns['known'];
  /** Those of the class, and unless they are known exactly those that reader_cfg names; also such as only some splits have. */
  readonly columns: readonly string[];
  /** Those that reader_cfg names. */
  readonly declared: readonly string[];
  /** The input columns among them. */
  readonly inputs: readonly string[];
  /** Whether reader_cfg has all that it needs. */
  readonly complete: boolean;
  /** Those that the class gives, in all or in some splits. */
  readonly given: readonly string[];
  /** What the columns are of: the class, where its source was read, or the file of the data. */
  readonly className: string | undefined;
}

/** The columns of the rows of a dataset, the examples' among them, but for those that the framework adds; and the name of the file that they are in. */
export interface DataColumns {
  readonly columns: readonly string[];
  readonly file: string;
}

/** Columns that the base class adds to every row (OpenCompass 0.5.3 and AISBench 3.1.0 `datasets/base.py`). */
export const addedColumns: readonly string[] = ['subdivision', 'idx'];

/** What columns are called in many datasets. */
const usualNames: ReadonlySet<string> = new Set(
  (
    'answer answers answerKey article category choice choices code content context dialogue document entry_point final_answer gold gold_answer ground_truth hypothesis id input inputs ' +
    'instruction judge label labels language name option options output outputs passage premise problem problem_id prediction prompt query question question_id questions reference references response ' +
    'sentence sentence1 sentence2 solution source story summary target targets task task_id test tests text title topic type'
  ).split(' '),
);

/** Whether many datasets have a column of that name. */
export function isUsual(name: string): boolean {
  return usualNames.has(name);
}

/** What most datasets call a column whose name nobody else knows, and that is written with a slip: not merely with a letter more or less at its end. */
export function usualNameOf(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (usualNames.has(name) || usualNames.has(lower)) return undefined;
  const near = [...usualNames].filter((usual) => isNameSlip(lower, usual, 'some'));
  return near.find((usual) => !usual.startsWith(lower) && !lower.startsWith(usual));
}

/**
 * Of a placeholder and a column of reader_cfg that nearly have one name, while the class tells nothing: whether it is reader_cfg that has the slip. @param times how often templates ask for
 * each name: nobody makes a slip twice, and never writes the name as it should be
 */
export function isReaderSlip(placeholder: string, column: string, times: ReadonlyMap<string, number>): boolean {
  if (usualNames.has(column)) return false;
  return usualNames.has(placeholder) || ((times.get(placeholder) ?? 0) > 1 && !times.has(column));
}

/** Whether a name is one of the `columns` of a filling, by any arguments of the class: without making one. */
export function columnTest(readerCfg: Value | undefined, facts: ClassFacts | undefined): (name: string) => boolean {
  const made = facts?.columns?.();
  const isGiven = (name: string): boolean => made !== undefined && (made.columns.includes(name) || made.some.includes(name));
  if (levelOf(facts, made) === 'exact') return isGiven;
  const { inputs, output } = declaredColumns(readerCfg);
  return (name) => name === output || inputs.includes(name) || isGiven(name);
}

/** Most configs of one class whose branches are looked at with their own arguments: a loop makes hundreds that are alike. */
const mostGiven = 3;

/** Most datasets of a document whose data are loaded. */
const mostLoaded = 3;

/** Reads what fills datasets; the branches of a class are looked at with the arguments of a config only where that may tell more. */
export class FillingReader {
  private readonly counts = new Map<ClassFacts, number>();
  private loaded = 0;

  /** @param dataOf loads the columns of a dataset from its data; absent: nothing is loaded */
  constructor(private readonly dataOf?: (dataset: DatasetConfig) => DataColumns | undefined) {}

  /**
   * @param facts of the dataset's class; undefined where nothing is known of it
   * @param enough whether what is known by any arguments is enough for the one who asks
   */
  fillingOf(dataset: DatasetConfig, facts: ClassFacts | undefined, enough: (filling: Filling) => boolean): Filling {
    const any = facts?.columns?.();
    const filling = joined(dataset, facts, any);
    if (!facts || !any || filling.known === 'exact' || enough(filling)) return filling;
    const count = this.counts.get(facts) ?? 0;
    if (count >= mostGiven) return filling;
    this.counts.set(facts, count + 1);
    const own = facts.columns?.(textArguments(dataset.value));
    return own?.known === 'unknown' ? filling : joined(dataset, facts, own);
  }

  /** The same where the class does not tell all columns and the data are on this machine, which do. */
  withData(dataset: DatasetConfig, filling: Filling): Filling {
    if (!this.dataOf || filling.known === 'exact' || this.loaded >= mostLoaded) return filling;
    this.loaded++;
    const data = this.dataOf(dataset);
    return data ? { ...filling, known: 'exact', columns: data.columns, given: data.columns, className: data.file } : filling;
  }
}

function joined({ readerCfg }: DatasetConfig, facts: ClassFacts | undefined, made: LoadedColumns | undefined): Filling {
  const { inputs, output } = declaredColumns(readerCfg);
  const declared = [...new Set(output === undefined ? inputs : [...inputs, output])];
  const given = made ? (made.some.length > 0 ? [...made.columns, ...made.some] : made.columns) : [];
  const known = levelOf(facts, made);
  return {
    known,
    columns: known === 'exact' ? given : [...new Set([...declared, ...given])],
    declared,
    inputs,
    complete: readerCfg?.kind === 'dict' && readerCfg.get('input_columns') !== undefined && readerCfg.get('output_column') !== undefined,
    given,
    className: made && facts?.name,
  };
}

/** A constructor of the class's own may do more than `load` tells. */
function levelOf(facts: ClassFacts | undefined, made: LoadedColumns | undefined): Filling['known'] {
  const mayDoMore = facts?.signature === undefined || facts.ownConstructor === true;
  return made?.known === 'exact' && mayDoMore ? 'at least' : (made?.known ?? 'unknown');
}

function declaredColumns(readerCfg: Value | undefined): { readonly inputs: readonly string[]; readonly output: string | undefined } {
  const { inputColumns, outputColumn } = readReaderCfg(readerCfg);
  // What was meant for several columns is reported as such.
  const inputs = inputColumns.some((name) => name === '' || name.includes(','))
    ? inputColumns.flatMap((name) => partsBetween(name, ',')).filter((name) => name !== '')
    : inputColumns;
  return { inputs, output: outputColumn?.text };
}
