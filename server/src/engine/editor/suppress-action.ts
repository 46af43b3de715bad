import type { Document } from '../core/document.js';
import type { Diagnostic } from '../frameworks/face/rule.js';
import type { TextEdit } from '../core/text-edit.js';
import type { Limits } from '../core/evaluation.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import { plainOverLines } from '../yaml/plain-scalars.js';
import { Suppressions } from '../checks/run/suppression.js';

/** The part of a line up to the closing bracket of its comment. */
const existing = /#\s*preflight:\s*ignore\s*\[([^\]]*)(?=\])/;

/**
 * The edit that silences a diagnostic: adds to the comment of its first line, else a comment behind that line, else one on a line of its own
 * above. Undefined where no comment can stand (JSON, within a string of several lines).
 * @param closed where none can stand, though it would be read as one
 */
export function suppressionEdit(document: Document, diagnostic: Diagnostic, closed: readonly Place[] = []): TextEdit | undefined {
  const candidates = [extended(document, diagnostic), behind(document, diagnostic), above(document, diagnostic)];
  const mayStand = ({ span }: TextEdit): boolean => closed.every(({ start, end }) => span.start <= start || end <= span.start);
  return candidates.find((edit) => edit !== undefined && mayStand(edit) && silences(document, diagnostic, edit));
}

/** Of a document: UTF-16 offsets. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where a comment would end a text, and what goes on behind it would be a fault. */
export function closedToComments({ file, text, language }: Document, limits: Limits): readonly Place[] {
  const parsed = language === 'yaml' ? parseYaml(file, text, limits).document : undefined;
  return parsed ? plainOverLines(text, parsed) : [];
}

function extended(document: Document, { rule, span }: Diagnostic): TextEdit | undefined {
  const { start, text } = lineOf(document, span.start);
  const there = existing.exec(text);
  return there ? insertion(document, start + there.index + there[0].length, `${there[1]!.trim() === '' ? '' : ', '}${rule}`) : undefined;
}

function behind(document: Document, { rule, span }: Diagnostic): TextEdit | undefined {
  const { end, text } = lineOf(document, span.start);
  // A line that goes on with a backslash ends with it.
  return text.endsWith('\\') ? undefined : insertion(document, end, `${text === '' ? '' : '  '}# preflight: ignore[${rule}]`);
}

function above(document: Document, { rule, span }: Diagnostic): TextEdit | undefined {
  const { start, text } = lineOf(document, span.start);
  const goesOn = start > 0 && lineOf(document, start - 1).text.endsWith('\\');
  return goesOn
    ? undefined
    : insertion(document, start, `${/^[ \t]*/.exec(text)![0]}# preflight: ignore[${rule}]${lineBreak(document.text)}`);
}

/** Whether the comment would really be read as one, and for this diagnostic. */
function silences({ text, language }: Document, { rule, span }: Diagnostic, { span: place, newText }: TextEdit): boolean {
  const edited = text.slice(0, place.start) + newText + text.slice(place.end);
  const move = place.start <= span.start ? newText.length : 0;
  return new Suppressions(edited, language).covers(rule, {
    file: span.file,
    start: span.start + move,
    end: Math.max(span.end, span.start) + move,
  });
}

function insertion({ file }: Document, at: number, newText: string): TextEdit {
  return { span: { file, start: at, end: at }, newText };
}

function lineOf({ lines, text }: Document, offset: number): { start: number; end: number; text: string } {
  const { line } = lines.positionAt(offset);
  const start = lines.lineStart(line);
  const end = lines.lineEnd(line);
  return { start, end, text: text.slice(start, end) };
}

function lineBreak(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}
