/** `{{ $NAME:default }}` in a text. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly standard: string;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

const head = /\{\{['"]?\s*\$(\w+)\s*:\s*/g;
const tail = /\s*['"]?\}\}/y;
const blank = /\s/g;

/**
 * What mmengine 0.11 `Config._substitute_env_variables` finds by `\{\{['"]?\s*\$(\w+)\s*:\s*(\S*?)\s*['"]?\}\}`, in time that grows with the text: the pattern itself looks from each
 * beginning through all that holds no blank.
 */
export function* environmentVariables(text: string): Iterable<EnvironmentVariable> {
  const close = new Ahead((from) => text.indexOf('}}', from));
  const end = new Ahead((from) => matchFrom(blank, text, from)?.index ?? -1);
  const behind = new Map<number, number>();
  for (let found = matchFrom(head, text, 0); found;) {
    const [whole, name] = found;
    const start = found.index;
    const from = start + whole.length;
    const wordEnd = end.at(from) ?? text.length;
    const closed = close.at(from);
    const isInWord = closed !== undefined && closed < wordEnd;
    const standardEnd = isInWord ? closed - (closed > from && isQuote(text[closed - 1]!) ? 1 : 0) : wordEnd;
    let next = isInWord ? closed + 2 : behind.get(wordEnd);
    if (next === undefined) behind.set(wordEnd, (next = tailEnd(text, wordEnd)));
    if (next >= 0) yield { name: name!, standard: text.slice(from, standardEnd), start, end: next };
    found = matchFrom(head, text, next >= 0 ? next : start + 2);
  }
}

/** Finds the next place of something again and again, from offsets that only grow. */
class Ahead {
  private known = -2;

  /** @param find from an offset on; -1 where there is none */
  constructor(private readonly find: (from: number) => number) {}

  at(from: number): number | undefined {
    if (this.known !== -1 && this.known < from) this.known = this.find(from);
    return this.known < 0 ? undefined : this.known;
  }
}

function matchFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

function tailEnd(text: string, from: number): number {
  const found = matchFrom(tail, text, from);
  return found ? found.index + found[0].length : -1;
}

function isQuote(character: string): boolean {
  return character === "'" || character === '"';
}
