import { PyError } from '../../../core/errors.js';
import { captures, nullable, widthOf, type PatternShape } from './re-shape.js';
import {
  asciiClasses,
  asciiOutside,
  asciiPlaces,
  classes,
  controls,
  inSet,
  literal,
  negatedClasses,
  outside,
  places,
} from './re-syntax.js';

/** A regular expression of Python's, read. */
export interface Translated {
  readonly shape: PatternShape;
  readonly ignoreCase: boolean;
  /** Those that were given, and those at the begin of the pattern. */
  readonly flags: Flags;
  readonly groupCount: number;
  /** Number of each named group. */
  readonly names: ReadonlyMap<string, number>;
  /** An empty match may hide a longer one at the same place: Python would find both, this only the first. */
  readonly emptyHidesMore: boolean;
}

/** Thrown for what is not modelled; the caller answers with an unknown value. */
export class NotTranslatable extends Error {}

export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly verbose: boolean;
  readonly ascii: boolean;
}

/**
 * Reads a pattern of the module `re`.
 * @throws NotTranslatable; PyError `error` for a pattern that Python refuses too
 */
export function translate(pattern: string, flags: Flags): Translated {
  return new Translator(pattern, flags).run();
}

/** How deep groups may be nested, and how long a pattern may be. */
const deepest = 100;
const longest = 20_000;

/** A verbose pattern without its white space and comments: sets and escapes stay as they are (CPython 3.11 `re/_parser.py`). */
function withoutComments(pattern: string): string {
  let plain = '';
  for (let i = 0; i < pattern.length;) {
    const [piece] = /^(?:\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\(\?#[^)]*\)|[ \t\n\r\v\f]+|#[^\n]*|\{[^}]*\}|[^])/.exec(pattern.slice(i))!;
    i += piece.length;
    if (/^\{.*\s/s.test(piece)) throw new NotTranslatable('white space in braces');
    if (!/^(?:[ \t\n\r\v\f#]|\(\?#)/.test(piece)) plain += piece;
  }
  return plain;
}

class Translator {
  private at = 0;
  private groupCount = 0;
  private readonly names = new Map<string, number>();
  private alternatives = false;
  private lazy = false;
  private endless = false;
  private looks = 0;
  private refers = false;
  private depth = 0;
  /** Groups that are not closed yet. */
  private readonly open = new Set<number>();
  /** Groups that may hold nothing. */
  private readonly empty = new Set<number>();
  private flags: Flags;
  private pattern: string;

  constructor(pattern: string, flags: Flags) {
    this.pattern = pattern;
    this.flags = flags;
  }

  run(): Translated {
    this.globalFlags();
    if (this.flags.verbose) this.pattern = this.pattern.slice(0, this.at) + withoutComments(this.pattern.slice(this.at));
    if (this.pattern.length > longest) throw new NotTranslatable('long patterns');
    const shape = this.alternation();
    if (this.at < this.pattern.length) throw this.error('unbalanced parenthesis', this.at);
    if (this.refers && this.endless) throw new NotTranslatable('references to groups beside repetitions of nothing');
    return {
      shape,
      ignoreCase: this.flags.ignoreCase,
      flags: this.flags,
      groupCount: this.groupCount,
      names: this.names,
      emptyHidesMore: nullable(shape) && (this.alternatives || this.lazy),
    };
  }

  private error(message: string, position: number): PyError {
    return new PyError('error', `${message} at position ${String(position)}`);
  }

  /** `(?i)` at the very start. */
  private globalFlags(): void {
    const match = /^\(\?([aiLmsux]+)\)/.exec(this.pattern);
    if (!match) return;
    if (match[1]!.includes('L')) throw new NotTranslatable('flags');
    this.at = match[0].length;
    const has = (flag: string): boolean => match[1]!.includes(flag);
    this.flags = {
      ...this.flags,
      ignoreCase: this.flags.ignoreCase || has('i'),
      multiline: this.flags.multiline || has('m'),
      dotAll: this.flags.dotAll || has('s'),
      verbose: this.flags.verbose || has('x'),
      ascii: this.flags.ascii || has('a'),
    };
    if (this.flags.ascii && this.flags.ignoreCase) throw new NotTranslatable('flags');
  }

  private alternation(): PatternShape {
    const branches = [this.sequence()];
    while (this.pattern[this.at] === '|') {
      this.at++;
      this.alternatives = true;
      branches.push(this.sequence());
    }
    return branches.length === 1 ? branches[0]! : { kind: 'choice', branches };
  }

  private sequence(): PatternShape {
    const parts: PatternShape[] = [];
    while (this.at < this.pattern.length && this.pattern[this.at] !== '|' && this.pattern[this.at] !== ')') parts.push(this.quantified());
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  private quantified(): PatternShape {
    const atom = this.atom();
    const quantifier = this.quantifier();
    if (!quantifier) return atom;
    if (atom.kind === 'assertion' || atom.kind === 'look' || (atom.kind === 'sequence' && atom.parts.length === 0))
      throw new NotTranslatable('repeated assertions');
    const { min, max } = quantifier;
    if (this.pattern[this.at] === '+') throw new NotTranslatable('possessive repetitions');
    const lazy = this.pattern[this.at] === '?';
    if (lazy) {
      this.at++;
      this.lazy = true;
    }
    if (/^[*+?]$/.test(this.pattern[this.at] ?? '') || this.quantifierAhead()) throw this.error('multiple repeat', this.at);
    // What groups hold that some rounds of a repetition pass by is a matter of its own.
    if (captures(atom) && !(max === 1 && !nullable(atom)) && (nullable(atom) || atom.kind !== 'group' || captures(atom.of)))
      throw new NotTranslatable('groups in repetitions');
    // Without what is remembered of failures a round that takes nothing would be gone again and again.
    if (max === undefined && nullable(atom)) this.endless = true;
    return { kind: 'repetition', of: atom, min, max, lazy };
  }

  private quantifierAhead(): boolean {
    return this.ahead(/\{(\d+(,\d*)?|,\d+)\}/y) !== null;
  }

  /** What a sticky pattern finds at the present place. */
  private ahead(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.pattern);
  }

  private quantifier(): { readonly min: number; readonly max: number | undefined } | undefined {
    const c = this.pattern[this.at];
    if (c === '*' || c === '+' || c === '?') {
      this.at++;
      return { min: c === '+' ? 1 : 0, max: c === '?' ? 1 : undefined };
    }
    const match = this.ahead(/\{(\d*)(?:(,)(\d*))?\}/y);
    if (!match || (match[1] === '' && (match[3] ?? '') === '')) return undefined;
    this.at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? undefined : Number(match[3]);
    if (max !== undefined && max < min) throw this.error('min repeat greater than max repeat', this.at);
    if (min > 1000 || (max ?? 0) > 1000) throw new NotTranslatable('long repetitions');
    return { min, max };
  }

  private character(source: string): PatternShape {
    return { kind: 'character', source };
  }

  private atom(): PatternShape {
    const start = this.at;
    const c = String.fromCodePoint(this.pattern.codePointAt(this.at)!);
    this.at += c.length;
    switch (c) {
      case '(':
        return this.group(start);
      case '[':
        return this.character(this.set(start));
      case '\\':
        return this.escape(start);
      case '.':
        return this.character(this.flags.dotAll ? '[^]' : '[^\\n]');
      case '^':
        return { kind: 'assertion', which: this.flags.multiline ? 'lineStart' : 'start' };
      case '$':
        return { kind: 'assertion', which: this.flags.multiline ? 'lineEnd' : 'lastLine' };
      case '*':
      case '+':
      case '?':
        throw this.error('nothing to repeat', start);
      default:
        return this.character(literal(c));
    }
  }

  private group(start: number): PatternShape {
    return this.special(start) ?? this.parentheses(start);
  }

  /** A comment, what a group has found once more, and a condition; undefined for any other. */
  private special(start: number): PatternShape | undefined {
    const comment = this.ahead(/\?#[^)]*\)/y);
    if (comment) {
      this.at += comment[0].length;
      return { kind: 'sequence', parts: [] };
    }
    const again = this.ahead(/\?P=([A-Za-z_]\w*)\)/y);
    if (again) {
      const known = this.names.get(again[1]!);
      if (known === undefined) throw this.error(`unknown group name '${again[1]!}'`, this.at + 3);
      this.at += again[0].length;
      return this.referenceTo(known, start);
    }
    const condition = this.ahead(/\?\((?:(\d+)|([A-Za-z_]\w*))\)/y);
    return condition ? this.condition(condition, start) : undefined;
  }

  private parentheses(start: number): PatternShape {
    const named = this.ahead(/\?P<([A-Za-z_]\w*)>/y);
    const open = (named ?? this.ahead(/\?(?::|=|!|<=|<!)/y))?.[0];
    if (open === undefined && this.pattern[this.at] === '?') throw new NotTranslatable('this kind of group');
    this.at += open?.length ?? 0;
    const number = open === undefined || named ? ++this.groupCount : undefined;
    if (named) this.name(named[1]!);
    if (++this.depth > deepest) throw new NotTranslatable('deep groups');
    const looks = number === undefined && open !== '?:';
    if (looks) this.looks++;
    if (number !== undefined) this.open.add(number);
    const of = this.alternation();
    if (number !== undefined) this.open.delete(number);
    if (number !== undefined && nullable(of)) this.empty.add(number);
    if (looks) this.looks--;
    this.depth--;
    if (this.pattern[this.at] !== ')') throw this.error('missing ), unterminated subpattern', start);
    this.at++;
    if (number !== undefined) return { kind: 'group', number, of };
    return open === '?:' ? of : this.look(open!, of);
  }

  /** `(?(1)yes|no)`, behind the name of the group. */
  private condition([found, digits, name]: RegExpExecArray, start: number): PatternShape {
    const number = digits === undefined ? this.names.get(name!) : Number(digits);
    if (number === undefined || number === 0 || number > this.groupCount || this.looks > 0)
      throw new NotTranslatable('conditions on other groups');
    this.at += found.length;
    if (++this.depth > deepest) throw new NotTranslatable('deep groups');
    const yes = this.sequence();
    let no: PatternShape = { kind: 'sequence', parts: [] };
    if (this.pattern[this.at] === '|') {
      this.at++;
      no = this.sequence();
    }
    this.depth--;
    if (this.pattern[this.at] === '|') throw this.error('conditional backref with more than two branches', this.at);
    if (this.pattern[this.at] !== ')') throw this.error('missing ), unterminated subpattern', start);
    this.at++;
    this.refers = true;
    return { kind: 'condition', number, yes, no };
  }

  /** `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`. */
  private look(open: string, of: PatternShape): PatternShape {
    const ahead = !open.startsWith('?<');
    const width = ahead ? 0 : widthOf(of);
    if (width === undefined) throw new PyError('error', 'look-behind requires fixed-width pattern');
    return { kind: 'look', ahead, negative: open.endsWith('!'), of, width };
  }

  private name(name: string): void {
    if (this.names.has(name))
      throw this.error(
        `redefinition of group name '${name}' as group ${String(this.groupCount)}; was group ${String(this.names.get(name))}`,
        this.at,
      );
    this.names.set(name, this.groupCount);
  }

  private escape(start: number): PatternShape {
    const c = this.pattern[this.at];
    if (c === undefined) throw this.error('bad escape (end of pattern)', start);
    const classes = this.flags.ascii ? asciiOutside : outside;
    const known = Object.hasOwn(classes, c) ? classes[c] : undefined;
    if (known !== undefined) {
      this.at++;
      return this.character(known);
    }
    const kinds = this.flags.ascii ? asciiPlaces : places;
    const place = Object.hasOwn(kinds, c) ? kinds[c] : undefined;
    if (place !== undefined) {
      this.at++;
      return { kind: 'assertion', which: place };
    }
    if (/[1-9]/.test(c)) return this.reference(start);
    return this.character(literal(String.fromCodePoint(this.escapedCode(start))));
  }

  /** `\\1`: one digit or two; three octal ones are a character. */
  private reference(start: number): PatternShape {
    const digits = this.ahead(/[1-9][0-9]?/y)![0];
    if (this.ahead(/[1-7][0-7]{2}/y)) throw new NotTranslatable('octal escapes');
    this.at += digits.length;
    return this.referenceTo(Number(digits), start);
  }

  private referenceTo(number: number, start: number): PatternShape {
    if (number > this.groupCount) throw this.error(`invalid group reference ${String(number)}`, start + 1);
    if (this.open.has(number)) throw this.error('cannot refer to an open group', start);
    // What is looked for has groups of its own.
    if (this.looks > 0) throw new NotTranslatable('references to groups in what is looked for');
    if (this.flags.ignoreCase) throw new NotTranslatable('references to groups without regard to case');
    this.refers = true;
    return { kind: 'reference', number, empty: this.empty.has(number) };
  }

  /** The code point that an escape stands for, in and outside of a set. */
  private escapedCode(start: number): number {
    const hex = this.ahead(/x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})/y);
    if (hex) {
      this.at += hex[0].length;
      return parseInt(hex[1] ?? hex[2] ?? hex[3]!, 16);
    }
    const octal = this.ahead(/0[0-7]{0,2}/y);
    if (octal) {
      this.at += octal[0].length;
      return parseInt(octal[0], 8);
    }
    const c = String.fromCodePoint(this.pattern.codePointAt(this.at)!);
    this.at += c.length;
    const control = controls[c];
    if (control !== undefined) return control;
    if (/^[A-Za-z0-9]$/.test(c)) throw this.error(`bad escape \\${c}`, start);
    return c.codePointAt(0)!;
  }

  private set(start: number): string {
    const negated = this.pattern[this.at] === '^';
    if (negated) this.at++;
    const items: string[] = [];
    const negatives: string[] = [];
    for (let first = true; ; first = false) {
      if (this.at >= this.pattern.length) throw this.error('unterminated character set', start);
      if (this.pattern[this.at] === ']' && !first) break;
      const item = this.setItem();
      (item.startsWith('[') ? negatives : items).push(item);
    }
    this.at++;
    if (negatives.length === 0) return `[${negated ? '^' : ''}${items.join('')}]`;
    const any = [...(items.length > 0 ? [`[${items.join('')}]`] : []), ...negatives].join('|');
    return negated ? `(?!${any})[^]` : `(?:${any})`;
  }

  /** Members and ranges as a set of JavaScript's writes them; what is all but a class, as a set of its own. */
  private setItem(): string {
    const start = this.at;
    const low = this.setMember();
    if (this.pattern[this.at] !== '-' || this.pattern[this.at + 1] === ']' || this.at + 1 >= this.pattern.length)
      return typeof low === 'string' ? low : inSet(low);
    this.at++;
    const high = this.setMember();
    if (typeof low === 'string' || typeof high === 'string' || high < low)
      throw this.error(`bad character range ${this.pattern.slice(start, this.at)}`, start);
    return `${inSet(low)}-${inSet(high)}`;
  }

  /** A code point, or the source of a class. */
  private setMember(): number | string {
    const start = this.at;
    const c = String.fromCodePoint(this.pattern.codePointAt(this.at)!);
    this.at += c.length;
    if (c !== '\\') return c.codePointAt(0)!;
    const letter = this.pattern[this.at] ?? '';
    const known = this.flags.ascii ? asciiClasses[letter] : (classes[letter] ?? negatedClasses[letter]);
    if (known !== undefined) {
      this.at++;
      return known;
    }
    if (letter === 'b') {
      this.at++;
      return 8;
    }
    return this.escapedCode(start);
  }
}
