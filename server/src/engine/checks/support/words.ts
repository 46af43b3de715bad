import { say } from '../../core/say.js';

/** `a`, `a and b`, `a, b and c`; with many, the first ones and how many more. */
export function listed(names: readonly string[], most = 4): string {
  if (names.length > most + 1) return say`${names.slice(0, most).join(', ')} and ${String(names.length - most)} more`;
  if (names.length < 2) return names.join('');
  return say`${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** A text as a Python string literal in single quotes. */
export function quoted(text: string): string {
  const escaped = text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replace(/'/g, "\\'")}'`;
}

/** A text without the white space, and the given marks, at its end. */
export function withoutEnd(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && (marks.includes(text[end - 1]!) || /\s/.test(text[end - 1]!))) end--;
  return text.slice(0, end);
}
