import type { ClassFacts } from '../../face/behaviour.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { builtPlaces, origin, severityOf } from './support/class-keys.js';
import { calledBy, calledAt } from './support/called.js';
import { classNameOf } from '../../../config/class-name.js';
import { ofKind, placesToCheck } from '../../../checks/support/places.js';
import type { Signature } from '../../../classes/signature.js';
import type { DictValue } from '../../../core/value.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';

/** A model, dataset, evaluator or postprocessor lacks what its class or function must be given. OpenCompass 0.5.3 `utils/build.py`, `datasets/base.py`; AISBench 3.1.0 the same. */
export const missingArgument: ConfigRule = {
  id: 'missing-argument',
  title: 'A model, dataset, evaluator or postprocessor lacks a key that its class or function must be given',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  prevents: "TypeError: __init__() missing 1 required positional argument: 'x'",
  scope: 'document',
  *check(context): Iterable<Finding> {
    let built: ReadonlySet<DictValue> | undefined;
    for (const kind of ['model', 'dataset'] as const) {
      for (const { dict, facts, isNested } of builtPlaces(context, kind)) {
        const missing = requiredBy(facts).filter((key) => !dict.entry(key));
        if (missing.length === 0) continue;
        // Lists beside these may hold parts that a loop completes.
        built ??= new Set([...context.config.models, ...context.config.datasets].map(({ value }) => value));
        if (!built.has(dict) && !isNested) continue;
        yield {
          span: dict.entry('type')?.valueSpan ?? dict.span,
          severity: severityOf(facts),
          message: message(facts, kind, missing, raisedWithout(facts.signature, missing), context),
        };
      }
    }
    yield* evaluatorFindings(context);
    yield* postprocessorFindings(context);
  },
};

/** What the framework gives an evaluator itself, where its constructor asks for it. */
const given: ReadonlySet<string> = new Set(['predictions', 'references', 'output_path', 'dataset_cfg']);

/** Evaluators: read from their source, else from what we know of those that ask a model. */
function* evaluatorFindings(context: CheckContext): Iterable<Finding> {
  for (const { value } of ofKind(placesToCheck(context), 'evaluator')) {
    if (value.kind !== 'dict') continue;
    const called = calledBy(value.get('type'), context, 0);
    const name = called?.name ?? classNameOf(value.get('type'));
    const keys = called
      ? [...called.signature.keys].flatMap(([key, parameter]) => (parameter.required ? [key] : []))
      : (context.framework.fields.required?.('evaluator', name) ?? []);
    // The task of subjective datasets gives the judge, and where it writes.
    const isJudged = called?.signature.keys.has('output_path') ?? name === 'LMEvaluator';
    // A config of datasets alone may leave the judge to the one that is run.
    const leavesJudge = isJudged || context.config.models.length === 0;
    const asserted = (key: string): boolean => !isJudged && called?.signature.keys.get(key)?.raises !== undefined;
    const missing = keys.filter((key) => !value.entry(key) && (!given.has(key) || asserted(key)) && !(leavesJudge && key === 'judge_cfg'));
    if (name !== undefined && missing.length > 0)
      yield {
        span: value.entry('type')?.valueSpan ?? value.span,
        severity: called ? 'error' : 'warning',
        message: say`${name} must be given ${listed(missing)}: building the evaluator raises ${isJudged ? 'TypeError' : raisedWithout(called?.signature, missing)}.`,
      };
  }
}

/** Python names what a call lacks before anything in the body runs; then the first one that the body asks for raises. */
function raisedWithout(signature: Signature | undefined, missing: readonly string[]): string {
  const raised = missing.map((key) => signature?.keys.get(key)?.raises);
  return raised.includes(undefined) ? 'TypeError' : raised[0]!;
}

/** Functions that are called with the answers. A class, or a function that is out of reach, is left alone. */
function* postprocessorFindings(context: CheckContext): Iterable<Finding> {
  for (const place of ofKind(placesToCheck(context), 'postprocessor')) {
    const { value } = place;
    if (value.kind !== 'dict') continue;
    const type = value.entry('type');
    const called = calledAt(type?.value, place, context);
    if (!type || called?.kind !== 'function') continue;
    const missing = [...called.signature.keys].flatMap(([key, { required }]) =>
      required && key !== givenToPostprocessor && !value.entry(key) ? [key] : [],
    );
    if (missing.length > 0)
      yield {
        span: type.valueSpan,
        message: say`The postprocessor ${called.name} must be given ${listed(missing)}: the evaluation raises ${raisedWithout(called.signature, missing)}, after all answers were generated.`,
      };
  }
}

/** What a judge hands on by its name (OpenCompass 0.5.3 `evaluator/generic_llm_evaluator.py`). */
const givenToPostprocessor = 'dataset';

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

function message(
  facts: ClassFacts,
  kind: 'model' | 'dataset',
  missing: readonly string[],
  exception: string,
  context: CheckContext,
): string {
  const method = kind === 'model' ? '__init__' : 'load';
  if (facts.ownConstructor)
    return say`${facts.name} must be given ${listed(missing)}: building the ${kind} raises ${exception}. ${origin(facts, context)}`;
  return say`${facts.name} must be given ${listed(missing)}: building the ${kind} raises ${exception} in ${facts.name}.${method}(). ${origin(facts, context)}`;
}
