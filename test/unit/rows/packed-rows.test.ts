import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { leastUnpacked } from '../../../server/src/engine/core/gzip.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { openRows } from '../../../server/src/engine/rows/open-rows.js';
import { unpackText } from '../../../server/src/node/unpack.js';
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

test('of several parts no more is held than of one', async () => {
  const packed = gzipSync('{"a": 1}\n'.repeat(10));
  const workspace = Object.assign(new MemoryWorkspace({ '/a.jsonl.gz': packed, '/b.jsonl.gz': packed, '/c.jsonl.gz': packed }), {
    unpack: unpackText,
  });
  const room = { left: 100 };
  const readers = [];
  for (const file of ['/a.jsonl.gz', '/b.jsonl.gz', '/c.jsonl.gz']) readers.push(await openRows(workspace, file, 'strings', room));
  const tooMuch =
    'Together with the files before it, it is larger than 64 MB once they are unpacked, which is as much as is held; unpack them first.';
  expect(readers.map(({ problems }) => problems.map(({ message }) => message))).toEqual([[], [tooMuch], [tooMuch]]);
});

test.each([
  ['', 0],
  ['{"a": 1}\n', 9],
  ['é', 2],
])('how much %j is at least is known before it is unpacked', (text, bytes) => {
  expect(leastUnpacked(gzipSync(text))).toBe(bytes);
  const parts = Buffer.concat([gzipSync('before it'), gzipSync(text)]);
  expect(leastUnpacked(parts)).toBe(bytes);
});
