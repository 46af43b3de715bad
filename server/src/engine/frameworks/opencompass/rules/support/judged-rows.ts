import { hierarchyOf } from '../../../../classes/hierarchy.js';
import { classPathOf } from '../../../../config/class-name.js';
import { textOf, type DictValue, type Value } from '../../../../core/value.js';
import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { isHere } from '../../../../checks/support/places.js';
import { whatItIs } from '../../../../checks/support/types.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding } from '../../../face/rule.js';

/** The class that puts answers beside the rows of a dataset, and the column by which its answers are told apart. AISBench 3.1.0 `datasets/base.py`. */
const judgedBase = 'BaseJDGDataset';
const answerId = 'model_pred_uuid';

/** What the second pass makes of the rows that are judged. AISBench 3.1.0 `cli/workers.py` (`JudgeInfer`). */
export function* judgedRowsFindings(context: CheckContext, judge: DictValue): Iterable<Finding> {
  // A document may change what its base has of a judge.
  for (const finding of ofJudge(context, judge)) if (isHere(context, finding)) yield finding;
}

function* ofJudge(context: CheckContext, judge: DictValue): Iterable<Finding> {
  const model = judge.entry('judge_model');
  if (model && noDict.has(model.value.kind))
    yield {
      span: model.valueSpan,
      message: say`\`judge_model\` must be the dict of a model, and this is ${whatItIs(model.value)}: AISBench raises TypeError when it starts.`,
    };
  const type = judge.entry('judge_dataset_type');
  if (type && hasNoAnswers(context, type.value))
    yield {
      span: type.valueSpan,
      message: say`${classPathOf(type.value)?.split('.').at(-1) ?? ''} puts no answers beside its rows, as the classes for judges do, which are derived from ${judgedBase}: the second pass raises an exception.`,
    };
  yield* columnFindings(context, judge, type?.value);
}

const noDict: ReadonlySet<Value['kind']> = new Set(['str', 'list', 'tuple', 'int', 'float', 'bool', 'none']);

/** The answer of the judge finds its row by what the output column held. */
function* columnFindings(context: CheckContext, judge: DictValue, type: Value | undefined): Iterable<Finding> {
  const reader = judge.get('judge_reader_cfg');
  const output = reader?.kind === 'dict' ? reader.entry('output_column') : undefined;
  const name = textOf(output?.value);
  // What a class of the user's puts beside the rows is its own matter.
  if (!output || name === undefined || name === answerId || !type || !isOwn(type)) return;
  yield {
    span: output.valueSpan,
    message: say`The judge's answers are put back to the model's by \`output_column\`: with '${name}' the second pass raises KeyError, after the judge was asked. Write '${answerId}'.`,
    fixes: replaceStringFix(context, output.value, answerId, say`Change to ${`'${answerId}'`}`),
  };
}

function isOwn(type: Value): boolean {
  return classPathOf(type)?.startsWith('ais_bench.') ?? false;
}

function hasNoAnswers({ file, surroundings: { classes } }: CheckContext, type: Value): boolean {
  const path = classPathOf(type);
  const found = path?.includes('.') === true ? classes.find(path, file) : undefined;
  if (found?.kind !== 'class') return false;
  const { classes: order, complete } = hierarchyOf(classes, found.source);
  return complete && order.every(({ name }) => name !== judgedBase);
}
