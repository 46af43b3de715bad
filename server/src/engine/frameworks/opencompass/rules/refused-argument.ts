import { hierarchyOf, methodOf } from '../../../classes/hierarchy.js';
import { argumentRefusal, comparedArguments, type PlainValue, type ArgumentRefusal } from '../../../classes/refused-arguments.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import type { FunctionDef } from '../../../python/syntax/tree/ast.js';
import { replaceStringFix } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { say } from '../../../core/say.js';
import type { ClassFacts } from '../../face/behaviour.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { assertedFindings } from './support/asserted-values.js';
import { postprocessorPatternFindings } from './support/postprocessor-patterns.js';
import { builtPlaces, origin } from './support/class-keys.js';

/**
 * A key of a dataset with a value for which the `load` of its class raises: it compares the value with literals, and takes none of what is left. Read from
 * the source of the class, OpenCompass's or AISBench's `datasets/`. Besides, patterns of postprocessors, and texts of which the constructors of evaluators and
 * inferencers assert that they are among a few.
 */
export const refusedArgument: ConfigRule = {
  id: 'refused-argument',
  title: 'A value that the class of a dataset, an evaluator or an inferencer, or a postprocessor refuses',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "ValueError: Unsupported image_type: path; UnboundLocalError: local variable 'image_url' referenced before assignment",
  scope: 'document',
  *check(context): Iterable<Finding> {
    yield* postprocessorPatternFindings(context);
    yield* assertedFindings(context);
    for (const { dict, facts, isNested } of builtPlaces(context, 'dataset')) {
      if (facts.ownConstructor || isNested || !facts.file) continue;
      const load = loadOf(context, facts);
      if (!load || ![...comparedArguments(load)].some((name) => dict.entry(name))) continue;
      const refusal = argumentRefusal(load, plainValues(dict, facts));
      if (refusal) yield* findings(context, dict, facts, refusal);
    }
  },
};

/** What is known of a class is made anew where its source changes. */
const loads = new WeakMap<ClassFacts, FunctionDef | undefined>();

function loadOf(context: CheckContext, facts: ClassFacts): FunctionDef | undefined {
  if (!loads.has(facts)) loads.set(facts, loadIn(context, facts));
  return loads.get(facts);
}

function loadIn({ surroundings: { classes } }: CheckContext, { file, name }: ClassFacts): FunctionDef | undefined {
  const found = classes.findInFile(file!, name);
  if (found?.kind !== 'class') return undefined;
  const method = methodOf(hierarchyOf(classes, found.source), 'load');
  return method && method !== 'unknown' ? method.node : undefined;
}

function plainValues(dict: DictValue, { taken }: ClassFacts): Map<string, PlainValue | undefined> {
  const values = new Map<string, PlainValue | undefined>();
  for (const { key, value } of dict.entries.values()) {
    const name = textOf(key);
    if (name !== undefined && !taken.has(name)) values.set(name, plainOf(value));
  }
  return values;
}

function plainOf(value: Value): PlainValue | undefined {
  if (value.kind === 'str') return value.text;
  if (value.kind === 'int' || value.kind === 'float') return Number(value.value);
  if (value.kind === 'bool') return value.value;
  return value.kind === 'none' ? null : undefined;
}

/** Where none of what it asks about is written, its defaults are refused: that is the class's own fault. */
function* findings(context: CheckContext, dict: DictValue, facts: ClassFacts, refusal: ArgumentRefusal): Iterable<Finding> {
  const entry = refusal.names.map((name) => dict.entry(name)).find((written) => written !== undefined);
  if (!entry) return;
  const key = textOf(entry.key) ?? '';
  const takes = key === refusal.names[0] ? refusal.takes : [];
  yield {
    span: entry.valueSpan,
    message: message(context, facts, key, refusal, takes),
    fixes: fixes(context, entry, takes),
  };
}

function message(
  context: CheckContext,
  facts: ClassFacts,
  key: string,
  { names, exception }: ArgumentRefusal,
  takes: readonly string[],
): string {
  const { name } = facts;
  if (takes.length > 0)
    return say`${name} takes ${takes.map((text) => `'${text}'`).join(', ')} for \`${key}\`: loading it raises ${exception}. ${origin(facts, context)}`;
  if (names.length > 1)
    return say`${name} refuses \`${key}\` as it is beside ${names.filter((other) => other !== key).join(', ')}: loading it raises ${exception}. ${origin(facts, context)}`;
  return say`${name} refuses this \`${key}\`: loading it raises ${exception}. ${origin(facts, context)}`;
}

function fixes(context: CheckContext, { value }: DictEntry, takes: readonly string[]): Finding['fixes'] {
  const text = textOf(value);
  const [only] = takes;
  const meant = text === undefined ? undefined : takes.length === 1 ? only : nearest(text, takes);
  if (text === undefined || meant === undefined || (takes.length > 1 && !isKeySlip(text, meant))) return [];
  return replaceStringFix(context, value, meant, say`Change to ${`'${meant}'`}`);
}
