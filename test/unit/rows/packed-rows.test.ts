import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { rowTable } from '../../support/rows.js';
import { plain } from '../opencompass/case.js';

test.each([
  ['rows.jsonl.gz', '{"a": 1}\n{"a": 2}\n', [{ a: 1 }, { a: 2 }]],
  ['rows.json.gz', '[{"a": 1}, {"a": 2}]', [{ a: 1 }, { a: 2 }]],
  ['one.jsonl.gz', '{"a": 1}', [{ a: 1 }]],
  ['rows.csv.gz', 'a,b\n1,"x\ny"\n', [{ a: '1', b: 'x\ny' }]],
  ['rows.tsv.gz', 'a\tb\n1\tx\n', [{ a: '1', b: 'x' }]],
  ['rows', '{"a": 1}\n{"a": 2}\n', [{ a: 1 }, { a: 2 }]],
])('%s', async (name, text, rows) => {
  const { first, problems } = await rowTable(gzipSync(text), `/ws/${name}`);
  expect(problems).toEqual([]);
  expect(first.map(plain)).toEqual(rows);
});

test('a row beyond the first thousand is found', async () => {
  const text = Array.from({ length: 3000 }, (_, i) => `{"n": ${String(i)}}\n`).join('');
  const table = await rowTable(gzipSync(text), '/ws/rows.jsonl.gz', 2500);
  expect([plain(table.row(2500)!), table.count]).toEqual([{ n: 2500 }, 3000]);
});
