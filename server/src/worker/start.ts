import type { Refusal } from '../engine/project/project.js';
import type { Severity } from '../engine/core/severity.js';
import type { FileId } from '../engine/core/span.js';

/** The first message of every engine: it has loaded, and goes to work. */
export const readyMessage = 'ready';

/** What an engine's thread is started as. */
export type EngineStart = ServerStart | CommandStart;

/** An engine behind the server: one of documents, one that checks all configs of the workspace and answers no client (`sweep`), or one that counts tokens. */
export interface ServerStart {
  readonly kind: 'documents' | 'sweep' | 'tokens';
  /** Of the editor, as it names it: `zh-CN`. */
  readonly language?: string | undefined;
}

/** One run of the command line, or a part of one. */
export interface CommandStart {
  readonly kind: 'command';
  readonly argv: readonly string[];
  /** Of the editor that runs it; absent: English, which the command line speaks. */
  readonly language?: string | undefined;
  /** What standard output and standard error are: a thread has only pipes to them. */
  readonly streams: { readonly stdout: StreamLook; readonly stderr: StreamLook };
  /** Of `check`: what the run knows already when this engine joins it; `later`: it is started before anything is known, and waits for that and its first files. */
  readonly joined?: Joined | 'later';
}

/** Whether a stream is a terminal, and how wide it is. */
export interface StreamLook {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
}

/** What a run over many files has come to. */
export interface Joined {
  /** Files that were too much. */
  readonly refused: readonly Refusal[];
  /** Those of the files that the user named; absent for the engine that searches for them. */
  readonly named: readonly FileId[] | undefined;
  /** All files of the run; absent where they are still to be searched for. */
  readonly files: readonly FileId[] | undefined;
  /** What standard input held, where a file is checked from there: it can be read once only. */
  readonly stdin: string | undefined;
}

/**
 * A finding whose cause is written in an included file within the given paths. It is told there, once for all the files that lead to it: which one is the first, the watching
 * thread knows, since engines do not know of each other.
 */
export interface CausedFinding {
  /** The same for the same finding, whichever file leads to it. */
  readonly key: string;
  readonly severity: Severity;
  /** For standard output, like that of `CheckedFile`. */
  readonly text: string;
  readonly entry: BaselineFinding;
  /** How many like it the baseline holds. */
  readonly known: number;
}

/** A finding as a baseline keeps it. */
export interface BaselineFinding {
  /** Of the file that it is told of, as seen from the baseline's folder; '' where there is no baseline. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** What `check` has found in a file. */
export interface CheckedFile {
  /** What is to be told of another file. */
  readonly caused?: readonly CausedFinding[];
  readonly severities: readonly Severity[];
  /** Of how many of them the cause is outside of the given paths, by severity: they do not decide the exit code. */
  readonly outside?: readonly Severity[];
  /** For standard output: text for people, or members of the list of diagnostics in JSON. */
  readonly text: string;
  /** For standard error. */
  readonly notes: string;
  /** A fault of our own kept it from being checked. */
  readonly failed?: boolean;
  /** How many findings a baseline holds, so that they are not told. */
  readonly known?: number;
  /** How many fixes were applied, or would be. */
  readonly fixed?: number;
  /** What the new baseline holds of it. */
  readonly baseline?: readonly BaselineFinding[];
  /** How long it took, in milliseconds, and each rule in it. */
  readonly timing?: { readonly all: number; readonly rules: Readonly<Record<string, number>> };
}

/** A file of which there is nothing to say. */
export const nothingFound: CheckedFile = { severities: [], text: '', notes: '' };
