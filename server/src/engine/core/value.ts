import type { FileId, Span } from './span.js';
import { TracedText } from './traced-text.js';

/**
 * What a config evaluates to: Python's values, whichever language the config is written in. Every value has the span of the
 * expression that made it. Lists, dicts and sets are mutable and shared by reference, as in Python.
 */
export type Value =
  | NoneValue
  | BoolValue
  | IntValue
  | FloatValue
  | StrValue
  | BytesValue
  | ListValue
  | TupleValue
  | SetValue
  | DictValue
  | RefValue
  | CallableValue
  | ObjectValue
  | UnknownValue;

export class NoneValue {
  readonly kind = 'none';
  constructor(readonly span: Span) {}
}

export class BoolValue {
  readonly kind = 'bool';
  constructor(
    readonly value: boolean,
    readonly span: Span,
  ) {}
}

export class IntValue {
  readonly kind = 'int';
  constructor(
    readonly value: bigint,
    readonly span: Span,
  ) {}
}

export class FloatValue {
  readonly kind = 'float';
  constructor(
    readonly value: number,
    readonly span: Span,
  ) {}
}

export class StrValue {
  readonly kind = 'str';
  constructor(
    readonly traced: TracedText,
    readonly span: Span,
  ) {}

  get text(): string {
    return this.traced.text;
  }
}

/** Bytes as a string of code units below 256. */
export class BytesValue {
  readonly kind = 'bytes';
  constructor(
    readonly bytes: string,
    readonly span: Span,
  ) {}
}

/** How to copy the parts of a value when somebody first looks into the copy. */
interface Copying<V extends Value, Parts> {
  readonly of: V;
  readonly parts: (of: V) => Parts;
}

/** A list. `source` may be how to make the items, or to copy those of another list, which is then done when they are first asked for. */
export class ListValue {
  readonly kind = 'list';
  private made: Value[] | undefined;
  private source: (() => Value[]) | Copying<ListValue, Value[]> | undefined;

  constructor(
    source: Value[] | (() => Value[]) | Copying<ListValue, Value[]>,
    readonly span: Span,
  ) {
    if (Array.isArray(source)) this.made = source;
    else this.source = source;
  }

  get items(): Value[] {
    return this.made ?? this.make();
  }

  /** The list that this is a copy of, as long as nobody has looked into the copy. */
  get untouchedCopyOf(): ListValue | undefined {
    return typeof this.source === 'object' ? this.source.of : undefined;
  }

  private make(): Value[] {
    const { source } = this;
    this.made = !source ? [] : typeof source === 'function' ? source() : source.parts(source.of);
    this.source = undefined;
    return this.made;
  }
}

export class TupleValue {
  readonly kind = 'tuple';
  constructor(
    readonly items: readonly Value[],
    readonly span: Span,
  ) {}
}

/** Members in insertion order by `keyOf`. */
export class SetValue {
  readonly kind = 'set';
  /** @param grown the members were added one by one, in their order here, and none was ever taken away: only then is it known where each stands in CPython's table */
  constructor(
    readonly members: Map<string, Value>,
    readonly span: Span,
    public grown = false,
  ) {}
}

export interface DictEntry {
  readonly key: Value;
  value: Value;
  /** Where the key is written: `role` of `dict(role='HUMAN')`, `'role'` of `{'role': …}` and of `d['role'] = …`. */
  keySpan: Span;
  /** The expression that gave the entry its value: in `dict(round=my_round)` that is `my_round`; `value.span` is where the list stands. */
  valueSpan: Span;
}

/** What the key of anything but a str begins with. */
export const otherKeyMark = '\0';

/** Under what a string key stands in `entries` (`keyOf` of it as a str): itself, for all strings that anybody writes. */
export function nameKey(name: string): string {
  return name.charCodeAt(0) === 0 ? otherKeyMark + 's' + name : name;
}

/**
 * A dict in insertion order. `className` is `dict`, or `ConfigDict` for what comes out of a base config (attribute access,
 * deep-merging `update`: mmengine 0.11 `config/config.py`), or another dict subclass.
 */
export class DictValue {
  readonly kind = 'dict';
  private made: Map<string, DictEntry> | undefined;

  /** @param source how to make the entries, or to copy those of another dict, when they are first asked for; none for an empty dict */
  constructor(
    readonly span: Span,
    readonly className: string = 'dict',
    private source?: (() => Map<string, DictEntry>) | Copying<DictValue, Map<string, DictEntry>>,
  ) {}

  /** By `keyOf` of the key. */
  get entries(): Map<string, DictEntry> {
    return this.made ?? this.make();
  }

  /** The dict that this is a copy of, as long as nobody has looked into the copy. */
  get untouchedCopyOf(): DictValue | undefined {
    return typeof this.source === 'object' ? this.source.of : undefined;
  }

  private make(): Map<string, DictEntry> {
    const { source } = this;
    this.made = !source ? new Map<string, DictEntry>() : typeof source === 'function' ? source() : source.parts(source.of);
    this.source = undefined;
    return this.made;
  }

  /** The entry under a string key. */
  entry(key: string): DictEntry | undefined {
    return this.entries.get(nameKey(key));
  }

  /** The value under a string key. */
  get(key: string): Value | undefined {
    return this.entries.get(nameKey(key))?.value;
  }

  /** Sets a string key. A key that is there keeps its place in the order, as in Python. */
  set(key: string, value: Value, keySpan: Span = value.span, valueSpan: Span = value.span): void {
    const there = this.entries.get(nameKey(key));
    if (there) Object.assign(there, { value, keySpan, valueSpan });
    else this.entries.set(nameKey(key), { key: new StrValue(TracedText.computed(key, keySpan), keySpan), value, keySpan, valueSpan });
  }
}

/**
 * A name that the config imports but that is never loaded: mmengine's LazyObject (`lazy`), or a class, function or module
 * that is known by name only. `path` is dotted: `opencompass.openicl.icl_retriever.ZeroRetriever`.
 */
export class RefValue {
  readonly kind = 'ref';
  constructor(
    readonly path: string,
    readonly span: Span,
    readonly refKind: 'lazy' | 'class' | 'function' | 'builtin' | 'module' = 'lazy',
    /** File of the module in which a relative import stands: `.c` in `path` is relative to it. */
    readonly from?: FileId,
    /** Whether it is an attribute of a lazily imported object (mmengine's LazyAttr) and no import of its own (LazyObject). */
    readonly attribute = false,
  ) {}

  /** The last name of the path. */
  get name(): string {
    return this.path.slice(this.path.lastIndexOf('.') + 1);
  }
}

/** A function, class, builtin or module that the evaluator itself made. `path` as the goldens write it: `f`, `math.exp`. */
export abstract class CallableValue {
  readonly kind = 'callable';
  abstract readonly callableKind: 'function' | 'method' | 'class' | 'builtin' | 'module' | 'method_descriptor';
  abstract readonly path: string;
  abstract readonly span: Span;
}

/** Any other Python object: a range, an iterator, a compiled pattern, an open file. `typeName` as `type(x).__name__` says it. */
export abstract class ObjectValue {
  readonly kind = 'object';
  abstract readonly typeName: string;
  abstract readonly span: Span;
}

/** What cannot be known without running code or reading what is out of reach. `reason` is a sentence for the user. Contagious. */
export class UnknownValue {
  readonly kind = 'unknown';
  constructor(
    readonly reason: string,
    readonly span: Span,
  ) {}
}

/**
 * What an untouched copy is a copy of; any other value itself. To those who only look it is the same, and thousands of copies are one value then. Not
 * for values of an evaluation that is still running, which may change one of them.
 */
export function original(value: Value): Value;
export function original(value: Value | undefined): Value | undefined;
export function original(value: Value | undefined): Value | undefined {
  let at = value;
  while (at?.kind === 'dict' || at?.kind === 'list') {
    const of: Value | undefined = at.untouchedCopyOf;
    if (!of) break;
    at = of;
  }
  return at;
}

/** A string value with a single, coarse origin. */
export function str(text: string, span: Span): StrValue {
  return new StrValue(TracedText.computed(text, span), span);
}

/** The text of a string value, else undefined. */
export function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'str' ? value.text : undefined;
}
