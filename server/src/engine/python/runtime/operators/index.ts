import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { BoolValue, DictValue, FloatValue, IntValue, UnknownValue, type Value } from '../../../core/value.js';
import type { BinaryOperator, CompareOperator } from '../../syntax/tree/ast.js';
import { arithmetic } from './arithmetic.js';
import { bits, isHuge } from '../int-size.js';
import { combineDicts, combineSets, updateInPlace } from './combine.js';
import { contains } from './contains.js';
import { ordering } from './ordering.js';
import { concatenate, isRepeatable, repeat } from './sequences.js';
import { formatPercent } from './percent.js';
import { operatorsByName } from './special-methods.js';
import { notImplemented } from '../not-implemented.js';
import { MemberIntValue, OwnDictValue } from '../class-objects.js';
import { DictViewValue, FrozenSetValue, LibraryObject, RangeValue } from '../objects.js';
import type { Runtime } from '../runtime.js';
import { specialMethod } from '../special-method.js';
import { equals, identical, isNumber, truthy, typeName } from '../semantics.js';

export { contains } from './contains.js';
export { deleteItem, getItem, setItem } from './subscript.js';

/**
 * `left op right`. An unknown operand gives an unknown value.
 * @throws PyError what CPython 3.11 raises, with its text; LimitError for a result that would be too large
 */
export function binary(runtime: Runtime, op: BinaryOperator, left: Value, right: Value): Value {
  return operate(runtime, op, left, right) ?? unsupported(op, left, right);
}

/**
 * `left op= right`: the value that the target then has. A list, a dict or a set is changed in place.
 * @throws as `binary`
 */
export function inPlace(runtime: Runtime, op: BinaryOperator, left: Value, right: Value): Value {
  return (
    ownInPlace(runtime, op, left, right) ??
    updateInPlace(runtime, op, left, right) ??
    (op === '*' && isRepeatable(right) && hasItemsButNoOrder(left) ? undefined : operate(runtime, op, left, right)) ??
    unsupported(op + '=', left, right)
  );
}

/** What has a length or members, but cannot be repeated: in place Python does not look whether the other side can (CPython 3.11 `PyNumber_InPlaceMultiply`). */
function hasItemsButNoOrder(value: Value): boolean {
  if (value.kind === 'dict') return !(value instanceof OwnDictValue);
  return value.kind === 'set' || value instanceof FrozenSetValue || value instanceof DictViewValue || value instanceof RangeValue;
}

/** What `__iadd__` and its like give; undefined where the class of the object has none, or leaves it to the other operator. */
function ownInPlace(runtime: Runtime, op: BinaryOperator, left: Value, right: Value): Value | undefined {
  const name = nameOfOperator.get(op);
  const value = name === undefined || left.kind !== 'object' ? undefined : specialMethod(runtime, left, `__i${name}__`, right);
  return value === notImplemented ? undefined : value;
}

const nameOfOperator = new Map<BinaryOperator, string>(Object.entries(operatorsByName).map(([name, op]) => [op, name]));

function operate(runtime: Runtime, op: BinaryOperator, left: Value, right: Value): Value | undefined {
  if (left.kind === 'unknown') return left;
  if (right.kind === 'unknown') return right;
  const own = byProtocol(op, left, right);
  if (own) return own;
  const opaque = opaqueOperand(runtime, left, right);
  if (opaque) return opaque;
  if (isNumber(left) && isNumber(right)) return arithmetic(runtime, op, left, right);
  if (op === '+') return concatenate(runtime, left, right) ?? combineDicts(runtime, op, left, right);
  if (op === '*') return repeat(runtime, left, right);
  if (op === '%' && (left.kind === 'str' || left.kind === 'bytes')) return formatPercent(runtime, left, right);
  if (op === '|' && isUnion(left, right))
    return left === right ? left : new UnknownValue(say`unions of types are not modelled`, runtime.span);
  return combineSets(runtime, op, left, right) ?? combineDicts(runtime, op, left, right);
}

/** Arrays and frames work item by item: what they give is not followed. */
function opaqueOperand(runtime: Runtime, ...operands: readonly Value[]): UnknownValue | undefined {
  for (const operand of operands)
    if (operand instanceof LibraryObject && operand.protocol.opaque !== undefined)
      return new UnknownValue(operand.protocol.opaque, runtime.span);
  return undefined;
}

/** `int | str`, `int | None`: a type itself, made by types of each kind but those that are only imported lazily. */
function isUnion(left: Value, right: Value): boolean {
  return (isClass(left) && (isClass(right) || right.kind === 'none')) || (left.kind === 'none' && isClass(right));
}

function isClass(value: Value): boolean {
  return (
    (value instanceof LibraryObject && value.protocol.annotates === true) ||
    (value.kind === 'callable' && value.callableKind === 'class') ||
    (value.kind === 'ref' && value.refKind === 'class')
  );
}

/** What an object that decides for itself makes of an operator: the left one is asked first. */
function byProtocol(op: BinaryOperator, left: Value, right: Value): Value | undefined {
  if (left instanceof MemberIntValue || right instanceof MemberIntValue) return byMember(op, left, right);
  if (left.kind !== 'object' && right.kind !== 'object') return undefined;
  const own = left instanceof LibraryObject ? left.protocol.binary?.(op, right, false) : undefined;
  return own ?? (right instanceof LibraryObject ? right.protocol.binary?.(op, left, true) : undefined);
}

function byMember(op: BinaryOperator, left: Value, right: Value): Value | undefined {
  const own = left instanceof MemberIntValue ? left.ways.binary?.(op, right, false) : undefined;
  return own ?? (right instanceof MemberIntValue ? right.ways.binary?.(op, left, true) : undefined);
}

function unsupported(op: string, left: Value, right: Value): never {
  const shown = op === '**' ? '** or pow()' : op;
  throw new PyError('TypeError', `unsupported operand type(s) for ${shown}: '${typeName(left)}' and '${typeName(right)}'`);
}

/** `+c` has the counts above 0, `-c` those below, as counts above it (CPython 3.11 `collections`). */
function ofCounter(runtime: Runtime, op: '-' | '+', counter: DictValue): Value {
  const none = new DictValue(runtime.span, 'Counter');
  return op === '+' ? binary(runtime, '+', counter, none) : binary(runtime, '-', none, counter);
}

/** `-x`, `+x`, `~x`, `not x`. @throws PyError TypeError */
export function unary(runtime: Runtime, op: 'not' | '-' | '+' | '~', operand: Value): Value {
  if (operand.kind === 'unknown') return operand;
  if (op === '~' && operand instanceof MemberIntValue && operand.ways.invert) return operand.ways.invert();
  if (op === '~' && operand instanceof LibraryObject && operand.protocol.invert) return operand.protocol.invert();
  const opaque = opaqueOperand(runtime, operand);
  if (opaque) return opaque;
  if (op === 'not') return answer(runtime, truthy(operand), true);
  if (operand.kind === 'float' && op !== '~') return new FloatValue(op === '-' ? -operand.value : operand.value, runtime.span);
  if (operand.kind === 'int' || operand.kind === 'bool') {
    const n = BigInt(operand.value);
    if (isHuge(n)) runtime.step(bits(n) >> 8);
    return new IntValue(op === '-' ? -n : op === '~' ? ~n : n, runtime.span);
  }
  if (operand.kind === 'dict' && operand.className === 'Counter' && op !== '~') return ofCounter(runtime, op, operand);
  const own = op === '-' ? specialMethod(runtime, operand, '__neg__') : op === '+' ? specialMethod(runtime, operand, '__pos__') : undefined;
  if (own) return own;
  throw new PyError('TypeError', `bad operand type for unary ${op}: '${typeName(operand)}'`);
}

/**
 * One comparison: a bool, or an unknown value where the answer depends on one.
 * @throws PyError TypeError where the types have no order
 */
export function compare(runtime: Runtime, op: CompareOperator, left: Value, right: Value): Value {
  const looks = op !== 'is' && op !== 'is not' && op !== 'in' && op !== 'not in';
  const instead = looks ? (comparedByProtocol(op, left, right) ?? opaqueOperand(runtime, left, right)) : undefined;
  if (instead) return instead;
  switch (op) {
    case '==':
      return answer(runtime, equals(left, right));
    case '!=':
      return answer(runtime, equals(left, right), true);
    case 'is':
      return answer(runtime, identical(left, right));
    case 'is not':
      return answer(runtime, identical(left, right), true);
    case 'in':
      return contains(runtime, right, left);
    case 'not in':
      return unary(runtime, 'not', contains(runtime, right, left));
    default:
      return answer(runtime, ordering(op, left, right));
  }
}

const mirrored = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** What an object makes of a comparison that gives no bool: the left one is asked first. */
function comparedByProtocol(op: keyof typeof mirrored, left: Value, right: Value): Value | undefined {
  if (left.kind === 'unknown' || right.kind === 'unknown') return undefined;
  const own = left instanceof LibraryObject ? left.protocol.compare?.(op, right) : undefined;
  return own ?? (right instanceof LibraryObject ? right.protocol.compare?.(mirrored[op], left) : undefined);
}

function answer(runtime: Runtime, result: ReturnType<typeof equals>, negated = false): Value {
  return typeof result === 'boolean' ? new BoolValue(result !== negated, runtime.span) : result;
}
