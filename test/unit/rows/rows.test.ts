import { describe, expect, it } from 'vitest';
import { readJsonLines } from '../../../server/src/rows/json-lines.js';
import { placeholderRows } from '../../../server/src/rows/placeholder.js';
import { readRows } from '../../../server/src/rows/read-rows.js';
import { sentinelRows } from '../../../server/src/rows/sentinel.js';
import { value } from '../opencompass/build.js';
import { plain } from '../opencompass/case.js';

describe('a JSON Lines file', () => {
  const source = '{"q": "one", "n": [1, {"x": null}]}\n\nno json\r\n[1]\n  {"q": "\\u00e9t\\u00e9"}\r\n';
  const { rows, problems } = readJsonLines('/ws/rows.jsonl', source);

  it('gives a row for each line that is an object', () => {
    expect(rows.map(plain)).toEqual([{ q: 'one', n: [1, { x: null }] }, { q: 'été' }]);
  });
  it('names each bad line and keeps the others', () => {
    expect(problems.map(({ line }) => line)).toEqual([2, 3]);
    expect(problems[0]!.message).toMatch(/^Line 3 is not a row: /);
    expect(problems[1]!.message).toBe('Line 4 is not a row: each line must be a JSON object.');
    expect(problems.map(({ span }) => source.slice(span.start, span.end))).toEqual(['no', '[1]']);
  });
  it('knows where each value stands in the file', () => {
    const spans = rows.flatMap((row) => [...row.entries.values()].flatMap((entry) => [entry.keySpan, entry.value.span]));
    expect(spans.map(({ start, end }) => source.slice(start, end))).toEqual(['"q"', '"one"', '"n"', '[1, {"x": null}]', '"q"', '"\\u00e9t\\u00e9"']);
    const text = rows[1]!.get('q')!;
    const piece = text.kind === 'str' ? text.traced.pieces[1]! : undefined;
    expect(piece?.origin).toEqual({ kind: 'source', exact: true, span: { file: '/ws/rows.jsonl', start: source.indexOf('t\\u00e9"'), end: source.indexOf('t\\u00e9"') + 1 } });
  });
  it('may start with a byte order mark and be empty', () => {
    expect(readJsonLines('f', '\uFEFF{"a": 1}').rows.map(plain)).toEqual([{ a: 1 }]);
    expect(readJsonLines('f', '')).toEqual({ rows: [], problems: [] });
  });
});

describe('a row file', () => {
  it('may be a JSON list of objects', () => {
    const { rows, problems } = readRows('f', ' [{"a": 1},\n 2, {"a": 3}]');
    expect(rows.map(plain)).toEqual([{ a: 1 }, { a: 3 }]);
    expect(problems.map(({ message }) => message)).toEqual(['Line 2: each item must be an object.']);
  });
  it('is JSON Lines otherwise', () => {
    expect(readRows('f', '{"a": 1}\n{"a": 2}').rows).toHaveLength(2);
  });
  it('that is broken has one problem', () => {
    expect(readRows('f', '[{"a": 1}')).toMatchObject({ rows: [], problems: [{ line: 0 }] });
  });
});

describe('rows made up', () => {
  const infer = value({
    prompt_template: { type: 'PromptTemplate', template: { round: [{ role: 'HUMAN', prompt: '{q} {extra} {not a name}' }] } },
    ice_template: { type: 'PromptTemplate', template: { yes: '{q}', no: '{more}' } },
  });
  const reader = value({ input_columns: 'q  p', output_column: 'a' });

  it('have the input columns, the output column and the placeholders in order', () => {
    expect(plain(sentinelRows(infer, reader).test)).toEqual({ q: '⟦q#t⟧', p: '⟦p#t⟧', a: '⟦a#t⟧', extra: '⟦extra#t⟧', more: '⟦more#t⟧' });
    expect([...placeholderRows(infer, reader).test.entries.values()].map(({ key }) => plain(key))).toEqual(['q', 'p', 'a', 'extra', 'more']);
  });
  it('repeat as sentinels after ten, with the labels of the ice template as answers', () => {
    const { train } = sentinelRows(infer, reader);
    expect(plain(train.at(13))).toMatchObject({ q: '⟦q#3⟧', a: 'no' });
    expect(plain(train.at(4))).toMatchObject({ a: 'yes' });
  });
  it('exist as placeholders for every index', () => {
    expect(plain(placeholderRows(infer, reader).train.at(1234))).toMatchObject({ q: '⟦q#1234⟧' });
  });
  it('hold a conversation where a template expands the column', () => {
    const raw = value({ prompt_template: { type: 'RawPromptTemplate', messages: [{ expand_column: 'history' }, { role: 'user', content: '{q}' }] } });
    expect(plain(sentinelRows(raw, value({ input_columns: ['q'], output_column: null })).test)).toEqual({
      q: '⟦q#t⟧',
      history: [
        { role: 'user', content: '⟦history#t⟧.0' },
        { role: 'assistant', content: '⟦history#t⟧.1' },
      ],
    });
  });
  it('of a config that says nothing have no columns', () => {
    expect(plain(placeholderRows(undefined, undefined).test)).toEqual({});
  });
});
