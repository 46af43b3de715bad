import { classPathOf } from '../../config/class-name.js';
import type { ConfigKind } from '../../config/config.js';
import type { ClassFacts } from '../../frameworks/framework.js';
import { textOf, type DictValue } from '../../value.js';
import type { CheckContext, Finding } from '../rule.js';
import { renameKeyFix } from './fixes.js';
import { nearest } from './nearest.js';
import { placesToCheck } from './places.js';
import { baseName } from './words.js';

/** Entries of models or datasets that their class does not take, each with what is known of the class. */
export function* strayArguments(context: CheckContext, kind: Extract<ConfigKind, 'model' | 'dataset'>, consequence: (facts: ClassFacts, key: string) => string): Iterable<Finding> {
  const known = new Map<string, ClassFacts | undefined>();
  for (const place of placesToCheck(context)) {
    if (place.kind !== kind || place.value.kind !== 'dict') continue;
    const type = place.value.get('type');
    const path = classPathOf(type);
    if (path === undefined) continue;
    if (!known.has(path)) known.set(path, context.framework.classFacts?.(kind, type, context.file, context.surroundings.classes));
    const facts = known.get(path);
    if (facts?.signature && !facts.signature.open) yield* strayEntries(context, place.value, facts, facts.signature.keys, consequence);
  }
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
    const meant = nearest(name, [...keys.keys()].filter((key) => !dict.get(key)));
    yield {
      span: entry.keySpan,
      severity: facts.file === undefined ? 'warning' : 'error',
      message: `${facts.name} takes no ${name}: ${consequence(facts, name)}. ${origin(facts, context)}${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      fixes: meant === undefined ? [] : renameKeyFix(context, entry, meant),
    };
  }
}

/** Where the facts of a class come from, as a sentence. */
export function origin(facts: ClassFacts, { framework }: Pick<CheckContext, 'framework'>): string {
  return facts.file === undefined ? `So says the table of ${framework.version}; the source is out of reach.` : `So says its source, ${baseName(facts.file)}.`;
}
