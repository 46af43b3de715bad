import type { Value } from '../../core/value.js';
import type { FieldSchema } from '../../frameworks/face/fields.js';
import { say } from '../../core/say.js';

const jsonTypes: Partial<Record<Value['kind'], readonly string[]>> = {
  none: ['null'],
  bool: ['boolean'],
  int: ['integer', 'number'],
  float: ['number'],
  str: ['string'],
  list: ['array'],
  dict: ['object'],
};

/** Whether a value is of a type that the field takes. True for what is not known: unknown values, references, objects of the user's. */
export function fits(value: Value, field: FieldSchema): boolean {
  const expected = field.type;
  if (!expected || value.kind === 'unknown' || value.kind === 'ref' || value.kind === 'callable' || value.kind === 'object') return true;
  for (const type of jsonTypes[value.kind] ?? [])
    if (typeof expected === 'string' ? expected === type : expected.includes(type)) return true;
  return false;
}

const names: Partial<Record<Value['kind'], string>> = {
  none: 'None',
  bool: say`a bool`,
  int: say`an int`,
  float: say`a float`,
  str: say`a str`,
  list: say`a list`,
  tuple: say`a tuple`,
  dict: say`a dict`,
  set: say`a set`,
  bytes: 'bytes',
};

/** What a value is, in words: `a tuple`. */
export function whatItIs(value: Value): string {
  return names[value.kind] ?? say`an object`;
}
