import type { LimitError, PyError } from '../core/errors.js';
import type { Problem } from '../core/evaluation.js';
import { say } from '../core/say.js';
import type { FileId, Span } from '../core/span.js';
import { RaisedError } from '../python/runtime/exceptions.js';

const lazily = say`Outside of \`with read_base():\` an import only gives a name: what another config defines must be imported within such a block.`;

/** What an exception of Python's most often comes of in a config; undefined where it may be anything. */
function hintAt(text: string): string | undefined {
  if (/\bLazy(?:Object|Attr)\b/.test(text)) return lazily;
  // Two items of a list in a row read as a call, or as an item of the first.
  return /^'(?:tuple|list|dict|str)' object is not callable$|^(?:list|tuple|string) indices must be integers(?: or slices)?, not '?tuple/.test(
    text,
  )
    ? say`Perhaps a comma is missing.`
    : undefined;
}

/** Collects what goes wrong while one file is loaded: the first exception counts, every problem is kept. */
export class LoadReport {
  readonly problems: Problem[] = [];
  /** What was taken for granted about the machine, one at each place. */
  private readonly assumed = new Map<string, Problem>();
  /** The environment variables that were asked for and are not set; those before the running statement come first. */
  private readonly unset: string[] = [];
  private before = 0;
  error: PyError | undefined;
  limit: LimitError | undefined;
  errorSpan: Span | undefined;
  /** Part of the text is missing from the tree. */
  private partial = false;

  constructor(private readonly file: FileId) {}

  /** An exception with the problem that tells the user of it. */
  fail(error: PyError, problem: Problem): void {
    this.error ??= error;
    this.errorSpan ??= error.span ?? problem.span;
    this.problems.push(problem);
  }

  /**
   * An exception of the config's code. Where a part of the text could not be read it says nothing: that code was made up in part.
   * @param at where it arose @param statement the statement of this file that was running
   */
  raised(error: PyError, at: Span | undefined, statement: Span): void {
    if (this.partial || this.problems.some(({ kind }) => kind === 'syntax-error')) return;
    const hint = error.reason === undefined ? hintAt(error.text) : undefined;
    const why = hint === undefined ? '' : `. ${hint}`;
    const message = say`Loading this config raises ${saidOf(error)}${why}`;
    const here = at?.file === this.file ? at : statement;
    const elsewhere = at && at.file !== this.file ? [{ span: at, message: say`${error.type} is raised here.` }] : undefined;
    this.error ??= error;
    this.errorSpan ??= at ?? statement;
    this.problems.push({ kind: 'raises', span: here, message, ...(elsewhere && { related: elsewhere }) });
  }

  /** The evaluation had to be given up. */
  gaveUp(limit: LimitError, statement: Span): void {
    this.limit ??= limit;
    this.errorSpan ??= limit.span ?? statement;
    const span = limit.span?.file === this.file ? limit.span : statement;
    this.problems.push({ kind: 'limit', span, message: limit.message });
  }

  /** A part of the text is more than is parsed here. */
  unread(limit: LimitError, at: Span): void {
    this.partial = true;
    this.gaveUp(limit, at);
  }

  /** The next statement of the file begins to run. */
  nextStatement(): void {
    this.before = this.unset.length;
  }

  /**
   * The result rests on something outside of the configs. A loop that asks for many such things is reported for the first.
   * @param unset the environment variable that was asked for, where it is not set
   */
  assume(message: string, span: Span, unset?: string): void {
    if (unset !== undefined) this.unset.push(unset);
    const place = `${span.file}:${String(span.start)}:${String(span.end)}`;
    if (!this.assumed.has(place)) this.assumed.set(place, { kind: 'depends-on-environment', span, message });
  }

  /** The same for what is true of many statements alike, as of all imports from a package that is not there: it is said at the first of them. */
  assumeOnce(message: string, span: Span): void {
    if (![...this.assumed.values()].some((known) => known.message === message)) this.assume(message, span);
  }

  /**
   * Whether an exception most likely comes of an environment variable that is not set here: then the config is not wrong, and this is said instead.
   * @param at where it arose
   * @returns why what the statement makes is unknown; undefined for any other exception
   */
  wantsVariable(error: PyError, at: Span): string | undefined {
    const variable = this.unset.at(-1);
    if (variable === undefined || !comesOfNothing(error, this.unset.length > this.before)) return undefined;
    this.assume(say`Without the environment variable ${variable}, which is not set here, loading this config raises ${saidOf(error)}`, at);
    return say`The environment variable ${variable} is set outside of the config.`;
  }

  /** All problems, what is really wrong first. */
  get all(): readonly Problem[] {
    return [...this.problems, ...this.assumed.values()];
  }

  /** Whether anything keeps the framework from loading the file. */
  get failed(): boolean {
    return this.error !== undefined || this.limit !== undefined;
  }
}

/** Type and text of an exception, and why it is raised where the text does not tell. */
export function saidOf(error: PyError): string {
  return `${error.type}${error.text === '' ? '' : `: ${error.text}`}${error.reason === undefined ? '' : `. ${error.reason}`}`;
}

/**
 * Whether an exception is one that a missing text makes: the config's own `raise` or `assert`, None where a text was expected, and what an empty
 * default leads to in the very statement that asks for the variable.
 */
function comesOfNothing(error: PyError, asked: boolean): boolean {
  return (
    error instanceof RaisedError ||
    /\bNoneType\b/.test(error.text) ||
    (asked && ['ValueError', 'KeyError', 'IndexError'].includes(error.type))
  );
}
