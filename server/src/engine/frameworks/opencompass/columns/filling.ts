import { textArguments } from '../classes/class-facts.js';
import type { DatasetConfig } from '../../../config/config.js';
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
  /** Whether reader_cfg has all that it needs. */
  readonly complete: boolean;
  /** Those that the class gives, in all or in some splits. */
  readonly given: readonly string[];
  /** Of the class, where its source was read. */
  readonly className: string | undefined;
}

/** Columns that the base class adds to every row (OpenCompass 0.5.3 and AISBench 3.1.0 `datasets/base.py`). */
export const addedColumns: readonly string[] = ['subdivision', 'idx'];

/** What columns are called in most datasets. */
const usualNames: ReadonlySet<string> = new Set(
  'question answer answers input output target label problem solution context prompt text passage summary choices options sentence1 sentence2 premise hypothesis dialogue document article instruction query response reference'.split(
    ' ',
  ),
);

/** Of a placeholder and a column of reader_cfg that nearly have one name, while the class tells nothing: whether it is reader_cfg that has the slip. */
export function isReaderSlip(placeholder: string, column: string): boolean {
  return usualNames.has(placeholder) && !usualNames.has(column);
}

/** Most configs of one class whose branches are looked at with their own arguments: a loop makes hundreds that are alike. */
const mostGiven = 20;

/** Reads what fills datasets; the branches of a class are looked at with the arguments of a config only where that may tell more. */
export class FillingReader {
  private readonly counts = new Map<ClassFacts, number>();

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
}

function joined({ readerCfg }: DatasetConfig, facts: ClassFacts | undefined, made: LoadedColumns | undefined): Filling {
  const { inputColumns, outputColumn } = readReaderCfg(readerCfg);
  // What was meant for several columns is reported as such.
  const inputs = inputColumns.flatMap((name) => name.split(/\s*,\s*/)).filter((name) => name !== '');
  const declared = [...new Set([...inputs, ...(outputColumn ? [outputColumn.text] : [])])];
  const given = made ? [...made.columns, ...made.some] : [];
  // A constructor of the class's own may do more than `load` tells.
  const known = made?.known === 'exact' && facts?.signature === undefined ? 'at least' : (made?.known ?? 'unknown');
  return {
    known,
    columns: known === 'exact' ? given : [...new Set([...declared, ...given])],
    declared,
    complete: readerCfg?.kind === 'dict' && readerCfg.get('input_columns') !== undefined && readerCfg.get('output_column') !== undefined,
    given,
    className: made && facts?.name,
  };
}
