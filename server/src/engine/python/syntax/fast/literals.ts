import type { Expression, FormattedValue, FStringPart } from '../tree/ast.js';
import { decodeLiteral, type LiteralStyle } from '../literals/escapes.js';
import { numberOf, numberProblem } from '../tolerant/number-literal.js';
import { isTriple } from '../tokens/scan.js';
import { joinedLiterals, type Literal } from '../tolerant/string-literal.js';
import { expression } from './expressions.js';
import { giveUp } from './give-up.js';
import type { FastParser } from './parser.js';

export function number(p: FastParser): Expression {
  const { tokens } = p;
  const { start, end } = tokens;
  const source = tokens.text.slice(start, end);
  if (numberProblem(source) !== undefined) giveUp();
  tokens.next();
  return numberOf(source, { start, end });
}

/** A string literal, or several implicitly concatenated ones. */
export function string(p: FastParser): Expression {
  const { tokens } = p;
  const { start } = tokens;
  const first = literal(p);
  if (tokens.kind !== 'string') return joinedLiterals([first], { start, end: tokens.previousEnd });
  const read = [first];
  while (tokens.kind === 'string') read.push(literal(p));
  if (read.some(({ bytes }) => bytes !== first.bytes)) giveUp();
  return joinedLiterals(read, { start, end: tokens.previousEnd });
}

function literal(p: FastParser): Literal {
  const { tokens, file } = p;
  const { text, start, end, quoteAt } = tokens;
  tokens.next();
  const prefix = text.slice(start, quoteAt).toLowerCase();
  const style = { raw: prefix.includes('r'), bytes: prefix.includes('b'), braces: prefix.includes('f') };
  const width = isTriple(text, quoteAt) ? 3 : 1;
  const inside = { start: quoteAt + width, end: end - width };
  if (style.braces) return { bytes: false, formatted: true, parts: formatted(p, inside.start, inside.end, style) };
  const traced = decodeLiteral(file, text, inside.start, inside.end, style, giveUp);
  if (style.bytes && !isAscii(text, start, end)) giveUp();
  return { bytes: style.bytes, formatted: false, parts: [style.bytes ? { bytes: traced.text } : traced] };
}

function isAscii(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** The parts of an f-string: literal text between the fields, and the fields. */
function formatted(p: FastParser, start: number, end: number, style: LiteralStyle): FStringPart[] {
  const { text } = p.tokens;
  const parts: FStringPart[] = [];
  let from = start;
  const literalUntil = (to: number): void => {
    if (from < to) parts.push(decodeLiteral(p.file, text, from, to, style, giveUp));
  };
  for (let i = start; i < end; i++) {
    const c = text[i];
    // Escapes that touch braces are for the tolerant parser.
    if (c === '\\' && /[N{}\\]/.test(text[i + 1]!)) giveUp();
    if (c !== '{' && c !== '}') continue;
    if (text[i + 1] === c) i++;
    else if (c === '}') giveUp();
    else {
      literalUntil(i);
      const value = field(p, i, end);
      parts.push(value);
      from = value.end;
      i = from - 1;
    }
  }
  literalUntil(end);
  return parts;
}

/** The replacement field whose brace opens at `start`; one with `=`, or with a field in its format spec, is for the tolerant parser. */
function field(p: FastParser, start: number, limit: number): FormattedValue {
  const inner = p.at(start + 1);
  const { tokens } = inner;
  tokens.next();
  if (tokens.is('lambda')) giveUp();
  const value = expression(inner);
  const conversion = tokens.take('!') ? conversionOf(inner) : undefined;
  // Of `{x:=5}` the format spec is `=5`.
  const { start: ended } = tokens;
  const hasSpec = tokens.is(':') || tokens.is(':=');
  const close = hasSpec ? tokens.text.indexOf('}', ended) : ended;
  const spec = hasSpec ? specOf(p, ended + 1, close) : undefined;
  if (close < 0 || close >= limit || tokens.text[close] !== '}') giveUp();
  if (tokens.text.slice(start, ended).includes('#') || /[\\\n]/.test(tokens.text.slice(start, close))) giveUp();
  return { type: 'FormattedValue', value, conversion, spec, start, end: close + 1 };
}

function conversionOf({ tokens }: FastParser): FormattedValue['conversion'] {
  const letter = tokens.text.slice(tokens.start, tokens.end);
  if (letter !== 's' && letter !== 'r' && letter !== 'a') giveUp();
  tokens.next();
  return letter;
}

function specOf(p: FastParser, start: number, end: number): FStringPart[] {
  const { text } = p.tokens;
  if (end < 0 || text.slice(start, end).includes('{')) giveUp();
  return start < end ? [decodeLiteral(p.file, text, start, end, { raw: true, bytes: false, braces: false }, giveUp)] : [];
}
