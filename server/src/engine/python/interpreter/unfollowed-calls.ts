import type { ExceptHandler, Expression, Statement, Try } from '../syntax/tree/ast.js';
import { walk } from '../syntax/tree/walk.js';
import type { Interpreter } from './interpreter.js';

/**
 * Takes down the first call of something that is not known: it may raise, wherever its value goes. Code of modules is left out, which runs before any data is there, and
 * so is a `try` that goes on whatever is raised in it.
 */
export function noteUnfollowed(interpreter: Interpreter, callee: Expression): void {
  if (!mayTell(interpreter)) return;
  const name = nameOf(callee);
  if (!telling.test(name)) interpreter.unfollowed = { name, span: interpreter.spanOf(callee) };
}

/** The same of a call that a builtin makes. */
export function noteCallOfBuiltin(interpreter: Interpreter): void {
  if (mayTell(interpreter)) interpreter.unfollowed = { name: undefined, span: interpreter.span };
}

function mayTell(interpreter: Interpreter): boolean {
  return !interpreter.unfollowed && interpreter.guards === 0 && isInFunction(interpreter) && !isInLogger(interpreter);
}

/** Whether a method of a class of loggers runs: what it calls only tells, too. */
function isInLogger({ frames, frame }: Interpreter): boolean {
  return [frame, ...frames].some(({ prefix }) => /logger\.\w+\.<locals>\.$/i.test(prefix));
}

/** Whether a function runs, and no module that it imports. The outermost frame is none of the program's. */
function isInFunction({ frames, frame }: Interpreter): boolean {
  return frame.kind === 'function' && !frames.some(({ kind }, i) => i > 0 && kind === 'module');
}

function nameOf(callee: Expression): string {
  if (callee.type === 'Name') return callee.name;
  if (callee.type !== 'Attribute') return '…';
  return `${nameOf(callee.object)}.${callee.attribute.name}`;
}

/** What tells what goes on and makes nothing of it: loggers, warnings, progress bars. */
const telling =
  /(?:^|\.)\w*log(?:ger|ging)(?=\.|$)|^(?:warnings|tqdm|time|gc)\.|(?:^|\.)(?:debug|info|warning|warn|error|exception|critical|get_?[lL]ogger|set_verbosity\w*|tqdm|trange|track|set_description|set_postfix|(?:dis|en)able_progress_bars?)$/i;

/** Whether a `try` goes on behind it, whatever its body raises: it catches all, and no handler leaves. */
export function guardsAll({ handlers }: Try): boolean {
  return handlers.some(catchesAll) && !handlers.some(({ body }) => leaves(body));
}

function catchesAll({ exception }: ExceptHandler): boolean {
  return exception === undefined || (exception.type === 'Name' && (exception.name === 'Exception' || exception.name === 'BaseException'));
}

function leaves(body: readonly Statement[]): boolean {
  let found = false;
  walk(body, (node) => {
    found ||= node.type === 'Raise' || node.type === 'Return' || node.type === 'Break' || node.type === 'Continue';
    return !found && node.type !== 'FunctionDef' && node.type !== 'Lambda';
  });
  return found;
}
