import { PyError } from '../../../core/errors.js';
import { TracedText } from '../../../core/traced-text.js';
import type { Match } from './re-found.js';
import { charge } from '../../../core/cost.js';

const escapes: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' };

/** What a replacement may refer to: the groups of a pattern. */
type Groups = Pick<Match['pattern'], 'names' | 'groupCount'>;

/** The replacement text of `re.sub` for one match: `\1`, `\g<name>` and escapes are put in, each part with its origin. */
export function expandTemplate({ pattern, groups, subject }: Match, template: TracedText): TracedText {
  return expanded(pattern, template, (number) => {
    const range = groups[number];
    return range ? subject.traced.slice(range[0], range[1]) : TracedText.empty;
  });
}

/** Reads a replacement text, as Python does before it looks for matches. @throws PyError `error`, IndexError for one that cannot be used */
export function checkReplacement(pattern: Groups, template: TracedText): void {
  if (template.text.includes('\\')) expanded(pattern, template, () => TracedText.empty);
}

function expanded(pattern: Groups, template: TracedText, group: (number: number) => TracedText): TracedText {
  const parts: TracedText[] = [];
  const { text } = template;
  let from = 0;
  charge(2);
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', from)) {
    charge(4);
    parts.push(template.slice(from, at));
    const { part, end } = expandEscape(pattern, template, at, group);
    parts.push(part);
    from = end;
  }
  parts.push(template.slice(from));
  return TracedText.join(parts.filter((part) => part.length > 0));
}

function expandEscape(
  pattern: Groups,
  template: TracedText,
  at: number,
  group: (number: number) => TracedText,
): { readonly part: TracedText; readonly end: number } {
  const rest = template.text.slice(at + 1);
  const literal = (length: number, text: string): { part: TracedText; end: number } => {
    const end = at + 1 + length;
    return { part: template.slice(at, end).recomputed(text), end };
  };
  const named = /^g<([^>]*)>/.exec(rest);
  if (named) return { part: group(groupNumber(pattern, named[1]!, at)), end: at + 1 + named[0].length };
  const octal = /^(?:0[0-7]{0,2}|[1-3][0-7]{2})/.exec(rest);
  if (octal) return literal(octal[0].length, String.fromCharCode(parseInt(octal[0], 8)));
  const number = /^[1-9][0-9]?/.exec(rest);
  if (number) return { part: group(groupNumber(pattern, number[0], at)), end: at + 1 + number[0].length };
  const c = rest[0];
  if (c === undefined) throw new PyError('error', `bad escape (end of pattern) at position ${String(at)}`);
  const known = escapes[c];
  if (known !== undefined) return literal(1, known);
  if (/[A-Za-z]/.test(c)) throw new PyError('error', `bad escape \\${c} at position ${String(at)}`);
  return { part: template.slice(at, at + 2), end: at + 2 };
}

function groupNumber(pattern: Groups, reference: string, at: number): number {
  const number = /^\d+$/.test(reference) ? Number(reference) : pattern.names.get(reference);
  if (number === undefined) throw new PyError('IndexError', `unknown group name '${reference}'`);
  if (number > pattern.groupCount) throw new PyError('error', `invalid group reference ${String(number)} at position ${String(at + 1)}`);
  return number;
}
