import { textOf, type StrValue, type Value } from '../core/value.js';
import { itemsOf } from './sequence.js';

/** The columns that a reader_cfg declares. OpenCompass 0.5.3 `openicl/icl_dataset_reader.py`. */
export interface ReaderCfg {
  /** A string is split at blanks, as the framework does. */
  readonly inputColumns: readonly string[];
  readonly outputColumn: StrValue | undefined;
}

/** Reads what is known of a reader_cfg; what is unknown or malformed counts as absent. */
export function readReaderCfg(value: Value | undefined): ReaderCfg {
  if (value?.kind !== 'dict') return { inputColumns: [], outputColumn: undefined };
  const output = value.get('output_column');
  return {
    inputColumns: columnNames(value.get('input_columns')),
    outputColumn: output?.kind === 'str' && output.text !== '' ? output : undefined,
  };
}

function columnNames(columns: Value | undefined): readonly string[] {
  const text = textOf(columns);
  if (text !== undefined) return text.split(/\s+/).filter((name) => name !== '');
  return (itemsOf(columns) ?? []).flatMap((item) => textOf(item) ?? []);
}
