import { dialogueSections, isDialogue, templateVariants } from '../../../config/dialogue.js';
import { readTemplate } from '../../../config/infer-cfg.js';
import { classNameOf } from '../../../config/class-name.js';
import type { ConfigKind, Place } from '../../../config/config.js';
import type { DictEntry, DictValue } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import type { Severity } from '../../../core/severity.js';
import { renameKeyFix } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { listed } from '../../../checks/support/words.js';
import { placesToCheck } from '../../../checks/support/places.js';
import { say } from '../../../core/say.js';

interface Strictness {
  readonly severity: Severity;
  readonly consequence: string;
  /** Only keys that look like a known one are mistakes: others may be meant for code of the user's. */
  readonly nearOnly?: boolean;
  /** What keys are allowed depends on the class; a class that is not known is left alone. */
  readonly byClass?: boolean;
}

const strictness: Partial<Record<ConfigKind, Strictness>> = {
  'meta-template': { severity: 'warning', consequence: say`it is ignored without an error` },
  'meta-role': { severity: 'warning', consequence: say`it is ignored without an error` },
  'infer-cfg': { severity: 'warning', consequence: say`it is ignored without an error` },
  'prompt-template': {
    severity: 'error',
    consequence: say`building the template raises TypeError: unexpected keyword argument`,
    byClass: true,
  },
  retriever: { severity: 'error', consequence: say`building the retriever raises TypeError: unexpected keyword argument`, byClass: true },
  'reader-cfg': { severity: 'error', consequence: say`building the dataset raises TypeError: unexpected keyword argument` },
  dialogue: { severity: 'error', consequence: say`the framework takes the keys to be labels, or ignores the key` },
  'dialogue-item': { severity: 'warning', consequence: say`it is ignored without an error`, nearOnly: true },
};

/** Names that are used for a key by mistake, though they do not look like it. */
const otherNames: Readonly<Record<string, string>> = { prompt: 'template', text: 'template', roles: 'round', rounds: 'round' };

/** A key that the framework does not know in its place. */
export const unknownKey: ConfigRule = {
  id: 'unknown-key',
  title: 'A key that the framework does not know in this place',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'TypeError: unexpected keyword argument; or a setting that is ignored without an error',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const place of placesToCheck(context)) {
      if (place.value.kind !== 'dict') continue;
      const rules = strictness[place.kind];
      const known = rules && place.kind !== 'dialogue' ? keysOf(context, place.value, place, rules) : undefined;
      if (rules && known && !allAre(place.value, known)) yield* strayKeys(context, place.value, place, known, rules);
      if (place.kind === 'prompt-template') yield* straySections(context, place.value);
    }
  },
};

/** The keys that a dict may have; undefined where that is not known. */
function keysOf({ framework }: CheckContext, dict: DictValue, { kind }: Place, rules: Strictness): ReadonlySet<string> | undefined {
  const className = rules.byClass ? classNameOf(dict.get('type')) : undefined;
  return rules.byClass && className === undefined ? undefined : framework.fields.keys(kind, className);
}

/** Nearly always. */
function allAre({ entries }: DictValue, known: ReadonlySet<string>): boolean {
  for (const { key } of entries.values()) if (key.kind === 'str' && !known.has(key.text)) return false;
  return true;
}

function* strayKeys(
  context: CheckContext,
  dict: DictValue,
  { kind, parent }: Place,
  known: ReadonlySet<string>,
  rules: Strictness,
): Iterable<Finding> {
  // A variable without any of the keys is something else, in spite of its name: infer_cfgs by language.
  if (!parent && ![...known].some((key) => dict.get(key))) return;
  const className = rules.byClass ? classNameOf(dict.get('type')) : undefined;
  for (const entry of dict.entries.values()) {
    const name = nameOf(entry);
    if (name === undefined || known.has(name)) continue;
    const meant = meantKey(name, known, dict);
    if (rules.nearOnly && !meant) continue;
    yield finding(context, entry, name, meant, className ?? describe(kind), known, rules);
  }
}

/** Keys beside `begin`, `round` and `end`: one of them makes a dialogue a dict of labels. */
function* straySections(context: CheckContext, template: DictValue): Iterable<Finding> {
  const read = readTemplate(template);
  if (read?.className !== 'PromptTemplate' || read.template?.kind !== 'dict') return;
  const whole = read.template;
  const dialogues = isDialogue(whole)
    ? []
    : [whole, ...templateVariants(whole).flatMap(({ value }) => (value.kind === 'dict' ? [value] : []))];
  for (const dict of dialogues) {
    const hasSection = dialogueSections.some((section) => dict.get(section));
    for (const entry of dict.entries.values()) {
      const name = nameOf(entry);
      if (name === undefined || (dialogueSections as readonly string[]).includes(name)) continue;
      const meant = meantKey(name, dialogueSections, dict);
      if (!hasSection && !(meant && entry.value.kind === 'list')) continue;
      yield finding(context, entry, name, meant, say`A dialogue`, dialogueSections, strictness.dialogue!);
    }
  }
}

function finding(
  context: CheckContext,
  entry: DictEntry,
  name: string,
  meant: string | undefined,
  owner: string,
  known: Iterable<string>,
  rules: Strictness,
): Finding {
  const advice = meant
    ? say`Did you mean ${meant}?`
    : say`The known ones are ${listed(
        [...known].filter((key) => key !== 'type'),
        8,
      )}.`;
  return {
    span: entry.keySpan,
    severity: rules.severity,
    message: say`${owner} has no key ${name}: ${rules.consequence}. ${advice}`,
    fixes: meant ? renameKeyFix(context, entry, meant) : [],
  };
}

/** Keys with an underscore in front belong to mmengine (`_scope_`, `_delete_`). */
function nameOf({ key }: DictEntry): string | undefined {
  return key.kind === 'str' && !key.text.startsWith('_') ? key.text : undefined;
}

function meantKey(name: string, known: Iterable<string>, dict: DictValue): string | undefined {
  const other = otherNames[name];
  const meant = nearest(name, known) ?? (other !== undefined && [...known].includes(other) ? other : undefined);
  return meant !== undefined && dict.get(meant) === undefined ? meant : undefined;
}

function describe(kind: ConfigKind): string {
  if (kind === 'meta-role') return say`A role of a meta template`;
  if (kind === 'infer-cfg') return say`An infer_cfg`;
  if (kind === 'reader-cfg') return say`A reader_cfg`;
  return kind === 'dialogue-item' ? say`A turn of a dialogue` : say`A ${kind.replace('-', ' ')}`;
}
