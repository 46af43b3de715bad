import { PyError } from '../../../core/errors.js';
import { pyStr, typeName } from '../../../python/runtime/semantics.js';
import { StrValue, type Value } from '../../../core/value.js';
import { checkRangeType } from './reader-ranges.js';
import { checkArguments } from '../values/arguments.js';
import { Fault } from '../values/fault.js';
import { isAbsentOrNone, isTruthy } from '../values/python-value.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

const optional = ['input_template', 'output_template', 'train_split', 'train_range', 'test_split', 'test_range'];

/** What the inferencers ask the reader for. OpenCompass 0.5.3 `openicl/icl_dataset_reader.py`. */
export interface DatasetReader {
  readonly inputColumns: readonly Value[];
  /** Undefined where it is None or empty: then nothing is masked. */
  readonly outputColumn: StrValue | undefined;
}

/**
 * Builds the reader from its reader_cfg.
 * @throws PyError what its constructor raises
 */
export function buildReader(config: Value | undefined): DatasetReader {
  if (config?.kind === 'unknown') throw new UnknownPrompt(config.reason, config.span);
  if (config?.kind !== 'dict') {
    const name = config ? typeName(config) : 'NoneType';
    throw new PyError(
      'TypeError',
      `opencompass.datasets.base.BaseDataset._init_reader() argument after ** must be a mapping, not ${name}`,
      config?.span,
    );
  }
  checkArguments(config, 'DatasetReader', ['input_columns', 'output_column'], optional);
  const reader = { inputColumns: inputColumns(config.get('input_columns')), outputColumn: outputColumn(config.get('output_column')) };
  for (const split of ['train', 'test']) checkRangeType(config.get(`${split}_range`));
  return reader;
}

function inputColumns(columns: Value | undefined): readonly Value[] {
  if (columns?.kind === 'list') return columns.items;
  if (columns?.kind === 'unknown') return [];
  if (columns?.kind !== 'str') {
    const got = columns ? pyStr(columns).text : 'None';
    throw new Fault('argument-type', 'TypeError', `Expected an object in ['List', 'str'] type, but got ${got}`, columns?.span);
  }
  const names: Value[] = [];
  for (const match of columns.text.matchAll(/\S+/g))
    names.push(new StrValue(columns.traced.slice(match.index, match.index + match[0].length), columns.span));
  return names;
}

function outputColumn(column: Value | undefined): StrValue | undefined {
  if (isAbsentOrNone(column) || !isTruthy(column)) return undefined;
  if (column.kind === 'str') return column;
  throw new Fault('argument-no-text', 'TypeError', `Expected a str object, but got ${pyStr(column).text}`, column.span);
}
