import type { ReadConfig } from '../../face/behaviour.js';
import type { Definition } from '../../face/editor.js';
import { functionPlaces, memberAt } from './places-in-text.js';

/** The function of a `!function`, or the file of a member of a group. */
export function definitionInTask(read: ReadConfig, offset: number): Definition | undefined {
  const [place] = functionPlaces(read, offset);
  if (place) return { origin: place.ref.span, target: place.found.span };
  const member = memberAt(read, offset);
  return member && { origin: member.name.span, target: { file: member.file, start: 0, end: 0 } };
}
