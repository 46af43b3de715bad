import { TracedText } from '../../../core/traced-text.js';
import type { At, BytesLiteral, Expression, FString, FStringPart, FormattedValue, StringLiteral } from '../tree/ast.js';
import type { ParseContext } from './context.js';
import { childOf, hasMark, meaningful } from './context.js';
import { decodeLiteral, type LiteralStyle } from '../literals/escapes.js';
import type { Raw } from '../tree-sitter/raw-tree.js';
import { tolerantExpression } from './expression.js';

type Part = FStringPart | { readonly bytes: string };

const goodPrefix = /^(?:[ubf]|[bf]?r|r[bf])?$/i;

/** A string literal, or several implicitly concatenated ones (`concatenated_string`). */
export function stringLiteral(context: ParseContext, raw: Raw): Expression {
  const literals = raw.type === 'concatenated_string' ? meaningful(raw) : [raw];
  const before = context.problems.length;
  const reasons: string[] = [];
  const read = literals.map((literal) => readLiteral(context, literal, reasons));
  const at = { start: raw.start, end: raw.end };
  const bytes = read.filter((literal) => literal.bytes).length;
  if (bytes > 0 && bytes < read.length) context.problem(raw, 'cannot mix bytes and nonbytes literals');
  if (context.problems.length > before) return context.missing(raw);
  if (reasons.length > 0) return context.missing(raw, reasons[0]);
  return joinedLiterals(read, at);
}

/** One value of one or several literals, all of them bytes or none. */
export function joinedLiterals(read: readonly Literal[], at: At): Expression {
  const [first] = read;
  const only = read.length === 1 && first!.parts.length === 1 && !first!.formatted ? first!.parts[0] : undefined;
  // Nearly all texts of a config are one literal.
  if (only instanceof TracedText && only.length > 0) return { type: 'String', traced: only, ...at } satisfies StringLiteral;
  const parts = read.flatMap((literal) => literal.parts);
  if (first!.bytes) return { type: 'Bytes', bytes: parts.map(bytesOf).join(''), ...at } satisfies BytesLiteral;
  const texts = parts.filter((part) => part instanceof TracedText);
  if (texts.length === parts.length && !read.some((literal) => literal.formatted))
    return { type: 'String', traced: TracedText.join(texts.filter((part) => part.length > 0)), ...at } satisfies StringLiteral;
  return { type: 'FString', parts: parts.filter(isFStringPart), ...at } satisfies FString;
}

function isFStringPart(part: Part): part is FStringPart {
  return !('bytes' in part) && !(part instanceof TracedText && part.length === 0);
}

function bytesOf(part: Part): string {
  return 'bytes' in part ? part.bytes : '';
}

/** What one literal holds. */
export interface Literal {
  readonly bytes: boolean;
  readonly formatted: boolean;
  readonly parts: readonly Part[];
}

function readLiteral(context: ParseContext, raw: Raw, reasons: string[]): Literal {
  const quote = openingQuote(context.text, raw);
  const prefix = context.text.slice(raw.start, quote.start).toLowerCase();
  if (!goodPrefix.test(prefix)) context.problem({ start: raw.start, end: quote.start }, `invalid syntax: ${prefix} is not a string prefix`);
  const style = { raw: prefix.includes('r'), bytes: prefix.includes('b'), braces: prefix.includes('f') };
  const inside = { start: quote.end, end: Math.max(quote.end, raw.end - (quote.end - quote.start)) };
  const decode = decoder(context, style, reasons);
  if (style.braces) return { bytes: false, formatted: true, parts: formattedParts(context, raw, inside, 'interpolation', decode, style) };
  const traced = decode(inside.start, inside.end);
  return { bytes: style.bytes, formatted: false, parts: [style.bytes ? { bytes: asBytes(context, raw, traced.text) } : traced] };
}

type Decode = (start: number, end: number) => TracedText;

function decoder(context: ParseContext, style: LiteralStyle, reasons: string[]): Decode {
  return (start, end) =>
    decodeLiteral(context.file, context.original, start, end, style, (problem) => {
      if (problem.unknown) reasons.push(problem.message);
      else context.problem(problem, problem.message);
    });
}

function openingQuote(text: string, raw: Raw): { readonly start: number; readonly end: number } {
  let start = raw.start;
  while (start < raw.end && text[start] !== '"' && text[start] !== "'") start++;
  const quote = text[start] ?? '"';
  const triple = text.startsWith(quote.repeat(3), start) && raw.end - start >= 6;
  return { start, end: Math.min(raw.end, start + (triple ? 3 : 1)) };
}

function asBytes(context: ParseContext, raw: Raw, text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 255 || (text.charCodeAt(i) > 127 && context.source(raw).includes(text[i]!))) {
      context.problem(raw, 'bytes can only contain ASCII literal characters');
      return '';
    }
  }
  return text;
}

/** The parts of an f-string, or of the format spec of one of its fields: literal text between the fields, and the fields. */
function formattedParts(
  context: ParseContext,
  raw: Raw,
  inside: { readonly start: number; readonly end: number },
  fieldType: 'interpolation' | 'format_expression',
  decode: Decode,
  style: LiteralStyle,
): FStringPart[] {
  const parts: FStringPart[] = [];
  let from = inside.start;
  for (const child of raw.children) {
    if (child.type !== fieldType) continue;
    if (from < child.start) parts.push(decode(from, child.start));
    parts.push(...field(context, child, decode, style));
    from = child.end;
  }
  if (from < inside.end) parts.push(decode(from, inside.end));
  return parts;
}

/** A replacement field; with `=` its source comes first as text, as CPython does it. */
function field(context: ParseContext, raw: Raw, decode: Decode, style: LiteralStyle): FStringPart[] {
  const value = meaningful(raw).find((child) => child.type !== 'type_conversion' && child.type !== 'format_specifier');
  const conversion = conversionOf(context, raw);
  const spec = specParts(context, raw, value, decode, style);
  const debug = debugText(context, raw);
  const formatted: FormattedValue = {
    type: 'FormattedValue',
    value: tolerantExpression(context, value?.type === 'named_expression' ? meaningful(value)[0] : value, raw),
    conversion: debug && conversion === undefined && spec === undefined ? 'r' : conversion,
    spec,
    start: raw.start,
    end: raw.end,
  };
  return debug ? [debug, formatted] : [formatted];
}

/** The format spec. In `{x:=5}` it is `=5`: without parentheses there is no `:=` here, though the grammar sees one. */
function specParts(
  context: ParseContext,
  raw: Raw,
  value: Raw | undefined,
  decode: Decode,
  style: LiteralStyle,
): FStringPart[] | undefined {
  if (value?.type === 'named_expression') {
    const sign = childOf(value, ':=')!;
    return [decode(sign.start + 1, raw.end - 1)];
  }
  const specifier = childOf(raw, 'format_specifier');
  return (
    specifier && formattedParts(context, specifier, { start: specifier.start + 1, end: specifier.end }, 'format_expression', decode, style)
  );
}

function conversionOf(context: ParseContext, raw: Raw): FormattedValue['conversion'] {
  const conversion = childOf(raw, 'type_conversion');
  if (!conversion) return undefined;
  const letter = context.source(conversion).slice(1);
  if (letter === 's' || letter === 'r' || letter === 'a') return letter;
  context.problem(conversion, `f-string: invalid conversion character: expected 's', 'r', or 'a'`);
  return undefined;
}

/** `x = ` of `{x = }`, up to what ends the expression part: spaces around the sign belong to it. */
function debugText(context: ParseContext, raw: Raw): TracedText | undefined {
  if (!hasMark(raw, '=')) return undefined;
  const sign = childOf(raw, '=')!;
  let end = sign.end;
  while (/\s/.test(context.text[end] ?? '')) end++;
  const start = raw.start + 1;
  return decodeLiteral(context.file, context.original, start, end, { raw: true, bytes: false, braces: false }, () => undefined);
}
