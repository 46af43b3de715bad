import { hierarchyOf, methodOf } from '../../../classes/hierarchy.js';
import { argumentRefusal, comparedArguments, type PlainValue, type ArgumentRefusal } from '../../../classes/refused-arguments.js';
import type { DatasetConfig } from '../../../config/config.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import type { Expression, FunctionDef } from '../../../python/syntax/tree/ast.js';
import { moduleItems } from '../../../classes/module-items.js';
import { replaceStringFix } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { firstsOfDatasets } from '../../../checks/support/look-alikes.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { say } from '../../../core/say.js';
import type { Span } from '../../../core/span.js';
import type { ClassFacts } from '../../face/behaviour.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { classFileText } from './support/class-file-text.js';
import { assertedFindings } from './support/asserted-values.js';
import { placeIn } from './support/dataset-faults.js';
import { postprocessorPatternFindings } from './support/postprocessor-patterns.js';
import { builtPlaces, datasetFacts, origin } from './support/class-keys.js';

/**
 * A key of a dataset with a value for which the `load` of its class raises: it compares the value with literals, or with what is in a list of its module, and takes none of what is left. Read from
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
    const asked = new Set<ClassFacts>();
    for (const { dict, facts, isNested } of builtPlaces(context, 'dataset')) {
      if (facts.ownConstructor || isNested || !facts.file) continue;
      const load = loadOf(context, facts);
      if (!load?.compared.some((name) => dict.entry(name))) continue;
      asked.add(facts);
      const refusal = refusalOf(load, dict, facts);
      if (refusal) yield* findings(context, dict, facts, refusal);
    }
    if (asked.size > 0) yield* inLoops(context, asked);
  },
};

/** A loop over names makes datasets of which the first may be taken, and another be refused. */
function* inLoops(context: CheckContext, asked: ReadonlySet<ClassFacts>): Iterable<Finding> {
  const told = new Set<DatasetConfig>();
  for (const [dataset, first] of firstsOfDatasets(context)) {
    const facts = dataset === first || told.has(first) ? undefined : datasetFacts(context, dataset);
    const load = facts && asked.has(facts) ? loadOf(context, facts) : undefined;
    if (!load || !facts || isGivenTheSame(load, dataset.value, first.value)) continue;
    const refusal = refusalOf(load, dataset.value, facts);
    if (!refusal || refusalOf(load, first.value, facts)) continue;
    told.add(first);
    yield* findings(context, dataset.value, facts, refusal);
  }
}

function isGivenTheSame({ compared }: Load, one: DictValue, other: DictValue): boolean {
  return compared.every((name) => {
    const [a, b] = [one.get(name), other.get(name)];
    return a === b || (a !== undefined && b !== undefined && plainOf(a) === plainOf(b));
  });
}

/** A method with the lists and dicts of its module. */
interface Load {
  readonly node: FunctionDef;
  readonly itemsNamed: (name: string) => readonly Expression[] | undefined;
  /** The arguments that it asks about. */
  readonly compared: readonly string[];
  /** What it refuses, by the values of these: loops and configs give it the same ones again and again. */
  readonly refusals: Map<string, ArgumentRefusal | undefined>;
}

/** What is known of a class is made anew where its source changes. */
const loads = new WeakMap<ClassFacts, Load | undefined>();

function loadOf(context: CheckContext, facts: ClassFacts): Load | undefined {
  if (!loads.has(facts)) loads.set(facts, loadIn(context, facts));
  return loads.get(facts);
}

function loadIn(context: CheckContext, { file, name }: ClassFacts): Load | undefined {
  const { classes } = context.surroundings;
  const found = classes.findInFile(file!, name);
  if (found?.kind !== 'class') return undefined;
  const method = methodOf(hierarchyOf(classes, found.source), 'load');
  if (!method || method === 'unknown') return undefined;
  const { node, owner } = method;
  const known = new Map<string, readonly Expression[] | undefined>();
  return {
    node,
    compared: [...comparedArguments(node)],
    refusals: new Map(),
    itemsNamed: (list) => {
      if (!known.has(list)) known.set(list, moduleItems(classFileText(context, { file: owner.module.file }) ?? '', list));
      return known.get(list);
    },
  };
}

function refusalOf(load: Load, dict: DictValue, { taken }: ClassFacts): ArgumentRefusal | undefined {
  const { node, itemsNamed, compared, refusals } = load;
  const given = new Map<string, PlainValue | undefined>();
  for (const name of compared) {
    const value = taken.has(name) ? undefined : dict.get(name);
    if (value) given.set(name, plainOf(value));
  }
  const key = JSON.stringify([...given].map(([name, value]) => [name, typeof value, value]));
  if (!refusals.has(key)) refusals.set(key, argumentRefusal(node, given, itemsNamed));
  return refusals.get(key);
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
    span: placeOf(context, entry),
    message: message(context, facts, key, refusal, takes),
    fixes: fixes(context, entry, takes),
  };
}

/** A text that a loop puts in is at fault where it is written. */
function placeOf({ text, file }: CheckContext, { value, valueSpan }: DictEntry): Span {
  if (value.kind !== 'str' || /^\w?['"]/.test(text(valueSpan.file).slice(valueSpan.start, valueSpan.end))) return valueSpan;
  const place = placeIn(value, 0, value.text.length);
  return place.file === file ? place : valueSpan;
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
