import type { ReadConfig } from '../../face/behaviour.js';
import type { Hover } from '../../face/editor.js';
import { fieldMarkdown } from '../../../checks/field-markdown.js';
import { taskFileFields } from '../load/schemas.js';
import { codeBlock, codeSpan } from '../../../core/markdown.js';
import { baseName } from '../../../core/span.js';
import { functionPlaces, includeEntryAt, memberAt } from './places-in-text.js';

/** What stands at a place of a task file and is no entry of its config: a `!function`, `include`, the name of a member of a group. */
export function hoverOfTask(read: ReadConfig, offset: number): Hover | undefined {
  const [place] = functionPlaces(read, offset);
  if (place)
    return {
      markdown: `${codeBlock(place.found.signature, 'python')}\n\nfrom ${codeSpan(baseName(place.found.file))}`,
      span: place.ref.span,
    };
  const include = includeEntryAt(read, offset);
  const doc = include && taskFileFields.field('task', 'include');
  if (include && doc) return { markdown: fieldMarkdown(doc), span: include.keySpan };
  const member = memberAt(read, offset);
  return (
    member && { markdown: `${codeSpan(member.name.text)} · ${member.kind} · ${codeSpan(baseName(member.file))}`, span: member.name.span }
  );
}
