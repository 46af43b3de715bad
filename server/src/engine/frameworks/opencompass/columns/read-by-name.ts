import { classNameOf } from '../../../config/class-name.js';
import type { DictValue, Value } from '../../../core/value.js';
import { addedColumns } from './filling.js';

/**
 * The columns that classes of the frameworks ask rows for by their names, whatever a config says. OpenCompass 0.5.3 `openicl/icl_inferencer/`, `icl_prompt_template.py`; AISBench 3.1.0
 * `openicl/icl_inferencer/`, `openicl/icl_prompt_template/`.
 */
const readByName: ReadonlyMap<string, readonly string[]> = new Map([
  ...['GenInferencer', 'ParallelGenInferencer', 'GLMChoiceInferencer', 'SCInferencer', 'ToTInferencer', 'CLPInferencer'].map(none),
  ...['PPLInferencer', 'LLInferencer', 'PPLOnlyInferencer', 'MinKPercentInferencer', 'AttackInferencer', 'SWCELossInferencer'].map(none),
  ...['LMMGenInferencer', 'MultiTurnGenInferencer'].map(none),
  ['InferencePPLOnlyInferencer', ['label']],
  ...['ChatInferencer', 'ParallelChatInferencer', 'AgentInferencer'].map((name) => [name, ['dialogue']] as const),
  ...['ChatMLInferencer', 'ParallelChatMLInferencer'].map((name) => [name, ['chatml_question', 'chatml_answer']] as const),
  ...['PromptTemplate', 'RawPromptTemplate'].map(none),
  ['MultiTurnPromptTemplate', ['question', 'answer']],
  ['MMPromptTemplate', ['type', 'text', 'image_url', 'video_url', 'audio_url']],
  ...['ZeroRetriever', 'FixKRetriever', 'RandomRetriever', 'BM25Retriever', 'TopkRetriever', 'DPPRetriever'].map(none),
  ...['MDLRetriever', 'VotekRetriever', 'SlidingWindowRetriever'].map(none),
]);

/** What is asked of every row (AISBench 3.1.0 `openicl/icl_dataset_reader.py`; both frameworks' `openicl/icl_evaluator/icl_base_evaluator.py`). */
const ofEveryRow: readonly string[] = [...addedColumns, 'max_out_len', 'timestamp'];

function none(name: string): readonly [string, readonly string[]] {
  return [name, []];
}

/** Whether it is known which columns a class of the frameworks asks rows for by their names. */
export function isKnownReader(className: string): boolean {
  return readByName.has(className);
}

/** The columns that the classes of a dataset's `infer_cfg` ask its rows for by their names, and those that have a meaning in every row. */
export function columnsReadByName(dataset: DictValue): ReadonlySet<string> {
  const found = new Set(ofEveryRow);
  for (const key of ['infer_cfg', 'judge_infer_cfg']) {
    const infer = dataset.get(key);
    if (infer?.kind !== 'dict') continue;
    for (const part of ['inferencer', 'retriever', 'prompt_template', 'ice_template'])
      for (const column of readByName.get(classNameIn(infer.get(part))) ?? []) found.add(column);
  }
  return found;
}

function classNameIn(part: Value | undefined): string {
  return part?.kind === 'dict' ? (classNameOf(part.get('type')) ?? '') : '';
}
