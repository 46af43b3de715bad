import { expect, it } from 'vitest';
import { plainData } from '../../../server/src/engine/chat/plain-data.js';
import { putEntry } from '../../../server/src/engine/python/runtime/dicts.js';
import { DictValue, ListValue, UnknownValue, type Value } from '../../../server/src/engine/core/value.js';
import { nowhere } from '../../../server/src/engine/core/span.js';
import { value } from '../opencompass/build.js';

const unknown = new UnknownValue('not run', nowhere);

it('of a config is what a template is given', () => {
  expect(plainData(value({ name: 'f', required: ['a', 1, 2.5, true, null], more: {} }))).toEqual({
    name: 'f',
    required: ['a', 1, 2.5, true, null],
    more: {},
  });
});

function dictOf(key: string | Value, item: Value): DictValue {
  const made = new DictValue(nowhere);
  if (typeof key === 'string') made.set(key, item);
  else putEntry(made, key, item, nowhere, nowhere);
  return made;
}

it.each([
  ['a value', unknown],
  ['an item of a list', new ListValue([value('a'), unknown], nowhere)],
  ['an entry of a dict', dictOf('a', unknown)],
  ['an entry further in', dictOf('a', dictOf('b', unknown))],
  ['a key that is not text', dictOf(value(1), value('a'))],
])('is none where %s is not known', (_where, given) => {
  expect(plainData(given)).toBeUndefined();
});
