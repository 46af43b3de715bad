import { expect, test } from 'vitest';
import { codePointsOf } from '../../../server/src/engine/core/code-points.js';
import { countOf, indexOf, lastIndexOf, splitText } from '../../../server/src/engine/core/search.js';
import { mostPieces, TracedText } from '../../../server/src/engine/core/traced-text.js';

/** Long enough that JavaScript's own search is not used. */
const part = `b${'a'.repeat(4999)}`;
const text = `${'a'.repeat(3000)}${part}${'a'.repeat(10)}${part.slice(0, -1)}c${part}${'a'.repeat(5)}`;

test('a long text is found where JavaScript finds it', () => {
  expect(text.length * part.length).toBeGreaterThan(20_000_000);
  expect(indexOf(text, part)).toBe(text.indexOf(part));
  expect(indexOf(text, part, 3001)).toBe(text.indexOf(part, 3001));
  expect(lastIndexOf(text, part)).toBe(text.lastIndexOf(part));
  expect(lastIndexOf(text, part, text.length - 6)).toBe(text.indexOf(part));
  expect(countOf(text, part)).toBe(2);
  expect(splitText(text, part)).toEqual(text.split(part));
  expect(indexOf(text, `${part}d`)).toBe(-1);
});

test('code points of a long text are found by number and by offset', () => {
  const traced = TracedText.of(`${'a😀'.repeat(500)}\ud83d${'b'.repeat(100)}😀`, { kind: 'framework', what: 'test' });
  const points = codePointsOf(traced);
  const characters = [...traced.text];
  expect(points.length).toBe(characters.length);
  let offset = 0;
  characters.forEach((character, i) => {
    expect(points.offset(i)).toBe(offset);
    expect(points.index(offset)).toBe(i);
    offset += character.length;
  });
  expect(points.offset(characters.length)).toBe(traced.length);
  expect(points.index(traced.length)).toBe(characters.length);
});

test('a text of very many pieces has one coarse origin behind those that are followed', () => {
  const span = { file: 'f', start: 3, end: 5 };
  const two = TracedText.join([TracedText.computed('a', span), TracedText.of('b', { kind: 'unknown', reason: 'r' })]);
  expect(two.repeat(10).pieces).toHaveLength(20);
  const many = two.repeat(200_000);
  expect(many.pieces).toHaveLength(mostPieces);
  expect(many.pieces.at(-1)).toEqual({ length: 400_000 - mostPieces + 1, origin: { kind: 'unknown', reason: 'r' } });
});
