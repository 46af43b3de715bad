import { UnknownValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { unknownArgument } from '../call-arguments.js';
import { BuiltinValue, ModuleValue, type Arguments, type Runtime } from '../runtime.js';

/** What a function of a module does. */
export type ModuleFunction = (runtime: Runtime, args: Arguments) => Value;

/** Members of a module by name: values, or how to make one where it is asked for. */
export type Members = Readonly<Record<string, Value | undefined>>;

/** A module of which these members are modelled; any other is unknown. */
export function moduleOf(path: string, members: Members): ModuleValue {
  return new ModuleValue(path, nowhere, (_runtime, name) => (Object.hasOwn(members, name) ? members[name] : undefined));
}

/** A module whose members are all unknown. @param reason a sentence for the user */
export function unknownModule(path: string, reason: string): ModuleValue {
  return new ModuleValue(path, nowhere, (runtime) => new UnknownValue(reason, runtime.span));
}

/** A function written in C (`math.exp`). An unknown argument makes its result unknown. */
export function builtin(path: string, run: ModuleFunction): BuiltinValue {
  return new BuiltinValue(path, nowhere, (runtime, args) => unknownArgument(args) ?? run(runtime, args));
}

/** A function written in Python (`copy.deepcopy`). It deals with unknown arguments itself. */
export function pythonFunction(path: string, run: ModuleFunction): BuiltinValue {
  return new BuiltinValue(path, nowhere, run, 'function');
}

/** The same where an unknown argument makes the result unknown. */
export function lookingFunction(path: string, run: ModuleFunction): BuiltinValue {
  return pythonFunction(path, (runtime, args) => unknownArgument(args) ?? run(runtime, args));
}

/** A class of a module. */
export function moduleClass(path: string, run: ModuleFunction, ownMembers: Readonly<Record<string, Value>> = {}): BuiltinValue {
  return new BuiltinValue(path, nowhere, run, 'class', ownMembers);
}

/** A function or class whose result is never known. @param kind functions written in Python are left out of a config on the plain path, others are not */
export function unknowable(path: string, reason: string, kind: 'function' | 'builtin' | 'class' = 'function'): BuiltinValue {
  return new BuiltinValue(path, nowhere, (runtime) => new UnknownValue(reason, runtime.span), kind);
}
