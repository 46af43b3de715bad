import { classNameOf, classPathOf } from '../../../../config/class-name.js';
import type { Config, DatasetConfig, Place } from '../../../../config/config.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import { textOf, type DictValue, type Value } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { renameKeyFix } from '../../../../checks/support/fixes.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
import { ofKind, placesToCheck } from '../../../../checks/support/places.js';
import { baseName } from '../../../../core/span.js';
import { say } from '../../../../core/say.js';
import { idleFinding } from './idle-keys.js';
import { isOtherName } from './other-names.js';

type ClassKind = 'model' | 'dataset';

const known = new WeakMap<Config, Map<string, ClassFacts | undefined>>();

interface BuiltPlace {
  readonly dict: DictValue;
  readonly facts: ClassFacts;
  /** Whether it is a part of a judge or an agent, and no item of a list. */
  readonly isNested: boolean;
}

/** The models or datasets to check that are built by their class, each with what is known of it. */
export function builtPlaces(context: CheckContext, kind: ClassKind): readonly BuiltPlace[] {
  const built: BuiltPlace[] = [];
  if (hasTaskOfItsOwn(context, 'infer', kind === 'dataset' ? buildsDatasets : usualTasks)) return built;
  for (const { value, parent } of ofKind(placesToCheck(context), kind)) {
    if (value.kind !== 'dict') continue;
    const facts = factsOf(context, kind, value.get('type'));
    if (facts) built.push({ dict: value, facts, isNested: isOwned(parent) });
  }
  return built;
}

/** By a judge, or an agent: what stands in no list, and no loop completes. */
function isOwned(parent: Place | undefined): boolean {
  return parent?.kind === 'infer-cfg' || parent?.kind === 'evaluator' || parent?.kind === 'model';
}

/** What runs the evaluation may make of models and datasets what it likes, unless it is the framework's own task. */
export function hasTaskOfItsOwn({ config }: CheckContext, stage: 'infer' | 'eval' = 'infer', known = usualTasks): boolean {
  let at: Value | undefined = config.evaluation.value;
  for (const key of [stage, 'runner', 'task', 'type']) at = at?.kind === 'dict' ? at.get(key) : undefined;
  return at !== undefined && !known.test(classNameOf(at) ?? '');
}

const usualTasks = /^(?:OpenICL|SubjectiveEval)/;
/** AISBench 3.1 `tasks/swebench*`: what asks is of its own, and the datasets are built as they always are. */
const buildsDatasets = /^(?:OpenICL|SubjectiveEval|SWEBench)/;

/** What is known of the class of a dataset. */
export function datasetFacts(context: CheckContext, { value }: DatasetConfig): ClassFacts | undefined {
  return factsOf(context, 'dataset', value.get('type'));
}

function factsOf(context: CheckContext, kind: ClassKind, type: Value | undefined): ClassFacts | undefined {
  const path = classPathOf(type);
  if (path === undefined) return undefined;
  let found = known.get(context.config);
  if (!found) known.set(context.config, (found = new Map()));
  const key = `${kind} ${path}`;
  if (!found.has(key)) found.set(key, context.framework.classFacts?.(kind, type, context.file, context.surroundings.classes));
  return found.get(key);
}

/** Entries of models or datasets that their class does not take, each with what is known of the class. */
export function* strayArguments(
  context: CheckContext,
  kind: ClassKind,
  consequence: (facts: ClassFacts, key: string) => string,
): Iterable<Finding> {
  for (const { dict, facts } of builtPlaces(context, kind)) {
    const { signature } = facts;
    if (!signature || takesAll(facts, signature.keys, dict)) continue;
    if (signature.open) yield* swallowedEntries(context, kind, dict, facts, signature.keys);
    else yield* strayEntries(context, dict, facts, signature.keys, consequence);
  }
}

/** Nearly always. */
function takesAll({ taken }: ClassFacts, keys: NonNullable<ClassFacts['signature']>['keys'], { entries }: DictValue): boolean {
  for (const { key } of entries.values()) if (key.kind === 'str' && !taken.has(key.text) && !keys.has(key.text)) return false;
  return true;
}

function* strayEntries(
  context: CheckContext,
  dict: DictValue,
  facts: ClassFacts,
  keys: NonNullable<ClassFacts['signature']>['keys'],
  consequence: (facts: ClassFacts, key: string) => string,
): Iterable<Finding> {
  for (const entry of dict.entries.values()) {
    const name = textOf(entry.key);
    if (name === undefined || facts.taken.has(name) || keys.has(name)) continue;
    const meant = meantKey(name, facts, keys, dict);
    yield {
      span: entry.keySpan,
      severity: straySeverity(facts, meant),
      message: say`${facts.name} takes no ${name}: ${consequence(facts, name)}. ${origin(facts, context)}${meant === undefined ? '' : say` Did you mean ${meant}?`}`,
      fixes: meant === undefined ? [] : renameKeyFix(context, entry, meant),
    };
  }
}

/** What a class with `**kwargs` takes beside its keys may be meant so, but not what is a slip of one of them. */
function* swallowedEntries(
  context: CheckContext,
  kind: ClassKind,
  dict: DictValue,
  facts: ClassFacts,
  keys: NonNullable<ClassFacts['signature']>['keys'],
): Iterable<Finding> {
  for (const entry of dict.entries.values()) {
    const name = textOf(entry.key);
    if (name === undefined || name.startsWith('_') || facts.taken.has(name) || keys.has(name)) continue;
    const usual = context.framework.fields.keys(kind);
    const idle = facts.signature?.idle ? idleFinding(context, kind, dict, facts, entry) : undefined;
    if (idle) yield idle;
    if (idle) continue;
    // What the framework itself reads is left in some models' arguments, unless this class calls it otherwise.
    const meant = usual?.has(name)
      ? [...keys.keys()].find((key) => isOtherName(name, key) && !dict.entry(key))
      : meantKey(name, facts, keys, dict, usual);
    if (meant === undefined || !(isKeySlip(name, meant) || isOtherName(name, meant))) continue;
    yield {
      span: entry.keySpan,
      severity: 'warning',
      message: swallowedMessage(facts, name, meant),
      fixes: renameKeyFix(context, entry, meant),
    };
  }
}

function swallowedMessage({ name: owner, signature }: ClassFacts, name: string, meant: string): string {
  return signature?.loadsDataset
    ? say`${owner} has no ${name}: load_dataset takes it for a setting of its builder, and raises TypeError or ValueError unless that has one of this name. Did you mean ${meant}?`
    : say`${owner} has no ${name}: its **kwargs take it, and ${meant} stays unset. Did you mean ${meant}?`;
}

/** The key that is not there yet and looks like it: one of the class, or of those that the framework takes out before. */
function meantKey(
  name: string,
  { taken }: ClassFacts,
  keys: NonNullable<ClassFacts['signature']>['keys'],
  dict: DictValue,
  usual: ReadonlySet<string> = new Set(),
): string | undefined {
  const free = [...keys.keys(), ...taken, ...usual].filter((key) => !key.startsWith('_') && !dict.get(key));
  return free.find((key) => isOtherName(name, key)) ?? nearest(name, free);
}

/** What a table says may be otherwise in another release. */
export function severityOf(facts: ClassFacts): 'error' | 'warning' {
  return facts.file === undefined ? 'warning' : 'error';
}

/**
 * A key that is like none of those of a table may be one of another release. What the framework takes out before is another matter in another release, too,
 * and a class of the user's says nothing of it.
 */
function straySeverity(facts: ClassFacts, meant: string | undefined): 'error' | 'warning' | 'information' {
  if (facts.file === undefined && meant === undefined) return 'information';
  return facts.isFrameworkRead ? severityOf(facts) : 'warning';
}

/** Where the facts of a class come from, as a sentence. */
export function origin(facts: ClassFacts, { framework }: Pick<CheckContext, 'framework'>): string {
  return facts.file === undefined
    ? say`The table of ${framework.version} says so; the source is out of reach.`
    : say`Its source, ${baseName(facts.file)}, says so.`;
}
