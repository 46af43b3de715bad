import type { DatasetConfig } from '../../../../config/config.js';
import { readInferCfg } from '../../../../config/infer-cfg.js';
import { readReaderCfg } from '../../../../config/reader-cfg.js';
import { itemsOf } from '../../../../config/sequence.js';
import { say } from '../../../../core/say.js';
import type { Value } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { filledTexts, textsOfTemplate } from '../../columns/filled-texts.js';
import { bracedTexts } from '../../columns/placeholder-faults.js';
import { datasetFacts } from './class-keys.js';
import { findingAt, judgedToCheck } from './dataset-faults.js';
import { holdsUnknown, isPartlyUnknown } from './known-texts.js';
import { dialectOf } from '../../render/family.js';
import type { JudgedTemplate } from './judged-placeholders.js';
import { sourceOfJudge } from './judge-source.js';
import { isAnswerName } from './unseen-answer.js';

/**
 * Templates of judges in which the answer is not: what the judge is given of it is a column, `prediction` in OpenCompass 0.5.4 (`evaluator/generic_llm_evaluator.py`,
 * `openicl/icl_evaluator/lm_evaluator.py`), `model_answer` in AISBench 3.1.0 (`datasets/base.py`, where judge_reader_cfg names it).
 */
export function* unjudgedAnswers(context: CheckContext): Iterable<Finding> {
  for (const judge of judgedToCheck(context)) {
    const found = findingOf(context, judge);
    if (found) yield found;
  }
}

function findingOf(context: CheckContext, judge: JudgedTemplate): Finding | undefined {
  const { judged, rowsOf } = judge;
  const template = readInferCfg(judged.inferCfg)?.promptTemplate;
  const entry = template?.value.entry('template') ?? template?.value.entry('messages');
  if (!template || !entry || !rowsOf || holdsUnknown(entry.value) || expandsColumns(template.messages) || isMany(rowsOf)) return undefined;
  const column = dialectOf(context.framework).judgedColumns[0]!;
  if (mayBeElsewhere(context, judged, column)) return undefined;
  const texts = bracedTexts(textsOfTemplate(template));
  if (texts.length === 0 || texts.some(isPartlyUnknown)) return undefined;
  const isHarmless = harmlessColumns(context, judge);
  const names = texts.flatMap(({ braces }) => braces.map(({ name }) => name));
  if (names.some((name) => isAnswerName(name) || !isHarmless(name))) return undefined;
  return findingAt(context, judged, entry.valueSpan, {
    message: say`This template of a judge has no {${column}} in it: the judge never reads the answer, and what it says has nothing to do with it.`,
  });
}

/** Whether the class of a judge's rows may put the answer elsewhere: AISBench 3.1.0 `datasets/utils/lmm_judge.py`. Then its reader_cfg does not name the column. */
function mayBeElsewhere(context: CheckContext, judged: DatasetConfig, column: string): boolean {
  const inferCfg = judged.inferCfg?.kind === 'dict' ? judged.inferCfg : undefined;
  if (!inferCfg?.entry('judge_dataset_type')) return inferCfg?.entry('judge_model') !== undefined;
  return !readReaderCfg(judged.readerCfg).inputColumns.includes(column) || /\bpred_item\s*\[/.test(sourceOfJudge(context, judged));
}

/** Messages that the rows hold. */
function expandsColumns(messages: Value | undefined): boolean {
  return (itemsOf(messages) ?? []).some((message) => message.kind !== 'dict' || message.entry('expand_column') !== undefined);
}

/** Whether the judge's prompts stand in the rows. */
function isMany({ value }: DatasetConfig): boolean {
  const evalCfg = value.get('eval_cfg');
  const evaluator = evalCfg?.kind === 'dict' ? evalCfg.get('evaluator') : undefined;
  return evaluator?.kind === 'dict' && evaluator.entry('multi_eval') !== undefined;
}

/** Columns whose text may be a template of its own, in which the answer is put in turn. */
const mayHoldPlaceholders = /prompt|prefix|template|judge|instruct|system/i;

/** Whether a column surely holds no answer: it is asked, or it is the reference, or a column of the rows that holds no template. */
function harmlessColumns(context: CheckContext, { judged, rowsOf }: JudgedTemplate): (name: string) => boolean {
  const asked = new Set(bracedTexts(filledTexts(rowsOf?.inferCfg)).flatMap(({ braces }) => braces.map(({ name }) => name)));
  const columns = new Set(
    [rowsOf?.readerCfg, judged.readerCfg].flatMap((reader) => {
      const { inputColumns, outputColumn } = readReaderCfg(reader);
      return outputColumn ? [...inputColumns, outputColumn.text] : inputColumns;
    }),
  );
  for (const name of (rowsOf && datasetFacts(context, rowsOf)?.columns?.()?.columns) ?? []) columns.add(name);
  return (name) => asked.has(name) || references.includes(name) || (columns.has(name) && !mayHoldPlaceholders.test(name));
}

const references: readonly string[] = ['obj_gold', 'reference'];
