import { expect, it } from 'vitest';
import { firstCsvRecords } from '../../../server/src/engine/rows/csv.js';

// What `list(csv.reader(io.StringIO(text)))` of Python 3.12 gives.
it.each<[string, string[][]]>([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n1,',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['\n1\n', [[], ['1']]],
  ['""\n1\n', [[''], ['1']]],
  ['"a,""b"\n"1\n2",3', [['a,"b'], ['1\n2', '3']]],
  [
    'a"b",c\n"x"y,"z',
    [
      ['a"b"', 'c'],
      ['xy', 'z'],
    ],
  ],
  ['', []],
])('splits %j as Python does', (text, records) => {
  expect(firstCsvRecords(text, 2)).toEqual(records);
});

it('reads no further than it is asked to', () => {
  expect(firstCsvRecords('a\nb\nc\n', 2)).toEqual([['a'], ['b']]);
});
