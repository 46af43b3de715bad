import { BoolValue, DictValue, ListValue, NoneValue, str, TupleValue, UnknownValue, type Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import { nowhere } from '../../../core/span.js';
import { makeInstance } from '../../interpreter/calls.js';
import { makeMember } from '../../interpreter/member-texts.js';
import type { Interpreter } from '../../interpreter/interpreter.js';
import { ClassValue, DescriptorValue, FunctionValue, InstanceValue, isMember } from '../../runtime/class-objects.js';
import { builtin, moduleOf, pythonFunction } from '../../runtime/modules/module.js';
import { iterateItems, truthy } from '../../runtime/semantics.js';
import { BuiltinValue, type Arguments, type Runtime } from '../../runtime/runtime.js';
import { UnknownSignal } from '../../runtime/unknown-signal.js';
import { momentHelpers } from './moment-helpers.js';

type Helper = (runtime: Runtime, cls: ClassValue, rest: readonly Value[]) => Value;

/** A function of which the first argument is a class of the program; of anything else nothing is known. */
function ofClass(name: string, run: Helper): Value {
  return new BuiltinValue(`_preflight.${name}`, nowhere, (runtime, { positional: [cls, ...rest] }) =>
    cls instanceof ClassValue
      ? run(runtime, cls, rest)
      : (absentFrom(cls, rest) ?? new UnknownValue(say`This use of a class is not followed.`, runtime.span)),
  );
}

/** Types of the library have none of what is looked for. */
function absentFrom(type: Value | undefined, rest: readonly Value[]): Value | undefined {
  return type instanceof BuiltinValue && type.callableKind === 'class' ? rest[1] : undefined;
}

/** The names that a class's own body annotates, each with the text of its annotation, in order. */
const annotated = ofClass('annotated', (runtime, cls) => {
  const { span } = runtime;
  return new ListValue(
    [...cls.annotations].map(([name, text]) => new TupleValue([str(name, span), str(text, span)], span)),
    span,
  );
});

const own = ofClass('own', (_runtime, cls, [name, absent]) => (name?.kind === 'str' ? cls.members.get(name.text) : undefined) ?? absent!);
const find = ofClass('find', (_runtime, cls, [name, absent]) => (name?.kind === 'str' ? cls.find(name.text) : undefined) ?? absent!);

/** The members of a class that are values: no functions, no descriptors, no special names. */
const values = ofClass('values', (runtime, cls) => {
  const dict = new DictValue(runtime.span);
  for (const [name, value] of cls.members)
    if (!name.startsWith('_') && !(value instanceof FunctionValue) && !(value instanceof DescriptorValue)) dict.set(name, value);
  return dict;
});

const has = ofClass(
  'has',
  (runtime, cls, [name]) => new BoolValue(name?.kind === 'str' && cls.find(name.text) !== undefined, runtime.span),
);

/** An object of a class, whose `__init__` is not called. */
const bare = ofClass('bare', (runtime, cls, [value]) =>
  cls.mixin ? makeMember(runtime as Interpreter, cls, value) : makeInstance(runtime as Interpreter, cls),
);

/** Sets an attribute of an object, past its `__setattr__`. */
const put = pythonFunction('_preflight.put', (runtime, { positional: [object, name, value] }) => {
  if ((object instanceof InstanceValue || (object && isMember(object))) && name?.kind === 'str' && value)
    object.attributes.set(name.text, value);
  return new NoneValue(runtime.span);
});

/** What an object itself holds under a name, without a look at its class. */
const stored = builtin('_preflight.stored', (_runtime, { positional: [object, name, absent] }) => {
  const held = object instanceof InstanceValue && name?.kind === 'str' ? object.attributes.get(name.text) : undefined;
  return held ?? absent!;
});

/** What operators and calls make of a class itself: `meta(cls, call, getitem, items, contains)`. */
const meta = ofClass('meta', (runtime, cls, [call, getItem, items, contains]) => {
  const invoke = (f: Value, ...positional: readonly Value[]): Value => runtime.call(f, { positional, keywords: new Map() });
  cls.meta = {
    call: (args: Arguments) => runtime.call(call!, { ...args, positional: [cls, ...args.positional] }),
    getItem: (index) => invoke(getItem!, cls, index),
    iterate: () => known(iterateItems(invoke(items!, cls)), runtime),
    size: () => [...known(iterateItems(invoke(items!, cls)), runtime)].length,
    contains: (item) => {
      const answer = truthy(invoke(contains!, cls, item));
      return typeof answer === 'boolean' ? new BoolValue(answer, runtime.span) : answer;
    },
  };
  return new NoneValue(runtime.span);
});

function known(items: Iterable<Value> | undefined, runtime: Runtime): Iterable<Value> {
  if (!items) throw new UnknownSignal(new UnknownValue(say`The members of a class are not known.`, runtime.span));
  return items;
}

/** What is not known. @param reason a sentence for the user */
const unknown = builtin(
  '_preflight.unknown',
  (runtime, { positional: [reason] }) => new UnknownValue(reason?.kind === 'str' ? reason.text : '', runtime.span),
);

/** What the modules in this folder may import beside the standard library. */
export const libraryHelpers = moduleOf('_preflight', {
  annotated,
  own,
  find,
  values,
  has,
  bare,
  put,
  stored,
  meta,
  unknown,
  ...momentHelpers,
});
