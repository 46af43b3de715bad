import { nowhere } from '../../core/span.js';
import { say } from '../../core/say.js';
import type { TracedText } from '../../core/traced-text.js';
import { str, UnknownValue, type StrValue, type Value } from '../../core/value.js';
import { notImplemented } from '../runtime/not-implemented.js';
import { MemberIntValue, MemberTextValue, type ClassValue, type MemberValue, type MemberWays } from '../runtime/class-objects.js';
import { operatorsByName } from '../runtime/operators/special-methods.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { bindMethod } from './calls.js';
import type { Interpreter } from './interpreter.js';

/** Special methods of which it is known what they make of a text. */
const ofTexts: ReadonlySet<string> = new Set(['__str__', '__repr__', '__format__', '__init__', '__init_subclass__']);
const operators = Object.keys(operatorsByName).flatMap((name) => [`__${name}__`, `__r${name}__`]);
/** And of an int. */
const ofInts: ReadonlySet<string> = new Set([...ofTexts, ...operators, '__contains__', '__invert__']);

/** A member of an enum whose members are texts or ints; unknown where special methods of the user's would make it something else. */
export function makeMember(interpreter: Interpreter, ofClass: ClassValue, value: Value | undefined): Value {
  const { mixin } = ofClass;
  // Python makes a text or a number of it, or raises where the class is made.
  if (value?.kind !== mixin)
    throw new UnknownSignal(interpreter.unknown(say`What text or number such a member of an enum is is not followed.`));
  const followed = mixin === 'str' ? ofTexts : ofInts;
  const other = [...ofClass.specialMethods()].find((name) => !followed.has(name));
  if (other !== undefined) return interpreter.unknown(say`Objects of ${ofClass.name} have a method ${other}, which is not followed.`);
  if (value?.kind === 'int') return new MemberIntValue(ofClass, value.value, value.span, (member) => waysOf(interpreter, ofClass, member));
  return new MemberTextValue(ofClass, (value as StrValue).traced, value!.span, (member) => waysOf(interpreter, ofClass, member));
}

function waysOf(interpreter: Interpreter, ofClass: ClassValue, member: MemberValue): MemberWays {
  const call = (name: string, ...positional: readonly Value[]): Value =>
    interpreter.call(bindMethod(ofClass.find(name)!, member), { positional, keywords: new Map() });
  const text = (name: string, ...positional: readonly Value[]): TracedText => {
    const value = call(name, ...positional);
    if (value.kind !== 'str')
      throw new UnknownSignal(value.kind === 'unknown' ? value : interpreter.unknown(say`This text is not followed.`));
    return value.traced;
  };
  return {
    text: (how) => text(how === 'str' ? '__str__' : '__repr__'),
    format: (spec) => {
      if (!isOwn(ofClass, '__format__') && !isOwn(ofClass, '__str__'))
        throw new UnknownSignal(
          new UnknownValue(say`What text a member of an enum is formatted to depends on the release of Python.`, interpreter.span),
        );
      return text('__format__', str(spec, member.span));
    },
    binary: (op, other, reflected) => {
      const name = nameOfOperator.get(op);
      const method = name === undefined ? undefined : `__${reflected ? 'r' : ''}${name}__`;
      if (method === undefined || !ofClass.find(method)) return undefined;
      const value = call(method, other);
      return value === notImplemented ? undefined : value;
    },
    ...(ofClass.find('__contains__') && { contains: (item: Value) => call('__contains__', item) }),
    ...(ofClass.find('__invert__') && { invert: () => call('__invert__') }),
  };
}

const nameOfOperator = new Map<string, string>(Object.entries(operatorsByName).map(([name, op]) => [op, name]));

/** Whether a method is not that of `Enum` itself. */
function isOwn(ofClass: ClassValue, name: string): boolean {
  const owner = [ofClass, ...ofClass.ancestors].find((one) => one.members.has(name));
  return owner !== undefined && !(owner.name === 'Enum' && owner.span.file === nowhere.file);
}
