import { say } from '../../core/say.js';
import { PyError } from '../../core/errors.js';
import { BoolValue, IntValue, NoneValue, str, StrValue, type Value } from '../../core/value.js';
import { positional } from '../runtime/call-arguments.js';
import { OwnDictValue, type ClassValue } from '../runtime/class-objects.js';
import { keyError, putEntry } from '../runtime/dicts.js';
import { tableOf } from '../runtime/methods/tables.js';
import { rawItem } from '../runtime/operators/subscript.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime/runtime.js';
import { keyOf, pyRepr } from '../runtime/semantics.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { bindMethod } from './calls.js';
import type { Interpreter } from './interpreter.js';

/** Special methods of a class that derives from `dict` that are followed. */
const followed: ReadonlySet<string> = new Set(
  'init getitem setitem delitem missing contains getattr setattr delattr repr str init_subclass class_getitem'
    .split(' ')
    .map((name) => `__${name}__`),
);

/** `K(…)` of a class that derives from `dict`. @throws PyError what its `__init__` raises */
export function makeOwnDict(interpreter: Interpreter, ofClass: ClassValue, args: Arguments): Value {
  const other = [...ofClass.specialMethods()].find((name) => !followed.has(name));
  if (other !== undefined) return interpreter.unknown(say`Objects of ${ofClass.name} have a method ${other}, which is not followed.`);
  const dict = new OwnDictValue(ofClass, interpreter.span, (made, how) => textOf(interpreter, made, how));
  const init = ofClass.find('__init__');
  const result = init ? interpreter.call(bindMethod(init, dict), args) : dictMember(interpreter, dict, '__init__', args);
  return result.kind === 'unknown' ? result : (interpreter.forgotten?.get(dict) ?? dict);
}

/** What the `__str__` or `__repr__` of its class gives; undefined where it has none. */
function textOf(interpreter: Interpreter, dict: OwnDictValue, how: 'str' | 'repr'): Value | undefined {
  const { ofClass } = dict;
  const method = (how === 'str' ? ofClass.find('__str__') : undefined) ?? ofClass.find('__repr__');
  if (!method) return undefined;
  const text = interpreter.call(bindMethod(method, dict), { positional: [], keywords: new Map() });
  if (text.kind !== 'str') throw new UnknownSignal(text.kind === 'unknown' ? text : interpreter.unknown(say`This text is not followed.`));
  return text;
}

/** What `dict` itself has under a name, bound to an object of a class that derives from it: for `super()`. */
export function memberOfDict(interpreter: Interpreter, dict: OwnDictValue, name: string): Value | undefined {
  const method = tableOf(dict)?.[name];
  if (!method && !Object.hasOwn(special, name)) return undefined;
  return new BuiltinValue(
    `dict.${name}`,
    interpreter.span,
    (_runtime, args) => dictMember(interpreter, dict, name, args),
    'builtin',
    {},
    dict,
  );
}

function dictMember(runtime: Runtime, dict: OwnDictValue, name: string, args: Arguments): Value {
  const run = Object.hasOwn(special, name) ? special[name] : undefined;
  return run ? run(runtime, dict, args) : tableOf(dict)![name]!(runtime, dict, args);
}

type Special = (runtime: Runtime, dict: OwnDictValue, args: Arguments) => Value;

function one(name: string, run: (runtime: Runtime, dict: OwnDictValue, key: Value) => Value): Special {
  return (runtime, dict, args) => {
    const [key] = positional(name, args, 1, 1);
    if (key!.kind === 'unknown') throw new UnknownSignal(key!);
    return run(runtime, dict, key!);
  };
}

const special: Readonly<Record<string, Special>> = {
  __init__: (runtime, dict, args) => tableOf(dict)!['update']!(runtime, dict, args),
  __getitem__: one('__getitem__', rawItem),
  __setitem__: (runtime, dict, args) => {
    const [key, value] = positional('__setitem__', args, 2, 2);
    putEntry(dict, key!, value!);
    return new NoneValue(runtime.span);
  },
  __delitem__: one('__delitem__', (runtime, dict, key) => {
    if (!dict.entries.delete(keyOf(key))) throw keyError(key);
    return new NoneValue(runtime.span);
  }),
  __contains__: one('__contains__', (runtime, dict, key) => new BoolValue(dict.entries.has(keyOf(key)), runtime.span)),
  __len__: (runtime, dict) => new IntValue(BigInt(dict.entries.size), runtime.span),
  __repr__: (runtime, dict) => new StrValue(pyRepr(dict.plain()), runtime.span),
  __setattr__: (runtime, dict, args) => {
    const [name, value] = positional('__setattr__', args, 2, 2);
    if (name?.kind !== 'str') throw new UnknownSignal(unfollowed(runtime));
    dict.setAttribute(name.text, value!);
    return new NoneValue(runtime.span);
  },
};

function unfollowed(runtime: Runtime): ReturnType<Interpreter['unknown']> {
  return (runtime as Interpreter).unknown(say`This call of __setattr__ is not followed.`);
}

/** The attribute that `__getattr__` of its class gives. @throws PyError AttributeError */
export function missingAttribute(interpreter: Interpreter, dict: OwnDictValue, name: string): Value {
  const getter = dict.ofClass.find('__getattr__');
  const key = str(name, interpreter.span);
  if (getter && !/^__.*__$/.test(name)) return callOwn(interpreter, getter, dict, key);
  if (/^__.*__$/.test(name)) return interpreter.unknown(say`The attribute ${name} of a ${dict.ofClass.name} object is not followed.`);
  throw new PyError('AttributeError', `'${dict.ofClass.name}' object has no attribute '${name}'`);
}

/** Calls a member of a class for one of its objects, which may be a method of `dict` itself: `__getattr__ = dict.get`. */
export function callOwn(interpreter: Interpreter, member: Value, dict: OwnDictValue, ...rest: readonly Value[]): Value {
  if (member instanceof BuiltinValue && !member.self) return interpreter.call(member, { positional: [dict, ...rest], keywords: new Map() });
  return interpreter.call(bindMethod(member, dict), { positional: rest, keywords: new Map() });
}
