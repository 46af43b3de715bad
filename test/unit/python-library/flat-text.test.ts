import { expect, it } from 'vitest';
import { metered } from '../../../server/src/engine/core/cost.js';
import { nowhere } from '../../../server/src/engine/core/span.js';
import { TracedText } from '../../../server/src/engine/core/traced-text.js';
import { DictValue, IntValue, ListValue, StrValue, TupleValue, UnknownValue, type Value } from '../../../server/src/engine/core/value.js';
import { jsonToValue } from '../../../server/src/engine/json/json-values.js';
import { flatText } from '../../../server/src/engine/python/runtime/flat-text.js';
import { NumpyIntValue, StrSubclassValue } from '../../../server/src/engine/python/runtime/objects.js';
import { pyStr } from '../../../server/src/engine/python/runtime/semantics.js';

const texts = [
  '[]',
  '{}',
  '[1, -2.0, 1e30, NaN, null, true, false]',
  '{"a": {"b": [[], {}, ["x"]]}, "": "\'", "c": "\\"\'", "d": "\\n\\u0000\\ud83d\\ude00\\\\"}',
  `[${'"abc", '.repeat(500)}${'9'.repeat(200)}]`,
];

/** What is made, and for how many steps. */
function withCost(make: () => string | undefined): readonly [string | undefined, number] {
  let steps = 0;
  const made = metered({ step: (count) => void (steps += count), checkSize: () => undefined }, make);
  return [made, steps];
}

it.each(texts)('the text of %s is that of str, and costs the same', (text) => {
  const value = jsonToValue(text, '/a.json');
  const [flat, whole] = [withCost(() => flatText(value)), withCost(() => pyStr(value).text)];
  expect(flat).toEqual(whole);
});

const int = new IntValue(1n, nowhere);
const shared = new ListValue([int], nowhere);
const unknown = TracedText.of('x', { kind: 'unknown', reason: 'r' });

it.each<[string, Value]>([
  ['no container', int],
  ['what is unknown', new ListValue([new UnknownValue('r', nowhere)], nowhere)],
  ['a text that is unknown', new ListValue([new StrValue(unknown, nowhere)], nowhere)],
  ['a list that is held twice', new ListValue([shared, shared], nowhere)],
  ['a tuple', new ListValue([new TupleValue([int], nowhere)], nowhere)],
  ['a subclass of int', new ListValue([new NumpyIntValue(1n, nowhere)], nowhere)],
  ['a subclass of str', new ListValue([new StrSubclassValue('Markup', TracedText.empty, nowhere)], nowhere)],
  ['a subclass of dict', new DictValue(nowhere, 'OrderedDict')],
])('%s is left to str', (_what, value) => {
  expect(flatText(value)).toBeUndefined();
});

it('a list within itself is left to str', () => {
  const items: Value[] = [];
  const list = new ListValue(items, nowhere);
  items.push(list);
  expect(flatText(list)).toBeUndefined();
});
