import { IntValue, ListValue, TupleValue, type Value } from '../../core/value.js';
import { LibraryObject } from '../runtime/objects.js';
import { PartialList } from '../runtime/partial.js';
import { BuiltinValue } from '../runtime/runtime.js';
import type { Comprehension, Expression, For } from '../syntax/tree/ast.js';
import { boundNames } from '../syntax/tree/bound-names.js';
import type { Interpreter } from './interpreter.js';
import { invalidate } from './invalidate.js';
import { bindUnknown, lookUpQuietly } from './names.js';
import { isPlainComprehension, listsOfPlainLoop } from './plain-loop.js';

const restNotRead = 'Only the first lines of the file are read.';

/** The first items for a loop whose rounds do not depend on each other, where there are many more; and the lists that it appends to. */
export interface HeadLoop {
  readonly items: Iterable<Value>;
  readonly lists: ReadonlySet<string>;
}

/** Undefined for a loop that has to go through all there is. @param iterable what it goes through */
export function headLoopOf(interpreter: Interpreter, node: For, iterable: Value): HeadLoop | undefined {
  const items = headOf(interpreter, node.iter, iterable);
  const lists = items && listsOfPlainLoop(interpreter, node);
  return lists && { items, lists };
}

/** Behind the first rounds of a loop: what these appended is known of its lists, and nothing of what else it leaves. */
export function leaveHeadLoop(interpreter: Interpreter, node: For, { lists }: HeadLoop): void {
  const rest = interpreter.unknown(restNotRead);
  for (const name of lists) {
    const list = lookUpQuietly(interpreter, name);
    if (list?.kind === 'list') invalidate(interpreter, new Set([list]), new PartialList([...list.items], rest.reason, list.span));
  }
  for (const name of boundNames([node], interpreter.frame.module.baseModules)) bindUnknown(interpreter, name, rest);
}

/** The first lines of a large file for a comprehension that makes an item of each; undefined for any other. */
export function headOfComprehension(interpreter: Interpreter, node: Comprehension, iterable: Value): ListValue | undefined {
  const items = headOf(interpreter, node.clauses[0]!.iter, iterable);
  return items && isPlainComprehension(interpreter, node) ? new ListValue([...items], iterable.span) : undefined;
}

/** What of a list comprehension is known that has gone through the first lines. */
export function partialOf(list: Value): Value {
  return list.kind === 'list' ? new PartialList(list.items, restNotRead, list.span) : list;
}

/** The first items of a large file, or of `enumerate` of one. */
function headOf(interpreter: Interpreter, iter: Expression, iterable: Value): Iterable<Value> | undefined {
  if (iterable instanceof LibraryObject) return iterable.protocol.head?.();
  const [file] = iter.type === 'Call' && iter.callee.type === 'Name' && iter.callee.name === 'enumerate' ? iter.positional : [];
  if (file?.type !== 'Name' || iter.type !== 'Call' || iter.positional.length + iter.keywords.length > 1) return undefined;
  const value = lookUpQuietly(interpreter, file.name);
  const items = value instanceof LibraryObject ? value.protocol.head?.() : undefined;
  return items && lookUpQuietly(interpreter, 'enumerate') instanceof BuiltinValue ? numbered(items) : undefined;
}

function* numbered(items: Iterable<Value>): Iterable<Value> {
  let number = 0n;
  for (const item of items) yield new TupleValue([new IntValue(number++, item.span), item], item.span);
}
