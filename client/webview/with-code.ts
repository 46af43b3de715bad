import { html, type TemplateResult } from 'lit';
import { splitAtCode } from './split-code.js';

/** A text with its code as code, and without the backticks. Whatever the text holds, none of it becomes markup. */
export function withCode(text: string): readonly (string | TemplateResult)[] {
  return splitAtCode(text).map((piece) => (piece.code ? html`<code>${piece.text}</code>` : piece.text));
}
