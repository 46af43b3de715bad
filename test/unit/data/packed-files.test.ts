import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { largestUnpacked } from '../../../server/src/engine/core/gzip.js';
import { unpackText } from '../../../server/src/node/unpack.js';
import { unpackInWorker } from '../../../server/src/web/unpack-in-worker.js';
import { pythonOf } from './run-program.js';

const lines = '{"q": "Wär?", "a": 1}\n{"q": "two\\nlines", "a": 2.5}\n';
const expected = '[{"q": "Wär?", "a": 1.0}, {"q": "two\\nlines", "a": 2.5}]';
const packed = gzipSync(lines);

/** What load_dataset gives of one file (datasets 3.6). */
const load = (name: string, content: string | Uint8Array, format = 'json', more = ''): string =>
  pythonOf(`list(load_dataset('${format}', data_files='${name}', split='train'${more}))`, { [name]: content });

test.each([
  ['a.jsonl.gz', packed, expected],
  ['odd.gz', packed, expected],
  ['without-ending', packed, expected],
  ['plain.jsonl', packed, expected],
  ['parts.jsonl.gz', Buffer.concat([packed, gzipSync('{"q": "z", "a": 3}\n')]), expected.replace(']', ', {"q": "z", "a": 3.0}]')],
  ['zeros.jsonl.gz', Buffer.concat([packed, Buffer.alloc(20)]), expected],
  ['list.json.gz', gzipSync('[{"a": 1.0}]'), '[{"a": 1}]'],
  ['empty.jsonl.gz', gzipSync(''), 'DatasetGenerationError'],
])('load_dataset reads %s', (name, content, rows) => {
  expect(load(name, content)).toBe(rows);
});

test.each([
  ['not-packed.jsonl.gz', lines],
  ['cut.jsonl.gz', packed.subarray(0, -12)],
  ['more.jsonl.gz', Buffer.concat([packed, Buffer.from('garbage')])],
  ['archive.tar.gz', gzipSync(Buffer.alloc(1024))],
])('what the library raises for %s is not told', (name, content) => {
  expect(load(name, content)).toBe('unknown');
});

test('CSV, tables separated by tabs, and lines of text', () => {
  expect(load('c.csv.gz', gzipSync('q,a\nx,1\ny,\n'), 'csv')).toBe('[{"q": "x", "a": 1.0}, {"q": "y", "a": null}]');
  expect(load('t.tsv.gz', gzipSync('q\ta\nx,y\t1\n'), 'csv', ", sep='\\t'")).toBe('[{"q": "x,y", "a": 1}]');
  expect(load('t.txt.gz', gzipSync('one\ntwo\n'), 'text')).toBe('[{"text": "one"}, {"text": "two"}]');
});

test('a folder, by the names of its files', () => {
  const files = { 'd/train.jsonl.gz': packed, 'd/test.jsonl': lines };
  expect(pythonOf("list(load_dataset('d', split='train'))", files)).toBe(expected);
  expect(pythonOf("list(load_dataset('d', split='test'))", files)).toBe(expected);
});

test('pandas.read_csv', () => {
  expect(pythonOf("import pandas\npandas.read_csv('c.csv.gz')['a'].tolist()", { 'c.csv.gz': gzipSync('a\n1\n2\n') })).toBe('[1, 2]');
});

test.each([
  ['as text', "with gzip.open('a.jsonl.gz', 'rt', encoding='utf-8') as f:\n    rows = [json.loads(line) for line in f]"],
  ['as bytes', "with gzip.open('a.jsonl.gz') as f:\n    rows = [json.loads(line) for line in f]"],
  ['as bytes that are decoded', "rows = [json.loads(line) for line in gzip.open('a.jsonl.gz', 'rb').read().decode('utf-8').splitlines()]"],
  ['line by line', "f = gzip.open('a.jsonl.gz')\nrows = [json.loads(f.readline().decode()), json.loads(f.readlines()[0])]"],
])('gzip.open %s', (_how, code) => {
  expect(pythonOf(`import gzip, json\n${code}\nrows`, { 'a.jsonl.gz': packed })).toBe(expected.replace('1.0', '1'));
});

test.each([
  ["gzip.open('missing.gz')", 'FileNotFoundError'],
  ["gzip.open('a.gz', 'rb', encoding='utf-8')", 'ValueError'],
  ["gzip.open('a.gz', 'rtb')", 'ValueError'],
  ['gzip.open(None)', 'TypeError'],
  ["gzip.open('a.gz', 'wt')", 'unknown'],
  ["list(gzip.open('a.gz', 'rt'))", '["a\\n", "b"]'],
  ["list(gzip.open('a.gz', 'rt', newline=''))", '["a\\r\\n", "b"]'],
  ["[type(x).__name__ for x in gzip.open('a.gz', 'r')]", '["bytes", "bytes"]'],
])('%s', (code, outcome) => {
  expect(pythonOf(`import gzip\n${code}`, { 'a.gz': gzipSync('a\r\nb') })).toBe(outcome);
});

test('a few bytes that stand for more than is read are told of', async () => {
  const bomb = gzipSync(Buffer.alloc(largestUnpacked + 1));
  const reason = '/b.gz is larger than 64 MB once it is unpacked.';
  expect(unpackText('/b.gz', bomb)).toEqual({ kind: 'none', why: 'too-large', reason });
  expect(await unpackInWorker('/b.gz', bomb)).toEqual({ kind: 'none', why: 'too-large', reason });
});

test('a browser unpacks what Node does', async () => {
  expect(await unpackInWorker('/a.gz', packed)).toEqual({ kind: 'text', text: lines });
  expect(await unpackInWorker('/a.gz', packed.subarray(0, -12))).toMatchObject({ kind: 'none', why: 'failed' });
  expect(await unpackInWorker('/a.gz', Buffer.from(lines))).toMatchObject({ kind: 'none', why: 'failed' });
});
