import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { builtPlaces, strayArguments } from './support/class-keys.js';
import { say } from '../../../core/say.js';

/** A key of a model config that its class does not take. OpenCompass 0.5.3 `utils/build.py`: all but a few keys become arguments. */
export const unknownModelKey: ConfigRule = {
  id: 'unknown-model-key',
  title: 'A key of a model config that the constructor of its class does not take',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "TypeError: __init__() got an unexpected keyword argument 'x'",
  scope: 'document',
  *check(context): Iterable<Finding> {
    yield* strayArguments(
      context,
      'model',
      ({ name }, key) => say`building the model raises TypeError: ${name}.__init__() got an unexpected keyword argument '${key}'`,
    );
    yield* runFindings(context);
  },
};

/** What belongs in `run_cfg`, where the task reads it: a class with `**kwargs` swallows it beside its own keys. */
function* runFindings(context: CheckContext): Iterable<Finding> {
  for (const { dict, facts, isJudge } of builtPlaces(context, 'model')) {
    if (isJudge || !facts.signature?.open || dict.entry('run_cfg')) continue;
    const entry = dict.entry('num_gpus');
    if (entry && !facts.signature.keys.has('num_gpus'))
      yield {
        span: entry.keySpan,
        severity: 'warning',
        message: say`\`num_gpus\` is read from run_cfg: here ${facts.name} swallows it, and the task asks for no GPU. Write run_cfg=dict(num_gpus=…).`,
      };
  }
}
