import type { ClassFacts } from '../../face/behaviour.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { builtPlaces, origin, severityOf } from './support/class-keys.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';

/** A model or dataset lacks what its class must be given. OpenCompass 0.5.3 `utils/build.py`, `datasets/base.py`; AISBench 3.1.0 the same. */
export const missingArgument: ConfigRule = {
  id: 'missing-argument',
  title: 'A model or dataset lacks a key that its class must be given',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  prevents: "TypeError: __init__() missing 1 required positional argument: 'x'",
  scope: 'document',
  *check(context): Iterable<Finding> {
    // Lists beside these may hold parts that a loop completes.
    const built = new Set([...context.config.models, ...context.config.datasets].map(({ value }) => value));
    for (const kind of ['model', 'dataset'] as const) {
      for (const { dict, facts, isJudge } of builtPlaces(context, kind)) {
        if (!built.has(dict) && !isJudge) continue;
        const missing = requiredBy(facts).filter((key) => !dict.get(key));
        if (missing.length > 0)
          yield {
            span: dict.entry('type')?.valueSpan ?? dict.span,
            severity: severityOf(facts),
            message: message(facts, kind, missing, context),
          };
      }
    }
  },
};

const required = new WeakMap<ClassFacts, readonly string[]>();

/** Keys that every config of a class must have: many configs are of one class. */
function requiredBy(facts: ClassFacts): readonly string[] {
  let keys = required.get(facts);
  if (!keys)
    required.set(
      facts,
      (keys = [...(facts.signature?.keys ?? [])].flatMap(([key, parameter]) => (parameter.required && !facts.taken.has(key) ? [key] : []))),
    );
  return keys;
}

function message(facts: ClassFacts, kind: 'model' | 'dataset', missing: readonly string[], context: CheckContext): string {
  const method = kind === 'model' ? '__init__' : 'load';
  return say`${facts.name} must be given ${listed(missing)}: building the ${kind} raises TypeError in ${facts.name}.${method}(). ${origin(facts, context)}`;
}
