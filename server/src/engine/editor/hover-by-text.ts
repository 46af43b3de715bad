import type { Document } from '../core/document.js';
import { fieldMarkdown } from '../checks/field-markdown.js';
import type { Span } from '../core/span.js';
import { frameworkOfText } from '../frameworks/registry.js';
import { wordAt } from '../cursor/word.js';

/** The doc of a key by its text alone, for code that the evaluation did not reach (a broken edit, a function that is not called). */
export function hoverOfKeyInText(document: Document, offset: number): { markdown: string; span: Span } | undefined {
  const word = wordAt(document, offset);
  if (!word || !/^["']?\s*[:=](?!=)/.test(document.text.slice(word.span.end, word.span.end + 10))) return undefined;
  const { fields, editor } = frameworkOfText(document);
  const kind = editor?.kindAround?.(document, word.span.start);
  const doc = kind === undefined ? undefined : fields.field(kind, word.text);
  return doc && { markdown: fieldMarkdown(doc), span: word.span };
}
