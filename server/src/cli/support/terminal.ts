import { shownLine } from '../../engine/core/shown.js';
import { grouped } from '../../engine/core/grouped.js';

/** Text with colours where standard output is a terminal; plain where it is a pipe or a file, or where `NO_COLOR` is set. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  green(text: string): string;
  magenta(text: string): string;
  cyan(text: string): string;
}

/** The style for a stream; `FORCE_COLOR` and `NO_COLOR` as https://force-color.org and https://no-color.org say. */
export function styleFor(stream: { readonly isTTY?: boolean }): Style {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  const coloured = NO_COLOR ? false : FORCE_COLOR ? FORCE_COLOR !== '0' : Boolean(stream.isTTY) && TERM !== 'dumb';
  const paint = (code: number, end: number) => (text: string) => (coloured && text !== '' ? `\u001b[${code}m${text}\u001b[${end}m` : text);
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    blue: paint(34, 39),
    magenta: paint(35, 39),
    cyan: paint(36, 39),
  };
}

/** While the pipe is full: one wait for all who write to it. */
let draining: Promise<void> | undefined;

/** Writes to standard output, waiting where a pipe is full. What is not our own of the text has been through `shownLine`, `shownText` or `safeJson`. */
export async function print(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  draining ??= new Promise<void>((resolve) => {
    process.stdout.once('drain', () => {
      draining = undefined;
      resolve();
    });
  });
  await draining;
}

/** Notes that wait for whoever prints them in the order of the files; undefined where they are written at once. */
let gathered: string[] | undefined;

/** Writes a note for the user to standard error, or keeps it where notes are gathered. */
export function note(text: string): void {
  const line = shownLine(text) + '\n';
  if (gathered) gathered.push(line);
  else process.stderr.write(line);
}

/** From now on notes are kept. @returns what gives those since the last call */
export function gatherNotes(): () => string {
  gathered = [];
  return () => gathered!.splice(0).join('');
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** How many columns of a terminal a text takes. */
export function terminalColumns(text: string): number {
  let columns = 0;
  for (const c of text) columns += wide.test(c) ? 2 : 1;
  return columns;
}

/** A line on standard error that says how far a long run is; silent where that is no terminal. */
export class ProgressLine {
  private shown = false;
  private last = Date.now();

  constructor(private readonly total: number) {}

  /** @param done how many are done @param name the one at work */
  at(done: number, name: string): void {
    const now = Date.now();
    if (!process.stderr.isTTY || now - this.last < 100) return;
    this.last = now;
    this.shown = true;
    const head = `checked ${done} of ${this.total} `;
    const what = shownLine(name);
    const room = Math.max(10, (process.stderr.columns ?? 80) - head.length - 1);
    process.stderr.write(`\r\u001b[K${head}${what.length > room ? '…' + what.slice(1 - room) : what}`);
  }

  /** Removes the line, so that other output can be written. */
  clear(): void {
    if (this.shown) process.stderr.write('\r\u001b[K');
    this.shown = false;
  }
}

/** `1 file`, `2 files`. */
export function count(n: number, one: string, many = one + 's'): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}
