import { LineIndex } from '../text/line-index.js';
import type { Span } from '../text/span.js';
import { findComments } from './comments.js';

/** Rule ids, or 'all'. */
type Ignored = ReadonlySet<string> | 'all';

const directive = /#\s*preflight:\s*(ignore-file|ignore)\b(?:\s*\[([^\]]*)\])?/;

/**
 * What the comments of a document silence: `# preflight: ignore[rule-id]` on a line silences that line, on a line of its own the next one;
 * without brackets it silences every rule; `# preflight: ignore-file[rule-id]` silences the whole document.
 */
export class Suppressions {
  private readonly lines = new Map<number, Ignored[]>();
  private readonly file: Ignored[] = [];
  private readonly index: LineIndex | undefined;

  constructor(text: string, language: 'python' | 'yaml' | 'json') {
    if (!text.includes('preflight:')) return;
    this.index = new LineIndex(text);
    for (const { start, end } of findComments(text, language)) this.add(text, start, end, this.index);
  }

  /** Whether a finding of `rule` at `span` is silenced: by a comment for the line at which it starts or ends, or for the document. */
  covers(rule: string, span: Span): boolean {
    if (!this.index) return false;
    const first = this.index.positionAt(span.start).line;
    const last = this.index.positionAt(span.end).line;
    return [this.file, this.lines.get(first) ?? [], this.lines.get(last) ?? []].some((ignored) => ignored.some((ids) => ids === 'all' || ids.has(rule)));
  }

  private add(text: string, start: number, end: number, index: LineIndex): void {
    const match = directive.exec(text.slice(start, end));
    if (!match) return;
    const ids: Ignored = match[2] === undefined ? 'all' : new Set(match[2].split(',').map((id) => id.trim()));
    if (match[1] === 'ignore-file') {
      this.file.push(ids);
      return;
    }
    const line = this.targetLine(text, start, index);
    this.lines.set(line, [...(this.lines.get(line) ?? []), ids]);
  }

  /** The comment's own line where code stands before it, else the next line that is neither blank nor a comment. */
  private targetLine(text: string, start: number, index: LineIndex): number {
    const { line } = index.positionAt(start);
    if (text.slice(index.lineStart(line), start).trim() !== '') return line;
    let next = line + 1;
    while (next < index.lineCount - 1 && /^\s*(?:#|$)/.test(text.slice(index.lineStart(next), index.lineEnd(next)))) next++;
    return next;
  }
}
