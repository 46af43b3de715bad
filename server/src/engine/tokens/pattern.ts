import { say } from '../core/say.js';
import { whiteSpace } from './characters.js';
import { notCompared } from './tokenizer-part.js';
import { TokensRefused } from './refusal.js';

/** Property names of Oniguruma, and how JavaScript calls them: general categories by themselves, scripts by `Script=`. */
const categories = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|Cc|Cf)$/;
const scripts = /^(?:Han|Hiragana|Katakana|Hangul|Thai|Arabic|Cyrillic|Greek|Hebrew|Devanagari|Bengali|Latin|Lao|Khmer|Myanmar|Tibetan)$/;
/** What `\w` is inside a class (Oniguruma, Unicode). */
const word = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}';
const classEscapes = new Map([
  ['s', whiteSpace],
  ['S', '\\P{White_Space}'],
  ['d', '\\p{Nd}'],
  ['D', '\\P{Nd}'],
  ['w', word],
]);
/** Outside of a class `\\w` has these too. */
const wordOutside = `${word}\\u00b2\\u00b3\\u00b9\\u00bc-\\u00be`;
const characterEscapes = new Map([
  ['n', '\\n'],
  ['r', '\\r'],
  ['t', '\\t'],
  ['f', '\\f'],
  ['v', '\\v'],
]);
/** Letters beyond ASCII that fold to one of it. */
const folded = new Map([
  ['s', 'ſ'],
  ['k', '\u212a'],
]);
const longest = 20_000;
const deepest = 50;
const mostRepeats = 1000;

/** What has been read of a pattern. */
interface Read {
  readonly source: string;
  /** It can match nothing. */
  readonly empty: boolean;
  /** How it can be repeated without trying the same text in many ways. */
  readonly shape: 'character' | 'plain' | 'endless';
}

/** @throws TokensRefused for more than a person writes, of which no regular expression might be made */
export function refuseLong(pattern: string): void {
  if (pattern.length > longest) throw new TokensRefused(say`The tokenizer has a regular expression that is too long.`);
}

/**
 * A regular expression of a `tokenizer.json` (Oniguruma, syntax of Ruby) as one of JavaScript that finds the same. All that differs between the two is written out;
 * what was not compared is refused, and so is what may be repeated within a repetition, on which a search can take time without end.
 * @throws TokensRefused
 */
export function compilePattern(pattern: string): RegExp {
  refuseLong(pattern);
  const reader = new PatternReader(pattern);
  const read = reader.whole();
  if (read.empty) throw notCompared(say`a regular expression that matches empty text`);
  try {
    return new RegExp(read.source, 'gu');
  } catch {
    throw notCompared(say`the regular expression ${JSON.stringify(pattern.slice(0, 100))}`);
  }
}

class PatternReader {
  private at = 0;
  private depth = 0;
  private ignoreCase = false;
  private atomics = 0;

  constructor(private readonly pattern: string) {}

  whole(): Read {
    const read = this.choice();
    if (this.at < this.pattern.length) throw this.unlike('")"');
    return read;
  }

  private unlike(what: string): TokensRefused {
    return notCompared(
      say`a regular expression with ${what} (${JSON.stringify(this.pattern.slice(Math.max(0, this.at - 5), this.at + 20))})`,
    );
  }

  private choice(): Read {
    const branches = [this.sequence()];
    while (this.pattern[this.at] === '|') {
      this.at++;
      branches.push(this.sequence());
    }
    if (branches.length === 1) return branches[0]!;
    const shapes = branches.map(({ shape }) => shape);
    return {
      source: branches.map(({ source }) => source).join('|'),
      empty: branches.some(({ empty }) => empty),
      // Two ways to read a text, repeated, are very many.
      shape: shapes.every((shape) => shape === 'character') ? 'character' : 'endless',
    };
  }

  private sequence(): Read {
    const items: Read[] = [];
    while (this.at < this.pattern.length && this.pattern[this.at] !== '|' && this.pattern[this.at] !== ')')
      items.push(this.repeated(this.atom()));
    if (items.length === 1) return items[0]!;
    return {
      source: items.map(({ source }) => source).join(''),
      empty: items.every(({ empty }) => empty),
      shape: items.some(({ shape }) => shape === 'endless') ? 'endless' : 'plain',
    };
  }

  private repeated(item: Read): Read {
    const found = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})/.exec(this.pattern.slice(this.at, this.at + 24));
    if (!found) return item;
    this.at += found[0].length;
    const sign = found[0];
    const { least, most } = bounds(found);
    if (item.source === '' || most < least || least > mostRepeats || (most !== Infinity && most > mostRepeats))
      throw this.unlike(say`such a repetition`);
    if (item.empty) throw this.unlike(say`a repetition of what may be empty`);
    if (most > 1 && item.shape === 'endless')
      throw new TokensRefused(
        say`The tokenizer has a regular expression with a repetition within a repetition, whose search may take time without end.`,
      );
    const after = this.pattern[this.at];
    const source = `${item.source}${sign}`;
    const read: Read = { source, empty: least === 0, shape: most === Infinity ? 'endless' : 'plain' };
    if (after === '?' && sign.length === 1) {
      this.at++;
      return { ...read, source: `${source}?` };
    }
    if (after === '+' && sign.length === 1) {
      this.at++;
      return { ...read, source: this.atomic(source) };
    }
    if (after !== undefined && '*+?{'.includes(after)) throw this.unlike(say`two repetitions behind each other`);
    return read;
  }

  /** Takes what is found first and gives nothing of it back: a look ahead, and what it has found. */
  private atomic(source: string): string {
    const name = `g${String(++this.atomics)}`;
    return `(?:(?=(?<${name}>${source}))\\k<${name}>)`;
  }

  private atom(): Read {
    const sign = this.pattern[this.at]!;
    switch (sign) {
      case '(':
        return this.group();
      case '[':
        return { source: this.set(), empty: false, shape: 'character' };
      case '\\':
        return this.escape();
      case '.':
        this.at++;
        return { source: '[^\\n]', empty: false, shape: 'character' };
      case '^':
        this.at++;
        return { source: '(?<![^\\n])', empty: true, shape: 'plain' };
      case '$':
        this.at++;
        return { source: '(?![^\\n])', empty: true, shape: 'plain' };
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw this.unlike(`"${sign}"`);
      default:
        return this.literal();
    }
  }

  private literal(): Read {
    const character = String.fromCodePoint(this.pattern.codePointAt(this.at)!);
    this.at += character.length;
    return { source: this.cased(character), empty: false, shape: 'character' };
  }

  private cased(character: string): string {
    if (!this.ignoreCase || !/\p{L}/u.test(character)) return quoted(character);
    if (!/[a-zA-Z]/.test(character)) throw this.unlike(say`letters beyond ASCII that are compared without their case`);
    const lower = character.toLowerCase();
    return `[${lower}${lower.toUpperCase()}${folded.get(lower) ?? ''}]`;
  }

  private folded(set: string): string {
    if (this.ignoreCase) throw this.unlike(say`a class that is compared without its case`);
    return set;
  }

  private group(): Read {
    const opening = /^\((?:\?(?:[:>=!]|i:|<=|<!))?/.exec(this.pattern.slice(this.at, this.at + 4))![0];
    if (this.pattern[this.at + opening.length] === '?' || ++this.depth > deepest) throw this.unlike(say`such a group`);
    this.at += opening.length;
    const before = this.ignoreCase;
    if (opening === '(?i:') this.ignoreCase = true;
    const inner = this.choice();
    if (this.pattern[this.at] !== ')') throw this.unlike(say`a group without its end`);
    this.at++;
    this.depth--;
    this.ignoreCase = before;
    switch (opening) {
      case '(?=':
      case '(?!':
        return { source: `${opening}${inner.source})`, empty: true, shape: 'plain' };
      case '(?<=':
      case '(?<!':
        if (inner.shape !== 'character') throw this.unlike(say`a look behind of more than a character`);
        return { source: `${opening}${inner.source})`, empty: true, shape: 'plain' };
      case '(?>':
        return { ...inner, source: this.atomic(inner.source) };
      default:
        return { ...inner, source: `(?:${inner.source})` };
    }
  }

  private escape(): Read {
    const sign = this.pattern[this.at + 1] ?? '';
    if (sign === 'A' || sign === 'z') {
      this.at += 2;
      return { source: sign === 'A' ? '(?<![^])' : '(?![^])', empty: true, shape: 'plain' };
    }
    if (sign === 'W' || sign === 'w') {
      this.at += 2;
      return { source: this.folded(`[${sign === 'W' ? '^' : ''}${wordOutside}]`), empty: false, shape: 'character' };
    }
    const { source, set, character } = this.escaped();
    if (character !== undefined) return { source: this.cased(character), empty: false, shape: 'character' };
    return { source: this.ignoreCase && !set ? this.folded(source) : `[${source}]`, empty: false, shape: 'character' };
  }

  /** What is behind a backslash, inside of a class or outside. */
  private escaped(): { readonly source: string; readonly set: boolean; readonly character?: string } {
    const rest = this.pattern.slice(this.at, this.at + 60);
    const property = /^\\([pP])\{(\w+)\}/.exec(rest);
    if (property) {
      const name = categories.test(property[2]!) ? property[2]! : scripts.test(property[2]!) ? `Script=${property[2]!}` : undefined;
      if (name === undefined) throw this.unlike(say`such a property`);
      this.at += property[0].length;
      return { source: `\\${property[1]!}{${name}}`, set: true };
    }
    const code = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|x\{([0-9A-Fa-f]{1,6})\})/.exec(rest);
    if (code) {
      const point = parseInt(code[1] ?? code[2] ?? code[3]!, 16);
      // Two digits beyond ASCII are a byte of UTF-8 there.
      if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000) || (code[1] !== undefined && point > 0x7f))
        throw this.unlike(say`such a number`);
      this.at += code[0].length;
      return { source: `\\u{${point.toString(16)}}`, set: false, character: String.fromCodePoint(point) };
    }
    const sign = String.fromCodePoint(this.pattern.codePointAt(this.at + 1) ?? 0);
    const set = classEscapes.get(sign);
    const plain = characterEscapes.get(sign);
    if (set === undefined && plain === undefined && (/[A-Za-z0-9]/.test(sign) || sign === '\0')) throw this.unlike(`"\\${sign}"`);
    this.at += 1 + sign.length;
    if (set !== undefined) return { source: set, set: true };
    return plain !== undefined ? { source: plain, set: false } : { source: quoted(sign), set: false, character: sign };
  }

  /** A class with classes within it that are not negated: their union. */
  private set(): string {
    if (++this.depth > deepest) throw this.unlike(say`classes nested so deep`);
    this.at++;
    const negated = this.pattern[this.at] === '^';
    if (negated) this.at++;
    const items: string[] = [];
    while (this.at < this.pattern.length && this.pattern[this.at] !== ']') items.push(this.item());
    if (items.length === 0 || this.at >= this.pattern.length) throw this.unlike(say`such a class`);
    this.at++;
    this.depth--;
    return `[${negated ? '^' : ''}${items.join('')}]`;
  }

  private item(): string {
    if (this.pattern[this.at] === '[') {
      if (/^\[(?:[:^=]|\.[^\]]*\.\])/.test(this.pattern.slice(this.at, this.at + 200))) throw this.unlike(say`such a class within a class`);
      return this.set().slice(1, -1);
    }
    if (this.pattern.startsWith('&&', this.at)) throw this.unlike(say`classes that are intersected`);
    const from = this.member();
    const ranges = this.pattern[this.at] === '-' && this.pattern[this.at + 1] !== ']';
    if (this.ignoreCase && (ranges || from.set)) throw this.unlike(say`a class that is compared without its case`);
    if (!ranges) return from.character === undefined ? from.source : this.cased(from.character).replace(/^\[|\]$/g, '');
    this.at++;
    if (from.set || this.pattern[this.at] === '[') throw this.unlike(say`a range of classes`);
    const to = this.member();
    if (to.set) throw this.unlike(say`a range of classes`);
    return `${from.source}-${to.source}`;
  }

  private member(): { readonly source: string; readonly set: boolean; readonly character?: string } {
    if (this.pattern[this.at] === '\\') return this.escaped();
    const character = String.fromCodePoint(this.pattern.codePointAt(this.at)!);
    this.at += character.length;
    return { source: quoted(character), set: false, character };
  }
}

function bounds(found: RegExpExecArray): { readonly least: number; readonly most: number } {
  if (found[0] === '*') return { least: 0, most: Infinity };
  if (found[0] === '+') return { least: 1, most: Infinity };
  if (found[0] === '?') return { least: 0, most: 1 };
  const least = Number(found[1]);
  return { least, most: found[2] === undefined ? least : found[2] === '' ? Infinity : Number(found[2]) };
}

/** A character as it stands inside and outside of a class. */
function quoted(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
