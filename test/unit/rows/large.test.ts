import { describe, expect, it } from 'vitest';
import { loadRows } from '../../../server/src/engine/rows/load-rows.js';
import { PendingReads } from '../../../server/src/engine/core/pending-reads.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { remembering, rowTable } from '../../support/rows.js';
import { plain } from '../opencompass/case.js';

describe('a large text', () => {
  // Three megabytes in characters of one to four bytes, so that parts of the file end within some.
  const lines = Array.from({ length: 20_000 }, (_, i) => JSON.stringify({ n: i, q: `${'𝄞é“'.repeat(i % 23)}${String(i)}` }));

  it.each([
    ['/ws/rows.jsonl', lines.join('\n')],
    ['/ws/rows.json', `[${lines.join(',\n')}]`],
    ['/ws/rows.csv', `n,q\n${lines.map((line, i) => `${String(i)},"${line.replaceAll('"', '""')}"`).join('\r\n')}`],
  ])('%s is read to its end, and every value stands where its span says', async (file, text) => {
    for (const index of [0, 999, 1000, 7777, 19_999]) {
      const table = await rowTable(text, file, index);
      expect([table.count, table.complete, table.problems]).toEqual([20_000, true, []]);
      const row = table.row(index)!;
      const value = row.get('q')!;
      const written = text.slice(value.span.start, value.span.end);
      expect(written).toBe(
        file.endsWith('.csv') ? lines[index]!.replaceAll('"', '""') : JSON.stringify((plain(row) as { readonly q: string }).q),
      );
      expect(plain(row.get('n')!)).toEqual(file.endsWith('.csv') ? String(index) : index);
    }
  });

  it('has rows in any order, those before bad lines and behind them', async () => {
    const text = lines.map((line, i) => (i === 500 ? 'bad' : line)).join('\n');
    const table = await rowTable(text, '/ws/rows.jsonl', 15_000);
    await table.fetch(3000);
    // A line that is no row has no number where it is among the first.
    expect([table.row(499), table.row(500), table.row(3000), table.row(15_000)].map((row) => plain(row!.get('n')!))).toEqual([
      499, 501, 3001, 15_001,
    ]);
    expect(table.problems.map(({ line }) => line)).toEqual([500]);
  });

  it('in which nothing is a row is not read to its end', async () => {
    const table = await rowTable(`${'{"q": \n'.repeat(30_000)}${lines[0]!}`);
    expect([table.count, table.complete, table.problems.length]).toEqual([0, true, 100]);
  });

  it('of one long line is one row', async () => {
    const { count, first } = await rowTable(JSON.stringify({ q: 'x'.repeat(5_000_000) }));
    expect([count, plain(first[0]!.get('q')!)]).toEqual([1, 'x'.repeat(5_000_000)]);
  });

  it('whose row has no end is too large, and said so', async () => {
    const { count, problems } = await rowTable(`q,a\n"${'x,y\n'.repeat(18_000_000)}`, '/ws/rows.csv');
    expect([count, problems.map(({ message }) => message)]).toEqual([0, ['The row at line 2 is longer than 32 MB.']]);
  });
});

describe('a split in several files', () => {
  const part = (from: number, count: number): string => Array.from({ length: count }, (_, i) => `{"n": ${String(from + i)}}\n`).join('');
  const files = { '/ws/a.jsonl': part(0, 600), '/ws/b.jsonl': part(600, 700), '/ws/c.csv': 'n\n1300\n1301\n' };
  const source = { workspace: new MemoryWorkspace(files), reads: new PendingReads(), remember: remembering() };

  it('has the rows of one behind those of the other', async () => {
    const table = await loadRows(source, Object.keys(files), 1250);
    expect([table.count, table.complete, table.first.length]).toEqual([1302, true, 1000]);
    for (const index of [1299, 1301]) await table.fetch(index);
    expect([0, 599, 600, 999, 1250, 1299, 1301].map((index) => String(plain(table.row(index)!.get('n')!)))).toEqual([
      '0',
      '599',
      '600',
      '999',
      '1250',
      '1299',
      '1301',
    ]);
    await table.fetch(1302);
    expect(table.row(1302)).toBeUndefined();
  });
  it('lacks those of a part that cannot be read, and says why', async () => {
    const { count, problems } = await loadRows(source, ['/ws/a.jsonl', '/ws/gone.jsonl', '/ws/c.csv']);
    expect([count, problems.map(({ message }) => message)]).toEqual([602, ['/ws/gone.jsonl does not exist.']]);
  });
});
