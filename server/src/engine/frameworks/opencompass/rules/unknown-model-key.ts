import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { textOf } from '../../../core/value.js';
import { renameKeyFix } from '../../../checks/support/fixes.js';
import { ofKind, placesToCheck } from '../../../checks/support/places.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { builtPlaces, hasTaskOfItsOwn, strayArguments } from './support/class-keys.js';
import { isOtherName } from './support/other-names.js';
import { isReadBySource } from './support/read-by-source.js';
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
    if (hasTaskOfItsOwn(context)) yield* slips(context);
  },
};

/** Where a task of its own reads the models: no more than slips of the keys that all have, of words that no source has. */
function* slips(context: CheckContext): Iterable<Finding> {
  const usual = context.framework.fields.keys('model');
  for (const { value, parent } of ofKind(placesToCheck(context), 'model')) {
    if (parent || value.kind !== 'dict' || !usual) continue;
    for (const entry of value.entries.values()) {
      const name = textOf(entry.key);
      if (name === undefined || usual.has(name)) continue;
      const meant = ofAll.find((key) => usual.has(key) && !value.entry(key) && (isKeySlip(name, key) || isOtherName(name, key)));
      if (meant === undefined || isReadBySource(context, 'model', name, true)) continue;
      yield {
        span: entry.keySpan,
        severity: 'warning',
        message: say`Models have no key ${name}, and ${meant} stays unset. Did you mean ${meant}?`,
        fixes: renameKeyFix(context, entry, meant),
      };
    }
  }
}

/** Keys that nearly all models have. */
const ofAll = [
  'abbr',
  'attr',
  'path',
  'model',
  'api_key',
  'url',
  'host_ip',
  'host_port',
  'batch_size',
  'max_out_len',
  'generation_kwargs',
  'meta_template',
];

/** What belongs in `run_cfg`, where the task reads it: a class with `**kwargs` swallows it beside its own keys. */
function* runFindings(context: CheckContext): Iterable<Finding> {
  for (const { dict, facts, isNested } of builtPlaces(context, 'model')) {
    if (isNested || !facts.signature?.open || dict.entry('run_cfg')) continue;
    const entry = dict.entry('num_gpus');
    if (entry && !facts.signature.keys.has('num_gpus'))
      yield {
        span: entry.keySpan,
        severity: 'warning',
        message: say`\`num_gpus\` is read from run_cfg: here ${facts.name} swallows it, and the task asks for no GPU. Write run_cfg=dict(num_gpus=…).`,
      };
  }
}
