import { createHash } from 'node:crypto';
import type { Document } from '../../engine/core/document.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';
import { portableMessage } from '../support/portable-message.js';

/**
 * What makes a finding the same one in the next version of its file, by 32 hex digits: its file, rule, message and the text of its line, not the line's number; of several that are alike, which
 * one it is.
 * @param path of the file, as it is told of it
 * @returns one for each diagnostic, in their order
 */
export function fingerprintsOf(path: string, diagnostics: readonly Diagnostic[], document: Document): string[] {
  const alike = new Map<string, number>();
  const lineOf = linesByNumber(document);
  const folder = process.cwd();
  return diagnostics.map(({ rule, message, span }) => {
    const facts = JSON.stringify([path, rule, portableMessage(message, folder), lineOf(span.start)]);
    const before = alike.get(facts) ?? 0;
    alike.set(facts, before + 1);
    return digest(`${facts}:${before}`).slice(0, 32);
  });
}

/** Of a line with more UTF-16 units than that, the digest counts: a program writes all that it has into one, where thousands of findings may stand. */
const longest = 2_000;

/** The line at an offset, as far as it decides a fingerprint: each is looked at once. */
function linesByNumber({ text, lines }: Document): (offset: number) => string {
  const known = new Map<number, string>();
  return (offset) => {
    const { line } = lines.positionAt(offset);
    let shown = known.get(line);
    if (shown === undefined) {
      const source = text.slice(lines.lineStart(line), lines.lineEnd(line)).trim();
      known.set(line, (shown = source.length > longest ? digest(source) : source));
    }
    return shown;
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
