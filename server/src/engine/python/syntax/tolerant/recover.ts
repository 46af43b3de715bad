import { ByPlace } from '../../../core/by-place.js';
import type { Statement, SyntaxProblem } from '../tree/ast.js';
import { diagnose, diagnoseTokens } from '../diagnose/diagnose.js';
import { operandsSideBySide } from '../diagnose/adjacent.js';
import type { ParseContext } from './context.js';
import type { Lexed, Patch } from '../tokens/token.js';
import { parseRaw } from '../tree-sitter/raw-tree.js';
import { tolerantBlock } from './statement.js';

/** `text` with the patches applied; they change no length. */
export function patched(text: string, ...lists: readonly (readonly Patch[])[]): string {
  const patches = lists.flat().sort((a, b) => a.start - b.start);
  if (patches.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, by } of patches) {
    if (start < from) continue;
    parts.push(text.slice(from, start), by);
    from = start + by.length;
  }
  return parts.join('') + text.slice(from);
}

/**
 * Parses a document that has errors in pieces, one a top-level statement, so that an error harms its own statement only. Line breaks and
 * comments within brackets are hidden from the grammar, and brackets that were never closed get closed.
 */
export function parsePieces(context: ParseContext, lexed: Lexed): Statement[] {
  const flat = patched(context.text, lexed.blanks);
  const found = foundAt(lexed);
  const starts = [0, ...lexed.cuts.slice(lexed.cuts[0] === undefined || hasCode(context.text, 0, lexed.cuts[0]) ? 0 : 1)];
  const statements: Statement[] = [];
  let wrong = 0;
  for (let index = 0; index < starts.length && wrong < maxWrong; index++) {
    const start = starts[index]!;
    const end = starts[index + 1] ?? context.text.length;
    if (start >= end) continue;
    const { body, clean } = piece(context, found, flat, start, end);
    for (const statement of body) statements.push(statement);
    if (!clean) wrong++;
  }
  return statements;
}

/** Behind so many statements with errors the rest of the document is not read: it is no config, and recovery is slow. */
const maxWrong = 200;
/** From this length on the tokens are looked at first: there the recovery of the grammar can take seconds. */
const longText = 50_000;

/** Two operands side by side from `start` to `end`, where that is a long text; undefined for others, which the grammar may see at once. */
export function longError(text: string, start: number, end: number): SyntaxProblem | undefined {
  return end - start > longText ? operandsSideBySide(text, start, end) : undefined;
}

/** Whether anything but blanks and comments stands there: an indented line at the top. */
function hasCode(text: string, start: number, end: number): boolean {
  return /^[ \t\f]*[^\s#]/m.test(text.slice(start, end));
}

/** One piece as statements, and whether it is free of errors. */
interface Piece {
  readonly body: readonly Statement[];
  readonly clean: boolean;
}

const unread: Piece = { body: [], clean: false };

/** What the lexer found, to be asked for by place: a text of very many pieces may have a problem in each, and one piece looks at its own only. */
interface FoundAt {
  readonly tooDeep: ByPlace<number>;
  readonly closers: ByPlace<Lexed['closers'][number]>;
  readonly problems: ByPlace<SyntaxProblem>;
}

function foundAt({ tooDeep, closers, problems }: Lexed): FoundAt {
  return {
    tooDeep: new ByPlace(tooDeep, (at) => at),
    closers: new ByPlace(closers, ({ at }) => at),
    problems: new ByPlace(problems, ({ start }) => start),
  };
}

function piece(context: ParseContext, found: FoundAt, flat: string, start: number, end: number): Piece {
  if (found.tooDeep.within(start, end).length > 0) return unread;
  const known = longError(context.text, start, end);
  if (known) {
    context.problems.push(known);
    return unread;
  }
  const closers = found.closers.within(start, end).map((closer) => closer.text);
  const raw = parseRaw(flat.slice(start, end) + closers.join(''), start, end);
  if (!raw) {
    context.limit({ start, end: start + 1 }, 'This statement is larger than what is read here');
    return unread;
  }
  const { root, hasError, tooDeep } = raw;
  const before = context.problems.length;
  const body = tolerantBlock(context, root);
  // What is missing at the end of the text is missing in its last piece.
  const [lexical] = found.problems.within(start, end === context.text.length ? end + 1 : end);
  if (tooDeep)
    context.limit(
      { start: tooDeep.start, end: Math.min(tooDeep.end, tooDeep.start + 1) },
      'Expressions are nested too deeply here to be read',
    );
  else if (hasError) {
    // What the conversion says of a tree with holes is noise beside the error itself.
    context.problems.length = before;
    if (!lexical) context.problems.push(diagnose(context.text, start, end, root));
    else if (lexical.stage !== 'tokenizer' && !lexical.message.endsWith('was never closed')) {
      const above = diagnoseTokens(context.text, start, lexical.start) ?? diagnoseAbove(context, flat, start, lexical);
      if (above) context.problems.push(above);
    }
  }
  return { body, clean: !tooDeep && !hasError };
}

/** What the grammar finds wrong in the lines above a problem, read without it; what those ask for is put in: a block, or what is decorated. */
function diagnoseAbove(
  context: ParseContext,
  flat: string,
  start: number,
  { start: end, message }: SyntaxProblem,
): SyntaxProblem | undefined {
  const above = flat.slice(start, end).trimEnd();
  const decorator = /\n([ \t]*)@[^\n]*$/.exec(above);
  const rest = decorator
    ? `\n${decorator[1]!}def f(): pass`
    : message.startsWith('expected an indented block')
      ? `\n${' '.repeat(99)}pass`
      : '';
  const raw = parseRaw(above + rest, start, end);
  return raw?.hasError ? diagnose(context.text, start, end, raw.root) : undefined;
}

/** Problems in order of place, one a place. */
export function inOrder(problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  const late = ({ stage }: SyntaxProblem): number => (stage === 'tokenizer' ? 0 : stage === 'compiler' ? 2 : 1);
  const sorted = [...problems].sort((a, b) => a.start - b.start || late(a) - late(b) || a.end - b.end);
  return sorted.filter((problem, index) => index === 0 || problem.start !== sorted[index - 1]!.start);
}
