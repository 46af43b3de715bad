import { PyError } from '../../../core/errors.js';
import { BytesValue, ListValue, StrValue, TupleValue, type Value } from '../../../core/value.js';
import { clamp, isIndexSized, typeError } from '../call-arguments.js';
import { charge, chargeText, chargeItems } from '../../../core/cost.js';
import type { Runtime } from '../runtime.js';
import { asInteger, typeName } from '../semantics.js';

/** `left + right` of sequences; undefined where neither is one. @throws PyError TypeError for a sequence and something else */
export function concatenate(runtime: Runtime, left: Value, right: Value): Value | undefined {
  const { span } = runtime;
  switch (left.kind) {
    case 'str':
      if (right.kind !== 'str') throw typeError(`can only concatenate str (not "${typeName(right)}") to str`);
      runtime.checkSize(left.text.length + right.text.length);
      chargeJoined(left.text.length, right.text.length);
      return new StrValue(left.traced.concat(right.traced), span);
    case 'bytes':
      if (right.kind !== 'bytes') throw typeError(`can't concat ${typeName(right)} to bytes`);
      runtime.checkSize(left.bytes.length + right.bytes.length);
      chargeText(left.bytes.length + right.bytes.length);
      return new BytesValue(left.bytes + right.bytes, span);
    case 'list':
      if (right.kind !== 'list') throw typeError(`can only concatenate list (not "${typeName(right)}") to list`);
      runtime.checkSize(left.items.length + right.items.length);
      chargeItems(left.items.length + right.items.length);
      return new ListValue([...left.items, ...right.items], span);
    case 'tuple':
      if (right.kind !== 'tuple') throw typeError(`can only concatenate tuple (not "${typeName(right)}") to tuple`);
      runtime.checkSize(left.items.length + right.items.length);
      chargeItems(left.items.length + right.items.length);
      return new TupleValue([...left.items, ...right.items], span);
    default:
      return undefined;
  }
}

/** A text that knows what it was made of is several objects. */
const newText = 3;

/**
 * Two texts become one without being copied, until somebody looks into it. Then the copy is paid for by who looks; and whoever keeps each of a
 * million growing texts has to pay for that at last.
 */
function chargeJoined(a: number, b: number): void {
  chargeText(Math.min(a, b));
  charge(newText + ((a + b) >> 12));
}

/** `sequence * n` and `n * sequence`; undefined where neither is a sequence. */
export function repeat(runtime: Runtime, left: Value, right: Value): Value | undefined {
  if (isRepeatable(left)) return repeated(runtime, left, right);
  return isRepeatable(right) ? repeated(runtime, right, left) : undefined;
}

type Sequence = StrValue | BytesValue | ListValue | TupleValue;

/** Whether a value is one of the built-in types that can be repeated. */
export function isRepeatable(v: Value): v is Sequence {
  return v.kind === 'str' || v.kind === 'bytes' || v.kind === 'list' || v.kind === 'tuple';
}

function repeated(runtime: Runtime, sequence: Sequence, times: Value): Value {
  const n = asInteger(times);
  if (n === undefined) throw typeError(`can't multiply sequence by non-int of type '${typeName(times)}'`);
  if (!isIndexSized(n)) throw new PyError('OverflowError', "cannot fit 'int' into an index-sized integer");
  const count = Math.max(0, clamp(n));
  const { span } = runtime;
  switch (sequence.kind) {
    case 'str':
      runtime.checkSize(sequence.text.length * count);
      chargeText(sequence.text.length * count);
      return new StrValue(sequence.traced.repeat(count), span);
    case 'bytes':
      runtime.checkSize(sequence.bytes.length * count);
      chargeText(sequence.bytes.length * count);
      return new BytesValue(sequence.bytes.repeat(count), span);
    case 'list':
      return new ListValue(repeatItems(runtime, sequence.items, count), span);
    case 'tuple':
      return new TupleValue(repeatItems(runtime, sequence.items, count), span);
  }
}

/** The same items `count` times in a row. */
export function repeatItems(runtime: Runtime, items: readonly Value[], count: number): Value[] {
  runtime.checkSize(items.length * count);
  runtime.step((items.length * count) >> 3);
  if (items.length === 0) return [];
  return items.length === 1 ? new Array<Value>(count).fill(items[0]!) : Array.from({ length: count }, () => items).flat();
}
