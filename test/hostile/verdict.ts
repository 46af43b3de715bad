/** What an input may take, as the issue says. */
export const limits = { cpuSeconds: 2, megabytes: 512, hoverSeconds: 1 };

/** What an answer may weigh, in bytes: an editor has to show it. Rows of a text may be 32 MB. */
export const largest = { diagnostics: 1_000_000, preview: 40_000_000 };

/** At which a process is ended, so that no input takes the machine with it; a run may set others. */
export const guards = { seconds: 15, mostMB: 1_500 };

export type Fault =
  | 'slow'
  | 'memory'
  | 'crash'
  | 'internal error'
  | 'unanswered'
  | 'hover late'
  | 'hover refused'
  | 'wrong afterwards'
  | 'hostile text'
  | 'large answer';

export interface Violation {
  readonly fault: Fault;
  /** Of which answer: `preview`, `check` … */
  readonly of: string;
  readonly detail: string;
}

/** What became of an input in one way of asking. */
export interface Outcome {
  readonly input: string;
  readonly by: 'server' | 'command line' | 'batch';
  /** Processor time of the dearest answer, and of all until it was quiet again, in seconds. */
  readonly dearest: { readonly of: string; readonly cpu: number };
  readonly cpu: number;
  readonly megabytes: number;
  /** The longest wait for a hover of another document in seconds: by the clock, and what it takes at least, whatever else the machine does. Between them lies the truth. */
  readonly hover?: { readonly wall: number; readonly least: number };
  readonly violations: readonly Violation[];
}

/** Controls, marks of direction and separators of lines; line breaks and tabs are meant. */
const controls = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** The first character of a text for people that a terminal or an editor would obey rather than show. */
export function controlIn(text: string): string | undefined {
  const found = controls.exec(text)?.[0];
  return found === undefined ? undefined : `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The host that hostile names lead to. */
export const host = 'hostile.invalid';

/** Markdown that would show an image, a link or HTML of a hostile name: what is left outside of code names the host in a target or a tag. */
export function leakIn(markdown: string): string | undefined {
  const text = markdown.replace(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '').replace(/\\[!-/:-@[-`{-~]/g, '');
  return /\]\([^)]*(?:hostile\.invalid|command:)|<[a-z/!][^>]*>|<[a-z]+:[^>]*>|https?:\/\/hostile\.invalid/i.exec(text)?.[0];
}

/** A stack trace, or what only an error of ours says. */
const internal =
  /\n\s+at .*:\d+:\d+\)?|an error in Prompt Preflight itself|failed inside Prompt Preflight|InternalError|heap out of memory|Maximum call stack/;

export function internalIn(text: string): string | undefined {
  return internal.exec(text)?.[0].trim();
}
