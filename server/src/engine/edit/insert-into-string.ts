import { lex } from '../python/syntax/tokens/lex.js';
import type { Token } from '../python/syntax/tokens/token.js';
import type { TextEdit } from '../core/text-edit.js';
import type { StrValue } from '../core/value.js';
import { assumedLanguage } from '../core/language.js';
import { intoScalar } from './yaml-scalar.js';

/**
 * The edit that puts `newText` at the start or end of a string, within the literal that its first or last character stands in.
 * @param text the document that `value.span` refers to
 * @returns undefined where that character stands in another document or comes from no literal, or the literal cannot hold the text
 */
export function insertIntoString(text: string, value: StrValue, side: 'start' | 'end', newText: string): TextEdit | undefined {
  const at = insertionPoint(text, value, side);
  if (at === undefined) return undefined;
  const { file } = value.span;
  const language = assumedLanguage(file);
  const written =
    language === 'python'
      ? intoPython(text, at, newText)
      : language === 'json'
        ? intoJson(text, at, newText)
        : intoScalar(text, value, newText);
  return written === undefined ? undefined : { span: { file, start: at, end: at }, newText: written };
}

/** The offset where the text at this side of the string is written; inside the quotes for an empty one. */
function insertionPoint(text: string, value: StrValue, side: 'start' | 'end'): number | undefined {
  const { file, start, end } = value.span;
  if (value.text === '') {
    const quotes = /^[A-Za-z]*("""|'''|"|')/.exec(text.slice(start, end));
    return quotes && quotes[0].length + quotes[1]!.length === end - start ? start + quotes[0].length : undefined;
  }
  const { pieces } = value.traced;
  const origin = pieces[side === 'start' ? 0 : pieces.length - 1]?.origin;
  if (origin?.kind !== 'source' || origin.span.file !== file) return undefined;
  // A piece that is not exact may be a whole expression; only an escape sequence is part of a literal.
  if (!origin.exact && text[origin.span.start] !== '\\') return undefined;
  return side === 'start' ? origin.span.start : origin.span.end;
}

function intoPython(text: string, at: number, newText: string): string | undefined {
  const tokens: Token[] = [];
  lex(text, tokens);
  const literal = tokens.find((token) => token.kind === 'string' && token.start < at && at < token.end);
  const opening = literal && /^([A-Za-z]*)("""|'''|"|')/.exec(text.slice(literal.start, literal.end));
  if (!opening) return undefined;
  const prefix = opening[1]!.toLowerCase();
  const quote = opening[2]!;
  if (prefix.includes('b')) return undefined;
  const braced = prefix.includes('f') ? newText.replaceAll('{', '{{').replaceAll('}', '}}') : newText;
  if (prefix.includes('r')) return /[\\\n'"]/.test(braced) ? undefined : braced;
  const escaped = braced.replaceAll('\\', '\\\\').replaceAll(quote[0]!, '\\' + quote[0]!);
  return quote.length === 3 ? escaped.replaceAll('\r', '\\r') : escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

function intoJson(text: string, at: number, newText: string): string | undefined {
  return at > 0 && at < text.length ? JSON.stringify(newText).slice(1, -1) : undefined;
}
