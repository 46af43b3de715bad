import { textOf, type DictValue, StrValue, type Value } from '../../../core/value.js';
import { add, field, frameworkText, holds, isTruthy, noAttribute, notedText, withPlaceholder } from '../values/python-value.js';
import { TracedText, type Note } from '../../../core/traced-text.js';
import { nowhere } from '../../../core/span.js';
import { isMarker, type PromptList } from '../values/prompt-list.js';
import { say } from '../../../core/say.js';

/**
 * What both parsers make of a prompt list when the model has no meta template: all text and prompts, joined by line breaks. Markers are
 * skipped; an empty item adds no text, but what follows it gets its line break.
 */
export function joinTurns(prompt: PromptList): StrValue {
  let text: Value = new StrValue(TracedText.empty, nowhere);
  let separator: Value = frameworkText('', say`line break`);
  let turn = 0;
  for (const given of prompt.items) {
    const item = withPlaceholder(given);
    if (item.kind === 'dict' && isMarker(item) && item.entries.size === 2 && holds(item, 'pos')) continue;
    const part = partOf(item, turn++);
    if (part) text = add(text, add(separator, part), '+=');
    separator = notedText(frameworkText('\n', say`line break between turns, as there is no meta template`), { part: 'separator' });
  }
  return text as StrValue;
}

function partOf(item: Value, turn: number): Value | undefined {
  if (item.kind === 'str') return item.text === '' ? undefined : notedText(item, { turn });
  if (item.kind !== 'dict') throw noAttribute(item, 'get');
  const prompt = item.get('prompt');
  if (!prompt || !isTruthy(withPlaceholder(prompt))) return undefined;
  return notedText(prompt, { ...roleNote(item), part: 'prompt', turn });
}

/** The role of a turn, for the notes on its text. */
export function roleNote(item: DictValue): { role?: string } {
  const role = holds(item, 'role') ? textOf(field(item, 'role')) : undefined;
  return role === undefined ? {} : { role };
}

/** Which in-context example a turn belongs to: its role, which is never empty, carries the note. */
export function exampleNote(turn: Value | undefined): Note {
  const role = turn?.kind === 'dict' ? turn.get('role') : undefined;
  const note = role?.kind === 'str' ? role.traced.pieces[0]?.note : undefined;
  if (note?.shot === undefined) return {};
  return { shot: note.shot, ...(note.shotRow !== undefined && { shotRow: note.shotRow }) };
}
