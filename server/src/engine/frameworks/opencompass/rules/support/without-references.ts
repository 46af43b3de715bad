import { hierarchyOf, methodOf } from '../../../../classes/hierarchy.js';
import { classPathOf } from '../../../../config/class-name.js';
import type { DatasetConfig } from '../../../../config/config.js';
import type { Value } from '../../../../core/value.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { datasetsToCheck, findingAt } from './dataset-faults.js';

/**
 * Datasets without an `output_column` whose evaluator begins by counting the references, which are None then: OpenCompass 0.5.3 `tasks/openicl_eval.py`
 * (`if self.output_column else None`), `openicl/icl_evaluator/icl_hf_evaluator.py`; AISBench 3.1.0 the same.
 */
export function* withoutReferences(context: CheckContext): Iterable<Finding> {
  const told = new Set<Value>();
  for (const dataset of datasetsToCheck(context)) {
    const column = dataset.readerCfg?.kind === 'dict' ? dataset.readerCfg.entry('output_column') : undefined;
    if (!column || !isEmpty(column.value) || told.has(column.value)) continue;
    const name = countingClass(context, dataset);
    if (name === undefined) continue;
    told.add(column.value);
    yield findingAt(context, dataset, column.valueSpan, {
      message: say`${name} compares the answers with references, and without an \`output_column\` there are none: the evaluation raises TypeError, after all answers were generated.`,
    });
  }
}

function isEmpty(value: Value): boolean {
  return value.kind === 'none' || (value.kind === 'str' && value.text === '');
}

/** The name of the evaluator's class, where its `score` asks at once how many references there are. */
function countingClass({ file, surroundings }: CheckContext, { value }: DatasetConfig): string | undefined {
  const evalCfg = value.get('eval_cfg');
  const evaluator = evalCfg?.kind === 'dict' ? evalCfg.get('evaluator') : undefined;
  const path = evaluator?.kind === 'dict' ? classPathOf(evaluator.get('type')) : undefined;
  const { classes, workspace } = surroundings;
  const found = path?.includes('.') ? classes.find(path, file) : undefined;
  if (found?.kind !== 'class') return undefined;
  const { source } = found;
  const counts = classes.remember(source, 'counts references', () => {
    const score = methodOf(hierarchyOf(classes, source), 'score');
    const read = score && score !== 'unknown' ? workspace.read(score.owner.module.file) : undefined;
    if (!score || score === 'unknown' || read?.kind !== 'text') return false;
    const { at } = score.owner;
    return score.node.body.some(({ type, start, end }) => {
      if (type !== 'If' && type !== 'Assert') return false;
      return /^(?:if|assert) len\(\w+\) [!=]= len\(\s*references\)/.test(read.text.slice(start + at, end + at));
    });
  });
  return counts ? source.name : undefined;
}
