import { PyError } from '../../core/errors.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { binary, compare, getItem } from '../../python/runtime/operators/index.js';
import type { BinaryOperator, CompareOperator } from '../../python/syntax/tree/ast.js';
import { length, pyRepr, pyStr, truthy, typeName } from '../../python/runtime/semantics.js';
import { typeNamed } from '../../python/runtime/types/types.js';
import type { TracedText } from '../../core/traced-text.js';
import { BoolValue, StrValue, str, type Value } from '../../core/value.js';
import { isUnsafe } from './sandbox.js';
import { escapeHtml, marked, MarkupValue, unfollowedMarkup } from './markup.js';
import type { Rendering } from './rendering.js';
import { defined, UndefinedValue } from './undefined.js';

/** Python's semantics as Jinja's generated code meets them: what our own know, and what the undefined object and Markup do. */

/** `bool(value)`. @throws PyError UndefinedError; UnknownSignal where it is not known */
export function jinjaTruth(value: Value): boolean {
  if (value instanceof UndefinedValue) {
    if (value.strict) throw value.error();
    return false;
  }
  const answer = truthy(value);
  if (typeof answer === 'boolean') return answer;
  throw new UnknownSignal(answer);
}

/** `str(value)`. @throws PyError UndefinedError */
export function jinjaText(rendering: Rendering, value: Value): TracedText {
  if (value.kind === 'str') return value.traced;
  rendering.writeOut(value);
  return pyStr(defined(value));
}

/** `len(value)`. @throws PyError TypeError, UndefinedError; UnknownSignal */
export function lengthOf(value: Value, message: string): number {
  if (value.kind === 'unknown') throw new UnknownSignal(value);
  if (value instanceof UndefinedValue) {
    if (value.strict) throw value.error();
    return 0;
  }
  const size = length(value);
  if (size === undefined) throw new PyError('TypeError', message);
  return size;
}

/** `left op right`. @throws PyError what Python raises, UndefinedError */
export function operate(rendering: Rendering, op: BinaryOperator, left: Value, right: Value): Value {
  if (left instanceof UndefinedValue) throw left.error();
  if (right instanceof UndefinedValue && !(op === '%' && left.kind === 'str')) throw right.error();
  for (const side of [left, right]) rendering.lookThrough(side);
  if (op === '%' && left.kind === 'str') rendering.writeOut(right);
  const result =
    left instanceof MarkupValue || right instanceof MarkupValue
      ? operateMarkup(rendering, op, left, right)
      : binary(rendering, op, left, right);
  return rendering.made(result);
}

/** Text that is marked as HTML takes other text in only escaped. */
function operateMarkup(rendering: Rendering, op: BinaryOperator, left: Value, right: Value): Value {
  if (op === '%') return left instanceof MarkupValue ? unfollowedMarkup('%', rendering.span) : binary(rendering, op, left, right);
  const escaped = (value: Value): Value =>
    op === '+' && value.kind === 'str' && !(value instanceof MarkupValue) ? escapeHtml(value) : value;
  const result = binary(rendering, op, escaped(left), escaped(right));
  return result.kind === 'str' ? new MarkupValue(result.traced, result.span) : result;
}

/** One comparison. @throws PyError TypeError, UndefinedError */
export function comparison(rendering: Rendering, op: CompareOperator, left: Value, right: Value): Value {
  const [a, b] = op === 'in' || op === 'not in' ? [right, left] : [left, right];
  if (op === '==' || op === '!=' || op === 'in' || op === 'not in') rendering.lookInto(a);
  else for (const side of [a, b]) rendering.lookInto(side);
  const missing = a instanceof UndefinedValue ? a : b instanceof UndefinedValue ? b : undefined;
  if (!missing) return compare(rendering, op, left, right);
  if (op === '==' || op === '!=') return new BoolValue(undefinedEquals(a, b) === (op === '=='), rendering.span);
  if (op !== 'in' && op !== 'not in') throw missing.error();
  return new BoolValue(holdsUndefined(rendering, a, b) === (op === 'in'), rendering.span);
}

function undefinedEquals(a: Value, b: Value): boolean {
  for (const side of [a, b]) if (side instanceof UndefinedValue && side.strict) throw side.error();
  return a instanceof UndefinedValue && b instanceof UndefinedValue;
}

/** `item in container`, one of which is the undefined object. */
function holdsUndefined(rendering: Rendering, container: Value, item: Value): boolean {
  if (container instanceof UndefinedValue) {
    if (container.strict) throw container.error();
    return false;
  }
  if (container.kind === 'list' || container.kind === 'tuple') return container.items.some((other) => undefinedEquals(other, item));
  if (container.kind === 'dict' || container.kind === 'set') {
    defined(item);
    return false;
  }
  const result = compare(rendering, 'in', item, container);
  return result.kind === 'bool' && result.value;
}

/** `object.name` as a template means it: the attribute, else the item, else undefined (jinja2 3.1 `environment.py`, `getattr`). */
export function attribute(rendering: Rendering, object: Value, name: string): Value {
  if (object.kind === 'unknown') return object;
  rendering.lookThrough(object);
  const own = pythonAttribute(rendering, object, name);
  if (own) return own;
  return item(rendering, object, new StrValue(nameText(rendering, name), rendering.span)) ?? rendering.undefined({ object, name });
}

/** `object[index]` as a template means it: the item, else the attribute, else undefined (jinja2 3.1 `environment.py`, `getitem`). */
export function jinjaSubscript(rendering: Rendering, object: Value, index: Value): Value {
  if (object.kind === 'unknown') return object;
  rendering.lookThrough(object);
  const found = item(rendering, object, index);
  if (found) return object instanceof MarkupValue ? marked(found) : found;
  return (
    (index.kind === 'str' ? pythonAttribute(rendering, object, index.text) : undefined) ?? rendering.undefined({ object, name: index })
  );
}

/** An attribute; undefined where Python raises AttributeError. */
export function pythonAttribute(rendering: Rendering, object: Value, name: string): Value | undefined {
  try {
    const value = rendering.getAttribute(object, name);
    if (!rendering.jinja.sandboxed || !isUnsafe(object, name)) return value;
    const hint = `access to attribute ${pyRepr(str(name, rendering.span)).text} of ${pyRepr(str(typeName(object), rendering.span)).text} object is unsafe.`;
    return rendering.undefined({ hint, object, name, exception: 'SecurityError' });
  } catch (error) {
    if (error instanceof PyError && error.type === 'AttributeError') return undefined;
    throw error;
  }
}

/** A type that takes no subscript, unlike `dict`. */
const rangeType = typeNamed('range');

const lookupErrors = new Set(['AttributeError', 'TypeError', 'LookupError', 'KeyError', 'IndexError']);

function item(rendering: Rendering, object: Value, index: Value): Value | undefined {
  try {
    if (object === rangeType) return undefined;
    if (index instanceof UndefinedValue) return itemOfUndefined(object, index);
    return getItem(rendering, object, index);
  } catch (error) {
    if (error instanceof PyError && lookupErrors.has(error.type)) return undefined;
    throw error;
  }
}

/** An undefined key is looked up in a dict, which asks for its hash; no other object takes it. */
function itemOfUndefined(object: Value, index: UndefinedValue): undefined {
  if (object instanceof UndefinedValue) throw object.error();
  if (object.kind === 'dict') defined(index);
  return undefined;
}

function nameText(rendering: Rendering, name: string): TracedText {
  return rendering.source.slice(rendering.node.start, rendering.node.end).recomputed(name);
}
