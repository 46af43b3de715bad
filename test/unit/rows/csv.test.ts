import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { openRows } from '../../../server/src/engine/rows/open-rows.js';
import type { NumberReading } from '../../../server/src/engine/rows/typed-cells.js';
import { typedRows } from '../../../server/src/engine/data/load/typed-rows.js';
import { describe, expect, it } from 'vitest';
import { rowTable } from '../../support/rows.js';
import { plain } from '../opencompass/case.js';

describe('CSV', () => {
  it('has a row for each record behind the header, of strings', async () => {
    const { first, columns, count } = await rowTable('id,q,a\n1,Why?,1.50\n\n2,"a, ""b""\nc",NA\r\n', '/ws/rows.csv');
    expect(columns).toEqual(['id', 'q', 'a']);
    expect(first.map(plain)).toEqual([
      { id: '1', q: 'Why?', a: '1.50' },
      { id: '2', q: 'a, "b"\nc', a: 'NA' },
    ]);
    expect(count).toBe(2);
  });
  it.each([
    // What Python 3.11's csv.reader makes of each.
    ['a"b,c', ['a"b', 'c']],
    ['"a"b,c', ['ab', 'c']],
    ['"a""",', ['a"', '']],
    ['"",x', ['', 'x']],
    [' "a",b', [' "a"', 'b']],
    ['"x"y"z,w', ['xy"z', 'w']],
  ])('splits %j as Python does', async (line, cells) => {
    const [row] = (await rowTable(`x,y\n${line}\n`, '/ws/rows.csv')).first;
    expect([...row!.entries.values()].map(({ value }) => plain(value))).toEqual(cells);
  });
  it('knows where cells stand, and whether they stand there as they are', async () => {
    const source = 'q,a\n"one","t""wo"\n';
    const [row] = (await rowTable(source, '/ws/rows.csv')).first;
    const at = (column: string) => {
      const value = row!.get(column)!;
      const { origin } = (value.kind === 'str' ? value.traced.pieces[0] : undefined)!;
      return [source.slice(value.span.start, value.span.end), origin.kind === 'source' && origin.exact];
    };
    expect([at('q'), at('a')]).toEqual([
      ['one', true],
      ['t""wo', false],
    ]);
  });
  it('has None for cells that a record lacks, and says where one has too many', async () => {
    const { first, problems } = await rowTable('a,b\n1\n1,2,3\n4,5\n', '/ws/rows.csv');
    expect(first.map(plain)).toEqual([
      { a: '1', b: null },
      { a: '4', b: '5' },
    ]);
    expect(problems.map(({ message }) => message)).toEqual(['Line 3 is not a row: it has 3 cells, but the header has 2.']);
  });
  it.each([
    ['a,b\n', 'The file has a header, but no rows.'],
    ['a,b', 'The file has a header, but no rows.'],
    ['a,b\n1,"2\n3', 'Line 2: A quoted cell has no closing quote.'],
  ])('that is %j says what is wrong', async (source, message) => {
    const { count, problems } = await rowTable(source, '/ws/rows.csv');
    expect([count, problems[0]?.message]).toEqual([0, message]);
  });
  it('may be separated by tabs', async () => {
    expect((await rowTable('a\tb\n1,5\t2\n', '/ws/rows.tsv')).first.map(plain)).toEqual([{ a: '1,5', b: '2' }]);
  });
});

const raised = 'DatasetGenerationError: An error occurred while generating the dataset';

describe('CSV as the library datasets reads it', () => {
  // What datasets 5.2 with pandas 3.1 makes of each column.
  it.each<[string[], (string | number | boolean | null)[], string]>([
    [['1', '-2', '007'], [1, -2, 7], 'int'],
    [['1', ''], [1, null], 'float'],
    [['1', '2.5'], [1, 2.5], 'float'],
    [['1e5', '.5', 'inf'], [100000, 0.5, Infinity], 'float'],
    [['True', 'FALSE'], [true, false], 'bool'],
    [['true', 'NA'], [true, null], 'bool'],
    [['1', 'x', 'None'], ['1', 'x', null], 'str'],
    [['1,000', '2'], ['1,000', '2'], 'str'],
    [['18446744073709551615', '1'], [18446744073709552000, 1], 'int'],
    [['18446744073709551615', ''], ['18446744073709551615', ''], 'str'],
    [['18446744073709551615', '-1', 'NA'], ['18446744073709551615', '-1', 'NA'], 'str'],
    [['18446744073709551616', 'x', 'NA'], ['18446744073709551616', 'x', 'NA'], 'str'],
    // The first number that is too large decides whether the others are still looked at.
    [['18446744073709551616', '1.5'], ['18446744073709551616', '1.5'], 'str'],
    [['1.5', '18446744073709551616'], [1.5, 18446744073709552000], 'float'],
    [['-18446744073709551616', '1.5'], [-18446744073709552000, 1.5], 'float'],
    [['', 'nan'], [null, null], 'none'],
  ])('has typed columns: %j', async (cells, expected, kind) => {
    const { first } = await rowTable(
      `i,c\n${cells.map((cell, i) => `${String(i)},"${cell}"\n`).join('')}`,
      '/ws/rows.csv',
      0,
      typedRows('strict', '3.0'),
    );
    const values = first.map((row) => row.get('c')!);
    expect(values.map((value) => (value.kind === 'int' ? Number(value.value) : plain(value)))).toEqual(expected);
    expect(values[0]!.kind).toBe(kind);
  });

  it('keeps what stands for no value beside too large numbers, or not', async () => {
    const read = async (numbers: NumberReading) => {
      const reader = await openRows(
        new MemoryWorkspace({ '/a.csv': 'c,i\n18446744073709551616,1\nx,1\nNA,1\n' }),
        '/a.csv',
        typedRows('strict', numbers),
      );
      return [plain((await reader.read(0, 10))[2]!.get('c')!), reader.doubtful];
    };
    expect([await read('2'), await read('3.1'), await read('either')]).toEqual([
      [null, []],
      ['NA', []],
      [null, ['c']],
    ]);
  });

  // pandas 2.2, 3.0 and 3.1, with datasets 3.6 and 5.2.
  it.each<[string[], NumberReading, string[] | undefined, string | undefined]>([
    [['18446744073709551616', '7'], '2', undefined, undefined],
    [['18446744073709551616', '7'], '3.0', undefined, raised],
    [['7', '-9223372036854775809', ''], '3.1', undefined, raised],
    [['18446744073709551616', '7'], 'either', ['all'], undefined],
    [['18446744073709551615', '7'], '3.1', undefined, undefined],
  ])('loads numbers of more than 64 bits, or raises: %j with pandas %s', async (cells, numbers, doubtful, raises) => {
    const reader = await openRows(
      new MemoryWorkspace({ '/a.csv': `c,i\n${cells.map((cell) => `${cell},1\n`).join('')}` }),
      '/a.csv',
      typedRows('strict', numbers),
    );
    const rows = await reader.read(0, 10);
    expect([[reader.doubtful].flat().filter((column) => column !== undefined), reader.raises]).toEqual([doubtful ?? [], raises]);
    expect(reader.problems.map(({ message }) => message)).toEqual(
      raises === undefined ? [] : ['Loading this file raises DatasetGenerationError: Python int too large to convert to C long.'],
    );
    if (raises === undefined) expect(String(plain(rows[1]!.get('c')!))).toBe('7');
  });
});
