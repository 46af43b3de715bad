import type { Variable } from '../../core/environment.js';
import { LimitError, PyError } from '../../core/errors.js';
import type { Limits, Progress } from '../../core/evaluation.js';
import { say } from '../../core/say.js';
import { nowhere, type FileId, type Span } from '../../core/span.js';
import { BoolValue, IntValue, NoneValue, str, StrValue, UnknownValue, type DictValue, type Value } from '../../core/value.js';
import type { Identifier, StringLiteral } from '../syntax/tree/ast.js';
import type { Arguments, Directories, Runtime } from '../runtime/runtime.js';
import { deleteAttribute, readAttribute, setAttribute } from './attribute-access.js';
import { callValue } from './calls.js';
import { evaluateSource } from './eval-source.js';
import { localsOf } from './names.js';
import type { Frame } from '../runtime/frame.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { countedItems } from './counted-items.js';
import type { ModuleImporter } from './program-imports.js';
import { noteCallOfBuiltin } from './unfollowed-calls.js';

/** What the interpreter asks of the world outside the document: files and the environment. */
export interface Host {
  /** The text of a file as `open(path).read()` would give it, `raw` with its own line breaks; else an unknown value that says why, or throws PyError. */
  readFile(path: string, from: Span, raw?: boolean): string | Value;
  /** As `Runtime.readPacked`. */
  readPacked?(path: string, from: Span): Value;
  /** The first lines of a text that is too large to be gone through line by line; undefined for any other file. */
  readHead?(path: string, from: Span): Value | undefined;
  fileExists(path: string, from: Span): boolean | Value;
  directories?(from: Span): Directories | undefined;
  /** Is told now and then that work goes on which has an end. */
  readonly goesOn?: (() => void) | undefined;
  /** Is told of each statement. */
  readonly progress?: Progress | undefined;
  environment(name: string): Variable;
  /** How modules are imported; absent while a config runs, whose imports are mmengine's matter. */
  readonly importer?: ModuleImporter | undefined;
  /** Tells the user what was taken for granted about the machine. */
  assume(message: string, from: Span, unset?: string): void;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A call that is not followed. */
interface UnfollowedCall {
  /** What is called, as it is written: `Image.open`; undefined where a builtin calls it. */
  readonly name: string | undefined;
  readonly span: Span;
}

/** How deep statements and expressions may nest, calls included, before the machine's own stack would be in danger. */
const deepestNesting = 1000;

/** Steps after which it is said that long work goes on. */
const stepsBetween = 100_000;

/** One run of a document's code: its frames, its budget, and the place where it is. Each document has its own. */
export class Interpreter implements Runtime {
  /** The expression or statement being worked on. */
  node: Place = { start: 0, end: 0 };
  /** Calls that are open. */
  callDepth = 0;
  nesting = 0;
  /** How many expressions have turned out unknown so far. */
  unknowns = 0;
  /** The first call of something that is not known within a function, of which it is not known either whether it raises. */
  unfollowed: UnfollowedCall | undefined;
  /** Bodies of `try` that are under way and go on whatever is raised in them. */
  guards = 0;
  /** Bodies of `try` with handlers that are under way in the module that is run. */
  tries = 0;
  /** What the `return` that is under way gives back. */
  returned: Value | undefined;
  /** Exceptions that `except` clauses are handling, innermost last. */
  readonly handling: PyError[] = [];
  /** Attributes that were assigned to lazily imported objects, by their dotted names. */
  readonly referenceAttributes = new Set<string>();
  /** Lists, dicts, sets and objects that unknown values have taken the place of, for code that is under way with one of them. */
  forgotten: WeakMap<Value, UnknownValue> | undefined;
  /** Whether a generator was made that does something where it is left before its end. */
  hasCleanUps = false;
  /** Frames of running code, innermost last: from here all values can be reached. */
  readonly frames: Frame[];
  private readonly places = new WeakMap<Error, Span>();
  private readonly spans = new Map<Place, Span>();
  private readonly texts = new Map<Identifier | StringLiteral, StrValue>();
  private steps = 0;
  /** After how many steps there is something to do. */
  private checkAt: number;

  constructor(
    module: Frame,
    readonly limits: Limits,
    readonly host: Host,
  ) {
    this.frames = [module];
    this.checkAt = this.nextCheck();
  }

  private nextCheck(): number {
    return this.host.goesOn ? Math.min(this.limits.steps, this.steps + stepsBetween) : this.limits.steps;
  }

  get frame(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  get file(): FileId {
    return this.frame.file;
  }

  get span(): Span {
    return { file: this.frame.file, start: this.node.start, end: this.node.end };
  }

  /** The span of a node of the running code: the same object each time, since loops make many values of one node. */
  spanOf(node: Place): Span {
    let span = this.spans.get(node);
    if (!span) this.spans.set(node, (span = { file: this.frame.file, start: node.start, end: node.end }));
    return span;
  }

  /** The span of an expression that has this value: that of the value where the expression made it. */
  spanOfValue(node: Place, { span }: Value): Span {
    return span.start === node.start && span.end === node.end && span.file === this.frame.file ? span : this.spanOf(node);
  }

  /** The text of a literal, or of a name that is written as a key: the same value each time. */
  textOf(node: Identifier | StringLiteral): StrValue {
    let text = this.texts.get(node);
    if (!text) {
      const span = { file: this.frame.file, start: node.start, end: node.end };
      this.texts.set(node, (text = 'name' in node ? str(node.name, span) : new StrValue(node.traced, span)));
    }
    return text;
  }

  none(): NoneValue {
    return new NoneValue(this.span);
  }

  bool(value: boolean): BoolValue {
    return new BoolValue(value, this.span);
  }

  int(value: number): IntValue {
    return new IntValue(BigInt(value), this.span);
  }

  unknown(reason: string): UnknownValue {
    return new UnknownValue(reason, this.span);
  }

  /** Runs `body` within `frame`. */
  within<T>(frame: Frame, body: () => T): T {
    this.frames.push(frame);
    try {
      return body();
    } finally {
      this.frames.pop();
    }
  }

  /** How much work has been done, in steps. */
  get spent(): number {
    return this.steps;
  }

  /** What is run from here on has a budget of its own. */
  startOver(): void {
    this.steps = 0;
    this.forgotten = undefined;
    this.unfollowed = undefined;
  }

  step(count = 1): void {
    this.steps += count;
    if (this.steps <= this.checkAt) return;
    if (this.steps <= this.limits.steps) {
      this.host.goesOn?.();
      this.checkAt = this.nextCheck();
      return;
    }
    const message = `Evaluation stops after ${String(this.limits.steps)} steps: this config does more work than is followed here, or never ends.`;
    throw new LimitError('steps', this.span, message);
  }

  checkSize(size: number): void {
    if (size <= this.limits.size) return;
    const message = `A value of ${String(size)} items or characters would be made here; at most ${String(this.limits.size)} are followed.`;
    throw new LimitError('size', this.span, message);
  }

  enter(node: Place): void {
    if (++this.nesting <= deepestNesting) return;
    throw new LimitError(
      'depth',
      this.spanOf(node),
      say`Code is nested more than ${String(deepestNesting)} levels deep here, calls included.`,
    );
  }

  enterCall(): void {
    if (++this.callDepth <= this.limits.depth) return;
    throw new LimitError(
      'depth',
      this.span,
      say`Calls are nested more than ${String(this.limits.depth)} deep here: does the recursion ever end?`,
    );
  }

  call(callee: Value, args: Arguments): Value {
    const node = this.node;
    if (callee.kind === 'unknown') noteCallOfBuiltin(this);
    const result = callValue(this, callee, args);
    this.node = node;
    return result;
  }

  iterate(value: Value): Iterable<Value> {
    return countedItems(value, this);
  }

  /** @throws UnknownSignal where an unknown value has taken the place of this one */
  check(value: Value): void {
    const lost = this.forgotten?.get(value);
    if (lost) throw new UnknownSignal(lost);
  }

  getAttribute(object: Value, name: string): Value {
    return readAttribute(this, object, name);
  }

  setAttribute(object: Value, name: string, value: Value): void {
    setAttribute(this, object, name, value);
  }

  deleteAttribute(object: Value, name: string): void {
    deleteAttribute(this, object, name);
  }

  globals(): DictValue {
    return this.frame.globals;
  }

  locals(): DictValue {
    return localsOf(this, this.frame);
  }

  readFile(path: string, raw = false): string | Value {
    return this.host.readFile(path, this.span, raw);
  }

  readPacked(path: string): Value {
    return this.host.readPacked?.(path, this.span) ?? this.unknown(say`packed files are not read here`);
  }

  readHead(path: string): Value | undefined {
    return this.host.readHead?.(path, this.span);
  }

  fileExists(path: string): boolean | Value {
    return this.host.fileExists(path, this.span);
  }

  get directories(): Directories | undefined {
    return this.host.directories?.(this.span);
  }

  environment(name: string): Variable {
    return this.host.environment(name);
  }

  assume(message: string, unset?: string): void {
    this.host.assume(message, this.span, unset);
  }

  evaluateExpression(source: Value): Value {
    return evaluateSource(this, source);
  }

  /** Notes where an exception arose, the first time that it is seen. */
  placeError(error: Error): void {
    // In a module of the library that is written in Python here, no document is.
    if (this.frame.file === nowhere.file && this.host.importer) return;
    if (!this.places.has(error)) this.places.set(error, (error instanceof PyError && error.span) || this.span);
  }

  /** Where an exception arose. */
  placeOf(error: Error): Span | undefined {
    return this.places.get(error);
  }
}
