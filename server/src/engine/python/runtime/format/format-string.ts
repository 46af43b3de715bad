import { valueError } from '../call-arguments.js';

/** A part of a format string: literal text, or a replacement field; places are offsets into the format string. */
export type FormatPart =
  | { readonly kind: 'literal'; readonly start: number; readonly end: number }
  | { readonly kind: 'field'; readonly name: string; readonly conversion: string; readonly spec: readonly [start: number, end: number] };

/**
 * The parts of a format string as `str.format` finds them.
 * @throws PyError ValueError, when the iteration comes to the mistake: what stands before it has been formatted by then, as in CPython
 */
export function* parseFormat(text: string): Iterable<FormatPart> {
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (at < text.length && text[at] !== '{' && text[at] !== '}') at++;
    if (at >= text.length) {
      yield { kind: 'literal', start, end: at };
      return;
    }
    const brace = text[at]!;
    const doubled = text[at + 1] === brace;
    if (!doubled && brace === '}') throw valueError("Single '}' encountered in format string");
    if (!doubled && at + 1 >= text.length) throw valueError("Single '{' encountered in format string");
    yield { kind: 'literal', start, end: doubled ? at + 1 : at };
    if (doubled) {
      at += 2;
      continue;
    }
    const field = readField(text, at + 1);
    yield field.part;
    at = field.end;
  }
}

function readField(text: string, from: number): { readonly part: FormatPart; readonly end: number } {
  let at = from;
  let inBrackets = false;
  for (; at < text.length; at++) {
    const c = text[at]!;
    if (c === '{') throw valueError("unexpected '{' in field name");
    if (c === '[') inBrackets = true;
    else if (c === ']') inBrackets = false;
    else if (!inBrackets && (c === '}' || c === ':' || c === '!')) break;
  }
  if (at >= text.length) throw valueError("expected '}' before end of string");
  const name = text.slice(from, at);
  if (text[at] === '}') return { part: { kind: 'field', name, conversion: '', spec: [at, at] }, end: at + 1 };
  if (text[at] === ':') return withSpec(text, name, '', at + 1);
  return withConversion(text, name, at + 1);
}

function withConversion(text: string, name: string, at: number): { readonly part: FormatPart; readonly end: number } {
  if (at >= text.length) throw valueError('end of string while looking for conversion specifier');
  const conversion = String.fromCodePoint(text.codePointAt(at)!);
  const after = at + conversion.length;
  if (after >= text.length) throw valueError("unmatched '{' in format spec");
  if (text[after] === '}') return { part: { kind: 'field', name, conversion, spec: [after, after] }, end: after + 1 };
  if (text[after] !== ':') throw valueError("expected ':' after conversion specifier");
  return withSpec(text, name, conversion, after + 1);
}

function withSpec(text: string, name: string, conversion: string, from: number): { readonly part: FormatPart; readonly end: number } {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') open++;
    else if (text[at] === '}' && --open === 0) return { part: { kind: 'field', name, conversion, spec: [from, at] }, end: at + 1 };
  }
  throw valueError("unmatched '{' in format spec");
}

/** What stands in a replacement field: `a.b[c]` is `a`, then the attribute `b`, then the item `c`. */
export function splitField(name: string): {
  readonly first: string;
  readonly rest: readonly { readonly attribute: boolean; readonly name: string }[];
} {
  let at = 0;
  while (at < name.length && name[at] !== '.' && name[at] !== '[') at++;
  const first = name.slice(0, at);
  const rest: { attribute: boolean; name: string }[] = [];
  while (at < name.length) {
    const attribute = name[at] === '.';
    if (!attribute && name[at] !== '[') throw valueError("Only '.' or '[' may follow ']' in format field specifier");
    const start = ++at;
    while (at < name.length && (attribute ? name[at] !== '.' && name[at] !== '[' : name[at] !== ']')) at++;
    if (!attribute && at >= name.length) throw valueError("Missing ']' in format string");
    if (at === start) throw valueError('Empty attribute in format string');
    rest.push({ attribute, name: name.slice(start, at) });
    if (!attribute) at++;
  }
  return { first, rest };
}
