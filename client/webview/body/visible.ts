import { html, type TemplateResult } from 'lit';
import type { Piece } from './signs.js';

/** A piece on the page: what cannot be seen stands in an element of its own, whose mark is none of the text. */
export function visible({ text, mark, sign }: Piece): string | TemplateResult {
  if (mark === undefined) return text;
  return sign === undefined ? html`<span class=${mark}>${text}</span>` : html`<span class="odd" data-sign=${sign}>${text}</span>`;
}
