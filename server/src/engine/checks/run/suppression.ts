import type { Language } from '../../core/language.js';
import { LineIndex } from '../../core/line-index.js';
import type { Span } from '../../core/span.js';
import { findComments } from './comments.js';

/** One rule that a comment silences. */
export interface Suppression {
  /** The id as it is written; undefined where every rule is silenced. */
  readonly rule: string | undefined;
  /** UTF-16 offsets of the id, or of the whole comment. */
  readonly start: number;
  readonly end: number;
  used: boolean;
}

/** A bracket that is not closed holds what is behind it: it does not silence every rule. */
const directive = /#\s*preflight:\s*(ignore-file|ignore)\b(?:\s*\[([^\]]*)\]?)?/;

/**
 * What the comments of a document silence: `# preflight: ignore[rule-id]` on a line silences that line, on a line of its own the next one;
 * without brackets it silences every rule; `# preflight: ignore-file[rule-id]` silences the whole document.
 */
export class Suppressions {
  private readonly lines = new Map<number, Suppression[]>();
  private readonly file: Suppression[] = [];
  private readonly index: LineIndex | undefined;

  constructor(text: string, language: Language) {
    if (!text.includes('preflight:')) return;
    this.index = new LineIndex(text);
    const targets = new TargetLines(text, this.index);
    for (const { start, end } of findComments(text, language)) this.add(text, start, end, targets);
  }

  /** Whether a finding of `rule` at `span` is silenced: by a comment for the line at which it starts or ends, or for the document. */
  covers(rule: string, span: Span): boolean {
    if (!this.index) return false;
    const first = this.index.positionAt(span.start).line;
    const last = this.index.positionAt(span.end).line;
    const covering = [this.file, this.lines.get(first) ?? [], this.lines.get(last) ?? []].flatMap((list) =>
      list.filter((suppression) => suppression.rule === undefined || suppression.rule === rule),
    );
    for (const suppression of covering) suppression.used = true;
    return covering.length > 0;
  }

  /** Those that have silenced nothing so far, in the order of the text. */
  unused(): readonly Suppression[] {
    return [...this.file, ...[...this.lines.values()].flat()].filter(({ used }) => !used).sort((a, b) => a.start - b.start);
  }

  private add(text: string, start: number, end: number, targets: TargetLines): void {
    const match = directive.exec(text.slice(start, end));
    if (!match) return;
    const list = match[1] === 'ignore-file' ? this.file : this.onLine(targets.of(start));
    const ids = match[2];
    if (ids === undefined) list.push({ rule: undefined, start, end, used: false });
    else for (const id of idsIn(ids, start + match.index + match[0].lastIndexOf('[') + 1)) list.push(id);
  }

  private onLine(line: number): Suppression[] {
    let list = this.lines.get(line);
    if (!list) this.lines.set(line, (list = []));
    return list;
  }
}

/** The ids between the brackets of a comment. @param at where the text begins in its document */
function* idsIn(text: string, at: number): Iterable<Suppression> {
  for (const { 0: rule, index } of text.matchAll(/[^\s,](?:[^,]*[^\s,])?/g))
    yield { rule, start: at + index, end: at + index + rule.length, used: false };
}

/** Which lines comments speak of. */
class TargetLines {
  /** The last run of lines that are blank or comments which was walked through, and the line behind it. */
  private run = { from: 0, to: 0 };

  constructor(
    private readonly text: string,
    private readonly index: LineIndex,
  ) {}

  /** The comment's own line where code stands before it, else the next line that is neither blank nor a comment. */
  of(start: number): number {
    const { line } = this.index.positionAt(start);
    if (this.text.slice(this.index.lineStart(line), start).trim() !== '') return line;
    return this.nextCode(line + 1);
  }

  private nextCode(from: number): number {
    if (this.run.from <= from && from < this.run.to) return this.run.to;
    let next = from;
    while (next < this.index.lineCount - 1 && /^\s*(?:#|$)/.test(this.text.slice(this.index.lineStart(next), this.index.lineEnd(next))))
      next++;
    this.run = { from, to: next };
    return next;
  }
}
