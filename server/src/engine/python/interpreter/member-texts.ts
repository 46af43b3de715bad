import { nowhere } from '../../core/span.js';
import { say } from '../../core/say.js';
import type { TracedText } from '../../core/traced-text.js';
import { str, UnknownValue, type StrValue, type Value } from '../../core/value.js';
import { MemberTextValue, type ClassValue, type MemberTexts } from '../runtime/class-objects.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { bindMethod } from './calls.js';
import type { Interpreter } from './interpreter.js';

/** Special methods of which it is known what they make of a text. */
const followed: ReadonlySet<string> = new Set(['__str__', '__repr__', '__format__', '__init__', '__init_subclass__']);

/** A member of an enum whose members are texts; unknown where special methods of the user's would make it something else. */
export function makeMember(interpreter: Interpreter, ofClass: ClassValue, value: Value | undefined): Value {
  if (value?.kind !== 'str') return interpreter.unknown('What text such a member of an enum is is not followed.');
  const other = [...ofClass.specialMethods()].find((name) => !followed.has(name));
  if (other !== undefined) return interpreter.unknown(`Objects of ${ofClass.name} have a method ${other}, which is not followed.`);
  return new MemberTextValue(ofClass, (value as StrValue).traced, value.span, (member) => textsOf(interpreter, ofClass, member));
}

function textsOf(interpreter: Interpreter, ofClass: ClassValue, member: MemberTextValue): MemberTexts {
  const call = (name: string, ...positional: readonly Value[]): TracedText => {
    const value = interpreter.call(bindMethod(ofClass.find(name)!, member), { positional, keywords: new Map() });
    if (value.kind !== 'str') throw new UnknownSignal(value.kind === 'unknown' ? value : interpreter.unknown('This text is not followed.'));
    return value.traced;
  };
  return {
    text: (how) => call(how === 'str' ? '__str__' : '__repr__'),
    format: (spec) => {
      if (!isOwn(ofClass, '__format__') && !isOwn(ofClass, '__str__'))
        throw new UnknownSignal(
          new UnknownValue(say`What text a member of an enum is formatted to depends on the release of Python.`, interpreter.span),
        );
      return call('__format__', str(spec, member.span));
    },
  };
}

/** Whether a method is not that of `Enum` itself. */
function isOwn(ofClass: ClassValue, name: string): boolean {
  const owner = [ofClass, ...ofClass.ancestors].find((one) => one.members.has(name));
  return owner !== undefined && !(owner.name === 'Enum' && owner.span.file === nowhere.file);
}
