/** A logical line as far as it was read. */
export interface Line {
  readonly start: number;
  /** Where its last token starts and ends, and what kind that is. */
  lastStart: number;
  end: number;
  kind: 'name' | 'number' | 'string' | 'mark' | 'newline' | undefined;
  /** The last token is a colon outside of brackets; one of the tokens is. */
  colon: boolean;
  colons: boolean;
  empty: boolean;
  ended: boolean;
}

export function newLine(start: number): Line {
  return { start, lastStart: start, end: start, kind: undefined, colon: false, colons: false, empty: true, ended: false };
}

const blockPattern = /(?:if|elif|else|for|while|with|try|except|finally|def|class|async)\b/y;

/** Whether the line at `start` is the head of a block. */
export function opensBlock(text: string, start: number): boolean {
  blockPattern.lastIndex = start;
  return blockPattern.test(text);
}

const softBlockPattern = /(?:match|case)\b/y;

/** Whether the line at `start`, which ends in a colon, is the head of a block: `match` and `case` are so only there. */
export function headsBlock(text: string, start: number): boolean {
  softBlockPattern.lastIndex = start;
  return opensBlock(text, start) || softBlockPattern.test(text);
}

/** What CPython calls the block that the line at `start` opens. */
export function blockName(text: string, start: number): string {
  const word = /^(?:async\s+)?(\w+)/.exec(text.slice(start, start + 80))?.[1] ?? '';
  if (word === 'def') return 'function definition';
  if (word === 'class') return 'class definition';
  return `'${word}' statement`;
}

/** Words behind which something must follow on the same line. */
const openWords = new Set([
  'and',
  'or',
  'not',
  'in',
  'is',
  'if',
  'else',
  'lambda',
  'import',
  'from',
  'as',
  'del',
  'assert',
  'global',
  'nonlocal',
  'await',
]);
/** Marks with which a line can end. */
const closingMarks = new Set([')', ']', '}', ':', ';', ',']);
/** Marks with which a line cannot begin. */
const innerMarks = /[:,=.;%/&|^<>!]/;

/** Why the line cannot be one: it ends where something must follow, begins in the middle of an expression, or lacks its colon. */
export function lineProblem(
  text: string,
  line: Line,
): { readonly start: number; readonly end: number; readonly message: string } | undefined {
  const first = text[line.start] ?? '';
  if (innerMarks.test(first) && !text.startsWith('...', line.start) && !/\d/.test(text[line.start + 1] ?? ''))
    return { start: line.start, end: line.start + 1, message: 'invalid syntax' };
  const last = { start: line.lastStart, end: line.end };
  const word = text.slice(last.start, last.end);
  if (line.colon && !headsBlock(text, line.start)) return { start: line.end, end: line.end, message: 'invalid syntax' };
  const headless = opensBlock(text, line.start) && !line.colons;
  if (line.kind === 'name' && openWords.has(word)) return { ...last, message: 'invalid syntax' };
  const isImport = /^from\b/.test(text.slice(line.start, line.start + 5));
  if (line.kind === 'mark' && !closingMarks.has(word) && !(word === '*' && isImport) && !text.startsWith('...', last.end - 3))
    return { ...last, message: incomplete(word) };
  if (headless) return { start: line.end, end: line.end, message: "expected ':'" };
  if (isImport && !/\bimport\b/.test(text.slice(line.start, line.end)))
    return { ...last, message: "invalid syntax: 'from' needs an 'import' on the same line" };
  return undefined;
}

function incomplete(mark: string): string {
  return mark === '=' ? "invalid syntax: a value is missing after '='" : 'invalid syntax';
}
