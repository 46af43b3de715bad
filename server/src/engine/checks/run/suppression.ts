import type { Language } from '../../core/language.js';
import { LineIndex } from '../../core/line-index.js';
import type { Span } from '../../core/span.js';
import { findComments } from './comments.js';

/** Rule ids, and what stands for every rule. */
type Ignored = Set<string>;

const everyRule = '\0';

const directive = /#\s*preflight:\s*(ignore-file|ignore)\b(?:\s*\[([^\]]*)\])?/;

/**
 * What the comments of a document silence: `# preflight: ignore[rule-id]` on a line silences that line, on a line of its own the next one;
 * without brackets it silences every rule; `# preflight: ignore-file[rule-id]` silences the whole document.
 */
export class Suppressions {
  private readonly lines = new Map<number, Ignored>();
  private readonly file: Ignored = new Set();
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
    return [this.file, this.lines.get(first), this.lines.get(last)].some((ignored) => ignored?.has(everyRule) || ignored?.has(rule));
  }

  private add(text: string, start: number, end: number, targets: TargetLines): void {
    const match = directive.exec(text.slice(start, end));
    if (!match) return;
    const ignored = match[1] === 'ignore-file' ? this.file : this.onLine(targets.of(start));
    const ids = match[2]?.split(',').map((id) => id.trim()) ?? [everyRule];
    for (const id of ids) ignored.add(id);
  }

  private onLine(line: number): Ignored {
    let ignored = this.lines.get(line);
    if (!ignored) this.lines.set(line, (ignored = new Set()));
    return ignored;
  }
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
