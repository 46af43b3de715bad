import { PyError } from '../../../core/errors.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { cover, type Span } from '../../../core/span.js';
import type { Origin, Piece, TracedText } from '../../../core/traced-text.js';
import { StrValue, type Value } from '../../../core/value.js';
import { checkLength } from './prompt-limits.js';
import { noAttribute, withPlaceholder } from './python-value.js';
import { columnText, type Row } from './row.js';

/**
 * Puts a row's columns into a template's text: one `{column}` after the other, in the row's order, by plain replacement. A value that
 * holds `{later}` is filled again, unknown placeholders stay, double braces are no escape. OpenCompass 0.5.3 `utils/prompt.py`.
 * @throws PyError TypeError where a column has the name of the function's own parameter, AttributeError where the template is no text
 */
export function safeFormat(template: Value, row: Row): Value {
  checkColumnNames(row, 'safe_format', 'input_str');
  let text = withPlaceholder(template);
  for (const { key, value } of row.columns.entries.values()) {
    if (text.kind !== 'str') throw noAttribute(text, 'replace');
    const column = key.kind === 'str' ? key.text : '';
    const filled = substitute(text.traced, `{${column}}`, row, column, value);
    if (filled !== text.traced) text = new StrValue(filled, text.span);
  }
  return text;
}

/** Columns become keyword arguments: they must be strings, and none may be named like the callee's own parameter. */
export function checkColumnNames(row: Row, callee: string, parameter: string): void {
  for (const { key } of row.columns.entries.values()) {
    if (key.kind !== 'str') throw new PyError('TypeError', `keywords must be strings, not ${typeName(key)}`, row.columns.span);
    if (key.text === parameter)
      throw new PyError('TypeError', `${callee}() got multiple values for argument '${parameter}'`, row.columns.span);
  }
}

/** Puts a column's value in for each of its placeholders; a value takes over the note of the placeholder that it stands for. */
function substitute(text: TracedText, placeholder: string, row: Row, column: string, value: Value): TracedText {
  if (!text.text.includes(placeholder)) return text;
  const put = columnText(row, column, value);
  checkLength(text.length + put.length * (text.text.split(placeholder).length - 1), value);
  return text.substitute(placeholder, put, (pieces, found) => {
    const span = spanOf(found);
    const note = found[0]?.note;
    return pieces.map((piece) => ({ ...piece, origin: placedAt(piece.origin, span), ...(note && { note }) }));
  });
}

function placedAt(origin: Origin, placeholder: Span | undefined): Origin {
  return origin.kind === 'row' && placeholder ? { ...origin, placeholder } : origin;
}

/** Where pieces are written: the cover of their sources; undefined where they have none in a document. */
function spanOf(pieces: readonly Piece[]): Span | undefined {
  let span: Span | undefined;
  for (const { origin } of pieces) if (origin.kind === 'source') span = span ? cover(span, origin.span) : origin.span;
  return span;
}
