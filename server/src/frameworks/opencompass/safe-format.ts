import { PyError } from '../../errors.js';
import { typeName } from '../../python/semantics.js';
import { cover, type Span } from '../../text/span.js';
import { TracedText } from '../../text/traced-text.js';
import { StrValue, type Value } from '../../value.js';
import { noAttribute, withHole } from './python-value.js';
import { columnText, type Row } from './row.js';

/**
 * Puts a row's columns into a template's text: one `{column}` after the other, in the row's order, by plain replacement. A value that
 * holds `{later}` is filled again, unknown placeholders stay, double braces are no escape. OpenCompass 0.5.3 `utils/prompt.py`.
 * @throws PyError TypeError where a column has the name of the function's own parameter, AttributeError where the template is no text
 */
export function safeFormat(template: Value, row: Row): Value {
  checkColumnNames(row, 'safe_format', 'input_str');
  let text = withHole(template);
  for (const { key, value } of row.columns.entries.values()) {
    if (text.kind !== 'str') throw noAttribute(text, 'replace');
    const column = key.kind === 'str' ? key.text : '';
    const filled = substitute(text.traced, `{${column}}`, (found) => columnText(row, column, value, spanOf(found)));
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

/** Replaces each `search` by what `make` gives for it; the new text takes over the note of the text that it stands for. */
function substitute(text: TracedText, search: string, make: (found: TracedText) => TracedText): TracedText {
  let at = text.text.indexOf(search);
  if (at < 0) return text;
  const parts: TracedText[] = [];
  let from = 0;
  for (; at >= 0; at = text.text.indexOf(search, from)) {
    const found = text.slice(at, at + search.length);
    const note = found.pieces[0]?.note;
    const put = make(found);
    parts.push(text.slice(from, at), note ? put.noted(note) : put);
    from = at + search.length;
  }
  parts.push(text.slice(from));
  return TracedText.join(parts.filter((part) => part.length > 0));
}

/** Where a text is written: the cover of its pieces' sources; undefined where it has none in a document. */
function spanOf(text: TracedText): Span | undefined {
  let span: Span | undefined;
  for (const { origin } of text.pieces) if (origin.kind === 'source') span = span ? cover(span, origin.span) : origin.span;
  return span;
}
