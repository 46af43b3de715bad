import { nowhere } from '../core/span.js';
import { TracedText } from '../core/traced-text.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, NoneValue, StrValue, type Value } from '../core/value.js';

/** What JavaScript's reader made of JSON, in which whole numbers are written as such, as a value that stands nowhere: for who asks for its kind alone. */
export function skimmedValue(plain: unknown): Value {
  if (typeof plain === 'number') return Number.isInteger(plain) ? new IntValue(BigInt(plain), nowhere) : new FloatValue(plain, nowhere);
  if (typeof plain === 'string') return new StrValue(TracedText.computed(plain, nowhere), nowhere);
  if (typeof plain === 'boolean') return new BoolValue(plain, nowhere);
  if (Array.isArray(plain)) return new ListValue(plain.map(skimmedValue), nowhere);
  if (typeof plain !== 'object' || plain === null) return new NoneValue(nowhere);
  const dict = new DictValue(nowhere);
  for (const [key, value] of Object.entries(plain)) dict.set(key, skimmedValue(value));
  return dict;
}
