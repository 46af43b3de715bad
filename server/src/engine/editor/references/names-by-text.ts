import type { At, Comprehension, Expression, Module } from '../../python/syntax/tree/ast.js';
import { isBaseAssignment } from '../../mmengine/lazy-detection.js';
import { walk } from '../../python/syntax/tree/walk.js';

const byText: ReadonlySet<string> = new Set(['locals', 'globals', 'vars', 'dir', 'eval', 'exec', 'getattr', 'setattr']);

/**
 * A place where code finds names by their text, so that a variable called `to` in place of `from` may be another one to it; undefined where there is none. Known to be harmless is
 * what OpenCompass's configs do: `[v for k, v in locals().items() if k.endswith('_datasets')]`, as long as both names have that ending.
 */
export function placeByText(module: Module, from: string, to: string): At | undefined {
  let place: At | undefined;
  const harmless = new Set<Expression>();
  walk(module.body, (node) => {
    if (node.type === 'Comprehension') {
      const call = harmlessSearch(node, from, to);
      if (call) harmless.add(call);
    }
    if (node.type === 'Call' && !place && node.callee.type === 'Name' && byText.has(node.callee.name) && !harmless.has(node)) place = node;
    return !place;
  });
  // What `_base_ = […]` brings is found by its name as a key.
  return place ?? module.body.find(isBaseAssignment);
}

/** The call of `locals()` in a search that finds both names, or none of them. */
function harmlessSearch({ clauses, element, value }: Comprehension, from: string, to: string): Expression | undefined {
  const [clause] = clauses;
  const key = clause && keyOf(clause.target);
  const call = clause && dictOf(clause.iter);
  if (!call || key === undefined || value || mentions(element, key)) return undefined;
  if (clauses.slice(1).some(({ iter, conditions }) => [iter, ...conditions].some((part) => mentions(part, key)))) return undefined;
  return clause.conditions.every((condition) => saysTheSame(condition, key, from, to)) ? call : undefined;
}

/** `k` of `for k, v in …`. */
function keyOf(target: Expression): string | undefined {
  const [key] = target.type === 'Tuple' && target.elements.length === 2 ? target.elements : [];
  return key?.type === 'Name' ? key.name : undefined;
}

/** `locals()` of `locals().items()`. */
function dictOf(iter: Expression): Expression | undefined {
  if (iter.type !== 'Call' || iter.callee.type !== 'Attribute' || iter.callee.attribute.name !== 'items') return undefined;
  const { object } = iter.callee;
  return object.type === 'Call' && object.callee.type === 'Name' && ['locals', 'globals', 'vars'].includes(object.callee.name)
    ? object
    : undefined;
}

function mentions(expression: Expression, name: string): boolean {
  let found = false;
  walk([expression], (node) => {
    found ||= node.type === 'Name' && node.name === name;
    return !found;
  });
  return found;
}

function saysTheSame(condition: Expression, key: string, from: string, to: string): boolean {
  if (!mentions(condition, key)) return true;
  switch (condition.type) {
    case 'BooleanOperation':
      return condition.values.every((value) => saysTheSame(value, key, from, to));
    case 'UnaryOperation':
      return saysTheSame(condition.operand, key, from, to);
    case 'Call':
      return sameEnding(condition, key, from, to);
    case 'Comparison':
      return sameComparison(condition, key, from, to);
    default:
      return false;
  }
}

function sameEnding(
  { callee, positional, keywords }: Extract<Expression, { type: 'Call' }>,
  key: string,
  from: string,
  to: string,
): boolean {
  const [text] = positional;
  if (callee.type !== 'Attribute' || !isKey(callee.object, key) || positional.length !== 1 || keywords.length > 0) return false;
  if (text?.type !== 'String') return false;
  const wanted = text.traced.text;
  if (callee.attribute.name === 'endswith') return from.endsWith(wanted) === to.endsWith(wanted);
  return callee.attribute.name === 'startswith' && from.startsWith(wanted) === to.startsWith(wanted);
}

function sameComparison({ left, rest }: Extract<Expression, { type: 'Comparison' }>, key: string, from: string, to: string): boolean {
  const [only] = rest;
  if (!only || rest.length !== 1) return false;
  const { op, right } = only;
  if (left.type === 'String' && isKey(right, key) && (op === 'in' || op === 'not in'))
    return from.includes(left.traced.text) === to.includes(left.traced.text);
  if (isKey(left, key) && right.type === 'String' && (op === '==' || op === '!='))
    return (from === right.traced.text) === (to === right.traced.text);
  return false;
}

function isKey(expression: Expression, key: string): boolean {
  return expression.type === 'Name' && expression.name === key;
}
