import type { Variable } from '../../core/environment.js';
import { LimitError, PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { getAttribute, attributeError } from '../../python/runtime/types/attributes.js';
import { countedItems } from '../../python/interpreter/counted-items.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { markupAttribute, MarkupValue } from './markup.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../../python/runtime/runtime.js';
import { typeName } from '../../python/runtime/semantics.js';
import { cover, nowhere, type FileId, type Span } from '../../core/span.js';
import type { Origin, TracedText } from '../../core/traced-text.js';
import { DictValue, UnknownValue, type Value } from '../../core/value.js';
import type { JinjaAt, JinjaTemplate } from '../syntax/jinja-ast.js';
import { globalValue } from './globals.js';
import { GroupTuple } from './group-tuple.js';
import { TemplateScope } from './scope.js';
import type { FrameKey, HiddenNames } from '../analysis/hidden-names.js';
import { mostSteps, RenderBudget } from './render-budget.js';
import { UndefinedValue } from './undefined.js';
import { weightOf } from './weight.js';
import type { ParseStatement } from '../syntax/parse-statement.js';
import type { WhiteSpace } from '../syntax/white-space.js';

/** Calls within calls, and the size of one value: bounds of one rendering, counted so that a result never depends on the machine. */
const most = { size: 5_000_000, depth: 150 } as const;

/** Powers of two: so many characters of a text, or items of a list, are looked at in one step. */
const perStep = { text: 6, items: 4 } as const;

/** What a template and what it means has in common for every rendering. */
export interface Compiled {
  readonly environment: JinjaEnvironment;
  readonly template: JinjaTemplate;
  readonly hidden: HiddenNames;
}

/** What a template is rendered with. */
export interface Variables {
  /** The value of a name, always the same object; undefined where there is none. */
  column(name: string): Value | undefined;
  /** The row that a value, or what it is a part of, comes from; undefined for any other. */
  originOf(value: Value): Extract<Origin, { kind: 'row' }> | undefined;
}

/** One rendering of a template: its variables, its budget, and the place where it is. */
export class Rendering implements Runtime {
  /** The expression or statement being worked on. */
  node: JinjaAt = { start: 0, end: 0 };
  scope: TemplateScope;
  /** Variables assigned outside of every loop, macro and the like: blocks see these only. */
  readonly top: TemplateScope;
  private readonly spans = new Map<JinjaAt, Span>();
  private depth = 0;

  constructor(
    /** The template's text with its origins. */
    readonly source: TracedText,
    readonly compiled: Compiled,
    readonly row: Variables,
    private readonly budget = new RenderBudget(),
  ) {
    this.top = this.newScope(compiled.template.body, undefined);
    this.scope = this.top;
  }

  newScope(key: FrameKey, parent: TemplateScope | undefined): TemplateScope {
    return new TemplateScope(parent, this.compiled.hidden.get(key));
  }

  /** Runs `body` within a scope of its own. */
  within<T>(scope: TemplateScope, body: () => T): T {
    const outer = this.scope;
    this.scope = scope;
    try {
      return body();
    } finally {
      this.scope = outer;
    }
  }

  /** How templates are read and rendered here. */
  get jinja(): JinjaEnvironment {
    return this.compiled.environment;
  }

  get span(): Span {
    return this.spanOf(this.node);
  }

  get file(): FileId {
    return this.span.file;
  }

  /** Where a node of the template stands in its document: the cover of what it is written in. */
  spanOf(node: JinjaAt): Span {
    let span = this.spans.get(node);
    if (!span) this.spans.set(node, (span = placeOf(this.source, node)));
    return span;
  }

  /** The value of a name, or Jinja's undefined object. */
  resolve(name: string): Value {
    const owner = this.scope.owner(name);
    if (owner) return owner.own(name) ?? this.undefined({ name });
    return this.row.column(name) ?? this.jinja.globals.get(name) ?? globalValue(name) ?? this.undefined({ name });
  }

  undefined(missing: UndefinedValue['missing']): UndefinedValue {
    return new UndefinedValue(missing, this.span, this.jinja.strict);
  }

  step(count = 1): void {
    if (!this.budget.spend(count))
      throw new LimitError(
        'steps',
        this.span,
        say`Rendering stops after ${String(mostSteps)} steps: this template does more work than is followed here.`,
      );
  }

  /** Counts the work of looking at each character of a text or each item of a list: each use of one may do so. */
  lookThrough(value: Value): void {
    if (value.kind === 'str') this.step(value.text.length >> perStep.text);
    else if (value.kind === 'list' || value.kind === 'tuple') this.step(value.items.length >> perStep.items);
    else if (value.kind === 'dict') this.step(value.entries.size >> perStep.items);
  }

  /** Counts the work of comparing a value with all that it holds, however deep. */
  lookInto(value: Value): void {
    if (value.kind === 'str') this.lookThrough(value);
    else this.step(weightOf(value, mostSteps << 2) >> 2);
  }

  /** Counts the work of writing a value as text, with all that it holds. */
  writeOut(value: Value): void {
    if (value.kind === 'str') this.lookThrough(value);
    else this.step(Math.floor(weightOf(value, 2 * mostSteps)) - 1);
  }

  /** Counts the work of making a value. */
  made<T extends Value>(value: T): T {
    this.lookThrough(value);
    return value;
  }

  checkSize(size: number): void {
    if (size > most.size)
      throw new LimitError(
        'size',
        this.span,
        say`A value of ${String(size)} items or characters would be made here; at most ${String(most.size)} are followed.`,
      );
  }

  /** Runs the body of a macro or of a loop that calls itself. */
  nested<T>(body: () => T): T {
    if (++this.depth > most.depth)
      throw new LimitError(
        'depth',
        this.span,
        say`Calls are nested more than ${String(most.depth)} deep here: does the recursion ever end?`,
      );
    try {
      return body();
    } finally {
      this.depth--;
    }
  }

  /** Calls a value as Python does. What it raises or gives back is the callee's; a StopIteration becomes an undefined value, as in Jinja. */
  call(callee: Value, args: Arguments): Value {
    this.step();
    if (callee.kind === 'unknown') return callee;
    if (callee instanceof UndefinedValue) throw callee.error();
    const node = this.node;
    for (const arg of args.positional) this.lookThrough(arg);
    try {
      return this.made(this.invoke(callee, args));
    } catch (error) {
      if (error instanceof UnknownSignal) return error.value;
      if (!(error instanceof PyError) || error.type !== 'StopIteration') throw error;
      return this.undefined({ hint: 'value was undefined because a callable raised a StopIteration exception' });
    } finally {
      this.node = node;
    }
  }

  private invoke(callee: Value, args: Arguments): Value {
    if (callee instanceof BuiltinValue) return callee.invoke(this, args);
    const method = callee instanceof LibraryObject ? callee.attribute('__call__') : undefined;
    if (method) return this.call(method, args);
    if (callee.kind === 'ref') return new UnknownValue(say`What ${callee.path}(…) returns is only known when it runs.`, this.span);
    throw new PyError('TypeError', `'${typeName(callee)}' object is not callable`);
  }

  iterate(value: Value): Iterable<Value> {
    return countedItems(value, this);
  }

  getAttribute(object: Value, name: string): Value {
    const found = (object instanceof GroupTuple ? object.named(name) : undefined) ?? getAttribute(this, object, name);
    const value = object instanceof MarkupValue ? markupAttribute(object, name, found) : found;
    if (value === undefined) throw attributeError(object, name);
    return value;
  }

  setAttribute(object: Value, name: string): void {
    throw attributeError(object, name);
  }

  deleteAttribute(object: Value, name: string): void {
    throw attributeError(object, name);
  }

  globals(): DictValue {
    return new DictValue(nowhere);
  }

  locals(): DictValue {
    return new DictValue(nowhere);
  }

  readFile(): Value {
    return new UnknownValue(say`Templates read no files.`, this.span);
  }

  fileExists(): Value {
    return new UnknownValue(say`Templates read no files.`, this.span);
  }

  environment(): Variable {
    return { kind: 'unset' };
  }

  assume(): void {
    // Nothing in a template depends on the machine.
  }

  evaluateExpression(): Value {
    return new UnknownValue(say`Code in a string is not run.`, this.span);
  }
}

/** The place in a document of a part of a traced text; nowhere where no document holds it. */
export function placeOf(source: TracedText, { start, end }: JinjaAt): Span {
  let span: Span | undefined;
  const part = end > start ? source.slice(start, end) : source.slice(Math.max(0, start - 1), start);
  for (const { origin } of part.pieces) if (origin.kind === 'source') span = span ? cover(span, origin.span) : origin.span;
  return span ?? nowhere;
}
/** What a filter does with its input and the arguments of its use. */
export type RunFilter = (rendering: Rendering, value: Value, args: Arguments) => Value;
/** What sets apart the places where Jinja is used: how templates are read, and what they know beside what every template knows. */
export interface JinjaEnvironment extends WhiteSpace {
  /** Whether what is not there raises wherever it is used. */
  readonly strict: boolean;
  /** Whether templates may not change lists and dicts, nor reach into Python's objects (jinja2 3.1 `sandbox.py`, ImmutableSandboxedEnvironment). */
  readonly sandboxed: boolean;
  readonly tags: Readonly<Record<string, ParseStatement>>;
  readonly filters: ReadonlyMap<string, RunFilter>;
  readonly globals: ReadonlyMap<string, Value>;
}
