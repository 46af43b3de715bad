import { PyError } from '../../../core/errors.js';
import { textOf, type Value } from '../../../core/value.js';
import { Fault } from '../values/fault.js';
import type { PromptList } from '../values/prompt-list.js';
import { field, isTruthy, withPlaceholder } from '../values/python-value.js';
import { isMarker } from '../values/prompt-list.js';

/** What a parser does with the items of a prompt list. Each call says whether to go on. */
export interface SectionHandler {
  /** Bare text, wherever it stands. */
  text(text: Value): void;
  /** A whole round or example, at its end marker. */
  dialogue(items: readonly Value[], section: 'round' | 'ice'): boolean;
  /** A turn in the begin or end section. */
  turn(item: Value): boolean;
}

const sectionNames = new Set(['begin', 'round', 'end', 'ice']);

/**
 * Walks a prompt list as both parsers do: markers open and close sections; a round is handled as a whole where it closes, so that text
 * inside of it comes before it.
 * @returns false where the handler stopped
 * @throws PyError IndexError for a marker that closes nothing, as the doubled end marker of an `end` section does
 */
export function walkSections(prompt: PromptList, handler: SectionHandler): boolean {
  const open: { name: string; start: number }[] = [];
  let goOn = true;
  for (let i = 0; i < prompt.items.length && goOn; i++) {
    const item = withPlaceholder(prompt.items[i]!);
    if (item.kind === 'str') handler.text(item);
    else if (!isMarker(item)) {
      const section = open.at(-1);
      if (!section) throw new PyError('IndexError', 'list index out of range', item.span);
      if (section.name === 'begin' || section.name === 'end') goOn = handler.turn(item);
    } else if (textOf(field(item, 'pos')) === 'end') {
      const section = open.pop();
      if (!section) throw new PyError('IndexError', 'pop from empty list', item.span);
      if (section.name !== textOf(field(item, 'section'))) throw new Fault('section-marker', 'AssertionError', '', item.span);
      if (section.name === 'round' || section.name === 'ice') goOn = handler.dialogue(prompt.items.slice(section.start, i), section.name);
    } else {
      const name = textOf(field(item, 'section')) ?? '';
      if (textOf(field(item, 'pos')) !== 'begin') throw new Fault('section-marker', 'ValueError', 'Invalid pos', item.span);
      if (!sectionNames.has(name)) throw new Fault('section-marker', 'AssertionError', '', item.span);
      open.push({ name, start: i + 1 });
    }
  }
  return goOn;
}

/** Whether a meta template counts as given at all: an empty one does not. */
export function hasMeta(meta: Value | undefined): meta is Value {
  return meta !== undefined && isTruthy(meta);
}
