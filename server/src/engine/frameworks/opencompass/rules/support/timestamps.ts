import { classNameOf } from '../../../../config/class-name.js';
import type { DatasetConfig, ModelConfig } from '../../../../config/config.js';
import { itemsOf } from '../../../../config/sequence.js';
import { readReaderCfg } from '../../../../config/reader-cfg.js';
import { say } from '../../../../core/say.js';
import type { Value } from '../../../../core/value.js';
import type { Finding } from '../../../face/rule.js';
import { abbrsOf, ownInferencer } from './inferencer-refusals.js';

/** Inferencers that look for a column `timestamp`; others give their requests no time. */
const scheduling: ReadonlySet<string> = new Set(['GenInferencer', 'LMMGenInferencer']);
const timeless: ReadonlySet<string> = new Set(['PPLInferencer', 'MultiTurnGenInferencer', 'BFCLV3FunctionCallInferencer']);

/** A model that is to be asked by times, and datasets without any. AISBench 3.1.0 `tasks/openicl_api_infer.py`, `openicl/icl_dataset_reader.py`. */
export function* timestampFindings({ value }: ModelConfig, datasets: readonly DatasetConfig[]): Iterable<Finding> {
  const entry = value.entry('use_timestamp');
  if (entry?.value.kind !== 'bool' || !entry.value.value) return;
  // Datasets of one class may be asked together: one that has times saves the others.
  const timed = new Set(datasets.filter((dataset) => !lacksTimes(dataset)).map(typeName));
  const lacking = datasets.filter((dataset) => lacksTimes(dataset) && !timed.has(typeName(dataset)));
  if (lacking.length > 0)
    yield {
      span: entry.valueSpan,
      message: say`\`use_timestamp\` sends requests by a column timestamp, and the reader_cfg of ${abbrsOf(lacking)} names none: the task raises ParameterValueError [TINFER-PARAM-006]. Name it in input_columns where the rows have it, or write False.`,
    };
}

function typeName({ value }: DatasetConfig): string | undefined {
  return classNameOf(value.get('type'));
}

/** Whether it is sure that nothing of a dataset comes with a time. */
function lacksTimes(dataset: DatasetConfig): boolean {
  const inferencer = ownInferencer(dataset)?.className ?? '';
  if (timeless.has(inferencer)) return true;
  const reader = dataset.readerCfg;
  if (!scheduling.has(inferencer) || reader?.kind !== 'dict' || !areKnown(reader.get('input_columns'))) return false;
  return !readReaderCfg(reader).inputColumns.includes('timestamp');
}

function areKnown(columns: Value | undefined): boolean {
  return columns?.kind === 'str' || (itemsOf(columns)?.every(({ kind }) => kind === 'str') ?? false);
}
