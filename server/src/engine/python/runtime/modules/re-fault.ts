/** What Python's `re` raises for a pattern. `at` is a UTF-16 offset into the pattern. */
export interface PatternFault {
  /** As `re.error` words it, with the position: `unterminated character set at position 0`. */
  readonly text: string;
  readonly at: number;
}

/** The functions of `re` that read a pattern, their first argument, and as which one they take flags (CPython 3.11 `re/__init__.py`). */
export const patternReaders: ReadonlyMap<string, number> = new Map([
  ['compile', 1],
  ['search', 2],
  ['match', 2],
  ['fullmatch', 2],
  ['findall', 2],
  ['finditer', 2],
  ['split', 3],
  ['sub', 4],
  ['subn', 4],
]);

/**
 * What `re.compile` raises for a pattern of texts (CPython 3.11 `re/_parser.py`); undefined for one that is well formed, or that this does not follow:
 * verbose patterns, conditions and names of characters. Whether a look-behind has one width is not looked at.
 */
export function patternFault(pattern: string): PatternFault | undefined {
  if (isNotFollowed(pattern)) return undefined;
  try {
    new PatternReader(pattern).whole();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.fault(pattern);
    throw error;
  }
}

function isNotFollowed(pattern: string): boolean {
  let isNamed = false;
  // What a backslash stands in front of opens nothing.
  const bare = pattern.replace(/\\([^])/g, (_, escaped: string) => {
    isNamed ||= escaped === 'N';
    return '--';
  });
  return isNamed || /\(\?[a-zA-Z]*x|\(\?\(/.test(bare);
}

class Fault extends Error {
  constructor(
    readonly words: string,
    readonly at: number,
  ) {
    super(words);
  }

  /** Python counts code points. */
  fault(pattern: string): PatternFault {
    return { text: `${this.words} at position ${String([...pattern.slice(0, this.at)].length)}`, at: this.at };
  }
}

/** What stands in front of a repetition. */
type Item = 'none' | 'place' | 'repetition' | 'other';

/** Groups within each other that are followed: Python gives up at about as many. */
const deepest = 100;

class PatternReader {
  private at = 0;
  private groups = 1;
  private readonly open = new Set<number>();
  private readonly names = new Map<string, number>();
  private depth = 0;

  constructor(private readonly pattern: string) {}

  whole(): void {
    this.alternatives();
    if (this.at < this.pattern.length) throw new Fault('unbalanced parenthesis', this.at);
  }

  private get next(): string | undefined {
    return this.pattern[this.at];
  }

  private take(c: string): boolean {
    if (this.next !== c) return false;
    this.at++;
    return true;
  }

  private alternatives(): void {
    do this.sequence();
    while (this.take('|'));
  }

  private sequence(): void {
    let item: Item = 'none';
    for (let c = this.next; c !== undefined && c !== '|' && c !== ')'; c = this.next) {
      const start = this.at++;
      if (c === '\\') item = this.escape(start) ? 'place' : 'other';
      else if (c === '[') {
        this.set(start);
        item = 'other';
      } else if (c === '(') item = this.group(start) ? 'other' : item;
      else if (c === '^' || c === '$') item = 'place';
      else if ('*+?{'.includes(c)) item = this.repetition(c, start, item);
      else item = 'other';
    }
  }

  private repetition(c: string, start: number, item: Item): Item {
    if (c === '{') {
      const counts = /^(\d*)(?:(,)(\d*))?\}/.exec(this.pattern.slice(this.at));
      if (!counts || counts[0] === '}') return 'other';
      this.at += counts[0].length;
      const [, least = '', comma, most = ''] = counts;
      if (comma && least !== '' && most !== '' && Number(most) < Number(least))
        throw new Fault('min repeat greater than max repeat', start + 1);
    }
    if (item === 'none' || item === 'place') throw new Fault('nothing to repeat', start);
    if (item === 'repetition') throw new Fault('multiple repeat', start);
    if (!this.take('?')) this.take('+');
    return 'repetition';
  }

  /** Reads what stands behind a backslash. @returns whether it stands for a place */
  private escape(start: number): boolean {
    const c = this.escaped();
    if ('AbBZ'.includes(c)) return true;
    if ('dDsSwWafnrtv\\0'.includes(c)) return false;
    if (this.isCode(c, start)) return false;
    if (/[1-9]/.test(c)) this.reference(start);
    else if (/[A-Za-z]/.test(c)) throw new Fault(`bad escape \\${c}`, start);
    return false;
  }

  private escaped(): string {
    const c = this.next;
    if (c === undefined) throw new Fault('bad escape (end of pattern)', this.at - 1);
    this.at++;
    return c;
  }

  /** `\xhh`, `\uhhhh` and `\Uhhhhhhhh`. */
  private isCode(c: string, start: number): boolean {
    const length = { x: 2, u: 4, U: 8 }[c];
    if (length === undefined) return false;
    const [digits] = /^[0-9a-fA-F]*/.exec(this.pattern.slice(this.at, this.at + length))!;
    this.at += digits.length;
    if (digits.length < length) throw new Fault(`incomplete escape \\${c}${digits}`, start);
    return true;
  }

  private reference(start: number): void {
    const behind = this.pattern.slice(start + 1);
    // Three octal digits stand for a character.
    if (/^[0-3][0-7]{2}/.test(behind)) {
      this.at = start + 4;
      return;
    }
    const digits = /^\d{1,2}/.exec(behind)![0];
    this.at = start + 1 + digits.length;
    this.refersTo(Number(digits), start + 1);
  }

  private refersTo(group: number, at: number): void {
    if (group >= this.groups) throw new Fault(`invalid group reference ${String(group)}`, at);
    if (this.open.has(group)) throw new Fault('cannot refer to an open group', at - 1);
  }

  private set(start: number): void {
    this.take('^');
    const first = this.at;
    for (;;) {
      const from = this.at;
      if (this.next === undefined) throw new Fault('unterminated character set', start);
      if (this.next === ']' && from > first) {
        this.at++;
        return;
      }
      const low = this.inSet();
      if (!this.take('-')) continue;
      if (this.next === undefined) throw new Fault('unterminated character set', start);
      if (this.take(']')) return;
      const high = this.inSet();
      if (low === undefined || high === undefined || low > high)
        throw new Fault(`bad character range ${this.pattern.slice(from, this.at)}`, from);
    }
  }

  /** One item of a set. @returns its code point; undefined for a class of characters */
  private inSet(): number | undefined {
    const start = this.at;
    const code = this.pattern.codePointAt(start)!;
    this.at += code > 0xffff ? 2 : 1;
    if (code !== 92) return code;
    const c = this.escaped();
    const known = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 }[c];
    if (known !== undefined) return known;
    if ('dDsSwW'.includes(c)) return undefined;
    if (this.isCode(c, start)) return parseInt(this.pattern.slice(start + 2, this.at), 16);
    const octal = /^[0-7]{1,3}/.exec(this.pattern.slice(start + 1))?.[0];
    if (octal !== undefined) {
      this.at = start + 1 + octal.length;
      return parseInt(octal, 8);
    }
    if (/[A-Za-z0-9]/.test(c)) throw new Fault(`bad escape \\${c}`, start);
    return c.codePointAt(0);
  }

  /** @returns whether there is something to repeat: flags and comments are nothing */
  private group(start: number): boolean {
    if (++this.depth > deepest) throw new Fault('too many groups', start);
    const number = this.head(start);
    if (number === undefined) {
      this.depth--;
      return false;
    }
    if (number > 0) this.open.add(number);
    this.alternatives();
    if (!this.take(')')) throw new Fault('missing ), unterminated subpattern', start);
    this.open.delete(number);
    this.depth--;
    return true;
  }

  /** Reads the beginning of a group. @returns its number, 0 for one that keeps nothing, undefined for one that ends here */
  private head(start: number): number | undefined {
    if (!this.take('?')) return this.groups++;
    const c = this.next;
    if (c === undefined) throw new Fault('unexpected end of pattern', this.at);
    this.at++;
    if (c === ':' || c === '=' || c === '!' || c === '>') return 0;
    if (c === 'P') return this.named(start);
    if (c === '#') return this.comment(start);
    if (c === '<') {
      const behind = this.next;
      if (behind === undefined) throw new Fault('unexpected end of pattern', this.at);
      this.at++;
      if (behind !== '=' && behind !== '!') throw new Fault(`unknown extension ?<${this.shown(this.at - 1)}`, start + 1);
      return 0;
    }
    return this.flags(c, start);
  }

  /** `(?i)`, which ends here, and `(?i:…)`. The first letter, or the minus, is already read. */
  private flags(first: string, start: number): number | undefined {
    if (!/[aiLmsu-]/.test(first)) throw new Fault(`unknown extension ?${this.shown(this.at - 1)}`, start + 1);
    this.at += /^[aiLmsu]*/.exec(this.pattern.slice(this.at))![0].length;
    if (first === '-' || this.take('-')) this.flagsTakenAway();
    else if (this.take(')')) {
      if (!/^(?:\(\?[aiLmsu]+\))*$/.test(this.pattern.slice(0, start)))
        throw new Fault('global flags not at the start of the expression', start);
      return undefined;
    }
    if (!this.take(':')) throw new Fault(this.isLetter() ? 'unknown flag' : 'missing -, : or )', this.at);
    return 0;
  }

  private flagsTakenAway(): void {
    const [letters] = /^[ims]*/.exec(this.pattern.slice(this.at))!;
    if (letters === '') throw new Fault(this.isLetter() ? 'unknown flag' : 'missing flag', this.at);
    this.at += letters.length;
    if (this.next !== ':') throw new Fault(this.isLetter() ? 'unknown flag' : 'missing :', this.at);
  }

  private isLetter(): boolean {
    return /\p{L}/u.test(this.next ?? '');
  }

  /** What stands at a place as Python reads it: a backslash with what it escapes. */
  private shown(at: number): string {
    return this.pattern.slice(at, at + (this.pattern[at] === '\\' ? 2 : 1));
  }

  private comment(start: number): undefined {
    const end = this.pattern.indexOf(')', this.at);
    if (end < 0) throw new Fault('missing ), unterminated comment', start);
    this.at = end + 1;
  }

  /** `(?P<name>…)` and `(?P=name)`. */
  private named(start: number): number | undefined {
    const c = this.next;
    if (c === undefined) throw new Fault('unexpected end of pattern', this.at);
    this.at++;
    if (c !== '<' && c !== '=') throw new Fault(`unknown extension ?P${this.shown(this.at - 1)}`, start + 1);
    const close = c === '<' ? '>' : ')';
    const end = this.pattern.indexOf(close, this.at);
    const from = this.at;
    if (end < 0)
      throw this.at >= this.pattern.length ? new Fault('missing group name', from) : new Fault(`missing ${close}, unterminated name`, from);
    const name = this.pattern.slice(from, end);
    this.at = end + 1;
    if (name === '') throw new Fault('missing group name', from);
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) throw new Fault(`bad character in group name '${name}'`, from);
    if (c === '=') {
      const group = this.names.get(name);
      if (group === undefined) throw new Fault(`unknown group name '${name}'`, from);
      if (this.open.has(group)) throw new Fault('cannot refer to an open group', from);
      return undefined;
    }
    this.names.set(name, this.groups);
    return this.groups++;
  }
}
