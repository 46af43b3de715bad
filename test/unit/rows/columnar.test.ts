import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Value } from '../../../server/src/engine/core/value.js';
import { rowTable } from '../../support/rows.js';

const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(`test/fixtures/rows/${name}`));

/** A value with its type: `1` is an int, `1.0` a float, `b'…'` bytes, `?` unknown. */
function shown(value: Value): string {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'int':
      return String(value.value);
    case 'float':
      return Number.isInteger(value.value) ? `${String(value.value)}.0` : String(value.value);
    case 'str':
      return JSON.stringify(value.text);
    case 'bytes':
      return `b${JSON.stringify(value.bytes)}`;
    case 'list':
      return `[${value.items.map(shown).join(', ')}]`;
    case 'dict':
      return `{${[...value.entries.values()].map(({ key, value: item }) => `${shown(key)}: ${shown(item)}`).join(', ')}}`;
    case 'unknown':
      return `? ${value.reason}`;
    case 'bool':
      return value.value ? 'True' : 'False';
    default:
      return value.kind;
  }
}

const columns = [
  'id',
  'small',
  'unsigned',
  'f',
  'f32',
  'ok',
  'text',
  'large',
  'bytes',
  'list',
  'nested',
  'choices',
  'records',
  'when',
  'day',
  'price',
  'nothing',
  'kind',
  'image',
];
const picture = '? Pictures, sounds and other values that have to be decoded are not read.';
/** What test/fixtures/rows/make.py wrote. */
const expected = [
  [
    '9007199254740993',
    '-1',
    '18446744073709551615',
    '1.0',
    '0.5',
    'True',
    '"é “q” 𝄞"',
    '"long"',
    'b"\\u0000ÿ"',
    '["a", None, ""]',
    '[[1, 2], [], None]',
    '{"text": ["x", "y"], "label": [0, 1]}',
    '[{"k": "one", "n": 1}, {"k": None, "n": 2}]',
    '? Timestamps are not read.',
    '? Dates are not read.',
    '? Decimal numbers are not read.',
    'None',
    '"red"',
    picture,
  ],
  [...columns.slice(0, -1).map(() => 'None'), picture],
  [
    '-3',
    '7',
    '0',
    'NaN',
    '-2.25',
    'False',
    '""',
    '""',
    'b""',
    '[]',
    '[]',
    '{"text": None, "label": []}',
    '[]',
    'None',
    'None',
    'None',
    'None',
    '"blue"',
    picture,
  ],
];

describe.each(['types.parquet', 'types-stream.arrow', 'types-lz4.feather', 'types-zstd.arrow'])('%s', (name) => {
  it('gives every value as it is, and says why some are not known', async () => {
    const table = await rowTable(fixture(name), `/ws/${name}`);
    expect(table.problems).toEqual([]);
    expect(table.columns.filter((column) => column !== 'half')).toEqual(columns);
    expect(table.first.map((row) => columns.map((column) => shown(row.get(column)!)))).toEqual(expected);
  });
  it('is known by its bytes, not by its name', async () => {
    expect((await rowTable(fixture(name), '/ws/rows.jsonl')).count).toBe(3);
  });
});

describe.each(['none', 'snappy', 'gzip', 'brotli', 'lz4'])('a Parquet file packed with %s', (codec) => {
  it('has its first rows in memory, and any other that is asked for', async () => {
    const table = await rowTable(fixture(`many-${codec}.parquet`), '/ws/rows.parquet', 1150);
    expect([table.count, table.complete, table.first.length, table.problems]).toEqual([1200, true, 1000, []]);
    for (const index of [0, 499, 500, 999, 1150])
      expect([...table.row(index)!.entries.values()].map(({ value }) => shown(value))).toEqual([
        `"question ${String(index)}"`,
        String(index),
        shownTags(index),
      ]);
    expect(table.row(1151)).toBeUndefined();
    await table.fetch(1199);
    expect(shown(table.row(1199)!.get('n')!)).toBe('1199');
    await table.fetch(1200);
    expect([table.row(1200), table.has(1200)]).toEqual([undefined, true]);
  });
});

function shownTags(index: number): string {
  return `[${Array.from({ length: index % 3 }, () => `"${String(index)}"`).join(', ')}]`;
}

describe('a file that is damaged', () => {
  const parquet = fixture('many-snappy.parquet');
  const arrow = fixture('types-stream.arrow');
  const changed = (bytes: Uint8Array, at: number, ...to: number[]): Uint8Array => {
    const copy = bytes.slice();
    copy.set(to, at < 0 ? copy.length + at : at);
    return copy;
  };

  it.each<[string, Uint8Array, RegExp]>([
    ['a Parquet file without its end', parquet.slice(0, 5000), /^The Parquet file is damaged or incomplete: its end is missing\.$/],
    ['a Parquet file of its first bytes', parquet.slice(0, 6), /^The Parquet file is damaged or incomplete/],
    ['an encrypted Parquet file', changed(parquet, -1, 0x45), /^The Parquet file is encrypted\.$/],
    ['a Parquet file with metadata longer than itself', changed(parquet, -8, 255, 255, 255, 127), /^The Parquet file is damaged/],
    ['an Arrow stream that is cut off', arrow.slice(0, arrow.length - 1000), /^The Arrow file is damaged or incomplete\.$/],
    ['an Arrow stream of its first bytes', arrow.slice(0, 9), /^The Arrow file is damaged or incomplete\.$/],
    [
      'a file packed with gzip',
      new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
      /^\/ws\/rows\.parquet cannot be unpacked: unexpected end of file\.$/,
    ],
    ['bytes that are no text', new Uint8Array([1, 2, 0, 4]), /^The file is binary, not text\.$/],
    ['text that is not UTF-8', new Uint8Array([0x7b, 0xe9, 0x7d]), /^The file is not UTF-8 text\.$/],
    ['text in UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0]), /^The file is UTF-16 text; save it as UTF-8\.$/],
    ['an empty file', new Uint8Array(), /^The file is empty\.$/],
    ['blanks', new TextEncoder().encode(' \n\n'), /^The file holds only white space\.$/],
  ])('%s has a problem and no rows', async (_what, bytes, message) => {
    const { first, problems } = await rowTable(bytes, '/ws/rows.parquet');
    expect(first).toEqual([]);
    expect(problems[0]?.message).toMatch(message);
  });
});
