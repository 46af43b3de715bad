import type { LoadedConfig } from '../../face/loaded-config.js';
import { fieldDoc, fieldMarkdown } from '../../../checks/field-docs.js';
import { codeBlock, codeSpan } from '../../../core/markdown.js';
import { baseName, type Span } from '../../../core/span.js';
import { functionPlaces, includeEntryAt, memberAt } from './places-in-text.js';

interface TaskHover {
  readonly markdown: string;
  readonly span: Span;
}

/** What stands at a place of a task file and is no entry of its config: a `!function`, `include`, the name of a member of a group. */
export function hoverOfTask(loaded: LoadedConfig, offset: number): TaskHover | undefined {
  const [place] = functionPlaces(loaded, offset);
  if (place) return { markdown: `${codeBlock(place.found.signature, 'python')}\n\nfrom ${codeSpan(baseName(place.found.file))}`, span: place.ref.span };
  const include = includeEntryAt(loaded, offset);
  const doc = include && fieldDoc('task', 'include', 'lm-eval');
  if (include && doc) return { markdown: fieldMarkdown(doc), span: include.keySpan };
  const member = memberAt(loaded, offset);
  return member && { markdown: `${codeSpan(member.name.text)} · ${member.kind} · ${codeSpan(baseName(member.file))}`, span: member.name.span };
}
