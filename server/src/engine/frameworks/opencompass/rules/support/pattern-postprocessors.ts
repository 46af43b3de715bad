import { ofKind, placesToCheck } from '../../../../checks/support/places.js';
import { classNameOf } from '../../../../config/class-name.js';
import { say } from '../../../../core/say.js';
import type { DictValue, Value } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';
import { hasTaskOfItsOwn } from './class-keys.js';

/** Whether a postprocessor of a model is several, by patterns of the names of datasets: OpenCompass before 0.4.2 `tasks/openicl_eval.py`, and `tasks/subjective_eval.py` still. */
export function isByPattern({ entries }: DictValue): boolean {
  return [...entries.values()].some(({ value }) => value.kind === 'dict');
}

/**
 * Postprocessors by patterns of datasets, which only `SubjectiveEvalTask` looks up since 0.4.0: the usual task takes the dict for one (OpenCompass 0.5.3
 * `tasks/openicl_eval.py`, `kwargs.pop('type')`).
 */
export function* patternFindings(context: CheckContext): Iterable<Finding> {
  for (const { value } of ofKind(placesToCheck(context), 'model')) {
    const entry = value.kind === 'dict' ? value.entry('pred_postprocessor') : undefined;
    if (entry?.value.kind !== 'dict' || entry.value.entry('type') || entry.value.entries.size === 0) continue;
    const values = [...entry.value.entries.values()].map((one) => one.value);
    if (!values.every((one) => one.kind === 'dict' && one.entry('type')) || !isOfUsualTask(context)) continue;
    yield {
      span: entry.valueSpan,
      message: say`\`pred_postprocessor\` of a model is one postprocessor for OpenICLEvalTask, and this is a dict of several, by datasets: the evaluation raises an exception, after all answers were generated.`,
    };
  }
}

/** Whether the config is one of a run whose answers the framework's usual task evaluates, in a release that looks up no patterns. */
function isOfUsualTask(context: CheckContext): boolean {
  const { config, file, framework, surroundings } = context;
  const { value } = config.evaluation;
  if (!value.entry('models') || !value.entry('datasets') || hasTaskOfItsOwn(context, 'eval')) return false;
  let at: Value | undefined = value;
  for (const key of ['eval', 'runner', 'task', 'type']) at = at?.kind === 'dict' ? at.get(key) : undefined;
  if (at !== undefined && classNameOf(at) !== 'OpenICLEvalTask') return false;
  const { classPackage } = dialectOf(framework);
  const root = surroundings.workspace.packageRoot(classPackage.split('.')[0]!, file);
  const read =
    root === undefined ? undefined : surroundings.workspace.read(`${root}/${classPackage.replaceAll('.', '/')}/tasks/openicl_eval.py`);
  return (
    read?.kind === 'text' &&
    /kwargs = copy\.deepcopy\(self\.model_cfg\['pred_postprocessor'\]\)\s+proc = kwargs\.pop\('type'\)/.test(read.text)
  );
}
