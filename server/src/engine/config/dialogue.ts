import type { Span } from '../core/span.js';
import type { DictEntry, DictValue, StrValue, Value } from '../core/value.js';
import { oneOrMany } from './sequence.js';

/**
 * What a `template` is to `PromptTemplate` (OpenCompass 0.5.3 `openicl/icl_prompt_template.py`): a text; a dialogue, when every key of the dict
 * is `begin`, `round` or `end` (an empty dict too); else a dict of labels.
 */
export type TemplateShape = 'text' | 'dialogue' | 'labels' | 'unknown' | 'invalid';

export type DialogueSection = 'begin' | 'round' | 'end';

/** One item of a dialogue: a turn with a role, or bare text. */
export class DialogueItem {
  constructor(
    readonly section: DialogueSection,
    readonly index: number,
    readonly value: Value,
  ) {}

  get span(): Span {
    return this.value.span;
  }

  /** Where a turn's `role` is written; absent for bare text. */
  get role(): DictEntry | undefined {
    return this.entry('role');
  }

  get fallbackRole(): DictEntry | undefined {
    return this.entry('fallback_role');
  }

  get prompt(): DictEntry | undefined {
    return this.entry('prompt');
  }

  private entry(key: string): DictEntry | undefined {
    return this.value.kind === 'dict' ? this.value.entry(key) : undefined;
  }
}

export const dialogueSections: readonly DialogueSection[] = ['begin', 'round', 'end'];

export function templateShape(template: Value | undefined): TemplateShape {
  if (!template || template.kind === 'unknown') return 'unknown';
  if (template.kind === 'str') return 'text';
  if (template.kind !== 'dict') return 'invalid';
  return isDialogue(template) ? 'dialogue' : 'labels';
}

/** Whether a dict has no other keys than `begin`, `round` and `end`. */
export function isDialogue(template: DictValue): boolean {
  let known = 0;
  for (const section of dialogueSections) if (template.get(section)) known++;
  return known === template.entries.size;
}

/**
 * The items of a dialogue in the order begin, round, end; none for anything but a dict. A section that holds one item in place of a list
 * counts as that item.
 */
export function dialogueItems(template: Value | undefined): readonly DialogueItem[] {
  if (template?.kind !== 'dict') return [];
  const items: DialogueItem[] = [];
  for (const section of dialogueSections) {
    const values = oneOrMany(template.get(section));
    for (let i = 0; i < values.length; i++) items.push(new DialogueItem(section, i, values[i]!));
  }
  return items;
}

/** The dialogues and texts of a template: itself, or one for each label. `label` is undefined where there are none. */
export function templateVariants(template: Value | undefined): readonly { readonly label: Value | undefined; readonly value: Value }[] {
  if (!template) return [];
  if (template.kind !== 'dict' || isDialogue(template)) return [{ label: undefined, value: template }];
  return [...template.entries.values()].map(({ key, value }) => ({ label: key, value }));
}

/** Every text of a template that the framework fills with columns: bare items and `prompt`s, of all labels. */
export function templateTexts(template: Value | undefined): readonly StrValue[] {
  const texts: StrValue[] = [];
  for (const { value } of templateVariants(template)) {
    if (value.kind === 'str') texts.push(value);
    for (const item of dialogueItems(value)) {
      const text = item.value.kind === 'dict' ? item.prompt?.value : item.value;
      if (text?.kind === 'str') texts.push(text);
    }
  }
  return texts;
}
