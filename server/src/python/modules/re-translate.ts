import { PyError } from '../../errors.js';
import { classes, controls, inSet, literal, outside } from './re-syntax.js';

/** A regular expression of Python's as JavaScript can run it. */
export interface Translated {
  /** To be compiled with the flags `u` and, where `ignoreCase`, `i`. */
  readonly source: string;
  readonly ignoreCase: boolean;
  readonly groupCount: number;
  /** Number of each named group. */
  readonly names: ReadonlyMap<string, number>;
  /** An empty match may hide a longer one at the same place: Python would find both, JavaScript only the first. */
  readonly emptyHidesMore: boolean;
  /** How many repetitions without bound there are; `nested` where one holds a choice or another one, which can take exponential time. */
  readonly repetitions: number;
  readonly nested: boolean;
}

/** Thrown for what JavaScript has no equal of; the caller answers with an unknown value. */
export class NotTranslatable extends Error {}

export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly verbose: boolean;
}

/**
 * Translates a pattern of the module `re`.
 * @throws NotTranslatable; PyError `error` for a pattern that Python refuses too
 */
export function translate(pattern: string, flags: Flags): Translated {
  return new Translator(pattern, flags).run();
}

/** A translated piece: whether it can match nothing, and whether a capture, or a choice or repetition, is inside. */
interface Piece {
  readonly source: string;
  readonly nullable: boolean;
  readonly captures: boolean;
  readonly chooses: boolean;
}

class Translator {
  private at = 0;
  private groupCount = 0;
  private readonly names = new Map<string, number>();
  private alternatives = false;
  private lazy = false;
  private repetitions = 0;
  private nested = false;
  private flags: Flags;
  private readonly pattern: string;

  constructor(pattern: string, flags: Flags) {
    this.pattern = pattern;
    this.flags = flags;
  }

  run(): Translated {
    this.globalFlags();
    if (this.flags.verbose) throw new NotTranslatable('verbose patterns');
    const piece = this.alternation();
    if (this.at < this.pattern.length) throw this.error('unbalanced parenthesis', this.at);
    return {
      source: piece.source,
      ignoreCase: this.flags.ignoreCase,
      groupCount: this.groupCount,
      names: this.names,
      emptyHidesMore: piece.nullable && (this.alternatives || this.lazy),
      repetitions: this.repetitions,
      nested: this.nested,
    };
  }

  private error(message: string, position: number): PyError {
    return new PyError('error', `${message} at position ${String(position)}`);
  }

  /** `(?i)` at the very start. */
  private globalFlags(): void {
    const match = /^\(\?([aiLmsux]+)\)/.exec(this.pattern);
    if (!match) return;
    if (/[aLx]/.test(match[1]!)) throw new NotTranslatable('flags');
    this.at = match[0].length;
    const has = (flag: string): boolean => match[1]!.includes(flag);
    this.flags = { ...this.flags, ignoreCase: this.flags.ignoreCase || has('i'), multiline: this.flags.multiline || has('m'), dotAll: this.flags.dotAll || has('s') };
  }

  private alternation(): Piece {
    const branches = [this.sequence()];
    while (this.pattern[this.at] === '|') {
      this.at++;
      this.alternatives = true;
      branches.push(this.sequence());
    }
    return {
      source: branches.map((branch) => branch.source).join('|'),
      nullable: branches.some((branch) => branch.nullable),
      captures: branches.some((branch) => branch.captures),
      chooses: branches.length > 1 || branches.some((branch) => branch.chooses),
    };
  }

  private sequence(): Piece {
    const pieces: Piece[] = [];
    while (this.at < this.pattern.length && this.pattern[this.at] !== '|' && this.pattern[this.at] !== ')') pieces.push(this.quantified());
    return {
      source: pieces.map((piece) => piece.source).join(''),
      nullable: pieces.every((piece) => piece.nullable),
      captures: pieces.some((piece) => piece.captures),
      chooses: pieces.some((piece) => piece.chooses),
    };
  }

  private quantified(): Piece {
    const start = this.at;
    const atom = this.atom();
    const quantifier = this.quantifier();
    if (!quantifier) return atom;
    if (/^(|\^|\$|\(\?:\^.*)$/.test(atom.source) || atom.source.startsWith('(?=') || atom.source.startsWith('(?!') || atom.source.startsWith('(?<')) throw new NotTranslatable('repeated assertions');
    const { min, max, text } = quantifier;
    if (this.pattern[this.at] === '+') throw new NotTranslatable('possessive repetitions');
    const lazy = this.pattern[this.at] === '?';
    if (lazy) {
      this.at++;
      this.lazy = true;
    }
    if (/^[*+?]$/.test(this.pattern[this.at] ?? '') || this.quantifierAhead()) throw this.error('multiple repeat', start);
    // In JavaScript each round of a repetition forgets the groups within, in Python they keep their last text.
    if (atom.captures && (atom.nullable || !/^\((?!\?:)/.test(atom.source) || this.hasInnerGroups(atom.source))) throw new NotTranslatable('groups in repetitions');
    const unbounded = max === undefined;
    if (unbounded) this.repetitions++;
    if (unbounded && atom.chooses) this.nested = true;
    return { source: atom.source + text + (lazy ? '?' : ''), nullable: atom.nullable || min === 0, captures: atom.captures, chooses: atom.chooses || min !== max };
  }

  private hasInnerGroups(source: string): boolean {
    return /\((?!\?[:=!]|\?<[=!])/.test(source.slice(1).replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''));
  }

  private quantifierAhead(): boolean {
    return /^\{(\d+(,\d*)?|,\d+)\}/.test(this.pattern.slice(this.at));
  }

  private quantifier(): { readonly min: number; readonly max: number | undefined; readonly text: string } | undefined {
    const c = this.pattern[this.at];
    if (c === '*' || c === '+' || c === '?') {
      this.at++;
      return { min: c === '+' ? 1 : 0, max: c === '?' ? 1 : undefined, text: c };
    }
    const match = /^\{(\d*)(,?)(\d*)\}/.exec(this.pattern.slice(this.at));
    if (!match || (match[1] === '' && match[3] === '' )) return undefined;
    this.at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === '' ? min : match[3] === '' ? undefined : Number(match[3]);
    if (max !== undefined && max < min) throw this.error('min repeat greater than max repeat', this.at);
    if (min > 1000 || (max ?? 0) > 1000) throw new NotTranslatable('long repetitions');
    return { min, max, text: `{${String(min)}${match[2] === '' ? '' : `,${max === undefined ? '' : String(max)}`}}` };
  }

  private plain(source: string, nullable = false): Piece {
    return { source, nullable, captures: false, chooses: false };
  }

  private atom(): Piece {
    const start = this.at;
    const c = String.fromCodePoint(this.pattern.codePointAt(this.at)!);
    this.at += c.length;
    switch (c) {
      case '(':
        return this.group(start);
      case '[':
        return this.plain(this.set(start));
      case '\\':
        return this.escape(start);
      case '.':
        return this.plain(this.flags.dotAll ? '[^]' : '[^\\n]');
      case '^':
        return this.plain(this.flags.multiline ? '(?:^|(?<=\\n))' : '^', true);
      case '$':
        return this.plain(this.flags.multiline ? '(?=\\n|$)' : '(?=\\n?$)', true);
      case '*':
      case '+':
      case '?':
        throw this.error('nothing to repeat', start);
      default:
        return this.plain(literal(c));
    }
  }

  private group(start: number): Piece {
    const rest = this.pattern.slice(this.at);
    const comment = /^\?#[^)]*\)/.exec(rest);
    if (comment) {
      this.at += comment[0].length;
      return this.plain('', true);
    }
    const named = /^\?P<([A-Za-z_]\w*)>/.exec(rest);
    const open = named ? named[0] : /^\?(?::|=|!|<=|<!)/.exec(rest)?.[0];
    if (open === undefined && rest.startsWith('?')) throw new NotTranslatable('this kind of group');
    this.at += open?.length ?? 0;
    const captures = open === undefined || named !== null;
    if (captures) this.groupCount++;
    if (named) this.name(named[1]!);
    const inner = this.alternation();
    if (this.pattern[this.at] !== ')') throw this.error('missing ), unterminated subpattern', start);
    this.at++;
    const assertion = !captures && open !== '?:';
    const prefix = captures ? '(' : `(${open!}`;
    return { source: `${prefix}${inner.source})`, nullable: assertion || inner.nullable, captures: captures || inner.captures, chooses: inner.chooses };
  }

  private name(name: string): void {
    if (this.names.has(name)) throw this.error(`redefinition of group name '${name}' as group ${String(this.groupCount)}; was group ${String(this.names.get(name))}`, this.at);
    this.names.set(name, this.groupCount);
  }

  private escape(start: number): Piece {
    const c = this.pattern[this.at];
    if (c === undefined) throw this.error('bad escape (end of pattern)', start);
    const known = outside[c];
    if (known !== undefined) {
      this.at++;
      return this.plain(known, 'bBAZ'.includes(c));
    }
    if (/[1-9]/.test(c)) throw new NotTranslatable('references to groups');
    return this.plain(literal(String.fromCodePoint(this.escapedCode(start))));
  }

  /** The code point that an escape stands for, in and outside of a set. */
  private escapedCode(start: number): number {
    const rest = this.pattern.slice(this.at);
    const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(rest);
    if (hex) {
      this.at += hex[0].length;
      return parseInt(hex[1] ?? hex[2] ?? hex[3]!, 16);
    }
    const octal = /^0[0-7]{0,2}/.exec(rest);
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
    for (let first = true; ; first = false) {
      if (this.at >= this.pattern.length) throw this.error('unterminated character set', start);
      if (this.pattern[this.at] === ']' && !first) break;
      items.push(this.setItem());
    }
    this.at++;
    return `[${negated ? '^' : ''}${items.join('')}]`;
  }

  private setItem(): string {
    const low = this.setMember();
    if (typeof low === 'string') return low;
    if (this.pattern[this.at] !== '-' || this.pattern[this.at + 1] === ']' || this.at + 1 >= this.pattern.length) return inSet(low);
    const dash = this.at++;
    const high = this.setMember();
    if (typeof high === 'string' || high < low) throw this.error('bad character range', dash);
    return `${inSet(low)}-${inSet(high)}`;
  }

  /** A code point, or the source of a class. */
  private setMember(): number | string {
    const start = this.at;
    const c = String.fromCodePoint(this.pattern.codePointAt(this.at)!);
    this.at += c.length;
    if (c !== '\\') return c.codePointAt(0)!;
    const letter = this.pattern[this.at] ?? '';
    const known = classes[letter];
    if (known !== undefined) {
      this.at++;
      return known;
    }
    if (letter === 'W' || letter === 'S') throw new NotTranslatable('negated classes in a set');
    if (letter === 'b') {
      this.at++;
      return 8;
    }
    return this.escapedCode(start);
  }
}
