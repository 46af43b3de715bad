import { PyError } from '../../core/errors.js';
import type { Span } from '../../core/span.js';
import { ListValue, UnknownValue, type Value } from '../../core/value.js';
import type { AugAssign, Expression, Starred } from '../syntax/tree/ast.js';
import { deleteItem, getItem, inPlace, setItem } from '../runtime/operators/index.js';
import { iterateItems, typeName } from '../runtime/semantics.js';
import { deleteAttribute } from './attribute-access.js';
import { spread } from './displays.js';
import { evaluate } from './expressions.js';
import { aliasesOf } from '../runtime/holdings.js';
import { invalidate } from './invalidate.js';
import type { Interpreter } from './interpreter.js';
import { bindName, lookUp, unbind } from './names.js';

/**
 * `target = value`.
 * @param valueSpan the expression that gave the value
 * @throws PyError what Python raises where the value does not fit the target
 */
export function assign(interpreter: Interpreter, target: Expression, value: Value, valueSpan: Span): void {
  switch (target.type) {
    case 'Name':
      bindName(interpreter, target.name, value, interpreter.spanOf(target), valueSpan);
      break;
    case 'Tuple':
    case 'List':
      unpack(interpreter, target.elements, value, valueSpan);
      break;
    case 'Starred':
      assign(interpreter, target.value, value, valueSpan);
      break;
    case 'Attribute': {
      const object = evaluate(interpreter, target.object);
      interpreter.node = target;
      interpreter.setAttribute(object, target.attribute.name, value);
      if (object.kind === 'dict') placeEntry(object.entry(target.attribute.name), interpreter.spanOf(target.attribute), valueSpan);
      break;
    }
    case 'Subscript': {
      const object = evaluate(interpreter, target.object);
      const index = evaluate(interpreter, target.index);
      interpreter.node = target;
      assignItem(interpreter, object, index, value, interpreter.spanOf(target.index), valueSpan);
      break;
    }
  }
}

function placeEntry(entry: { keySpan: Span; valueSpan: Span } | undefined, keySpan: Span, valueSpan: Span): void {
  if (entry) Object.assign(entry, { keySpan, valueSpan });
}

function assignItem(interpreter: Interpreter, object: Value, index: Value, value: Value, keySpan: Span, valueSpan: Span): void {
  if (index instanceof UnknownValue) invalidate(interpreter, aliasesOf(object), index);
  else setItem(interpreter, object, index, value, keySpan, valueSpan);
}

function unpack(interpreter: Interpreter, targets: readonly Expression[], value: Value, valueSpan: Span): void {
  const items: Value[] = [];
  if (value.kind !== 'unknown' && !iterateItems(value))
    throw new PyError('TypeError', `cannot unpack non-iterable ${typeName(value)} object`);
  const unknown = spread(interpreter, value, items);
  const parts = unknown ? targets.map(() => unknown) : distribute(interpreter, targets, items);
  targets.forEach((target, i) => {
    assign(interpreter, target, parts[i]!, valueSpan);
  });
}

/** One value for each target; a starred one gets a list of what is left. */
function distribute(interpreter: Interpreter, targets: readonly Expression[], items: readonly Value[]): Value[] {
  const star = targets.findIndex((target): target is Starred => target.type === 'Starred');
  const wanted = targets.length - (star < 0 ? 0 : 1);
  const least = star < 0 ? String(wanted) : `at least ${String(wanted)}`;
  if (items.length < wanted)
    throw new PyError('ValueError', `not enough values to unpack (expected ${least}, got ${String(items.length)})`);
  if (star < 0) {
    if (items.length > wanted) throw new PyError('ValueError', `too many values to unpack (expected ${String(wanted)})`);
    return [...items];
  }
  const behind = targets.length - star - 1;
  const middle = new ListValue(items.slice(star, items.length - behind), interpreter.spanOf(targets[star]!));
  return [...items.slice(0, star), middle, ...items.slice(items.length - behind)];
}

/** `target op= value`: lists, dicts and sets are changed in place. */
export function augmentedAssign(interpreter: Interpreter, node: AugAssign): void {
  const { target } = node;
  const valueSpan = interpreter.spanOf(node.value);
  const combine = (left: Value): Value => {
    const right = evaluate(interpreter, node.value);
    interpreter.node = node;
    if (right.kind === 'unknown') invalidate(interpreter, aliasesOf(left), right);
    return right.kind === 'unknown' ? right : inPlace(interpreter, node.op, left, right);
  };
  if (target.type === 'Subscript') {
    const object = evaluate(interpreter, target.object);
    const index = evaluate(interpreter, target.index);
    interpreter.node = target;
    const result = combine(getItem(interpreter, object, index));
    assignItem(interpreter, object, index, result, interpreter.spanOf(target.index), valueSpan);
  } else if (target.type === 'Attribute') {
    const object = evaluate(interpreter, target.object);
    interpreter.node = target;
    const result = combine(interpreter.getAttribute(object, target.attribute.name));
    interpreter.setAttribute(object, target.attribute.name, result);
  } else if (target.type === 'Name') {
    interpreter.node = target;
    bindName(interpreter, target.name, combine(lookUp(interpreter, target.name)), interpreter.spanOf(target), valueSpan);
  }
}

/** `del target`. @throws PyError what Python raises where there is nothing to delete */
export function deleteTarget(interpreter: Interpreter, target: Expression): void {
  interpreter.node = target;
  switch (target.type) {
    case 'Name':
      unbind(interpreter, target.name);
      break;
    case 'Tuple':
    case 'List':
      for (const element of target.elements) deleteTarget(interpreter, element);
      break;
    case 'Attribute':
      deleteAttribute(interpreter, evaluate(interpreter, target.object), target.attribute.name);
      break;
    case 'Subscript': {
      const object = evaluate(interpreter, target.object);
      const index = evaluate(interpreter, target.index);
      interpreter.node = target;
      if (index instanceof UnknownValue) invalidate(interpreter, aliasesOf(object), index);
      else deleteItem(interpreter, object, index);
      break;
    }
  }
}
