import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { IntValue, NoneValue, RefValue, str, UnknownValue, type Value } from '../../../core/value.js';
import { tableOf } from '../methods/tables.js';
import { objectAttribute } from '../methods/object-methods.js';
import { defaultFactories } from '../default-factories.js';
import { MemberIntValue, OwnDictValue } from '../class-objects.js';
import { LibraryDict } from '../objects.js';
import { lacks } from '../known-modules/known-names.js';
import { BuiltinValue, ModuleValue, type Arguments, type Runtime } from '../runtime.js';
import { positional } from '../call-arguments.js';
import { contains } from '../operators/contains.js';
import { getItem } from '../operators/subscript.js';
import { length, pyRepr, pyStr, typeName } from '../semantics.js';
import { isOpenType, typeAttribute, typeOf } from './types.js';

const noMembers: Readonly<Record<string, Value>> = {};

/**
 * A method or attribute that the type of a value gives it, bound to the value: `append` of a list, `strip` of a str, `start` of a match.
 * @returns undefined where the type has none of that name. An unknown value has none.
 */
export function getMethod(object: Value, name: string): Value | undefined {
  const own = object instanceof LibraryDict ? object.attribute(name) : undefined;
  if (own) return own;
  const method = tableOf(object)?.[name];
  if (!method) return object.kind === 'object' ? objectAttribute(object, name) : undefined;
  const run = (runtime: Runtime, args: Arguments): Value => method(runtime, object, args);
  return new BuiltinValue(`${typeName(object)}.${name}`, object.span, run, 'builtin', noMembers, object);
}

/**
 * `object.name` of everything but a config's own classes, their objects and functions: methods, entries of a ConfigDict, members of modules
 * and types, attributes that every object has, and the longer reference that an attribute of a lazily imported object is.
 * @returns undefined where Python raises AttributeError (`attributeError` makes it)
 */
export function getAttribute(runtime: Runtime, object: Value, name: string): Value | undefined {
  if (object.kind === 'unknown') return object;
  return (
    getMethod(object, name) ??
    ownAttribute(runtime, object, name) ??
    commonAttribute(runtime, object, name) ??
    openAttribute(runtime, object, name)
  );
}

function ownAttribute(runtime: Runtime, object: Value, name: string): Value | undefined {
  switch (object.kind) {
    case 'dict':
      return dictAttribute(runtime, object, name);
    case 'ref':
      return refAttribute(runtime, object, name);
    case 'int':
    case 'bool':
    case 'float':
      return numberAttribute(object, name);
    case 'callable':
      if (object instanceof ModuleValue) return moduleMember(runtime, object, name);
      return object instanceof BuiltinValue ? builtinAttribute(runtime, object, name) : undefined;
    default:
      return undefined;
  }
}

/** Entries of a ConfigDict are its attributes; addict's Dict makes a missing one. */
function dictAttribute(runtime: Runtime, object: Extract<Value, { kind: 'dict' }>, name: string): Value | undefined {
  if (object.className === 'defaultdict' && name === 'default_factory') return defaultFactories.get(object) ?? new NoneValue(runtime.span);
  if (object.className !== 'ConfigDict' && object.className !== 'Dict') return undefined;
  const entry = object.get(name);
  if (entry || object.className === 'ConfigDict' || name.startsWith('__')) return entry;
  return new UnknownValue(say`addict makes an empty Dict for a missing attribute`, runtime.span);
}

/** An attribute of a lazily imported object is a lazy object too, special names left out (mmengine 0.11 `config/lazy.py`). */
function refAttribute(runtime: Runtime, object: RefValue, name: string): Value | undefined {
  if (object.refKind === 'lazy')
    return name.startsWith('__') ? undefined : new RefValue(`${object.path}.${name}`, runtime.span, 'lazy', object.from, true);
  if (name === '__name__' || name === '__qualname__') return str(object.refKind === 'module' ? object.path : object.name, runtime.span);
  return new UnknownValue(say`${object.path}.${name} is only known when ${object.path} is loaded`, runtime.span);
}

function numberAttribute(object: Value, name: string): Value | undefined {
  if (object.kind === 'bool' && (name === 'real' || name === 'numerator')) return new IntValue(BigInt(object.value), object.span);
  if (object instanceof MemberIntValue && (name === 'real' || name === 'numerator')) return new IntValue(object.value, object.span);
  if (name === 'real') return object;
  if (object.kind !== 'float' && name === 'numerator') return object;
  return undefined;
}

function moduleMember(runtime: Runtime, object: ModuleValue, name: string): Value | undefined {
  if (name === '__name__') return str(object.path, runtime.span);
  const member = object.member(runtime, name);
  if (member || lacks(object.path, name)) return member;
  return new UnknownValue(say`${object.path}.${name} is not modelled`, runtime.span);
}

function builtinAttribute(runtime: Runtime, object: BuiltinValue, name: string): Value | undefined {
  if (Object.hasOwn(object.members, name)) return object.members[name];
  if (object.callableKind === 'class') {
    const member = typeAttribute(object, name);
    if (member) return member;
  }
  const last = object.path.slice(object.path.lastIndexOf('.') + 1);
  if (name === '__name__') return str(last, runtime.span);
  if (name === '__qualname__') return str(object.callableKind === 'class' || isPlain(object.path) ? last : object.path, runtime.span);
  if (name === '__module__') return str(object.path.slice(0, Math.max(0, object.path.lastIndexOf('.'))), runtime.span);
  return undefined;
}

/** What is not known to be missing: of classes of libraries only their objects are modelled. */
function openAttribute(runtime: Runtime, object: Value, name: string): Value | undefined {
  if (!(object instanceof BuiltinValue) || object.callableKind !== 'class' || !isOpenType(object)) return undefined;
  const last = object.path.slice(object.path.lastIndexOf('.') + 1);
  return new UnknownValue(say`the attribute ${name} of the class ${last} is not modelled`, runtime.span);
}

function isPlain(path: string): boolean {
  return path.startsWith('builtins.') || !/^[a-z]+\.\w+$/.test(path);
}

/** What every object has. */
function commonAttribute(runtime: Runtime, object: Value, name: string): Value | undefined {
  switch (name) {
    case '__class__':
      return typeOf(runtime, object);
    case '__str__':
    case '__repr__':
      return object instanceof BuiltinValue && object.callableKind === 'class'
        ? textOfClass(object, name, runtime)
        : new BuiltinValue(`${typeName(object)}.${name}`, runtime.span, (r) => textBy(name, object, r));
    default:
      if (name === '__len__' && withKnownLength.has(object.kind)) return lengthMethod(object);
      if (name === '__len__' && withoutLength.has(object.kind)) return undefined;
      if (Object.hasOwn(askedOfContainers, name) && withKnownLength.has(object.kind)) return containerMethod(name, object);
      if (unmodelled(object, name)) return new UnknownValue(say`the method ${name} of ${typeName(object)} is not modelled`, runtime.span);
      return name.startsWith('__') && name.endsWith('__') && specialNames.has(name)
        ? new UnknownValue(say`the special attribute ${name} is not modelled`, runtime.span)
        : undefined;
  }
}

function textBy(name: '__str__' | '__repr__', object: Value, runtime: Runtime): Value {
  return str((name === '__str__' ? pyStr : pyRepr)(object).text, runtime.span);
}

/** `dict.__repr__`, which is given the object. */
function textOfClass({ path }: BuiltinValue, name: '__str__' | '__repr__', runtime: Runtime): Value {
  const type = path.slice(path.lastIndexOf('.') + 1);
  return new BuiltinValue(`${type}.${name}`, runtime.span, (r, args) => {
    const [object] = positional(name, args, 1, 1);
    const isOwn = typeName(object!) === type && !(object instanceof OwnDictValue);
    return isOwn ? textBy(name, object!, r) : new UnknownValue(say`the special attribute ${name} is not modelled`, r.span);
  });
}

const withKnownLength: ReadonlySet<Value['kind']> = new Set(['str', 'bytes', 'list', 'tuple', 'set', 'dict']);
const withoutLength: ReadonlySet<Value['kind']> = new Set(['int', 'bool', 'float', 'none']);

function lengthMethod(object: Value): Value {
  return new BuiltinValue(`${typeName(object)}.__len__`, object.span, (runtime, args) => {
    positional('__len__', args, 0, 0);
    return new IntValue(BigInt(length(object) ?? 0), runtime.span);
  });
}

/** Operators of containers as methods: `seen.__contains__`, `order.__getitem__`, which are handed to `filter` and `sorted`. */
const askedOfContainers: Readonly<Record<string, (runtime: Runtime, object: Value, asked: Value) => Value>> = {
  __contains__: contains,
  __getitem__: getItem,
};

/** Undefined for a set, which has no items. */
function containerMethod(name: string, object: Value): Value | undefined {
  if (object.kind === 'set' && name === '__getitem__') return undefined;
  return new BuiltinValue(`${typeName(object)}.${name}`, object.span, (runtime, args) => {
    const [asked] = positional(name, args, 1, 1);
    return asked!.kind === 'unknown' ? asked! : askedOfContainers[name]!(runtime, object, asked!);
  });
}

/** What files have beside what is modelled. */
const fileMethods = ['detach', 'fileno', 'isatty', 'truncate'];

/** Methods that a type has and that are not modelled; they are unknown rather than missing. */
const unmodelledMethods: Readonly<Record<string, readonly string[]>> = {
  int: ['denominator', 'from_bytes', 'imag', 'numerator', 'real', 'to_bytes'],
  bool: ['denominator', 'from_bytes', 'imag', 'numerator', 'real', 'to_bytes'],
  float: ['fromhex', 'imag', 'real'],
  complex: ['conjugate', 'imag', 'real'],
  Match: ['endpos', 'lastgroup', 'lastindex', 're', 'regs'],
  Pattern: ['scanner'],
  chain: ['from_iterable'],
  Random: ['VERSION', 'gauss_next'],
  '_csv.reader': ['dialect'],
  DictReader: ['dialect', 'reader', 'restkey', 'restval'],
  HASH: ['block_size', 'digest_size'],
  TextIOWrapper: [...fileMethods, 'buffer', 'errors', 'line_buffering', 'newlines', 'reconfigure', 'write_through'],
  GzipFile: [...fileMethods, 'filename', 'fileobj', 'mode', 'mtime', 'myfileobj', 'peek', 'read1', 'readinto', 'readinto1', 'rewind'],
  range: ['count', 'index', 'start', 'step', 'stop'],
  slice: ['indices', 'start', 'step', 'stop'],
  property: ['deleter', 'fdel', 'fget', 'fset', 'getter', 'setter'],
  bytes: [
    'capitalize',
    'center',
    'count',
    'endswith',
    'expandtabs',
    'find',
    'fromhex',
    'index',
    'isalnum',
    'isalpha',
    'isascii',
    'isdigit',
    'islower',
    'isspace',
    'istitle',
    'isupper',
    'join',
    'ljust',
    'lower',
    'lstrip',
    'maketrans',
    'partition',
    'removeprefix',
    'removesuffix',
    'replace',
    'rfind',
    'rindex',
    'rjust',
    'rpartition',
    'rsplit',
    'rstrip',
    'splitlines',
    'startswith',
    'swapcase',
    'title',
    'translate',
    'upper',
    'zfill',
  ],
  generator: ['close', 'gi_code', 'gi_frame', 'gi_running', 'gi_suspended', 'gi_yieldfrom', 'send', 'throw'],
};

/** What every exception can do, and what the classes of exceptions have besides. */
const exceptionMethods: ReadonlySet<string> = new Set(['add_note', 'with_traceback']);
const exceptionMembers: ReadonlySet<string> = new Set([
  ...exceptionMethods,
  'args',
  'characters_written',
  'code',
  'encoding',
  'end',
  'end_lineno',
  'end_offset',
  'errno',
  'filename',
  'filename2',
  'lineno',
  'msg',
  'name',
  'name_from',
  'obj',
  'object',
  'offset',
  'path',
  'print_file_and_line',
  'reason',
  'start',
  'strerror',
  'text',
  'value',
]);

/** Types of which nothing is modelled. */
const opaqueTypes: ReadonlySet<string> = new Set(['bytearray', 'memoryview']);

function unmodelled(object: Value, name: string): boolean {
  if (name === 'mro' && object instanceof BuiltinValue && object.callableKind === 'class') return true;
  const isType = object instanceof BuiltinValue && object.callableKind === 'class';
  const type = isType ? object.path.slice(object.path.lastIndexOf('.') + 1) : typeName(object);
  if (/(?:Error|Exception|Warning|Interrupt|Exit|Iteration)$/.test(type) && (isType ? exceptionMembers : exceptionMethods).has(name))
    return true;
  return opaqueTypes.has(type) || (Object.hasOwn(unmodelledMethods, type) && unmodelledMethods[type]!.includes(name));
}

/** Special attributes that objects of some types have; they are unknown rather than missing. */
const specialNames = new Set([
  '__doc__',
  '__dict__',
  '__dir__',
  '__eq__',
  '__ne__',
  '__lt__',
  '__le__',
  '__gt__',
  '__ge__',
  '__hash__',
  '__init__',
  '__new__',
  '__len__',
  '__iter__',
  '__next__',
  '__contains__',
  '__getitem__',
  '__setitem__',
  '__delitem__',
  '__add__',
  '__mul__',
  '__sub__',
  '__mod__',
  '__or__',
  '__and__',
  '__call__',
  '__format__',
  '__sizeof__',
  '__reduce__',
  '__reduce_ex__',
  '__getattribute__',
  '__setattr__',
  '__delattr__',
  '__subclasshook__',
  '__init_subclass__',
  '__bool__',
  '__int__',
  '__float__',
  '__module__',
  '__mro__',
  '__bases__',
  '__base__',
  '__subclasses__',
  '__file__',
  '__path__',
  '__spec__',
  '__loader__',
  '__package__',
  '__version__',
  '__self__',
  '__text_signature__',
  '__abs__',
  '__bytes__',
  '__ceil__',
  '__complex__',
  '__delete__',
  '__divmod__',
  '__floor__',
  '__floordiv__',
  '__get__',
  '__getformat__',
  '__getnewargs__',
  '__getstate__',
  '__iadd__',
  '__iand__',
  '__imul__',
  '__index__',
  '__instancecheck__',
  '__invert__',
  '__ior__',
  '__isub__',
  '__ixor__',
  '__lshift__',
  '__neg__',
  '__pos__',
  '__pow__',
  '__prepare__',
  '__radd__',
  '__rand__',
  '__rdivmod__',
  '__reversed__',
  '__rfloordiv__',
  '__rlshift__',
  '__rmod__',
  '__rmul__',
  '__ror__',
  '__round__',
  '__rpow__',
  '__rrshift__',
  '__rshift__',
  '__rsub__',
  '__rtruediv__',
  '__rxor__',
  '__set__',
  '__set_name__',
  '__setstate__',
  '__traceback__',
  '__cause__',
  '__context__',
  '__suppress_context__',
  '__length_hint__',
  '__del__',
  '__subclasscheck__',
  '__truediv__',
  '__trunc__',
  '__xor__',
  '__alloc__',
  '__abstractmethods__',
  '__basicsize__',
  '__dictoffset__',
  '__flags__',
  '__isabstractmethod__',
  '__itemsize__',
  '__weakrefoffset__',
  '__wrapped__',
  '__annotations__',
  '__code__',
  '__globals__',
  '__closure__',
  '__class_getitem__',
  '__copy__',
  '__deepcopy__',
  '__enter__',
  '__exit__',
]);

/** The AttributeError that a missing attribute raises. */
export function attributeError(object: Value, name: string): PyError {
  return new PyError('AttributeError', missing(object, name));
}

function missing(object: Value, name: string): string {
  if (object.kind === 'callable' && object.callableKind === 'class')
    return `type object '${object.path.slice(object.path.lastIndexOf('.') + 1)}' has no attribute '${name}'`;
  if (object.kind === 'callable' && object.callableKind === 'module') return `module '${object.path}' has no attribute '${name}'`;
  return `'${typeName(object)}' object has no attribute '${name}'`;
}
