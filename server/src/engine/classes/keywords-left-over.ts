import { walk, type Node } from '../python/syntax/tree/walk.js';
import type { Call, For, Statement } from '../python/syntax/tree/ast.js';

/**
 * The keys that a body looks up in `**rest` where it does nothing else with it but to tell of it in the log: `rest.get('x')`, `rest.pop('x')`. Undefined where it may do
 * more, so that any other key may have an effect.
 */
export function keysLookedUp(body: readonly Statement[], rest: string): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  let uses = 0;
  walk(body, (node) => {
    if (node.type === 'Name' && (node.name === rest || readsAllNames.has(node.name))) uses++;
    if (node.type === 'For' && isLogOf(node, rest)) return false;
    const key = node.type === 'Call' ? lookedUp(node, rest) : undefined;
    if (key !== undefined) {
      uses--;
      keys.add(key);
    }
    return true;
  });
  return uses === 0 ? keys : undefined;
}

/** What gives a method all of its names, whatever they are called. */
const readsAllNames: ReadonlySet<string> = new Set(['locals', 'vars', 'eval', 'exec']);

function lookedUp({ callee, positional }: Call, rest: string): string | undefined {
  if (callee.type !== 'Attribute' || callee.object.type !== 'Name' || callee.object.name !== rest) return undefined;
  const [key] = positional;
  return ['get', 'pop'].includes(callee.attribute.name) && key?.type === 'String' ? key.traced.text : undefined;
}

/** `for k, v in rest.items(): logger.warning(…)`, with whatever conditions. */
function isLogOf({ iter, body, orelse, async }: For, rest: string): boolean {
  if (async || orelse.length > 0 || iter.type !== 'Call' || iter.callee.type !== 'Attribute') return false;
  const { object, attribute } = iter.callee;
  return object.type === 'Name' && object.name === rest && attribute.name === 'items' && body.every(onlyLogs);
}

function onlyLogs(statement: Statement): boolean {
  if (statement.type === 'Pass') return true;
  if (statement.type === 'If') return statement.body.every(onlyLogs) && statement.orelse.every(onlyLogs);
  return statement.type === 'ExpressionStatement' && isLogCall(statement.value);
}

const levels: readonly string[] = ['debug', 'info', 'warning', 'warn', 'error'];

function isLogCall(value: Node): boolean {
  if (value.type !== 'Call') return false;
  if (value.callee.type === 'Name') return value.callee.name === 'print';
  return value.callee.type === 'Attribute' && levels.includes(value.callee.attribute.name);
}
