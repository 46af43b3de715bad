import { PlaceholderValue } from '../placeholder.js';
import { PyError } from '../../../core/errors.js';
import { TracedText } from '../../../core/traced-text.js';
import {
  BoolValue,
  BytesValue,
  DictValue,
  FloatValue,
  IntValue,
  ListValue,
  NoneValue,
  SetValue,
  StrValue,
  TupleValue,
  UnknownValue,
  type Value,
} from '../../../core/value.js';
import { bind, indexArgument, positional, typeError, unknownArgument, valueError } from '../call-arguments.js';
import { chargeText, chargeCharacters } from '../../../core/cost.js';
import { say } from '../../../core/say.js';
import { toConfigDict, updateDict, updateFromPairs } from '../dicts.js';
import { unknownInText } from '../find-unknown.js';
import { DescriptorValue } from '../class-objects.js';
import { EllipsisValue, FrozenSetValue, mappingOf, opaqueNumber, RangeValue, SliceValue } from '../objects.js';
import { toFloat } from '../operators/arithmetic.js';
import { decode, encode } from '../methods/bytes-codec.js';
import { keywordDict } from '../methods/dict.js';
import { collectMembers } from '../methods/set.js';
import type { Arguments, Runtime } from '../runtime.js';
import { specialMethod } from '../special-method.js';
import { asInteger, iterateItems, length, pyRepr, pyStr, truthy, typeName } from '../semantics.js';
import { iterationConstructors } from './iteration.js';
import { parseFloatText, parseInteger } from '../parse-number.js';

export type Construct = (runtime: Runtime, args: Arguments) => Value;

const int: Construct = (runtime, args) => {
  const unknown = unknownArgument(args);
  if (unknown) return unknown;
  const [x, baseArgument] = bind('int', args, ['x', 'base'], 0);
  if (!x) {
    if (baseArgument) throw typeError('int() missing string argument');
    return new IntValue(0n, runtime.span);
  }
  const own = baseArgument ? undefined : (specialMethod(runtime, x, '__int__') ?? specialMethod(runtime, x, '__trunc__'));
  if (own) return own;
  const hole = opaqueNumber(x, runtime.span);
  if (hole) return hole;
  return new IntValue(baseArgument ? intInBase(x, baseArgument) : toInt(x), runtime.span);
};

function intInBase(x: Value, baseArgument: Value): bigint {
  const base = indexArgument(baseArgument);
  if (x.kind !== 'str' && x.kind !== 'bytes') throw typeError("int() can't convert non-string with explicit base");
  if (base !== 0 && (base < 2 || base > 36)) throw valueError('int() base must be >= 2 and <= 36, or 0');
  return readInt(x, base);
}

function readInt(x: Extract<Value, { kind: 'str' | 'bytes' }>, base: number): bigint {
  if (x instanceof PlaceholderValue) return 0n;
  const text = x.kind === 'str' ? x.text : x.bytes;
  const power = base !== 0 && (base & (base - 1)) === 0;
  const digits = power ? 0 : digitCount(text, base);
  chargeCharacters(text.length);
  if (digits > 4300)
    throw valueError(
      `Exceeds the limit (4300 digits) for integer string conversion: value has ${String(digits)} digits; use sys.set_int_max_str_digits() to increase the limit`,
    );
  const value = parseInteger(text, base);
  if (value === undefined) throw valueError(`invalid literal for int() with base ${String(base)}: ${pyRepr(x).text}`);
  return value;
}

/** How many digits of the base a text begins with, but for its prefix: so many CPython would convert. */
function digitCount(text: string, base: number): number {
  let count = 0;
  for (let i = /^\s*[+-]?/.exec(text)![0].length; i < text.length; i++) {
    const c = text.charCodeAt(i) | 0x20;
    const value = c >= 0x61 ? c - 87 : text.charCodeAt(i) - 48;
    const counts = text[i] !== '_';
    if (counts && text.charCodeAt(i) < 128 && (value < 0 || value >= Math.max(base, 10))) break;
    if (counts) count++;
  }
  return count;
}

function toInt(x: Value): bigint {
  if (x.kind === 'float') return floatToInt(x.value);
  if (x.kind === 'str' || x.kind === 'bytes') {
    return readInt(x, 10);
  }
  const n = asInteger(x);
  if (n === undefined) throw typeError(`int() argument must be a string, a bytes-like object or a real number, not '${typeName(x)}'`);
  return n;
}

/** A float without its fraction. @throws PyError ValueError for nan, OverflowError for an infinity */
export function floatToInt(x: number): bigint {
  if (Number.isNaN(x)) throw valueError('cannot convert float NaN to integer');
  if (!Number.isFinite(x)) throw new PyError('OverflowError', 'cannot convert float infinity to integer');
  return BigInt(Math.trunc(x));
}

const float: Construct = (runtime, args) => {
  const [x] = positional('float', args, 0, 1);
  if (!x) return new FloatValue(0, runtime.span);
  if (x.kind === 'unknown') return x;
  if (x.kind === 'float' || x.kind === 'int' || x.kind === 'bool') return new FloatValue(toFloat(x), runtime.span);
  if (x instanceof PlaceholderValue) return new FloatValue(0, runtime.span);
  const own = specialMethod(runtime, x, '__float__') ?? opaqueNumber(x, runtime.span);
  if (own) return own;
  if (x.kind !== 'str' && x.kind !== 'bytes') throw typeError(`float() argument must be a string or a real number, not '${typeName(x)}'`);
  chargeCharacters(x.kind === 'str' ? x.text.length : x.bytes.length);
  const value = parseFloatText(x.kind === 'str' ? x.text : x.bytes);
  if (value === undefined) throw valueError(`could not convert string to float: ${pyRepr(x).text}`);
  return new FloatValue(value, runtime.span);
};

/** `str(object)`: unknown where the text cannot be known. */
const str: Construct = (runtime, args) => {
  const [object, encoding, errors] = bind('str', args, ['object', 'encoding', 'errors'], 0);
  if (!object) return new StrValue(TracedText.empty, runtime.span);
  if (object.kind === 'unknown') return object;
  if (encoding || errors) return decoded(runtime, object, encoding);
  const text = pyStr(object);
  return unknownInText(object, text) ?? new StrValue(text, runtime.span);
};

function decoded(runtime: Runtime, object: Value, encoding: Value | undefined): Value {
  if (object.kind === 'str') throw typeError('decoding str is not supported');
  if (object.kind !== 'bytes') throw typeError(`decoding to str: need a bytes-like object, ${typeName(object)} found`);
  const name = encoding?.kind === 'str' ? encoding.text : 'utf-8';
  const text = decode(object.bytes, name);
  if (text === undefined) return new UnknownValue(say`these bytes are not decoded from ${name}`, runtime.span);
  return new StrValue(TracedText.computed(text, runtime.span), runtime.span);
}

const bool: Construct = (runtime, args) => {
  const [x] = positional('bool', args, 0, 1);
  const result = x ? truthy(x) : false;
  return typeof result === 'boolean' ? new BoolValue(result, runtime.span) : result;
};

/** The items of an optional iterable argument. */
function itemsOf(runtime: Runtime, name: string, args: Arguments): Value[] {
  const [items] = positional(name, args, 0, 1);
  const result: Value[] = [];
  if (!items) return result;
  runtime.checkSize(length(items) ?? 0);
  for (const item of runtime.iterate(items)) {
    runtime.checkSize(result.length + 1);
    result.push(item);
  }
  return result;
}

const list: Construct = (runtime, args) => new ListValue(itemsOf(runtime, 'list', args), runtime.span);

const tuple: Construct = (runtime, args) => {
  const [items] = args.positional;
  return items?.kind === 'tuple' ? items : new TupleValue(itemsOf(runtime, 'tuple', args), runtime.span);
};

function members(runtime: Runtime, name: string, args: Arguments): Map<string, Value> {
  const [items] = positional(name, args, 0, 1);
  return items ? collectMembers(runtime, items) : new Map<string, Value>();
}

/** Whether the members of a new set are added one by one: those of sets and dicts are merged into it, whose table has another size then. */
function isAddedTo({ positional: [items] }: Arguments): boolean {
  return items?.kind !== 'set' && items?.kind !== 'dict';
}

function given(value: Value | undefined): Value | undefined {
  return value?.kind === 'none' ? undefined : value;
}

const dict: Construct = (runtime, args) => makeDict(runtime, args, 'dict');

/** `dict(mapping_or_pairs, **entries)`, and the same of another class. An unknown source makes the whole unknown. */
export function makeDict(runtime: Runtime, args: Arguments, className: string): Value {
  if (args.positional.length > 1) throw typeError(`dict expected at most 1 argument, got ${String(args.positional.length)}`);
  const [given] = args.positional;
  if (given?.kind === 'unknown') return given;
  if (!given && className === 'dict') return keywordDict(runtime, args);
  const result = new DictValue(runtime.span, className);
  const source = given && (mappingOf(given) ?? given);
  if (source?.kind === 'dict') updateDict(result, source);
  else if (source) updateFromPairs(runtime, result, source);
  updateDict(result, keywordDict(runtime, args));
  return result;
}

/** `ConfigDict(…)`: empty arguments are passed over (mmengine 0.11 `ConfigDict.__init__`). */
const configDict: Construct = (runtime, args) => {
  const sources = args.positional.filter((source) => truthy(source) !== false);
  const plain = makeDict(runtime, { ...args, positional: sources.slice(0, 1) }, 'dict');
  return plain.kind === 'dict' ? toConfigDict(plain) : plain;
};

const bytes: Construct = (runtime, args) => {
  const unknown = unknownArgument(args);
  if (unknown) return unknown;
  const [source, encoding, errors] = bind('bytes', args, ['source', 'encoding', 'errors'], 0);
  if (!source) return new BytesValue('', runtime.span);
  if (source.kind === 'bytes') return source;
  if (source.kind === 'str') {
    if (encoding?.kind !== 'str') throw typeError('string argument without an encoding');
    const encoded = encode(source.text, encoding.text, errors?.kind === 'str' ? errors.text : 'strict');
    return encoded === undefined
      ? new UnknownValue(say`the encoding ${encoding.text} is not modelled`, runtime.span)
      : new BytesValue(encoded, runtime.span);
  }
  return new BytesValue(bytesFrom(runtime, source), runtime.span);
};

function bytesFrom(runtime: Runtime, source: Value): string {
  const size = asInteger(source);
  if (size !== undefined) {
    if (size < 0n) throw valueError('negative count');
    runtime.checkSize(Number(size));
    chargeText(Number(size));
    return '\0'.repeat(Number(size));
  }
  if (!iterateItems(source)) throw typeError(`cannot convert '${typeName(source)}' object to bytes`);
  return Array.from(runtime.iterate(source), (item) => {
    const n = asInteger(item);
    if (n === undefined) throw typeError(`'${typeName(item)}' object cannot be interpreted as an integer`);
    if (n < 0n || n > 255n) throw valueError('bytes must be in range(0, 256)');
    return String.fromCharCode(Number(n));
  }).join('');
}

const range: Construct = (runtime, args) => {
  const unknown = unknownArgument(args);
  if (unknown) return unknown;
  const values = positional('range', args, 1, 3).map((v) => {
    const n = asInteger(v);
    if (n === undefined) throw typeError(`'${typeName(v)}' object cannot be interpreted as an integer`);
    return n;
  });
  if (values.length === 1) return new RangeValue(0n, values[0]!, 1n, runtime.span);
  const step = values[2] ?? 1n;
  if (step === 0n) throw valueError('range() arg 3 must not be zero');
  return new RangeValue(values[0]!, values[1]!, step, runtime.span);
};

const slice: Construct = (runtime, args) => {
  const values = positional('slice', args, 1, 3);
  const none = new NoneValue(runtime.span);
  if (values.length === 1) return new SliceValue(none, values[0]!, none, runtime.span);
  return new SliceValue(values[0]!, values[1]!, values[2] ?? none, runtime.span);
};

/** What calling a builtin type does, by its name. */
export const constructors: Readonly<Record<string, Construct | undefined>> = {
  int,
  float,
  str,
  bool,
  list,
  tuple,
  dict,
  bytes,
  range,
  slice,
  set: (runtime, args) => new SetValue(members(runtime, 'set', args), runtime.span, isAddedTo(args)),
  frozenset: (runtime, args) => new FrozenSetValue(members(runtime, 'frozenset', args), runtime.span, isAddedTo(args)),
  ConfigDict: configDict,
  NoneType: (runtime) => new NoneValue(runtime.span),
  ellipsis: (runtime) => new EllipsisValue(runtime.span),
  property: (runtime, args) => {
    const [get, set, remove] = bind('property', args, ['fget', 'fset', 'fdel', 'doc'], 0);
    return get && get.kind !== 'none'
      ? new DescriptorValue('property', get, runtime.span, given(set), given(remove))
      : new UnknownValue(say`a property without a getter of its own is not modelled`, runtime.span);
  },
  staticmethod: (runtime, args) => new DescriptorValue('staticmethod', positional('staticmethod', args, 1, 1)[0]!, runtime.span),
  classmethod: (runtime, args) => new DescriptorValue('classmethod', positional('classmethod', args, 1, 1)[0]!, runtime.span),
  ...iterationConstructors,
};
