import { decodeLiteral } from '../../python/syntax/literals/escapes.js';
import { escapeCodePoint } from '../../python/runtime/escape.js';
import type { StringPart } from './jinja-ast.js';
import { templateSyntaxError } from './template-fault.js';
import type { JinjaToken } from './jinja-tokens.js';

/**
 * What the inside of a string literal stands for, piece by piece. Jinja reads it as Python reads one; only that a backslash before a
 * character beyond ASCII takes the character's own escape sequence in (jinja2 3.1 `lexer.py`, `wrap`).
 * @throws TemplateFault TemplateSyntaxError for an escape sequence that is none
 */
export function stringParts(token: JinjaToken): StringPart[] {
  const inside = spelledOut(token.value);
  const start = token.start + 1;
  const decoded = decodeLiteral('', inside, 0, inside.length, { raw: false, bytes: false, braces: false }, (problem) => {
    if (!problem.unknown) throw templateSyntaxError(problem.message.replace(/^.*bytes: /, ''), token);
  });
  if (inside !== token.value) return [{ start, end: token.end - 1, text: decoded.text }];
  const parts: StringPart[] = [];
  for (const { start: offset, piece } of decoded.located()) {
    const { origin } = piece;
    if (origin.kind === 'source')
      parts.push({
        start: start + origin.span.start,
        end: start + origin.span.end,
        text: decoded.text.slice(offset, offset + piece.length),
      });
  }
  return parts;
}

function spelledOut(inside: string): string {
  return inside.replace(/\\([^])/gu, (pair, character: string) =>
    character > '\x7f' ? '\\' + '\\' + escapeCodePoint(character.codePointAt(0)!).slice(1) : pair,
  );
}
