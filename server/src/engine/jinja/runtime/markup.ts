import { TracedText } from '../../core/traced-text.js';
import type { Span } from '../../core/span.js';
import type { StrValue } from '../../core/value.js';
import { StrSubclassValue } from '../../python/runtime/objects.js';

/** A str that is marked as HTML (markupsafe's `Markup`): what is added to it gets escaped. It prints as it is. */
export class MarkupValue extends StrSubclassValue {
  constructor(traced: TracedText, span: Span) {
    super('Markup', traced, span);
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;', '"': '&#34;' };

/** `markupsafe.escape` of a str: what is marked already stays. Characters that need no escape keep their origins. */
export function escapeHtml(value: StrValue): MarkupValue {
  return value instanceof MarkupValue ? value : new MarkupValue(escapeText(value.traced), value.span);
}

/** The text with the five characters that HTML reserves as entities. */
export function escapeText(text: TracedText): TracedText {
  const parts: TracedText[] = [];
  let from = 0;
  for (const { index, 0: character } of text.text.matchAll(/[&<>'"]/g)) {
    parts.push(text.slice(from, index), text.slice(index, index + 1).recomputed(entities[character]!));
    from = index + 1;
  }
  parts.push(text.slice(from));
  return TracedText.join(parts.filter((part) => part.length > 0));
}
