import { lineStartOf } from '../core/line-start.js';

/** A word of a command in a shell script, as the program is handed it: without quotes and continued lines. What is put in (`$NAME`) stays as it is written. */
export interface ScriptWord {
  readonly text: string;
  /** Where each character of it stands in the script, as offsets. */
  readonly at: readonly number[];
}

/** A line longer than this, with what is continued, is no command that anybody writes. */
const longest = 20_000;

/**
 * The commands of the line around an offset of a shell script, with the lines that `\` joins to it; what is behind a `#`, and where output goes (`> log.txt`), is no part of them. A quoted word that
 * is a command line itself (`bash -c "…"`) is both: a word, and commands behind the others.
 */
export function commandsAround(text: string, offset: number): readonly (readonly ScriptWord[])[] {
  const [start, end] = lineAround(text, offset);
  if (end - start > longest) return [];
  const characters = Array.from({ length: end - start }, (_, i) => start + i);
  return commandsOf(text, characters, 2);
}

/** The line at an offset, and those that are joined to it. */
function lineAround(text: string, offset: number): readonly [start: number, end: number] {
  let start = lineStartOf(text, offset);
  while (start > 1 && isJoined(text, start - 1)) start = lineStartOf(text, start - 1);
  const endOf = (from: number): number => (text.indexOf('\n', from) + 1 || text.length + 1) - 1;
  let end = endOf(offset);
  while (end < text.length && isJoined(text, end)) end = endOf(end + 1);
  return [start, end];
}

/** Whether the end of a line is none, by the `\` in front of it. */
function isJoined(text: string, newline: number): boolean {
  let backslashes = newline;
  if (text[backslashes - 1] === '\r') backslashes--;
  const end = backslashes;
  while (text[backslashes - 1] === '\\') backslashes--;
  return (end - backslashes) % 2 === 1;
}

/** @param at the offsets of the characters that are read @param depth how many quotes within quotes are looked into */
function commandsOf(text: string, at: readonly number[], depth: number): ScriptWord[][] {
  const reader = new WordReader(text, at);
  const quoted = depth === 0 ? [] : reader.quoted.filter((word) => /\s-/.test(word.text));
  return [...reader.commands, ...quoted.flatMap((word) => commandsOf(text, word.at, depth - 1))];
}

/** Reads words as a shell does, as far as they are written plainly. */
class WordReader {
  readonly commands: ScriptWord[][] = [[]];
  /** What stood in quotes. */
  readonly quoted: ScriptWord[] = [];
  private word: number[] | undefined;
  private isTarget = false;
  private i = 0;

  constructor(
    private readonly text: string,
    private readonly at: readonly number[],
  ) {
    while (this.i < at.length) this.step();
    this.endWord();
  }

  private char(i = this.i): string | undefined {
    const at = this.at[i];
    return at === undefined ? undefined : this.text[at];
  }

  private step(): void {
    const c = this.char()!;
    if (c === '\\') this.escaped();
    else if (c === "'" || c === '"') this.quote(c);
    else if (c === '#' && !this.word) this.comment();
    else if (c === ' ' || c === '\t' || c === '\r') this.pass(() => this.endWord());
    else if (c === '<' || c === '>') this.redirect();
    else if (/[;|&()`\n]/.test(c)) this.pass(() => this.endCommand());
    else this.pass(() => this.add());
  }

  private pass(act: () => void): void {
    act();
    this.i++;
  }

  private add(): void {
    (this.word ??= []).push(this.at[this.i]!);
  }

  /** How many characters a joined end of a line has at the backslash; 0: it is none. */
  private joined(): number {
    if (this.char(this.i + 1) === '\n') return 2;
    return this.char(this.i + 1) === '\r' && this.char(this.i + 2) === '\n' ? 3 : 0;
  }

  private escaped(): void {
    const joined = this.joined();
    this.i += joined || 1;
    if (joined === 0 && this.i < this.at.length) this.pass(() => this.add());
  }

  private quote(mark: string): void {
    const from = (this.word ??= []).length;
    for (this.i++; this.i < this.at.length && this.char() !== mark; this.i++) {
      const joined = mark === '"' && this.char() === '\\' ? this.joined() : 0;
      if (joined > 0) this.i += joined - 1;
      else {
        if (mark === '"' && this.char() === '\\' && /["\\$`]/.test(this.char(this.i + 1) ?? '')) this.i++;
        this.add();
      }
    }
    this.i++;
    this.quoted.push(this.wordOf(this.word.slice(from)));
  }

  /** It goes to the end of its line, whatever that ends with. */
  private comment(): void {
    while (this.i < this.at.length && this.char() !== '\n') this.i++;
  }

  private redirect(): void {
    if (this.word && /^\d+$/.test(this.wordOf(this.word).text)) this.word = undefined;
    this.endWord();
    while (/[<>&]/.test(this.char() ?? '')) this.i++;
    this.isTarget = true;
  }

  private endWord(): void {
    if (!this.word) return;
    if (!this.isTarget) this.commands.at(-1)!.push(this.wordOf(this.word));
    this.isTarget = false;
    this.word = undefined;
  }

  private endCommand(): void {
    this.endWord();
    this.isTarget = false;
    this.commands.push([]);
  }

  private wordOf(at: readonly number[]): ScriptWord {
    return { text: at.map((offset) => this.text[offset]).join(''), at };
  }
}
