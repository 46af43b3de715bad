import type { Variable } from '../../core/environment.js';
import type { FileId, Span } from '../../core/span.js';
import { CallableValue, ObjectValue, type DictValue, type UnknownValue, type Value } from '../../core/value.js';
import type { Node } from '../syntax/tree/walk.js';
import type { Frame } from './frame.js';
import { UnknownSignal } from './unknown-signal.js';

/** Arguments of a call after unpacking of `*` and `**`. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  /** Where each keyword's name is written, so that `dict(role=…)` knows its key's place. */
  readonly keywordSpans?: ReadonlyMap<string, Span>;
}

/** What code that is run in place of the framework gets to know of directories; a config that is loaded gets to know nothing. */
export interface Directories {
  /** The working directory, absolute; undefined where it is not known. */
  readonly working: string | undefined;
  /** The home directory of the user; undefined where it is not known. */
  readonly home: string | undefined;
  /** What is at a path, `missing` where nothing is; else an UnknownValue that says why that cannot be told. */
  kind(path: string): 'file' | 'directory' | 'missing' | Value;
  /**
   * The names in a directory as the file system keeps them; in alphabetical order where that is not known.
   * @throws PyError what `os.listdir` raises
   */
  list(path: string): readonly string[] | Value;
}

/**
 * What operators, methods, builtins and modules need of the interpreter. They throw `PyError` for what Python raises and `LimitError` for
 * what is too much, and give an `UnknownValue` back for what cannot be known.
 */
export interface Runtime {
  /** The expression being evaluated: values made by a builtin get it as their span. */
  readonly span: Span;
  /** The document being evaluated. */
  readonly file: FileId;
  /** Calls any callable value. */
  call(callee: Value, args: Arguments): Value;
  /** The items of an iterable; throws TypeError where it is not one. Each item counts as a step. */
  iterate(value: Value): Iterable<Value>;
  getAttribute(object: Value, name: string): Value;
  setAttribute(object: Value, name: string, value: Value): void;
  deleteAttribute(object: Value, name: string): void;
  /** Counts work; throws LimitError when the budget is spent. */
  step(count?: number): void;
  /** Throws LimitError if something of `size` items or UTF-16 units is too large to make. Called before it is made. */
  checkSize(size: number): void;
  globals(): DictValue;
  locals(): DictValue;
  /**
   * Reads a file as `open(path).read()` would, within the workspace; else an UnknownValue that says why.
   * @param raw with its line breaks as they are: `open(path, newline='')`
   */
  readFile(path: string, raw?: boolean): string | Value;
  /** The text of a file that is packed with gzip, with its line breaks as they are; else why there is none. Absent: such files are not read. */
  readPacked?(path: string): Value;
  /** The first lines of a text that is too large to be gone through line by line; undefined for any other file. Absent: all files are read whole. */
  readHead?(path: string): Value | undefined;
  fileExists(path: string): boolean | Value;
  readonly directories?: Directories | undefined;
  /** What the config gets to know of an environment variable. */
  environment(name: string): Variable;
  /**
   * Tells the user, at the expression being evaluated, what was taken for granted about the machine: a whole sentence.
   * @param unset the environment variable that was asked for, where it is not set
   */
  assume(message: string, unset?: string): void;
  /** Evaluates a Python expression given as text, for `eval`. */
  evaluateExpression(source: Value): Value;
}

/** A builtin function, method or type. `path` as the goldens write it: `math.exp`, `builtins.len`. */
export class BuiltinValue extends CallableValue {
  constructor(
    readonly path: string,
    readonly span: Span,
    readonly invoke: (runtime: Runtime, args: Arguments) => Value,
    /** What Python says it is: `len` a builtin, `dict` a class, `copy.deepcopy` a function, `str.join` a method descriptor. */
    readonly callableKind: 'builtin' | 'class' | 'function' | 'method' | 'method_descriptor' = 'builtin',
    /** Attributes of its own: `from_iterable` of `itertools.chain`. */
    readonly members: Readonly<Record<string, Value>> = {},
    /** What a bound method is bound to. */
    public self?: Value,
  ) {
    super();
  }
}

/** A module of Python's standard library that is really imported. */
export class ModuleValue extends CallableValue {
  readonly callableKind = 'module';
  constructor(
    readonly path: string,
    readonly span: Span,
    /** Its members by name; undefined where the name is not modelled. */
    readonly member: (runtime: Runtime, name: string) => Value | undefined,
  ) {
    super();
  }
}

/** Code of a document, and the frame that it runs in. */
export interface RunningCode {
  readonly nodes: readonly Node[];
  readonly frame: Frame;
}

/** A generator that has been started may be ended before its end. */
export interface EndedEarly {
  readonly isPending: () => boolean;
  readonly close: () => void;
}

/** An iterator: consumed once. */
export class IteratorValue extends ObjectValue {
  private lost: UnknownValue | undefined;

  constructor(
    /** `list_iterator`, `generator`, `zip` … */
    readonly typeName: string,
    readonly span: Span,
    private readonly advance: () => Value | undefined,
    /** Attributes of its own: `fieldnames` of a `csv.DictReader`. */
    readonly attribute?: (name: string) => Value | undefined,
    /** What a generator has returned at its end. */
    readonly result?: () => Value | undefined,
    /** What it takes its items from, and the functions that it calls for them. */
    public parts?: () => Iterable<Value>,
    /** The code that it runs for its items: of a generator. */
    readonly code?: RunningCode,
    /** Of a generator that does something where it is ended early. */
    readonly run?: EndedEarly,
  ) {
    super();
  }

  /** The next item, or undefined at the end and ever after. @throws UnknownSignal where it is not known how far it has come */
  next(): Value | undefined {
    if (this.lost) throw new UnknownSignal(this.lost);
    try {
      return this.advance();
    } catch (error) {
      if (error instanceof UnknownSignal) this.lost = error.value;
      throw error;
    }
  }

  /** From here on it is not known what comes next. */
  forget(unknown: UnknownValue): void {
    this.lost ??= unknown;
  }
}

/** An object that can be iterated again and again (range, dict views). */
export class IterableValue extends ObjectValue {
  constructor(
    readonly typeName: string,
    readonly span: Span,
    readonly items: () => Iterable<Value>,
    /** `len(x)`, without iterating. */
    readonly size: () => number,
  ) {
    super();
  }
}
