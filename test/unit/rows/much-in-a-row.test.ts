import { describe, expect, it } from 'vitest';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { DictValue, Value } from '../../../server/src/engine/core/value.js';
import { typedRows } from '../../../server/src/engine/data/load/typed-rows.js';
import { parseJson } from '../../../server/src/engine/json/parse-json.js';
import { weighJson } from '../../../server/src/engine/rows/json-weight.js';
import { openRows } from '../../../server/src/engine/rows/open-rows.js';
import { skimmedValue } from '../../../server/src/engine/rows/skimmed-value.js';
import { RowTable, type RowReader, type SkimmedRow } from '../../../server/src/engine/rows/row-table.js';

const open = (file: string, text: string): Promise<RowReader> => openRows(new MemoryWorkspace({ [file]: text }), file);
const numbers = (count: number): string => `[${'0,'.repeat(count - 1)}0]`;

describe('the weight of JSON', () => {
  it.each([
    ['{"a": 1, "b": [1, 2, {"c": []}]}', 2, 7],
    ['{"a": "{,[", "a": "\\",", "b": { }}', 3, 4],
    ['[[ ], [1], {}]', 3, 5],
  ])('of %s is told by its marks', (text, keys, values) => {
    expect(weighJson(text, values)).toEqual({ keys, beyond: undefined });
    expect(weighJson(text, values - 1).beyond).toBeTypeOf('number');
    expect(parseJson(text, '/a.json', 990, values).problem).toBeUndefined();
    expect(parseJson(text, '/a.json', 990, values - 1).problem?.kind).toBe('values');
  });

  it('ends where a string is not closed', () => {
    expect(weighJson('{"a": 1, "b', 10)).toEqual({ keys: 2, beyond: undefined });
  });
});

describe('JSON that is a part of a file', () => {
  const text = '{"a": ["x\\n\\u0041y", 1.5, {"b": null}], "": true}';

  it('has its places there', () => {
    const [alone, part] = [parseJson(text, '/a').value, parseJson(text, '/a', 990, 100, 1_000).value];
    const whole = parseJson(' '.repeat(1_000) + text, '/a').value;
    expect(placesIn(part!)).toEqual(placesIn(whole!));
    expect(placesIn(part!)).toEqual(placesIn(alone!).map((place) => place + 1_000));
  });

  it('says what is wrong with it where that stands in the part', () => {
    const { problem } = parseJson('{"a": x}', '/a', 990, 100, 1_000);
    expect(problem).toMatchObject({ start: 6, end: 7 });
  });
});

function placesIn(value: Value): number[] {
  if (value.kind === 'str') return value.traced.pieces.flatMap(({ origin }) => (origin.kind === 'source' ? [origin.span.start] : []));
  if (value.kind === 'list') return [value.span.start, value.span.end, ...value.items.flatMap(placesIn)];
  if (value.kind !== 'dict') return [value.span.start];
  return [...value.entries.values()].flatMap(({ key, keySpan, value: part }) => [keySpan.start, ...placesIn(key), ...placesIn(part)]);
}

describe('a row with more in it than is read', () => {
  it('says so, with its line', async () => {
    const keys = Array.from({ length: 20_001 }, (_, i) => `"${String(i)}": 1`).join(',');
    const reader = await open('/a.jsonl', `{"a": 1}\n{"a": ${numbers(100_001)}}\n{${keys}}\n`);
    expect(await reader.read(0, 10)).toHaveLength(1);
    expect(reader.problems.map(({ line, message }) => [line, message])).toEqual([
      [1, 'Line 2 is not a row: More than 100000 values are not read.'],
      [2, 'Line 3 is not a row: it has 20001 keys; more than 20000 columns are not read.'],
    ]);
  });

  it('is one from the first value on that is too many', async () => {
    // The row and its list are values, too.
    const reader = await open('/a.jsonl', `{"a": ${numbers(99_998)}}\n{"a": ${numbers(99_999)}}\n`);
    expect(await reader.read(0, 10)).toHaveLength(1);
    expect(reader.problems).toHaveLength(1);
  });
});

describe('rows of which the shape alone matters', () => {
  const behind = '{"a": 0}\n'.repeat(1_000);
  const skim = async (file: string, text: string, take: (row: SkimmedRow) => void): Promise<number> =>
    (await (await open(file, text)).skim!(1_000, 2_000, take)).rows;

  it('are read by JavaScript however long they are, unless they may be too much', async () => {
    const plain: boolean[] = [];
    const long = `{"a": ${numbers(90_000)}}\n{"a": "${','.repeat(200_000)}"}\n{"a": ${numbers(100_001)}}\n`;
    await skim('/a.jsonl', behind + long, (row) => plain.push(row.plain !== undefined));
    expect(plain).toEqual([true, true, false]);
  });

  it('are no more at once than are held', async () => {
    const text = behind + `{"a": ${numbers(90_000)}}\n`.repeat(20);
    expect(await skim('/a.jsonl', text, () => undefined)).toBe(8);
  });

  it('are skimmed in a list, too', async () => {
    const found: unknown[] = [];
    await skim('/a.json', `[${'{"a": 0},'.repeat(1_000)}{"a": [1, "b"]}]`, ({ plain }) => found.push(plain));
    expect(found).toEqual([{ a: [1, 'b'] }]);
  });

  it.each(['2', '"a"', 'null', '[1, 2]', '{"b": true}'])('type a list as the row itself does: %s', async (last) => {
    const text = `[${'{"a": 1},'.repeat(1_500)}{"a": ${last}}]`;
    // A number with an exponent is left to the row itself.
    const slow = text.replace(/\}\]$/, ', "z": 1e1}]');
    const read = async (of: string): Promise<unknown> => {
      const reader = await openRows(new MemoryWorkspace({ '/a.json': of }), '/a.json', typedRows('strict', '3.1'));
      const [row] = await reader.read(0, 1);
      return [row?.get('a')?.kind, reader.raises, reader.problems.map(({ message }) => message)];
    };
    expect(await read(text)).toEqual(await read(slow));
  });
});

it('what JavaScript reads of JSON has the kinds of the values', () => {
  const text = '{"a": [1, true, null, "x", {"__": {}}], "b": -3}';
  const kinds = (value: Value): unknown =>
    value.kind === 'list'
      ? value.items.map(kinds)
      : value.kind === 'dict'
        ? [...value.entries].map(([key, entry]) => [key, kinds(entry.value)])
        : value.kind;
  expect(kinds(skimmedValue(JSON.parse(text)))).toEqual(kinds(parseJson(text, '/a').value!));
});

describe('who goes backwards through a file', () => {
  const rowsOf = (perRead: number): { reader: RowReader; reads: [number, number][] } => {
    const reads: [number, number][] = [];
    const row = parseJson('{"a": 1}', '/a').value as DictValue;
    const read = (start: number, end: number): Promise<readonly DictValue[]> => {
      reads.push([start, end]);
      return Promise.resolve(Array.from({ length: Math.min(end - start, perRead) }, () => row));
    };
    const measure = (): Promise<void> => Promise.resolve();
    return { reads, reader: { columns: undefined, count: 5_000, complete: true, problems: [], read, measure } };
  };
  const back = async (reader: RowReader, count: number): Promise<void> => {
    const table = await RowTable.open(['/a'], reader);
    for (let i = 4_999; i >= 5_000 - count; i--) {
      await table.fetch(i);
      expect(table.row(i)).toBeDefined();
    }
  };

  it('reads many rows at once', async () => {
    const { reader, reads } = rowsOf(1_000);
    await back(reader, 300);
    expect(reads.length).toBeLessThan(6);
  });

  it('reads them one by one where they are too much together', async () => {
    const { reader, reads } = rowsOf(1);
    await back(reader, 3);
    expect(reads.slice(1).filter(([start, end]) => end - start === 1)).toEqual([
      [4_999, 5_000],
      [4_998, 4_999],
      [4_997, 4_998],
    ]);
  });
});
