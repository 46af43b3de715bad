import { say } from '../../core/say.js';
import { PyError } from '../../core/errors.js';
import { NoneValue, StrValue, TupleValue, type Value } from '../../core/value.js';
import { classOfObject, ClassValue, DescriptorValue, FunctionValue, InstanceValue, OwnDictValue } from '../runtime/class-objects.js';
import { textOfArguments } from '../runtime/exceptions.js';
import type { Frame } from '../runtime/frame.js';
import { LibraryObject } from '../runtime/objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime/runtime.js';
import { bindMethod } from './calls.js';
import { memberOfDict } from './own-dicts.js';
import type { Interpreter } from './interpreter.js';

/**
 * `super()` and `super(Class, self)`: what a method of the classes behind that of the running method does for the same object.
 * @throws PyError RuntimeError outside of a method
 */
export function superObject(interpreter: Interpreter, args: Arguments): Value {
  const frame = methodFrame(interpreter.frame);
  const [owner, given] = args.positional;
  const object = given ?? (frame && firstArgument(frame));
  if (object?.kind === 'unknown') return object;
  const type = object && (classOfObject(object) ?? object);
  if (!object || !(type instanceof ClassValue)) throw new PyError('RuntimeError', 'super(): no arguments');
  const after = owner instanceof ClassValue ? owner : frame && ownerOf(type, frame);
  if (!after) return interpreter.unknown(say`Which class super() starts from is not followed.`);
  const order = [type, ...type.ancestors];
  const behind = order.slice(order.indexOf(after) + 1);
  return new LibraryObject('super', interpreter.span, (name) => memberBehind(interpreter, type, behind, object, name));
}

/** The frame of the method that runs; comprehensions within it have frames of their own. */
function methodFrame(from: Frame): Frame | undefined {
  let frame: Frame | undefined = from;
  while (frame && frame.kind === 'comprehension') frame = frame.parent;
  return frame?.kind === 'function' ? frame : undefined;
}

/** Python binds the parameters first, in their order. */
function firstArgument(frame: Frame): Value | undefined {
  return frame.locals.values().next().value;
}

/** The class that defines the running method. */
function ownerOf(type: ClassValue, frame: Frame): ClassValue | undefined {
  return [type, ...type.ancestors].find((candidate) => {
    for (const member of candidate.members.values()) {
      const method = member instanceof DescriptorValue ? member.wrapped : member;
      if (method instanceof FunctionValue && method.frame === frame.parent && `${method.path}.<locals>.` === frame.prefix) return true;
    }
    return false;
  });
}

function memberBehind(
  interpreter: Interpreter,
  type: ClassValue,
  behind: readonly ClassValue[],
  object: Value,
  name: string,
): Value | undefined {
  for (const candidate of behind) {
    const member = candidate.members.get(name);
    if (member) return bindMethod(member, object);
  }
  if (object instanceof OwnDictValue)
    return memberOfDict(interpreter, object, name) ?? interpreter.unknown(say`${name} of super() is not followed.`);
  // `object` and the exceptions have one that changes nothing that is followed.
  if (name === '__init__')
    return new BuiltinValue('object.__init__', interpreter.span, (runtime, args) =>
      initialized(type, object, args, new NoneValue(runtime.span)),
    );
  if (name === '__init_subclass__') return new BuiltinValue('object.__init_subclass__', interpreter.span, noKeywords);
  if (name === '__setattr__' && object instanceof InstanceValue)
    return new BuiltinValue('object.__setattr__', interpreter.span, (runtime, { positional: [attribute, value] }) => {
      if (attribute?.kind !== 'str' || !value) return interpreter.unknown(say`This call of __setattr__ is not followed.`);
      object.attributes.set(attribute.text, value);
      return new NoneValue(runtime.span);
    });
  if (name === '__str__' && type.exceptionBase !== undefined && object instanceof InstanceValue)
    return new BuiltinValue('BaseException.__str__', interpreter.span, (runtime) => new StrValue(textOfArguments(object), runtime.span));
  return type.exceptionBase !== undefined || name.startsWith('__')
    ? interpreter.unknown(say`${name} of super() is not followed.`)
    : undefined;
}

/** `object.__init_subclass__` takes nothing. */
function noKeywords(runtime: Runtime, { keywords, positional }: Arguments): Value {
  if (keywords.size + positional.length > 0) throw new PyError('TypeError', 'object.__init_subclass__() takes no keyword arguments');
  return new NoneValue(runtime.span);
}

/** `Exception.__init__` keeps what it is given. */
function initialized(type: ClassValue, object: Value, args: Arguments, none: NoneValue): Value {
  if (type.exceptionBase !== undefined && object instanceof InstanceValue)
    object.attributes.set('args', new TupleValue(args.positional, none.span));
  return none;
}
