import { expect, it } from 'vitest';
import { keyOf } from '../../../server/src/engine/python/runtime/semantics.js';
import {
  BoolValue,
  FloatValue,
  IntValue,
  nameKey,
  NoneValue,
  str,
  TupleValue,
  UnknownValue,
  type Value,
} from '../../../server/src/engine/core/value.js';

const span = { file: '/a.py', start: 0, end: 1 };

it('keys of unequal values differ, whatever a text says', () => {
  const others: Value[] = [
    new NoneValue(span),
    new BoolValue(true, span),
    new IntValue(2n, span),
    new FloatValue(0.5, span),
    new TupleValue([str('a', span)], span),
    new UnknownValue('?', span),
  ];
  const keys = others.map(keyOf);
  const texts = [...keys, ...keys.map((key) => key.slice(1)), '', 'a', '\0', '\0s'].map((text) => str(text, span));
  expect(new Set([...keys, ...texts.map(keyOf)]).size).toBe(keys.length + new Set(texts.map(({ text }) => text)).size);
});

it('equal values have one key, and a text that of the name', () => {
  expect(keyOf(new IntValue(1n, span))).toBe(keyOf(new BoolValue(true, span)));
  expect(keyOf(new FloatValue(2, span))).toBe(keyOf(new IntValue(2n, span)));
  expect(keyOf(str('type', span))).toBe(nameKey('type'));
  expect(keyOf(str('\0x', span))).toBe(nameKey('\0x'));
});
