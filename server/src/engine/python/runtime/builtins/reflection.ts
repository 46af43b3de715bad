import { PyError } from '../../../core/errors.js';
import { BoolValue, ListValue, NoneValue, StrValue, type Value } from '../../../core/value.js';
import { bind, positional, typeError, unknown, unknownArgument } from '../call-arguments.js';
import { InstanceValue, isMember, NamedTupleValue, OwnDictValue } from '../class-objects.js';
import { caughtException } from '../../../core/cost.js';
import { say } from '../../../core/say.js';
import { unknownInText } from '../find-unknown.js';
import { asciiText } from '../escape.js';
import { formatValue } from '../format/format.js';
import { LibraryObject } from '../objects.js';
import { ModuleValue, type Arguments, type Runtime } from '../runtime.js';
import { keyOf, pyRepr, typeName } from '../semantics.js';
import { sortValues } from '../operators/sorting.js';
import { typeOf } from '../types/types.js';

type Builtin = (runtime: Runtime, args: Arguments) => Value;

/** `repr` and `ascii`: unknown where the text cannot be known. */
function showing(name: string, ascii: boolean): Builtin {
  return (runtime, args) => {
    const [value] = positional(name, args, 1, 1);
    if (value!.kind === 'unknown') return value!;
    const text = pyRepr(value!);
    return unknownInText(value!, text) ?? new StrValue(ascii ? asciiText(text) : text, runtime.span);
  };
}

export const repr = showing('repr', false);
export const ascii = showing('ascii', true);

export const format: Builtin = (runtime, args) => {
  const [value, spec] = positional('format', args, 1, 2);
  const hole = unknownArgument(args);
  if (hole) return hole;
  if (spec && spec.kind !== 'str') throw typeError(`format() argument 2 must be str, not ${typeName(spec)}`);
  const text = formatValue(runtime, value!, spec?.kind === 'str' ? spec.text : '');
  return unknownInText(value!, text) ?? new StrValue(text, runtime.span);
};

/** `type(x)`; making a class by `type(name, bases, members)` is not modelled. */
export const type: Builtin = (runtime, args) => {
  if (args.positional.length === 3) return unknown(runtime, say`classes made by type() are not modelled`);
  if (args.positional.length !== 1 || args.keywords.size > 0) throw typeError('type() takes 1 or 3 arguments');
  const [value] = args.positional;
  return value instanceof InstanceValue || value instanceof NamedTupleValue || value instanceof OwnDictValue || isMember(value!)
    ? value.ofClass
    : typeOf(runtime, value!);
};

function attributeName(name: Value): string {
  if (name.kind !== 'str') throw typeError(`attribute name must be string, not '${typeName(name)}'`);
  return name.text;
}

/** The attribute, or undefined where Python raises AttributeError. */
function find(runtime: Runtime, object: Value, name: string): Value | undefined {
  try {
    return runtime.getAttribute(object, name);
  } catch (error) {
    if (error instanceof PyError && error.type === 'AttributeError') {
      runtime.step(caughtException);
      return undefined;
    }
    throw error;
  }
}

export const getattr: Builtin = (runtime, args) => {
  const [object, name, absent] = positional('getattr', args, 2, 3);
  if (object!.kind === 'unknown') return object!;
  if (name!.kind === 'unknown') return name!;
  const text = attributeName(name!);
  return absent ? (find(runtime, object!, text) ?? absent) : runtime.getAttribute(object!, text);
};

export const hasattr: Builtin = (runtime, args) => {
  const [object, name] = positional('hasattr', args, 2, 2);
  const hole = unknownArgument(args);
  if (hole) return hole;
  const value = find(runtime, object!, attributeName(name!));
  // A member that is not modelled may be missing.
  const special = name!.kind === 'str' && /^__.*__$/.test(name!.text);
  if (value?.kind === 'unknown' && (special || object instanceof ModuleValue || object!.kind === 'ref')) return value;
  // Some objects have something unknown under any name.
  if (value?.kind === 'unknown' && find(runtime, object!, 'no such name')?.kind === 'unknown') return value;
  return new BoolValue(value !== undefined, runtime.span);
};

export const setattr: Builtin = (runtime, args) => {
  const [object, name, value] = positional('setattr', args, 3, 3);
  if (name!.kind === 'unknown') return name!;
  runtime.setAttribute(object!, attributeName(name!), value!);
  return new NoneValue(runtime.span);
};

export const delattr: Builtin = (runtime, args) => {
  const [object, name] = positional('delattr', args, 2, 2);
  if (name!.kind === 'unknown') return name!;
  runtime.deleteAttribute(object!, attributeName(name!));
  return new NoneValue(runtime.span);
};

export const callable: Builtin = (runtime, args) => {
  const [value] = positional('callable', args, 1, 1);
  if (value!.kind === 'unknown') return value!;
  const call = value instanceof LibraryObject ? value.attribute('__call__') : undefined;
  return call?.kind === 'unknown' ? call : new BoolValue(isCallable(value!), runtime.span);
};

function isCallable(value: Value): boolean {
  if (value.kind === 'callable') return value.callableKind !== 'module';
  if (value.kind === 'ref') return value.refKind !== 'module';
  if (value instanceof InstanceValue) return value.ofClass.find('__call__') !== undefined;
  return value instanceof LibraryObject && value.attribute('__call__') !== undefined;
}

/** `vars()` and `vars(object)`. */
export const vars: Builtin = (runtime, args) => {
  const [object] = positional('vars', args, 0, 1);
  if (!object) return runtime.locals();
  if (!(object instanceof InstanceValue)) return unknown(runtime, say`vars() of this object is not modelled`);
  return object.makeDict(runtime.span);
};

/** `dir()`: the names in scope; of an object it is unknown. */
export const dir: Builtin = (runtime, args) => {
  if (args.positional.length > 0) return unknown(runtime, say`dir() of an object is not modelled`);
  const names = [...runtime.locals().entries.values()].map((entry) => entry.key);
  const sorted = sortValues(runtime, names, undefined, false);
  return Array.isArray(sorted) ? new ListValue(sorted, runtime.span) : sorted;
};

/** `hash(x)`: only that it raises for what is not hashable is known. */
export const hash: Builtin = (runtime, args) => {
  const [value] = positional('hash', args, 1, 1);
  keyOf(value!);
  return unknown(runtime, say`hashes differ from run to run`);
};

/** `eval(source)`; with namespaces of its own it is unknown. */
export const evalFunction: Builtin = (runtime, args) => {
  const [source, globals] = bind('eval', args, ['source', 'globals', 'locals'], 1);
  if (source!.kind === 'unknown') return source!;
  if (globals) return unknown(runtime, say`eval() with its own names is not modelled`);
  if (source!.kind !== 'str') throw typeError('eval() arg 1 must be a string, bytes or code object');
  return runtime.evaluateExpression(source!);
};
