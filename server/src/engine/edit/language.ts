import type { Language } from '../core/language.js';
import { yamlScalar } from './replace-scalar.js';

const words: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** A Python literal in another language: constants, numbers and plain strings; undefined for what has no sure counterpart. */
export function literalIn(language: Language, literal: string): string | undefined {
  if (language === 'python') return literal;
  if (Object.hasOwn(words, literal)) return words[literal];
  if (/^-?\d+(\.\d+)?$/.test(literal)) return literal;
  const text = /^(['"])([^'"\\\n]*)\1$/.exec(literal)?.[2];
  if (text === undefined) return undefined;
  return language === 'json' ? JSON.stringify(text) : yamlScalar(text);
}

/** The line break that the document uses. */
export function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Where the line that holds `at` ends, its line break left out. */
export function lineEndOf(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' && end > at ? end - 1 : end;
}
