import type { FileId, Span } from '../../../../core/span.js';
import { parsePython } from '../../../../python/syntax/parse.js';
import { spanOf, type For, type Statement } from '../../../../python/syntax/tree/ast.js';
import { namesIn } from '../../../../python/syntax/tree/walk.js';

/** A list of datasets, models or turns that a loop writes anew each time. */
export interface LostTurns {
  readonly name: string;
  readonly span: Span;
}

/** Loops that assign such a list: nearly no text has one, so that few are parsed again. */
const inLoop = /^(?:async )?for [^\n]*:\n(?:[ \t#][^\n]*\n|\n)*?[ \t]+\w*(?:datasets|models|rounds)[ \t]*=[ \t]*\[/m;

/**
 * Lists of datasets or models that are assigned within a loop of the module, of values that differ from turn to turn, and that the loop does not read:
 * what was in them before is lost.
 * @param countOf how many items a variable of the config has; undefined where that is not known
 */
export function lostTurns(file: FileId, text: string, countOf: (name: string) => number | undefined): readonly LostTurns[] {
  if (!inLoop.test(text)) return [];
  const { body } = parsePython(file, text);
  return body.flatMap((statement, i) => {
    if (statement.type !== 'For') return [];
    const count = (name: string): number | undefined => writtenCount(body.slice(0, i), name) ?? countOf(name);
    return hasSeveralTurns(statement, count) ? ofLoop(file, statement) : [];
  });
}

/** How many items the list has that was last assigned to a name, where it is written there. */
function writtenCount(before: readonly Statement[], name: string): number | undefined {
  const assigned = before.findLast((each) => each.type === 'Assign' && namesIn(each.targets).has(name));
  return assigned?.type === 'Assign' && assigned.value.type === 'List' ? assigned.value.elements.length : undefined;
}

/** Whether a loop is known to go round more than once: over a list that is written there, or over a variable. */
export function hasSeveralTurns({ iter }: For, countOf: (name: string) => number | undefined): boolean {
  if (iter.type === 'List' || iter.type === 'Tuple') return iter.elements.length > 1;
  return [...namesIn([iter])].some((name) => (countOf(name) ?? 0) > 1);
}

function ofLoop(file: FileId, loop: For): LostTurns[] {
  const turning = changingNames(loop);
  return loop.body.flatMap((statement) => {
    if (statement.type !== 'Assign' || statement.targets.length !== 1 || statement.value.type !== 'List') return [];
    const [target] = statement.targets;
    if (target?.type !== 'Name' || !/(?:datasets|models|rounds)$/.test(target.name)) return [];
    const { name } = target;
    const used = namesIn([statement.value]);
    const others = loop.body.filter((other) => other !== statement);
    const isRead = used.has(name) || namesIn(others).has(name);
    return isRead || ![...used].some((each) => turning.has(each)) ? [] : [{ name, span: spanOf(file, target) }];
  });
}

/** The names that have another value in each turn: those of the loop, and what is assigned from them. */
function changingNames({ target, body }: For): ReadonlySet<string> {
  const names = namesIn([target]);
  for (const statement of body) for (const name of madeOf(statement, names)) names.add(name);
  return names;
}

function madeOf(statement: Statement, names: ReadonlySet<string>): ReadonlySet<string> {
  const uses = statement.type === 'Assign' && [...namesIn([statement.value])].some((name) => names.has(name));
  return uses ? namesIn(statement.targets) : new Set();
}
