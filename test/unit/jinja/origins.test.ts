import { expect, test } from 'vitest';
import { PyError } from '../../../server/src/engine/core/errors.js';
import { renderTemplate } from '../../../server/src/engine/jinja/index.js';
import type { Origin, TracedText } from '../../../server/src/engine/core/traced-text.js';
import { rowFile, rowOf, templateFile, traced, written } from './support.js';

/** Each piece as its text and where it comes from: `source 0-3`, `row question @4-18`, `computed 2-9`. */
function pieces(text: TracedText): string[] {
  return [...text.located()].map(
    ({ start, piece }) => `${JSON.stringify(text.text.slice(start, start + piece.length))} ${where(piece.origin)}`,
  );
}

function where(origin: Origin): string {
  if (origin.kind === 'source') return `${origin.exact ? 'source' : 'computed'} ${String(origin.span.start)}-${String(origin.span.end)}`;
  if (origin.kind !== 'row') return origin.kind;
  const placeholder = origin.placeholder && `${String(origin.placeholder.start)}-${String(origin.placeholder.end)}`;
  return `${origin.split} ${String(origin.index)} ${origin.column}${placeholder ? ` @${placeholder}` : ''}`;
}

test('text of the template keeps its place, a column says where it is put in', () => {
  expect(pieces(traced('Q: {{ question }}\nA:', { question: 'why?' }))).toEqual([
    '"Q: " source 0-3',
    '"why?" test 0 question @6-14',
    '"\\nA:" source 17-20',
  ]);
});

test('the row that is given and its file are part of the origin', () => {
  const [piece] = traced('{{ q }}', { q: 'a' }, { split: 'train', index: 7 }).pieces;
  expect(piece!.origin).toEqual({
    kind: 'row',
    split: 'train',
    index: 7,
    column: 'q',
    span: { file: rowFile, start: 0, end: 1 },
    placeholder: { file: templateFile, start: 3, end: 4 },
  });
});

test.each([
  ['{{ c[1] }}', ['"no" test 0 c @3-7']],
  ['{{ d.k.strip() }}', ['"v" test 0 d @3-14']],
  ['{{ n }}', ['"3" test 0 n @3-4']],
  ['{{ c|length }}', ['"2" computed 3-11']],
  ['{{ n + 1 }}', ['"4" computed 3-8']],
  ["{{ q ~ '!' }}", ['"why?" test 0 q @3-10', '"!" source 8-9']],
  ["{{ '\\n' }}", ['"\\n" computed 4-6']],
  ['{% for a in c %}{{ a }},{% endfor %}', ['"yes" test 0 c @19-20', '"," source 23-24', '"no" test 0 c @19-20', '"," source 23-24']],
  ['{% set s = q %}{{ s[:3] }}', ['"why" test 0 q @18-23']],
  ["{{ c|join('/') }}", ['"yes" test 0 c @3-14', '"/" source 11-12', '"no" test 0 c @3-14']],
  ['{% set s %}[{{ q }}]{% endset %}{{ s }}', ['"[" source 11-12', '"why?" test 0 q @35-36', '"]" source 19-20']],
])('%s', (template, expected) => {
  expect(pieces(traced(template, { q: 'why?', c: ['yes', 'no'], d: { k: ' v ' }, n: 3n }))).toEqual(expected);
});

test('a printed list is of the row as a whole', () => {
  const text = traced('{{ c }}', { c: ['a', 'b'] });
  expect(text.text).toBe("['a', 'b']");
  expect(new Set(text.pieces.map(({ origin }) => where(origin)))).toEqual(new Set(['test 0 c @3-4']));
});

test('line breaks of any kind print as one', () => {
  const text = traced('a\r\nb\rc', {});
  expect(text.text).toBe('a\nb\nc');
  expect(pieces(text)).toEqual(['"a" source 0-1', '"\\n" computed 1-3', '"b" source 3-4', '"\\n" computed 4-5', '"c" source 5-6']);
});

test.each([
  ['{{ missing }}', '3-10'],
  ['a {{ d.k }} {{ d.zz }}', '15-19'],
  ["{{ q.index('z') }}", '3-15'],
  ['{% if n + q %}{% endif %}', '6-11'],
  ['{{ q|nope }}', '5-9'],
  ['{{ n is divisibleby(0) }}', '3-22'],
  ['ab {% endif %}', '6-11'],
])('%s raises at its place in the document', (template, place) => {
  const at = 100;
  try {
    renderTemplate(written(template, at), rowOf({ q: 'why?', d: { k: 'v' }, n: 3n }));
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    expect(error.span && `${String(error.span.start - at)}-${String(error.span.end - at)}`).toBe(place);
  }
});

test('a column of more values than a text has pieces is one of them, with the same text', () => {
  const many = (count: number): bigint[] => Array.from({ length: count }, (_, i) => BigInt(i));
  const [few, much] = [many(10), many(30_000)].map((numbers) => traced('{{ question }}', { question: numbers }));
  expect(few!.pieces).toHaveLength(21);
  expect(pieces(much!).map((piece) => piece.slice(-23))).toEqual([' test 0 question @3-11'].map((end) => expect.stringContaining(end)));
  expect(much!.text).toBe(`[${many(30_000).join(', ')}]`);
});

test('a part of such a column that a template changes is its own', () => {
  const { text } = traced('{% set _ = d.k.append(1) %}{{ d.k | length }} {{ d }}', { d: { k: [0n], n: null } });
  expect(text).toBe("2 {'k': [0, 1], 'n': None}");
});
