import { describe, expect, it } from 'vitest';
import { rowTable } from '../../support/rows.js';
import { plain } from '../opencompass/case.js';

describe('JSON Lines', () => {
  const source = '{"q": "one", "n": [1, {"x": null}]}\n\nno json\r\n[1]\n  {"q": "\\u00e9t\\u00e9"}\r\n';
  const table = rowTable(source);

  it('gives a row for each line that is an object', async () => {
    const { first, count, complete, columns } = await table;
    expect(first.map(plain)).toEqual([{ q: 'one', n: [1, { x: null }] }, { q: 'été' }]);
    expect({ count, complete, columns }).toEqual({ count: 2, complete: true, columns: ['q', 'n'] });
  });
  it('names each bad line and keeps the others', async () => {
    const { problems } = await table;
    expect(problems.map(({ line }) => line)).toEqual([2, 3]);
    expect(problems[0]!.message).toMatch(/^Line 3 is not a row: /);
    expect(problems[1]!.message).toBe('Line 4 is not a row: each line must be a JSON object.');
    expect(problems.map(({ span }) => source.slice(span.start, span.end))).toEqual(['no', '[1]']);
  });
  it('knows where each value stands in the file', async () => {
    const { first } = await table;
    const spans = first.flatMap((row) => [...row.entries.values()].flatMap((entry) => [entry.keySpan, entry.value.span]));
    expect(spans.map(({ start, end }) => source.slice(start, end))).toEqual([
      '"q"',
      '"one"',
      '"n"',
      '[1, {"x": null}]',
      '"q"',
      '"\\u00e9t\\u00e9"',
    ]);
    const text = first[1]!.get('q')!;
    const piece = text.kind === 'str' ? text.traced.pieces[1]! : undefined;
    expect(piece?.origin).toEqual({
      kind: 'source',
      exact: true,
      span: { file: '/ws/rows.jsonl', start: source.indexOf('t\\u00e9"'), end: source.indexOf('t\\u00e9"') + 1 },
    });
  });
  it('keeps numbers as they are', async () => {
    const [row] = (await rowTable('{"big": 12345678901234567890, "f": 1.0, "e": 1e3, "nan": NaN}')).first;
    expect([...row!.entries.values()].map(({ value }) => value)).toMatchObject([
      { kind: 'int', value: 12345678901234567890n },
      { kind: 'float', value: 1 },
      { kind: 'float', value: 1000 },
      { kind: 'float', value: NaN },
    ]);
  });
  it('may start with a byte order mark, which offsets do not count', async () => {
    const [row] = (await rowTable('\uFEFF{"a": 1}')).first;
    expect(row!.get('a')).toMatchObject({ kind: 'int', value: 1n, span: { start: 6, end: 7 } });
  });
  it('is what a text of objects is, whatever its name', async () => {
    for (const name of ['/ws/rows', '/ws/rows.txt', '/ws/rows.json', '/ws/rows.csv'])
      expect((await rowTable('{"a": 1}\n{"a": 2}\n', name)).first.map(plain)).toEqual([{ a: 1 }, { a: 2 }]);
  });
});

describe('a JSON list of objects', () => {
  it('has a row for each object', async () => {
    const { first, problems, count } = await rowTable(' [{"a": "],{\\"["},\n 2, {"a": 3}]', '/ws/rows.json');
    expect(first.map(plain)).toEqual([{ a: '],{"[' }, { a: 3 }]);
    expect(count).toBe(2);
    expect(problems.map(({ message }) => message)).toEqual(['Line 2 is not a row: each item must be an object.']);
  });
  it('knows where its values stand', async () => {
    const source = '[\n  {"a": "x"},\n  {"a": "y"}\n]\n';
    const [, second] = (await rowTable(source, '/ws/rows.json')).first;
    const { span } = second!.get('a')!;
    expect(source.slice(span.start, span.end)).toBe('"y"');
  });
  it.each([
    ['[{"a": 1}', 1, 'Line 1: The list is not closed.'],
    ['[{"a": 1},\n', 1, 'Line 2: The list is not closed.'],
    ['[{"a": 1}, {"a": 2', 1, 'Line 1: The list is not closed.'],
    ['[', 0, 'Line 1: The list is not closed.'],
    ['[{"a": 1},\n]', 1, 'Line 1: JSON allows no comma after the last item.'],
    ['[{"a": 1}\n {"a": 2}]', 1, "Line 2: Expected ',' or ']' here."],
    ['[{"a": 1}, {"a": }]', 1, 'Line 1 is not a row: Expected a JSON value here.'],
    ['[]', 0, undefined],
  ])('that is %j keeps the rows before what is wrong', async (source, count, message) => {
    const { first, problems } = await rowTable(source, '/ws/rows.json');
    expect([first.length, problems[0]?.message]).toEqual([count, message]);
  });
});

describe('a JSON object', () => {
  it.each([
    ['a list of objects under "data"', '{"version": 1,\n "data": [{"a": 1}, {"a": 2}]}', [{ a: 1 }, { a: 2 }]],
    ['a list of objects under its only list', '{"questions": [{"a": 1}]}', [{ a: 1 }]],
    [
      'columns',
      '{"q": ["x", "y"],\n "a": [1, 2]}',
      [
        { q: 'x', a: 1 },
        { q: 'y', a: 2 },
      ],
    ],
    [
      'columns of numbered cells',
      '{"q": {"0": "x", "1": "y"}, "a": {"0": 1, "1": 2}}',
      [
        { q: 'x', a: 1 },
        { q: 'y', a: 2 },
      ],
    ],
    ['a single row', '{"q": "x",\n "choices": ["a", "b"]}', [{ q: 'x', choices: ['a', 'b'] }]],
  ])('that holds %s', async (_what, source, rows) => {
    expect((await rowTable(source, '/ws/rows.json')).first.map(plain)).toEqual(rows);
  });
  it('that is broken says where', async () => {
    const { problems, count } = await rowTable('{\n "a": 1,\n}', '/ws/rows.json');
    expect(count).toBe(0);
    expect(problems[0]!.message).toMatch(/^Line 2: /);
  });
});
