import { expect, test } from 'vitest';
import { pythonOf } from './run-program.js';

const records = (text: string, options = '', newline = ''): string =>
  pythonOf(`import csv\n[r for r in csv.reader(open('f.csv'${newline})${options})]`, { 'f.csv': text });

// What CPython 3.11 gives for each.
test.each([
  ['a,b\n1,2\n', '', '[["a", "b"], ["1", "2"]]'],
  ['\n\na\n', '', '[[], [], ["a"]]'],
  ['"a, b","c ""d"""\n', '', '[["a, b", "c \\"d\\""]]'],
  ['"multi\nline",x\n', '', '[["multi\\nline", "x"]]'],
  ['"open\nend', '', '[["open\\nend"]]'],
  ['x"y"z,"p"q\n', '', '[["x\\"y\\"z", "pq"]]'],
  ['a,', '', '[["a", ""]]'],
  [' a, "b"\n', ', skipinitialspace=True', '[["a", "b"]]'],
  ['a;"b\n', ", delimiter=';', quoting=csv.QUOTE_NONE", '[["a", "\\"b"]]'],
  ["'a''b'\tc\n", ", dialect='excel-tab', quotechar=\"'\"", '[["a\'b", "c"]]'],
  ['a\\,b\n', ", escapechar='\\\\'", '[["a,b"]]'],
  ['a\n', ", delimiter='ab'", 'TypeError'],
])('%j%s', (text, options, expected) => {
  expect(records(text, options)).toBe(expected);
});

test('line breaks within quotes are those of the file only where it is opened so', () => {
  expect(records('"a\r\nb"\r\n')).toBe('[["a\\nb"]]');
  expect(records('"a\r\nb"\r\n', '', ", newline=''")).toBe('[["a\\r\\nb"]]');
});

test('DictReader', () => {
  const rows = (code: string): string => pythonOf(`import csv\nr = csv.DictReader(${code})\n[r.fieldnames, [dict(x) for x in r]]`);
  expect(rows("['a,b', '', '1,2', '3']")).toBe('[["a", "b"], [{"a": "1", "b": "2"}, {"a": "3", "b": null}]]');
  expect(rows("['1,2,3'], fieldnames=['a', 'b'], restkey='more'")).toBe('[["a", "b"], [{"a": "1", "b": "2", "more": ["3"]}]]');
  expect(rows('[]')).toBe('[null, []]');
});

test('a header is read by next', () => {
  expect(pythonOf("import csv\nr = csv.reader(['h', 'x'])\nh = next(r)\n[h, list(r)]")).toBe('[["h"], [["x"]]]');
  expect(pythonOf('import csv\nlist(csv.reader([1]))')).toBe('Error');
});
