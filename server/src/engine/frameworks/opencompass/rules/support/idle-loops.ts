import type { FileId, Span } from '../../../../core/span.js';
import { parsePython } from '../../../../python/syntax/parse.js';
import { spanOf, type Expression, type For, type Statement } from '../../../../python/syntax/tree/ast.js';
import { namesIn, walk } from '../../../../python/syntax/tree/walk.js';
import { hasSeveralTurns } from './lost-turns.js';

/** A statement behind a loop that keeps nothing, at the loop's own indentation. */
export interface IdleLoop {
  /** The call that adds what the last turn has made. */
  readonly span: Span;
  /** The lines of the statement, and by how much the loop's own are further in: undefined where they cannot be moved as they are. */
  readonly lines: Span;
  readonly indent: string;
}

/** What few texts have both of. */
const loopAndAddition = [/^[ \t]*for /m, /\.(?:append|extend)\(/];

/** Whether a list is added to at the indentation of a loop above it, line by line: nearly no text has that, so that few are parsed again. */
function isBehindLoop(text: string): boolean {
  if (!loopAndAddition.every((mark) => mark.test(text))) return false;
  let loops: number[] = [];
  for (const line of text.split('\n')) {
    const indent = /^[ \t]*/.exec(line)![0].length;
    if (indent === line.trimEnd().length || line[indent] === '#') continue;
    const isAdding = /^\w+\.(?:append|extend)\(/.test(line.slice(indent, indent + mostLookedAt));
    if (isAdding && loops.includes(indent)) return true;
    loops = loops.filter((at) => at < indent);
    if (line.startsWith('for ', indent)) loops.push(indent);
  }
  return false;
}

/** Characters of a line that may name a list. */
const mostLookedAt = 100;

/** Methods that change what they are called on. */
const mutators: ReadonlySet<string> = new Set(['append', 'extend', 'insert', 'update', 'setdefault', 'pop', 'add', 'remove', 'write']);

/**
 * Calls that add to a list right behind a loop of nothing but assignments, whose names they read: only what its last turn makes is added.
 * @param countOf how many items a variable of the config has; undefined where that is not known
 */
export function idleLoops(file: FileId, text: string, countOf: (name: string) => number | undefined): readonly IdleLoop[] {
  return isBehindLoop(text) ? inBlock(file, text, parsePython(file, text).body, countOf) : [];
}

function inBlock(file: FileId, text: string, block: readonly Statement[], countOf: (name: string) => number | undefined): IdleLoop[] {
  return block.flatMap((statement, i) => {
    if (statement.type !== 'For') return [];
    const within = inBlock(file, text, statement.body, countOf);
    const next = block[i + 1];
    if (within.length > 0 || !next || !addsWhatIsMade(next, statement) || !hasSeveralTurns(statement, countOf)) return within;
    const from = text.lastIndexOf('\n', next.start) + 1;
    const lines = { file, start: from, end: next.end };
    const own = text.slice(text.lastIndexOf('\n', statement.body[0]!.start) + 1, statement.body[0]!.start);
    return [{ span: spanOf(file, next), lines, indent: own.slice(next.start - from) }];
  });
}

function addsWhatIsMade(next: Statement, { body }: For): boolean {
  const call = next.type === 'ExpressionStatement' ? next.value : undefined;
  if (call?.type !== 'Call' || call.callee.type !== 'Attribute' || !['append', 'extend'].includes(call.callee.attribute.name)) return false;
  const made = madeBy(body);
  return made !== undefined && [...namesIn(call.positional)].some((name) => made.has(name));
}

/** The names that statements give a value, where they do nothing else and read none of them before. */
function madeBy(body: readonly Statement[]): ReadonlySet<string> | undefined {
  const made = new Set<string>();
  for (const statement of body) {
    const names = statement.type === 'With' ? madeBy(statement.body) : nameMade(statement);
    if (!names) return undefined;
    for (const name of names) made.add(name);
  }
  return made;
}

function nameMade(statement: Statement): ReadonlySet<string> | undefined {
  if (statement.type !== 'Assign' || statement.targets.length !== 1) return undefined;
  const [target] = statement.targets;
  if (target?.type !== 'Name' || namesIn([statement.value]).has(target.name) || changesSomething(statement.value)) return undefined;
  return new Set([target.name]);
}

function changesSomething(value: Expression): boolean {
  let found = false;
  walk([value], (node) => {
    if (node.type === 'Call' && node.callee.type === 'Attribute' && mutators.has(node.callee.attribute.name)) found = true;
    return !found;
  });
  return found;
}
