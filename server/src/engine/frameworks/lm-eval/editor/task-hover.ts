import type { ReadConfig } from '../../face/behaviour.js';
import type { Hover } from '../../face/editor.js';
import { fieldMarkdown } from '../../../checks/field-markdown.js';
import { taskFileFields } from '../load/schemas.js';
import { codeBlock, codeSpan } from '../../../core/markdown.js';
import { say } from '../../../core/say.js';
import { baseName } from '../../../core/span.js';
import { functionPlaces, includeEntryAt, memberAt, tagAt } from './places-in-text.js';

/** What stands at a place of a task file and is no entry of its config: a `!function`, `include`, the name of a member of a group, a tag. */
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
  const tag = tagAt(read, offset);
  if (tag) return { markdown: `${codeSpan(tag.name.text)} · tag · ${tasksOf(tag.tagged)}`, span: tag.name.span };
  const member = memberAt(read, offset);
  return (
    member && { markdown: `${codeSpan(member.name.text)} · ${member.kind} · ${codeSpan(baseName(member.file))}`, span: member.name.span }
  );
}

/** So many tasks of a tag are named. */
const mostNamed = 8;

function tasksOf(tagged: readonly string[]): string {
  const named = tagged.slice(0, mostNamed).map(codeSpan).join(', ');
  const more = tagged.length - mostNamed;
  return more > 0 ? say`${named} and ${String(more)} more tasks` : named;
}
