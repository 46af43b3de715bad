import { PyError } from '../../core/errors.js';
import type { Span } from '../../core/span.js';
import { ListValue, UnknownValue, type Value } from '../../core/value.js';
import type { AugAssign, Expression, Starred } from '../syntax/tree/ast.js';
import { deleteItem, getItem, inPlace, setItem } from '../runtime/operators/index.js';
import { iterateItems, typeName } from '../runtime/semantics.js';
import { deleteAttribute } from './attribute-access.js';
import { spread } from './displays.js';
import { evaluate } from './expressions.js';
import { invalidate, aliasesOf } from './invalidate.js';
import type { Interpreter } from './interpreter.js';
import { bindName, lookUp, unbind } from './names.js';

/**
 * `target = value`.
 * @param valueSpan the expression that gave the value
 * @throws PyError what Python raises where the value does not fit the target
 */
export function assign(it: Interpreter, target: Expression, value: Value, valueSpan: Span): void {
  switch (target.type) {
    case 'Name':
      bindName(it, target.name, value, it.spanOf(target), valueSpan);
      break;
    case 'Tuple':
    case 'List':
      unpack(it, target.elements, value, valueSpan);
      break;
    case 'Starred':
      assign(it, target.value, value, valueSpan);
      break;
    case 'Attribute': {
      const object = evaluate(it, target.object);
      it.node = target;
      it.setAttribute(object, target.attribute.name, value);
      if (object.kind === 'dict') placeEntry(object.entry(target.attribute.name), it.spanOf(target.attribute), valueSpan);
      break;
    }
    case 'Subscript': {
      const object = evaluate(it, target.object);
      const index = evaluate(it, target.index);
      it.node = target;
      assignItem(it, object, index, value, it.spanOf(target.index), valueSpan);
      break;
    }
  }
}

function placeEntry(entry: { keySpan: Span; valueSpan: Span } | undefined, keySpan: Span, valueSpan: Span): void {
  if (entry) Object.assign(entry, { keySpan, valueSpan });
}

function assignItem(it: Interpreter, object: Value, index: Value, value: Value, keySpan: Span, valueSpan: Span): void {
  if (index instanceof UnknownValue) invalidate(it, aliasesOf(object), index);
  else setItem(it, object, index, value, keySpan, valueSpan);
}

function unpack(it: Interpreter, targets: readonly Expression[], value: Value, valueSpan: Span): void {
  const items: Value[] = [];
  if (value.kind !== 'unknown' && !iterateItems(value)) throw new PyError('TypeError', `cannot unpack non-iterable ${typeName(value)} object`);
  const unknown = spread(it, value, items);
  const parts = unknown ? targets.map(() => unknown) : distribute(it, targets, items);
  targets.forEach((target, i) => {
    assign(it, target, parts[i]!, valueSpan);
  });
}

/** One value for each target; a starred one gets a list of what is left. */
function distribute(it: Interpreter, targets: readonly Expression[], items: readonly Value[]): Value[] {
  const star = targets.findIndex((target): target is Starred => target.type === 'Starred');
  const wanted = targets.length - (star < 0 ? 0 : 1);
  const least = star < 0 ? String(wanted) : `at least ${String(wanted)}`;
  if (items.length < wanted) throw new PyError('ValueError', `not enough values to unpack (expected ${least}, got ${String(items.length)})`);
  if (star < 0) {
    if (items.length > wanted) throw new PyError('ValueError', `too many values to unpack (expected ${String(wanted)})`);
    return [...items];
  }
  const behind = targets.length - star - 1;
  const middle = new ListValue(items.slice(star, items.length - behind), it.spanOf(targets[star]!));
  return [...items.slice(0, star), middle, ...items.slice(items.length - behind)];
}

/** `target op= value`: lists, dicts and sets are changed in place. */
export function augmentedAssign(it: Interpreter, node: AugAssign): void {
  const { target } = node;
  const valueSpan = it.spanOf(node.value);
  const combine = (left: Value): Value => {
    const right = evaluate(it, node.value);
    it.node = node;
    if (right.kind === 'unknown') invalidate(it, aliasesOf(left), right);
    return right.kind === 'unknown' ? right : inPlace(it, node.op, left, right);
  };
  if (target.type === 'Subscript') {
    const object = evaluate(it, target.object);
    const index = evaluate(it, target.index);
    it.node = target;
    const result = combine(getItem(it, object, index));
    assignItem(it, object, index, result, it.spanOf(target.index), valueSpan);
  } else if (target.type === 'Attribute') {
    const object = evaluate(it, target.object);
    it.node = target;
    const result = combine(it.getAttribute(object, target.attribute.name));
    it.setAttribute(object, target.attribute.name, result);
  } else if (target.type === 'Name') {
    it.node = target;
    bindName(it, target.name, combine(lookUp(it, target.name)), it.spanOf(target), valueSpan);
  }
}

/** `del target`. @throws PyError what Python raises where there is nothing to delete */
export function deleteTarget(it: Interpreter, target: Expression): void {
  it.node = target;
  switch (target.type) {
    case 'Name':
      unbind(it, target.name);
      break;
    case 'Tuple':
    case 'List':
      for (const element of target.elements) deleteTarget(it, element);
      break;
    case 'Attribute':
      deleteAttribute(it, evaluate(it, target.object), target.attribute.name);
      break;
    case 'Subscript': {
      const object = evaluate(it, target.object);
      const index = evaluate(it, target.index);
      it.node = target;
      if (index instanceof UnknownValue) invalidate(it, aliasesOf(object), index);
      else deleteItem(it, object, index);
      break;
    }
  }
}
