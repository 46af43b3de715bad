import { classNameOf } from '../../../config/class-name.js';
import type { Config, DatasetConfig } from '../../../config/config.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import { itemsOf } from '../../../config/sequence.js';
import { say } from '../../../core/say.js';
import type { Span } from '../../../core/span.js';
import type { DictValue, Value } from '../../../core/value.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { InlayHint } from '../../face/editor.js';
import { modeOf } from '../infer/inferencer.js';

/** What the inferencers and retrievers of a document do that they do not write: how long an answer may be, and how many examples are shown. */
export function configHints({ config }: ReadConfig): InlayHint[] {
  return config.datasets.flatMap((dataset) => {
    if (dataset.inferCfg?.kind !== 'dict') return [];
    return [...limitHints(config, dataset, dataset.inferCfg), ...shotHints(dataset.inferCfg)];
  });
}

/**
 * The `max_out_len` of the models, where the inferencer has none of its own. OpenCompass 0.5.3 and AISBench 3.1.0 `tasks/openicl_infer.py` `_set_default_value`; a column of
 * that name goes before both in AISBench.
 */
function limitHints({ models }: Config, { readerCfg }: DatasetConfig, inferCfg: DictValue): InlayHint[] {
  const inferencer = inferCfg.get('inferencer');
  const type = inferencer?.kind === 'dict' ? inferencer.entry('type') : undefined;
  if (!type || inferencer?.kind !== 'dict' || inferencer.entry('max_out_len') || modeOf(classNameOf(type.value)) !== 'gen') return [];
  if (models.length === 0 || readReaderCfg(readerCfg).inputColumns.includes('max_out_len')) return [];
  const limits = new Set(models.map(({ value }) => integer(value.get('max_out_len'))));
  if (limits.has(undefined)) return [];
  const known = [...limits].flatMap((limit) => limit ?? []).sort((a, b) => Number(a - b));
  const label = known.length === 1 ? String(known[0]) : `${String(known[0])}…${String(known.at(-1))}`;
  return [
    {
      kind: 'maxOutLen',
      at: type.valueSpan,
      label: `max_out_len=${label}`,
      tooltip: say`The longest answer in tokens, by the models of this document.`,
    },
  ];
}

/** The number of examples of a retriever: what `fix_id_list` lists, else `ice_num`, for which every retriever has 1 by itself. */
function shotHints(inferCfg: DictValue): InlayHint[] {
  const retriever = inferCfg.get('retriever');
  const type = retriever?.kind === 'dict' ? retriever.entry('type') : undefined;
  if (!type || retriever?.kind !== 'dict') return [];
  const count = shotsOf(classNameOf(type.value), retriever);
  if (count === undefined) return [];
  const label = count === 1n ? say`1 shot` : say`${String(count)} shots`;
  return [{ kind: 'shots', at: type.valueSpan, label, tooltip: say`In-context examples in front of each question.` }];
}

/** The class of the retriever, where it takes examples. */
export function shotsAtRetriever({ inferCfg }: DatasetConfig): Span | undefined {
  const retriever = inferCfg?.kind === 'dict' ? inferCfg.get('retriever') : undefined;
  const type = retriever?.kind === 'dict' ? retriever.entry('type') : undefined;
  const count = type && retriever?.kind === 'dict' ? shotsOf(classNameOf(type.value), retriever) : undefined;
  return count === undefined || count <= 0n ? undefined : type!.valueSpan;
}

/** Retrievers that take `ice_num` rows of those that they find. OpenCompass 0.5.3 `openicl/icl_retriever/`. */
const byNumber: ReadonlySet<string> = new Set([
  'RandomRetriever',
  'BM25Retriever',
  'TopkRetriever',
  'VotekRetriever',
  'DPPRetriever',
  'MDLRetriever',
]);

function shotsOf(className: string | undefined, retriever: DictValue): bigint | undefined {
  if (className === 'FixKRetriever') {
    const ids = itemsOf(retriever.get('fix_id_list'));
    return ids && BigInt(ids.length);
  }
  if (className === 'SlidingWindowRetriever') return integer(retriever.get('k'));
  if (className === undefined || !byNumber.has(className)) return undefined;
  return retriever.entry('ice_num') ? integer(retriever.get('ice_num')) : 1n;
}

function integer(value: Value | undefined): bigint | undefined {
  return value?.kind === 'int' ? value.value : undefined;
}
