import type { Span } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import type { BytesValue, CallableValue, DictValue, ObjectValue, RefValue, SetValue, StrValue, Value } from '../../core/value.js';
import { PyError } from '../../core/errors.js';
import { floatRepr } from './float-repr.js';
import { escapeBytes, escapeString, quoteOf } from './escape.js';
import { charge, chargeText, chargeCharacters, checkSize } from '../../core/cost.js';
import { say } from '../../core/say.js';
import { defaultFactories } from './default-factories.js';
import { ClassValue, isMember, NamedTupleValue, OwnDictValue } from './class-objects.js';
import {
  DictViewValue,
  ExceptionValue,
  FrozenSetValue,
  LibraryObject,
  NumpyIntValue,
  RangeValue,
  SliceValue,
  StrSubclassValue,
} from './objects.js';
import { BuiltinValue } from './runtime.js';
import { membersInOrder, unknownOrder } from './set-order.js';

/** How deep `repr` looks before it raises as Python does. */
const deepest = 900;

/** `str(v)`. A string is itself; of an unknown value a piece of unknown origin stands in the text. */
export function pyStr(v: Value): TracedText {
  if (isMember(v)) return v.ways.text('str');
  const ownText = v instanceof OwnDictValue ? v.text('str') : undefined;
  if (ownText) return ownText;
  if (v.kind === 'str') return v.traced;
  if (v instanceof NumpyIntValue) return TracedText.computed(intRepr(v.value), v.span);
  if (v instanceof ExceptionValue) return exceptionText(v);
  if (v instanceof LibraryObject && v.protocol.str !== undefined) return TracedText.computed(v.protocol.str, v.span);
  const own = v instanceof LibraryObject ? v.protocol.text?.('str') : undefined;
  if (own) return own;
  return pyRepr(v);
}

/** `repr(v)`. Strings inside keep their origins; what cannot be known (an address in memory) is a piece of unknown origin. */
export function pyRepr(v: Value): TracedText {
  return isPlain(v) ? plainRepr(v) : new Writer().write(v);
}

/** The exceptions that take two arguments for a number and what it means: OSError and those that derive from it. */
const systemErrors: ReadonlySet<string> = new Set(
  (
    'OSError BlockingIOError BrokenPipeError ChildProcessError ConnectionError ConnectionAbortedError ConnectionRefusedError ConnectionResetError FileExistsError FileNotFoundError InterruptedError IsADirectoryError NotADirectoryError ' +
    'PermissionError ProcessLookupError TimeoutError'
  ).split(' '),
);

/** What `str(exception)` gives: a KeyError shows the repr of its key. */
function exceptionText(v: ExceptionValue): TracedText {
  if (v.args.length === 0) return TracedText.empty;
  if (v.args.length === 2 && systemErrors.has(v.typeName)) {
    const [number, message] = v.args.map(pyStr);
    const [before, behind] = ['[Errno ', '] '].map((text) => TracedText.computed(text, v.span));
    return TracedText.join([before!, number!, behind!, message!]);
  }
  if (v.args.length > 1) return sequence('(', v.args.map(pyRepr), ')', v.span);
  return v.typeName === 'KeyError' ? pyRepr(v.args[0]!) : pyStr(v.args[0]!);
}

function sequence(open: string, parts: readonly TracedText[], close: string, span: Span): TracedText {
  const pieces = [TracedText.computed(open, span)];
  const comma = TracedText.computed(', ', span);
  let size = 0;
  parts.forEach((part, i) => {
    checkSize((size += part.length + 2));
    pieces.push(...(i > 0 ? [comma, part] : [part]));
  });
  chargeText(size);
  pieces.push(TracedText.computed(close, span));
  return TracedText.join(pieces);
}

/** Decimal digits of an int. CPython 3.11 refuses more than 4300 of them. */
export function intRepr(value: bigint): string {
  // 4300 digits need less than 14285 bits; the test by bits spares the conversion of what is far too long.
  const size = value.toString(16).length;
  if (size >= 64) charge(size >> 4);
  const text = size > 3572 ? undefined : value.toString();
  if (text !== undefined && text.replace('-', '').length <= 4300) return text;
  const hint = 'use sys.set_int_max_str_digits() to increase the limit';
  throw new PyError('ValueError', `Exceeds the limit (4300 digits) for integer string conversion; ${hint}`);
}

type Plain = Extract<Value, { kind: 'none' | 'bool' | 'int' | 'float' | 'str' | 'bytes' | 'unknown' | 'ref' | 'callable' }>;

/** Of what holds nothing else: no writer has to be made for it. */
function isPlain(v: Value): v is Plain {
  return plainKinds.has(v.kind);
}

const plainKinds: ReadonlySet<Value['kind']> = new Set(['none', 'bool', 'int', 'float', 'str', 'bytes', 'unknown', 'ref', 'callable']);

function plainRepr(v: Plain): TracedText {
  charge(2);
  switch (v.kind) {
    case 'none':
      return TracedText.computed('None', v.span);
    case 'bool':
      return TracedText.computed(v.value ? 'True' : 'False', v.span);
    case 'int':
      if (isMember(v)) return v.ways.text('repr');
      if (v instanceof NumpyIntValue) return hole(say`how numpy shows its numbers depends on its release`, v.span);
      charge(3);
      return TracedText.computed(intRepr(v.value), v.span);
    case 'float':
      return TracedText.computed(floatRepr(v.value), v.span);
    case 'str':
      return isMember(v) ? v.ways.text('repr') : quoted(v);
    case 'bytes':
      return TracedText.computed(bytesRepr(v), v.span);
    case 'unknown':
      return hole(v.reason, v.span);
    case 'ref':
      return refText(v);
    case 'callable':
      return callableText(v);
  }
}

class Writer {
  /** Containers being written: one that holds itself shows as `[...]`. */
  private readonly open = new Set<Value>();
  /** What has been written of containers: of one that is shared a thousand times, the text is, too. */
  private readonly done = new Map<Value, TracedText>();
  /** How often a container was met within itself: what it shows as there is not its text. */
  private selfReferences = 0;

  write(v: Value): TracedText {
    if (isPlain(v)) return plainRepr(v);
    charge(2);
    return this.nested(v);
  }

  private nested(v: Exclude<Value, Plain>): TracedText {
    const there = this.done.get(v);
    if (there) return there;
    if (this.open.has(v)) {
      this.selfReferences++;
      return TracedText.computed(selfReference[v.kind] ?? '...', v.span);
    }
    if (this.open.size > deepest)
      throw new PyError('RecursionError', 'maximum recursion depth exceeded while getting the repr of an object', v.span);
    this.open.add(v);
    const { selfReferences } = this;
    try {
      const text = this.container(v);
      if (selfReferences === this.selfReferences) this.done.set(v, text);
      return text;
    } finally {
      this.open.delete(v);
    }
  }

  private container(v: Value): TracedText {
    switch (v.kind) {
      case 'list':
        return this.sequence('[', v.items, ']', v.span);
      case 'tuple':
        if (v instanceof NamedTupleValue) return this.namedTuple(v);
        return this.sequence('(', v.items, v.items.length === 1 ? ',)' : ')', v.span);
      case 'set':
        return this.set(v);
      case 'dict':
        return this.dict(v);
      default:
        return this.object(v as ObjectValue);
    }
  }

  private sequence(open: string, items: Iterable<Value>, close: string, span: Span): TracedText {
    return sequence(
      open,
      [...items].map((item) => this.write(item)),
      close,
      span,
    );
  }

  private namedTuple({ ofClass, names, items, span }: NamedTupleValue): TracedText {
    const parts = items.map((item, i) => TracedText.join([TracedText.computed(`${names[i] ?? ''}=`, span), this.write(item)]));
    return sequence(`${ofClass.name}(`, parts, ')', span);
  }

  private set(set: SetValue): TracedText {
    const { members, span } = set;
    const frozen = set instanceof FrozenSetValue;
    if (members.size === 0) return TracedText.computed(frozen ? 'frozenset()' : 'set()', span);
    const ordered = membersInOrder(set);
    if (!ordered) return hole(unknownOrder(set).reason, span);
    return this.sequence(frozen ? 'frozenset({' : '{', ordered, frozen ? '})' : '}', span);
  }

  private dict(v: Extract<Value, { kind: 'dict' }>): TracedText {
    const own = v instanceof OwnDictValue ? v.text('repr') : undefined;
    if (own) return own;
    const colon = TracedText.computed(': ', v.span);
    const parts = [...v.entries.values()].map((e) => TracedText.join([this.write(e.key), colon, this.write(e.value)]));
    if (v.className === 'OrderedDict') {
      if (parts.length === 0) return TracedText.computed('OrderedDict()', v.span);
      const pairs = [...v.entries.values()].map((e) => sequence('(', [this.write(e.key), this.write(e.value)], ')', v.span));
      return sequence('OrderedDict([', pairs, '])', v.span);
    }
    if (v.className === 'Counter' && parts.length === 0) return TracedText.computed('Counter()', v.span);
    if (v.className === 'Counter') return sequence('Counter({', byCount(v, parts), '})', v.span);
    if (v.className === 'defaultdict') {
      const factory = defaultFactories.get(v);
      const shown = factory ? this.write(factory) : TracedText.computed('None', v.span);
      return TracedText.join([TracedText.computed('defaultdict(', v.span), shown, sequence(', {', parts, '})', v.span)]);
    }
    return sequence('{', parts, '}', v.span);
  }

  private object(v: ObjectValue): TracedText {
    if (v instanceof RangeValue) {
      const step = v.step === 1n ? '' : `, ${intRepr(v.step)}`;
      return TracedText.computed(`range(${intRepr(v.start)}, ${intRepr(v.stop)}${step})`, v.span);
    }
    if (v instanceof DictViewValue) return this.sequence(`${v.typeName}([`, v.items(), '])', v.span);
    if (v instanceof SliceValue) return this.sequence('slice(', [v.start, v.stop, v.step], ')', v.span);
    if (v instanceof ExceptionValue) return this.sequence(`${v.typeName}(`, v.args, ')', v.span);
    if (v instanceof LibraryObject && v.protocol.repr !== undefined) return TracedText.computed(v.protocol.repr, v.span);
    const own = v instanceof LibraryObject ? v.protocol.text?.('repr') : undefined;
    if (own) return own;
    if (v.typeName === 'ellipsis') return TracedText.computed('Ellipsis', v.span);
    return hole(say`the text of a ${v.typeName} object holds its address in memory`, v.span);
  }
}

/** A Counter shows what is most common first, where its counts can be compared. */
function byCount(counter: DictValue, parts: readonly TracedText[]): readonly TracedText[] {
  const counts = [...counter.entries.values()].map(({ value }) => (value.kind === 'int' ? value.value : undefined));
  if (counts.includes(undefined)) return parts;
  const order = counts.map((_, i) => i).sort((a, b) => (counts[a]! > counts[b]! ? -1 : counts[a]! < counts[b]! ? 1 : a - b));
  return order.map((i) => parts[i]!);
}

const selfReference: Partial<Record<Value['kind'], string>> = { list: '[...]', dict: '{...}', tuple: '(...)', set: 'set(...)' };

/** Text that stands for what cannot be known. */
function hole(reason: string, span: Span): TracedText {
  return TracedText.of('⟨unknown⟩', { kind: 'unknown', reason, span });
}

function quoted(v: StrValue): TracedText {
  const quote = quoteOf(v.text);
  chargeText(v.text.length);
  const mark = TracedText.computed(quote, v.span);
  const shown = TracedText.join([mark, escapeString(v.traced, quote), mark]);
  if (!(v instanceof StrSubclassValue)) return shown;
  return TracedText.join([TracedText.computed(`${v.className}(`, v.span), shown, TracedText.computed(')', v.span)]);
}

function bytesRepr(v: BytesValue): string {
  const quote = v.bytes.includes("'") && !v.bytes.includes('"') ? '"' : "'";
  chargeCharacters(v.bytes.length);
  return 'b' + quote + escapeBytes(v.bytes, quote) + quote;
}

function refText(v: RefValue): TracedText {
  if (v.refKind === 'lazy') return TracedText.computed(v.name, v.span);
  if (v.refKind === 'class') return TracedText.computed(`<class '${v.path}'>`, v.span);
  return hole(say`the text of ${v.path} holds what only the running program knows`, v.span);
}

function callableText(v: CallableValue): TracedText {
  if (v instanceof ClassValue && v.meta) return TracedText.computed(`<enum '${v.name}'>`, v.span);
  if (v instanceof ClassValue && v.ofProgram) return hole(say`the module of ${v.name} depends on how it is loaded`, v.span);
  if (v.callableKind === 'class') return TracedText.computed(`<class '${withoutBuiltins(v.path)}'>`, v.span);
  if (v instanceof BuiltinValue && v.callableKind === 'builtin' && isPlainBuiltin(v.path))
    return TracedText.computed(`<built-in function ${lastName(v.path)}>`, v.span);
  return hole(say`the text of ${v.path} holds its address in memory`, v.span);
}

/** A function of a module, in contrast to a method bound to an object. */
function isPlainBuiltin(path: string): boolean {
  return /^(builtins|math|_?functools|posix)\.\w+$/.test(path);
}

function withoutBuiltins(path: string): string {
  return path.startsWith('builtins.') ? path.slice('builtins.'.length) : path;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
