import type { ReadConfig } from '../../face/behaviour.js';
import type { FileId, Span } from '../../../core/span.js';
import type { Definition } from '../../face/editor.js';
import { functionPlaces, memberAt } from './places-in-text.js';

/** The function of a `!function`, or where the file of a member of a group names it. */
export function definitionInTask(read: ReadConfig, offset: number): Definition | undefined {
  const [place] = functionPlaces(read, offset);
  if (place) return { origin: place.ref.span, target: place.found.span };
  const member = memberAt(read, offset);
  return member && { origin: member.name.span, target: nameIn(member.file, member.name.text, read) };
}

/** The name behind `task` or `group`; the start of the file where it is not written so. */
function nameIn(file: FileId, name: string, { surroundings }: ReadConfig): Span {
  const read = surroundings.workspace.read(file);
  const text = read.kind === 'text' ? read.text : '';
  for (const { index, 0: key, 1: value } of text.matchAll(/^["']?(?:task|group)["']?[ \t]*:[ \t]*["']?([^\s"'#]+)/gm))
    if (value === name) return { file, start: index + key.length - name.length, end: index + key.length };
  return { file, start: 0, end: 0 };
}
