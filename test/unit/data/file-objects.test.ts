import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pythonOf } from './run-program.js';

const files = { f: 'one\ntwo\nthree\n', 'f.gz': gzipSync('one\ntwo\nthree\n') };

test.each([
  ['f.readline()\n    f.seek(0)\n    r = f.read(5)', '"one\\nt"'],
  ['f.readline()\n    r = [f.seek(0), f.tell(), f.readline()]', '[0, 0, "one\\n"]'],
  ['f.seek(0, 2)\n    r = f.read()', '""'],
  ['f.readline()\n    f.seek(0, 1)\n    r = f.readline()', '"two\\n"'],
  ['r = [f.readable(), f.seekable(), f.writable(), f.flush()]', '[true, true, false, null]'],
  ['r = next(f)\n    r = next(f)', '"two\\n"'],
  ['f.readline()\n    f.seek(4)\n    r = f.read()', 'unknown'],
  ['f.readline()\n    r = f.tell()', 'unknown'],
  ['f.seek(0, 3)', 'ValueError'],
  ['r = f.newlines', 'unknown'],
  ['r = f.truncate()', 'unknown'],
  ['f.write("x")', 'UnsupportedOperation'],
  ['f.seek(0, 2)\n    r = next(f, "end")', '"end"'],
  ['next(f)\n    r = list(f)', '["two\\n", "three\\n"]'],
  ['r = f.nonsense', 'AttributeError'],
])('a text that was opened: %s', (code, outcome) => {
  expect(pythonOf(`r = None\ndef go():\n  with open('f') as f:\n    ${code}\n    return r\ngo()`, files)).toBe(outcome);
});

test('a file is looked at before it is read, whatever it is', () => {
  const code = `
import json
def rows(path):
    with open(path) as file:
        if not file.readline().strip():
            return []
        try:
            file.seek(0)
            return json.load(file)
        except json.JSONDecodeError:
            file.seek(0)
            return [json.loads(line) for line in file]
[rows('lines'), rows('list'), rows('empty')]`;
  expect(pythonOf(code, { lines: '{"a": 1}\n{"a": 2}\n', list: '[{"a": 3}]', empty: '\n' })).toBe('[[{"a": 1}, {"a": 2}], [{"a": 3}], []]');
});

test.each([
  ['f.readline()\n    f.seek(4)\n    r = f.read(3)', '"two"'],
  ['f.seek(-6, 2)\n    r = f.read()', '"three\\n"'],
  ['f.readline()\n    r = str(f.tell())', '"4"'],
])('bytes of a file that is packed: %s', (code, outcome) => {
  const made = `import gzip\ndef go():\n  with gzip.open('f.gz') as f:\n    ${code}\n    return r if isinstance(r, str) else r.decode()\ngo()`;
  expect(pythonOf(made, files)).toBe(outcome);
});

test('what else a hash has is not told', () => {
  expect(pythonOf("import hashlib\nhashlib.md5(b'x').digest_size", {})).toBe('unknown');
});
