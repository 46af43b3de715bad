import { chargeCharacters } from '../../../core/cost.js';
import { str, StrValue, type Value } from '../../../core/value.js';
import { positional, typeError, valueError } from '../call-arguments.js';
import type { Runtime } from '../runtime.js';
import { intValue, typeName } from '../semantics.js';
import { combiningClass } from './combining-classes.js';
import { builtin, moduleOf } from './module.js';

const categories = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co'
  .split(' ')
  .map((name) => [name, new RegExp(`^\\p{${name}}$`, 'u')] as const);

/** `unicodedata.normalize(form, text)`: a piece of text that is in the form already keeps its origin. */
function normalize(runtime: Runtime, form: Value, text: Value): Value {
  if (form.kind !== 'str') throw typeError(`normalize() argument 1 must be str, not ${typeName(form)}`);
  if (text.kind !== 'str') throw typeError(`normalize() argument 2 must be str, not ${typeName(text)}`);
  if (!['NFC', 'NFD', 'NFKC', 'NFKD'].includes(form.text)) throw valueError('invalid normalization form');
  chargeCharacters(4 * text.text.length);
  const made = text.text.normalize(form.text);
  return made === text.text ? text : new StrValue(text.traced.recomputed(made), runtime.span);
}

function character(name: string, value: Value): string {
  if (value.kind !== 'str') throw typeError(`${name}() argument must be a unicode character, not ${typeName(value)}`);
  const [first, more] = value.text;
  if (first === undefined || more !== undefined) throw typeError(`${name}() argument must be a unicode character, not str`);
  return first;
}

/** The module `unicodedata` (CPython 3.11), as far as texts are cleaned with it. */
export const unicodedata = moduleOf('unicodedata', {
  normalize: builtin('unicodedata.normalize', (runtime, args) => {
    const [form, text] = positional('normalize', args, 2, 2);
    return normalize(runtime, form!, text!);
  }),
  category: builtin('unicodedata.category', (runtime, args) => {
    const c = character('category', positional('category', args, 1, 1)[0]!);
    return str(categories.find(([, pattern]) => pattern.test(c))?.[0] ?? 'Cn', runtime.span);
  }),
  combining: builtin('unicodedata.combining', (runtime, args) => {
    return intValue(combiningClass(character('combining', positional('combining', args, 1, 1)[0]!).codePointAt(0)!), runtime.span);
  }),
});
