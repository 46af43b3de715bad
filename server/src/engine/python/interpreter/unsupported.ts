import { UnknownValue, type Value } from '../../core/value.js';
import type { Unsupported } from '../syntax/tree/ast.js';
import { aliasesOf } from '../runtime/holdings.js';
import { invalidate } from './invalidate.js';
import type { Interpreter } from './interpreter.js';
import { bindUnknown, lookUpQuietly } from './names.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { say } from '../../core/say.js';

/**
 * A statement that is not followed (a `match` that is not understood): names that its text assigns or that its patterns may bind become unknown, and so does every
 * container whose name stands in it. Other names that it may bind are unknown, not undefined.
 */
export function passUnsupported(interpreter: Interpreter, node: Unsupported): void {
  const unknown = new UnknownValue(say`The statement "${node.what}" is not followed.`, interpreter.spanOf(node));
  const text = interpreter.frame.module.text.slice(node.start, node.end);
  const aliases = new Set<Value>();
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
    const value = lookUpQuietly(interpreter, name);
    if (value) for (const container of aliasesOf(value, true)) aliases.add(container);
  }
  invalidate(interpreter, aliases, unknown);
  for (const [, names] of text.matchAll(/^[ \t]*(?:case\b.*?:[ \t]*)?([A-Za-z_][\w, \t]*)(?:[-+*/%&|^@<>]{0,2})=(?!=)/gm))
    for (const name of names!.split(/[\s,]+/)) if (name !== '') bindUnknown(interpreter, name, unknown);
  for (const [pattern] of text.matchAll(/^[ \t]*case\b.*:/gm))
    for (const [name] of pattern.matchAll(/(?<![\w.'"])[A-Za-z_]\w*(?![\w.(=])/g))
      if (lookUpQuietly(interpreter, name)) bindUnknown(interpreter, name, unknown);
  interpreter.frame.module.incomplete ??= unknown.reason;
  if (leaves.test(text)) throw new UnknownSignal(unknown);
}

/** What of a statement's text may leave the code around it. */
const leaves = /\b(?:return|break|continue|yield)\b/;
