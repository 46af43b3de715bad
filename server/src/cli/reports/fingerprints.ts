import { createHash } from 'node:crypto';
import type { Document } from '../../engine/core/document.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';

/**
 * What makes a finding the same one in the next version of its file, by 32 hex digits: its file, rule, message and the text of its line, not the line's number; of several that are alike, which
 * one it is.
 * @param path of the file, as it is told of it
 * @returns one for each diagnostic, in their order
 */
export function fingerprintsOf(path: string, diagnostics: readonly Diagnostic[], { text, lines }: Document): string[] {
  const alike = new Map<string, number>();
  return diagnostics.map(({ rule, message, span }) => {
    const { line } = lines.positionAt(span.start);
    const source = text.slice(lines.lineStart(line), lines.lineEnd(line)).trim();
    const facts = JSON.stringify([path, rule, message, source]);
    const before = alike.get(facts) ?? 0;
    alike.set(facts, before + 1);
    return createHash('sha256').update(`${facts}:${before}`).digest('hex').slice(0, 32);
  });
}
