import { BoolValue, UnknownValue, type Value } from '../../../core/value.js';
import { positional, typeError, unknownArgument } from '../call-arguments.js';
import { isSubclass } from '../exceptions.js';
import { ClassValue, InstanceValue, isMember, OwnDictValue, type MemberValue, NamedTupleValue } from '../class-objects.js';
import { chargePassed, charge } from '../../../core/cost.js';
import { nowhere } from '../../../core/span.js';
import { say } from '../../../core/say.js';
import { DictViewValue, ExceptionValue, LibraryDict, LibraryObject, undecidedType } from '../objects.js';
import { BuiltinValue, IterableValue, IteratorValue, type Arguments, type Runtime } from '../runtime.js';
import { iterateItems, keyOf, typeName } from '../semantics.js';

/** An answer, or the reason why there is none. */
type Answer = boolean | UnknownValue;

/** `isinstance(value, type_or_tuple)`. */
export function isInstance(runtime: Runtime, args: Arguments): Value {
  const unknown = unknownArgument(args);
  if (unknown) return unknown;
  const [value, wanted] = positional('isinstance', args, 2, 2);
  return asValue(
    runtime,
    anyOf(runtime, wanted!, 'isinstance', (type) => instanceOf(runtime, value!, type)),
  );
}

/** `issubclass(type, type_or_tuple)`. */
export function isSubclassOf(runtime: Runtime, args: Arguments): Value {
  const unknown = unknownArgument(args);
  if (unknown) return unknown;
  const [type, wanted] = positional('issubclass', args, 2, 2);
  if (type!.kind === 'ref' && type!.refKind === 'class')
    return new UnknownValue(say`what ${type.path} derives from is only known when it is loaded`, runtime.span);
  if (!isType(type!)) throw typeError('issubclass() arg 1 must be a class');
  return asValue(
    runtime,
    anyOf(runtime, wanted!, 'issubclass', (other) => derives(type!, other)),
  );
}

function asValue(runtime: Runtime, answer: Answer): Value {
  return typeof answer === 'boolean' ? new BoolValue(answer, runtime.span) : answer;
}

function isType(v: Value): boolean {
  return v.kind === 'callable' && v.callableKind === 'class';
}

/** The answer for a type, or for any type of a tuple. */
function anyOf(runtime: Runtime, wanted: Value, name: string, test: (type: Value) => Answer): Answer {
  if (wanted.kind === 'tuple') {
    let unknown: UnknownValue | undefined;
    for (const type of wanted.items) {
      charge(1);
      const answer = anyOf(runtime, type, name, test);
      if (answer === true) return true;
      if (answer !== false) unknown ??= answer;
    }
    return unknown ?? false;
  }
  if (wanted.kind === 'unknown') return wanted;
  if (wanted.kind === 'ref' && wanted.refKind !== 'lazy')
    return new UnknownValue(say`what is an instance of ${wanted.path} is only known when it is loaded`, runtime.span);
  if (wanted instanceof LibraryObject && wanted.protocol.annotates) {
    const { stoodFor } = wanted.protocol;
    return stoodFor ? test(stoodFor) : new UnknownValue(say`generic types are not modelled`, runtime.span);
  }
  if (!isType(wanted)) {
    const what = name === 'isinstance' ? 'a type, a tuple of types, or a union' : 'a class, a tuple of classes, or a union';
    throw typeError(`${name}() arg 2 must be ${what}`);
  }
  return test(wanted);
}

/** Types of dicts and what each of them derives from. */
const parents: Readonly<Record<string, readonly string[]>> = {
  bool: ['int'],
  ConfigDict: ['Dict', 'dict'],
  Dict: ['dict'],
  OrderedDict: ['dict'],
  Counter: ['dict'],
  defaultdict: ['dict'],
};

function instanceOf(runtime: Runtime, value: Value, type: Value): Answer {
  if (value.kind === 'unknown') return value;
  const undecided = undecidedType(value);
  if (undecided) return undecided;
  if (value.kind === 'ref' && !typeName(value).startsWith('Lazy')) return refIs(runtime, value, type);
  if (value instanceof NamedTupleValue && type instanceof ClassValue) return derives(value.ofClass, type);
  if (value instanceof InstanceValue && type instanceof BuiltinValue && type.path.startsWith('collections.abc.'))
    return new UnknownValue(say`isinstance with ${type.path} is not modelled`, runtime.span);
  if (value instanceof InstanceValue) return derives(value.ofClass, type);
  if (isMember(value) || value instanceof OwnDictValue) return memberIs(runtime, value, type);
  if (type instanceof ClassValue) return isLibraryMoment(value, type);
  if (!(type instanceof BuiltinValue)) return false;
  const name = lastName(type);
  if (name === 'object') return true;
  if (value instanceof ExceptionValue) return isSubclass(value.typeName, name);
  if (type.path.startsWith('collections.abc.') || type.path.startsWith('typing.'))
    return isAbstract(value, name) ?? new UnknownValue(say`isinstance with ${type.path} is not modelled`, runtime.span);
  if (name === 'FunctionType' || name === 'LambdaType') return typeName(value) === 'function';
  return isOfBuiltin(value, name);
}

function isOfBuiltin(value: Value, name: string): boolean {
  const own = typeName(value);
  return own === name || (value instanceof LibraryDict && name === 'dict') || (parents[own]?.includes(name) ?? false);
}

/** A member of an enum that is a text or an int, and a dict of a class of the program's: of that class, and of the builtin one. */
function memberIs(runtime: Runtime, value: MemberValue | OwnDictValue, type: Value): Answer {
  if (type instanceof ClassValue) return derives(value.ofClass, type);
  if (!(type instanceof BuiltinValue)) return false;
  const name = lastName(type);
  if (type.path.startsWith('collections.abc.') || type.path.startsWith('typing.'))
    return isAbstract(value, name) ?? new UnknownValue(say`isinstance with ${type.path} is not modelled`, runtime.span);
  return name === value.kind || name === 'object';
}

/** Dates in rows of a dataset are objects of the module `datetime`. */
function isLibraryMoment(value: Value, type: ClassValue): boolean {
  const moment = value instanceof LibraryObject && (value.typeName === 'date' || value.typeName === 'datetime');
  return (
    moment && type.span.file === nowhere.file && (type.name === value.typeName || (type.name === 'date' && value.typeName === 'datetime'))
  );
}

function refIs(runtime: Runtime, value: Extract<Value, { kind: 'ref' }>, type: Value): Answer {
  const name = type instanceof BuiltinValue ? lastName(type) : '';
  if (name === 'object' || (name === 'type' && value.refKind === 'class')) return true;
  // A module, imported lazily or not, is of no builtin type but object.
  if (value.refKind === 'module' && type instanceof BuiltinValue && type.path.startsWith('builtins.')) return false;
  return new UnknownValue(say`the type of ${value.path} is only known when it is loaded`, runtime.span);
}

function derives(type: Value, other: Value): Answer {
  if (keyOf(type) === keyOf(other)) return true;
  if (type instanceof ClassValue) {
    chargePassed(type.ancestors.length);
    if (other instanceof ClassValue) return type.ancestors.includes(other);
    if (!(other instanceof BuiltinValue)) return false;
    return (
      lastName(other) === 'object' ||
      lastName(other) === type.mixin ||
      (type.exceptionBase !== undefined && isSubclass(type.exceptionBase, lastName(other)))
    );
  }
  if (!(type instanceof BuiltinValue) || !(other instanceof BuiltinValue)) return false;
  const [name, wanted] = [lastName(type), lastName(other)];
  return wanted === 'object' || (parents[name]?.includes(wanted) ?? false) || isSubclass(name, wanted);
}

function lastName(type: BuiltinValue): string {
  return type.path.slice(type.path.lastIndexOf('.') + 1);
}

function isLibrarySequence(value: Value): boolean {
  return value instanceof LibraryObject && value.protocol.isSequence === true;
}

/** The abstract classes of `collections.abc`, by what a value can do; undefined for one that is not modelled. */
function isAbstract(value: Value, name: string): boolean | undefined {
  const iterable = iterateItems(value) !== undefined;
  switch (name) {
    case 'Iterable':
      return iterable;
    case 'Iterator':
      return value instanceof IteratorValue;
    case 'Callable':
      return value.kind === 'callable'
        ? value.callableKind !== 'module'
        : value.kind === 'ref' || (value instanceof LibraryObject && value.attribute('__call__') !== undefined);
    case 'Mapping':
    case 'MutableMapping':
    case 'Dict':
      return value.kind === 'dict';
    case 'MutableSequence':
    case 'List':
      return value.kind === 'list';
    case 'Tuple':
      return value.kind === 'tuple';
    case 'Sequence':
      return (
        value.kind === 'list' ||
        value.kind === 'tuple' ||
        value.kind === 'str' ||
        value.kind === 'bytes' ||
        typeName(value) === 'range' ||
        isLibrarySequence(value)
      );
    case 'Set':
      return value.kind === 'set' || (value instanceof DictViewValue && value.view !== 'values');
    case 'MutableSet':
      return typeName(value) === 'set';
    case 'Sized':
    case 'Collection':
      return (
        value.kind === 'str' ||
        value.kind === 'bytes' ||
        value.kind === 'list' ||
        value.kind === 'tuple' ||
        value.kind === 'dict' ||
        value.kind === 'set' ||
        value instanceof IterableValue ||
        isLibrarySequence(value)
      );
    case 'Hashable':
      return !(value.kind === 'list' || value.kind === 'dict' || typeName(value) === 'set');
    default:
      return undefined;
  }
}
