import type { FileId, Span } from '../../../core/span.js';
import type { Missing, SyntaxProblem } from '../tree/ast.js';
import type { Raw } from '../tree-sitter/raw-tree.js';

/** What kind of block a statement stands in; decides where `return`, `yield`, `await` and loops' words may stand. */
export interface Scope {
  readonly kind: 'module' | 'class' | 'function' | 'lambda';
  readonly async: boolean;
  /** Set when a `yield` is met. */
  generator: boolean;
}

/** What the conversion of one document shares. */
export class ParseContext {
  readonly problems: SyntaxProblem[] = [];
  scope: Scope = { kind: 'module', async: false, generator: false };
  /** Depth of loops around the statement within its scope. */
  loops = 0;
  /** Inside a comprehension of this kind, whose element may hold no `yield`. */
  comprehension: string | undefined;

  /**
   * @param text the document with its patches, as the grammar sees it
   * @param original the document as it is written: what strings are decoded from
   */
  constructor(
    readonly file: FileId,
    readonly text: string,
    readonly original: string,
  ) {}

  problem(at: { readonly start: number; readonly end: number }, message: string): void {
    this.problems.push({ start: at.start, end: at.end, message });
  }

  /** What CPython's parser lets pass and its compiler, which comes later, does not. */
  compilerProblem(at: { readonly start: number; readonly end: number }, message: string): void {
    this.problems.push({ start: at.start, end: at.end, message, stage: 'compiler' });
  }

  /** Something that is not read though Python may well read it. */
  limit(at: { readonly start: number; readonly end: number }, what: string): void {
    this.problems.push({
      start: at.start,
      end: at.end,
      message: `${what}. The limit is that of Prompt Preflight; Python may well read it.`,
      limit: true,
    });
  }

  source(raw: Raw): string {
    return this.text.slice(raw.start, raw.end);
  }

  span(raw: { readonly start: number; readonly end: number }): Span {
    return { file: this.file, start: raw.start, end: raw.end };
  }

  missing(raw: { readonly start: number; readonly end: number }, reason?: string): Missing {
    return { type: 'Missing', start: raw.start, end: raw.end, ...(reason === undefined ? {} : { reason }) };
  }

  /** Runs `body` in a scope of its own and gives that scope back. */
  within<T>(kind: Scope['kind'], async: boolean, body: () => T): { readonly result: T; readonly generator: boolean } {
    const { scope, loops, comprehension } = this;
    const inner: Scope = { kind, async, generator: false };
    Object.assign(this, { scope: inner, loops: 0, comprehension: undefined });
    try {
      return { result: body(), generator: inner.generator };
    } finally {
      Object.assign(this, { scope, loops, comprehension });
    }
  }
}

/** The first child of one of the types. */
export function childOf(raw: Raw, ...types: readonly string[]): Raw | undefined {
  return raw.children.find((child) => types.includes(child.type));
}

/** Children that carry meaning: no marks, keywords and errors. */
export function meaningful(raw: Raw): Raw[] {
  return raw.children.filter((child) => child.named && child.type !== 'ERROR');
}

/** Whether the mark or keyword `mark` is among the children. */
export function hasMark(raw: Raw, mark: string): boolean {
  return raw.children.some((child) => !child.named && child.type === mark);
}
