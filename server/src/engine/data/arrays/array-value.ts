import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { BoolValue, IntValue, ListValue, TupleValue, UnknownValue, type Value } from '../../core/value.js';
import { PyError } from '../../core/errors.js';
import { LibraryObject, NumpyIntValue, SliceValue } from '../../python/runtime/objects.js';
import { BuiltinValue } from '../../python/runtime/runtime.js';
import { asInteger, equals } from '../../python/runtime/semantics.js';
import { pick, sliceIndices } from '../../python/runtime/slices.js';

/** The types of cells of numpy and pandas that are followed. */
export type Dtype = 'int64' | 'float64' | 'bool' | 'object';

/** A `numpy.ndarray` of one dimension, as far as it is gone through and taken apart. What is assigned to it is not followed. */
export class ArrayValue extends LibraryObject {
  private spoiled: UnknownValue | undefined;

  /** @param given its items as Python's `tolist()` gives them */
  constructor(
    private readonly given: readonly Value[],
    readonly dtype: Dtype,
    span: Span,
  ) {
    const spoil = (): void => void this.spoil();
    super('ndarray', span, (name) => this.attributeNamed(name), {
      iterate: () => this.items,
      size: () => this.given.length,
      getItem: (key) => this.item(key),
      contains: (item) => this.holds(item),
      setItem: spoil,
      setAttribute: spoil,
      forget: spoil,
      parts: () => given,
      opaque: say`arrays of numpy are not modelled`,
    });
  }

  /** Its items as they come one by one: ints are those of numpy. */
  get items(): readonly Value[] {
    return this.plain.map((item) => this.boxed(item));
  }

  /** Its items as values of Python. */
  get plain(): readonly Value[] {
    return this.spoiled ? this.given.map(() => this.spoiled!) : this.given;
  }

  private spoil(): UnknownValue {
    return (this.spoiled ??= new UnknownValue(say`what was assigned to this array is not followed`, this.span));
  }

  private boxed(item: Value): Value {
    if (this.dtype === 'int64' && item.kind === 'int') return new NumpyIntValue(item.value, item.span);
    return this.dtype === 'bool' && item.kind === 'bool' ? new UnknownValue(say`bools of numpy are not modelled`, item.span) : item;
  }

  private item(key: Value): Value {
    const { plain, span } = this;
    if (key instanceof SliceValue) return new ArrayValue(pick(plain, sliceIndices(key, plain.length)), this.dtype, span);
    const n = asInteger(key);
    if (n === undefined) return new UnknownValue(say`arrays of numpy are not modelled`, span);
    const item = plain.at(Number(n));
    if (!item || n < -BigInt(plain.length))
      throw new PyError('IndexError', `index ${String(n)} is out of bounds for axis 0 with size ${String(plain.length)}`);
    return this.boxed(item);
  }

  private holds(item: Value): Value {
    const found = this.plain.map((one) => equals(one, item));
    return found.find((one) => typeof one !== 'boolean') ?? new BoolValue(found.includes(true), this.span);
  }

  private attributeNamed(name: string): Value {
    const { span } = this;
    switch (name) {
      case 'tolist':
        return new BuiltinValue('ndarray.tolist', span, (runtime) => new ListValue([...this.plain], runtime.span), 'method');
      case 'size':
        return new IntValue(BigInt(this.given.length), span);
      case 'shape':
        return new TupleValue([new IntValue(BigInt(this.given.length), span)], span);
      case 'sort':
      case 'fill':
      case 'put':
      case 'resize':
      case 'partition':
        return this.spoil();
      default:
        return new UnknownValue(say`arrays of numpy are not modelled`, span);
    }
  }
}
