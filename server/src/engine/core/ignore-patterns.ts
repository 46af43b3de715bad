import { fitsInOrder, setsOf, type CharacterTest } from './star-pattern.js';
import { endWithout } from './text-ends.js';

/**
 * Patterns as `.gitignore` has them (git 2.40, gitignore(5)): `*`, `?`, `[a-z]`, `**`, `!` takes back, `/` at the end means folders only, any other `/` ties a pattern to the folder that it is
 * said in. Without regard to case, so that the same files are left out on every machine. A path is compared in bounded time, whatever the patterns are.
 */
export class IgnorePatterns {
  private readonly patterns: readonly Pattern[];

  /** @param lines one pattern each; blank ones and comments (`#`) are left out */
  constructor(lines: readonly string[]) {
    this.patterns = lines.flatMap((line) => patternOf(line) ?? []);
  }

  /**
   * Whether a path is left out, by itself or with one of the folders that it is in: what is in such a folder cannot be taken back.
   * @param path names joined by `/`, as seen from the folder that the patterns are said in; '' is that folder, which is never left out
   */
  ignores(path: string, isFolder: boolean): boolean {
    return this.decides(path, isFolder) === true;
  }

  /** The same; undefined where no pattern fits, so that those of a folder further out decide. */
  decides(path: string, isFolder: boolean): boolean | undefined {
    if (this.patterns.length === 0 || path === '') return undefined;
    const names = path.toLowerCase().split('/');
    let decision: boolean | undefined;
    for (let count = 1; count <= names.length; count++) {
      decision = this.matches(names.slice(0, count), isFolder || count < names.length);
      if (decision) return true;
    }
    return decision;
  }

  /** The last pattern that fits decides. */
  private matches(names: readonly string[], isFolder: boolean): boolean | undefined {
    return this.patterns.findLast((pattern) => (isFolder || !pattern.foldersOnly) && fits(pattern, names))?.ignores;
  }
}

interface Pattern {
  readonly ignores: boolean;
  readonly foldersOnly: boolean;
  /** Whether it is compared with the whole path, else with the last name. */
  readonly anchored: boolean;
  /** One for each name; `**` for any number of them. */
  readonly parts: readonly (Part | '**')[];
}

/** A name's pattern, sign by sign. */
type Part = readonly Sign[];
type Sign = '*' | CharacterTest;

function patternOf(line: string): Pattern | undefined {
  // Blanks at the end do not count, unless the last one is escaped.
  const whole = line.replace(/\r$/, '');
  const end = endWithout(whole, ' \t');
  let text = whole.slice(0, whole[end - 1] === '\\' && whole[end] === ' ' ? end + 1 : end);
  if (text === '' || text.startsWith('#')) return undefined;
  const ignores = !text.startsWith('!');
  if (!ignores) text = text.slice(1);
  const foldersOnly = text.endsWith('/');
  if (foldersOnly) text = text.slice(0, -1);
  const anchored = text.includes('/');
  const names = text.replace(/^\//, '').toLowerCase().split('/');
  if (names.some((name) => name === '')) return undefined;
  const parts = names.map((name) => (name === '**' ? '**' : signsOf(name)));
  return { ignores, foldersOnly, anchored, parts };
}

function fits({ anchored, parts }: Pattern, names: readonly string[]): boolean {
  if (!anchored) return fitsName(parts[0]!, names.at(-1)!);
  // `a/**` is all that is in a folder, not the folder.
  if (parts.at(-1) === '**' && parts.length > 1) return fitsPath([...parts, anyName], names);
  return fitsPath(parts, names);
}

const anyName: Part = ['*'];

function fitsPath(parts: readonly (Part | '**')[], names: readonly string[]): boolean {
  return fitsInOrder(parts, names, (part) => part === '**', fitsName);
}

function fitsName(part: Part | '**', name: string): boolean {
  return part === '**' || fitsInOrder(part, [...name], (sign) => sign === '*', (sign, char) => sign === '*' || sign(char)); // oxfmt-ignore
}

function signsOf(name: string): Part {
  const chars = [...name];
  const signs: Sign[] = [];
  const setAt = setsOf(chars, '!^');
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    const set = char === '[' ? setAt(at) : undefined;
    if (char === '*') signs.push('*');
    else if (char === '?') signs.push(() => true);
    else if (char === '\\' && at + 1 < chars.length) signs.push(is(chars[++at]!));
    else signs.push(set ? set.has : is(char));
    at = set?.close ?? at;
  }
  return signs;
}

function is(expected: string): CharacterTest {
  return (char) => char === expected;
}
