import { IterableValue } from './runtime.js';
import type { Span } from '../../core/span.js';
import type { TracedText } from '../../core/traced-text.js';
import type { BinaryOperator } from '../syntax/tree/ast.js';
import { DictValue, IntValue, ObjectValue, SetValue, StrValue, UnknownValue, type DictEntry, type Value } from '../../core/value.js';

/** An int of numpy, which `repr` and JSON do not take for one of Python's. */
export class NumpyIntValue extends IntValue {}

/** An immutable set; its members as in SetValue. */
export class FrozenSetValue extends SetValue {}

/** A str of a subclass of its own, whose repr says which: `Markup('a')`. */
export class StrSubclassValue extends StrValue {
  constructor(
    readonly className: string,
    traced: TracedText,
    span: Span,
  ) {
    super(traced, span);
  }
}

/** `range(start, stop, step)`; `step` is never 0. */
export class RangeValue extends IterableValue {
  constructor(
    readonly start: bigint,
    readonly stop: bigint,
    readonly step: bigint,
    span: Span,
  ) {
    super(
      'range',
      span,
      () => rangeItems(this),
      () => Number(this.count),
    );
  }

  get count(): bigint {
    const { start, stop, step } = this;
    if (step > 0n) return stop > start ? (stop - start + step - 1n) / step : 0n;
    return start > stop ? (start - stop - step - 1n) / -step : 0n;
  }
}

function* rangeItems(range: RangeValue): Iterable<Value> {
  const count = range.count;
  for (let i = 0n; i < count; i++) yield new IntValue(range.start + i * range.step, range.span);
}

/** `d.keys()`, `d.values()`, `d.items()`: a live view of the dict. */
export class DictViewValue extends IterableValue {
  constructor(
    readonly dict: DictValue,
    readonly view: 'keys' | 'values' | 'items',
    span: Span,
    items: () => Iterable<Value>,
  ) {
    super(`dict_${view}`, span, items, () => dict.entries.size);
  }
}

/** `slice(a, b, c)`, and what stands in `x[a:b:c]`. */
export class SliceValue extends ObjectValue {
  readonly typeName = 'slice';
  constructor(
    readonly start: Value,
    readonly stop: Value,
    readonly step: Value,
    readonly span: Span,
  ) {
    super();
  }
}

/** `dict[str, int]`: called, it makes what the type itself makes; nothing else of it is modelled. */
export class GenericAlias extends UnknownValue {
  constructor(
    readonly origin: Value,
    span: Span,
  ) {
    super('generic types are not modelled', span);
  }
}

/** `...` */
export class EllipsisValue extends ObjectValue {
  readonly typeName = 'ellipsis';
  constructor(readonly span: Span) {
    super();
  }
}

/** An exception object of one of Python's own types: `ValueError('x')`. */
export class ExceptionValue extends ObjectValue {
  constructor(
    readonly typeName: string,
    readonly args: readonly Value[],
    readonly span: Span,
  ) {
    super();
  }
}

/** What Python's protocols find in an object: operators, builtins and statements ask here. */
export interface ObjectProtocol {
  readonly repr?: string;
  readonly str?: string;
  /** What its class has of itself, beside what is bound to the object: class methods by name. */
  readonly ofClass?: Readonly<Record<string, Value>>;
  /** `str(object)`, `repr(object)`, and `format(object, spec)`: where the text is made when it is asked for. */
  readonly text?: (how: 'str' | 'repr') => TracedText | undefined;
  readonly format?: (spec: string) => TracedText;
  /** `bool(object)`. */
  readonly truth?: () => boolean | UnknownValue;
  /** `object op other`, or `other op object` where `reflected`; undefined where it leaves that to the other. */
  readonly binary?: (op: BinaryOperator, other: Value, reflected: boolean) => Value | undefined;
  /** `object op other` for an ordering; undefined where it leaves that to the other. */
  readonly order?: (op: '<' | '<=' | '>' | '>=', other: Value) => boolean | UnknownValue | undefined;
  /** `object op other` for `==`, `!=` and the orderings where that is no bool: columns of tables. */
  readonly compare?: (op: '==' | '!=' | '<' | '<=' | '>' | '>=', other: Value) => Value;
  readonly iterate?: () => Iterable<Value>;
  /** `next(object)`: undefined at the end. */
  readonly next?: () => Value | undefined;
  /** The first items, of many more: for those whose work on them does not depend on the others. Undefined where they have been taken. */
  readonly head?: () => Iterable<Value> | undefined;
  /** What `dict(object)` and `**object` take of it. */
  readonly mapping?: () => DictValue;
  /** `len(object)`. */
  readonly size?: () => number;
  readonly getItem?: (index: Value) => Value;
  readonly setItem?: (index: Value, value: Value) => void;
  readonly deleteItem?: (index: Value) => void;
  /** `object.name = value`; absent where it has no attributes that can be set. */
  readonly setAttribute?: (name: string, value: Value) => void;
  readonly contains?: (item: Value) => Value;
  /** `object == other` and `other == object`, for others of any type; undefined where it leaves that to the other. */
  readonly equals?: (other: Value) => boolean | UnknownValue | undefined;
  /** Its key in a dict or a set; by identity where this is absent. @throws PyError TypeError for what is not hashable */
  readonly key?: () => string;
  /** `~object`. */
  readonly invert?: () => Value;
  /**
   * It was changed in a way that is not known: whatever is asked of it from here on is unknown. Absent for what cannot change.
   * @param key the item that it was, where it is known that there was no other
   */
  readonly forget?: (unknown: UnknownValue, key?: string) => void;
  /** To look through it takes from it: an open file. */
  readonly isConsumed?: boolean;
  /** The values that it holds, and gives back or calls. */
  readonly parts?: () => Iterable<Value>;
  /** Why what operators make of it is not known; absent where it has none but those above. */
  readonly opaque?: string;
  /** Why it is not known of which type it is: `isinstance` and `type` cannot tell. */
  readonly undecided?: string;
  /** It derives from `collections.abc.Sequence`. */
  readonly isSequence?: boolean;
  /** It stands for a type in annotations (`typing.List`), and for some other purposes. */
  readonly annotates?: boolean;
  /** The class that `isinstance` looks for in its place; absent: that is not followed. */
  readonly stoodFor?: Value;
}

/**
 * An object of a type that only a module of the library knows (an open file, a match, `functools.partial`): its attributes and methods,
 * and what Python's protocols find in it.
 */
export class LibraryObject extends ObjectValue {
  constructor(
    readonly typeName: string,
    readonly span: Span,
    /** An attribute or bound method; undefined where there is none. */
    readonly attribute: (name: string) => Value | undefined,
    readonly protocol: ObjectProtocol = {},
  ) {
    super();
  }
}

/** Why it is not known of which type a value is; undefined where it is, or the value itself is unknown. */
export function undecidedType(value: Value): UnknownValue | undefined {
  const reason = value instanceof LibraryObject ? value.protocol.undecided : undefined;
  return reason === undefined ? undefined : new UnknownValue(reason, value.span);
}

/** The items of a mapping that is no dict; undefined for anything else. */
export function mappingOf(value: Value): DictValue | undefined {
  return value instanceof LibraryObject ? value.protocol.mapping?.() : undefined;
}

/** A dict of a class of a library that has attributes and methods of its own beside those of dicts: `datasets.DatasetDict`. */
export class LibraryDict extends DictValue {
  /** @param attribute an attribute or bound method of its own; undefined where dicts have what is asked for, or nothing is there */
  constructor(
    className: string,
    span: Span,
    entries: ReadonlyMap<string, DictEntry>,
    readonly attribute: (name: string) => Value | undefined,
  ) {
    super(span, className, () => new Map(entries));
  }
}

/** What a number that is made of a value is, where that is not known: of a Series. Undefined for anything else. */
export function opaqueNumber(value: Value | undefined, span: Span): UnknownValue | undefined {
  const reason = value instanceof LibraryObject ? value.protocol.opaque : undefined;
  return reason === undefined ? undefined : new UnknownValue(reason, span);
}
