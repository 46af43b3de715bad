import { hasUnknownKey } from '../../../checks/support/has-unknown-key.js';
import type { DictEntry, DictValue, Value } from '../../../core/value.js';
import type { Finding } from '../../face/rule.js';
import { outputTypes } from '../values/registered-names.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Those that write nothing. */
const scoring = new Set(outputTypes.filter((type) => type !== 'generate_until'));

/** Generation arguments without effect (lm-evaluation-harness 0.4.13 `config/task.py`, `models/huggingface.py`). */
export const genkwUnused = taskRule(
  {
    id: 'genkw-unused',
    title: 'Generation arguments that have no effect',
    severity: 'hint',
    prevents: 'Settings that are believed to hold and do not',
  },
  function* (task): Iterable<Finding> {
    yield* repeated(task);
    const entry = task.given('generation_kwargs');
    if (entry?.value.kind !== 'dict') return;
    const type = task.outputType;
    if (type !== undefined && scoring.has(type)) {
      yield { span: entry.keySpan, message: say`Nothing is generated with output_type ${type}: \`generation_kwargs\` has no effect.` };
      return;
    }
    const temperature = entry.value.entry('temperature');
    const sample = entry.value.get('do_sample');
    if (temperature && isPositive(temperature) && sample?.kind === 'bool' && !sample.value) {
      yield {
        span: temperature.keySpan,
        message: say`With \`do_sample: false\` models that are run here, as hf and vllm, always take the most likely word, whatever the temperature; a service is not told of do_sample, and uses the temperature. Set do_sample to true, or the temperature to 0.`,
        related: [{ span: entry.value.entry('do_sample')!.keySpan, message: say`nothing is left to chance` }],
      };
    }
  },
);

function isPositive({ value }: DictEntry): boolean {
  const number = (of: Value): number =>
    of.kind === 'float' ? of.value : of.kind === 'int' ? Number(of.value) : of.kind === 'str' ? Number(of.text) : 0;
  return number(value) > 0;
}

/** Several answers to one prompt, each of which takes the most likely words. */
function* repeated(task: Task): Iterable<Finding> {
  const repeats = task.config.entry('repeats');
  if (!task.whole || task.outputType !== 'generate_until' || repeats?.value.kind !== 'int' || repeats.value.value < 2n) return;
  const kwargs = task.config.get('generation_kwargs');
  if (kwargs && kwargs.kind !== 'none' && (kwargs.kind !== 'dict' || samples(kwargs))) return;
  yield {
    span: repeats.keySpan,
    severity: 'information',
    message: say`Without sampling the ${String(repeats.value.value)} answers to a prompt are the same. Set do_sample to true, and a temperature, or let --gen_kwargs do so.`,
  };
}

/** Whether the most likely words are not always taken, or that is not known. */
function samples(kwargs: DictValue): boolean {
  const temperature = kwargs.entry('temperature');
  const sample = kwargs.get('do_sample');
  if (hasUnknownKey(kwargs)) return true;
  if (temperature && (temperature.value.kind === 'unknown' || temperature.value.kind === 'ref' || isPositive(temperature))) return true;
  return sample !== undefined && !(sample.kind === 'bool' && !sample.value) && sample.kind !== 'none';
}
