import { expect, test } from 'vitest';
import { pythonOf } from './run-program.js';

const imports = 'import collections, csv, datetime as dt, io, itertools, random, string\n';

// What CPython 3.11 gives for each; unknown is what is not modelled. None of these names is missing.
test.each([
  ["[io.StringIO('a').readable(), io.StringIO('a').isatty(), io.StringIO('a').newlines]", '[true, false, null]'],
  ["io.StringIO('a').fileno()", 'unknown'],
  ["collections.namedtuple('P', 'a b').a", 'unknown'],
  ["collections.namedtuple('P', 'a b').count", 'unknown'],
  ["collections.namedtuple('P', 'a b').c", 'AttributeError'],
  ['random.Random(1).gauss_next', 'unknown'],
  ['dt.time(1).dst()', 'null'],
  ['str(dt.time.resolution)', '"0:00:00.000001"'],
  ['list(dt.datetime(2020, 1, 2, 3).utctimetuple())', '[2020, 1, 2, 3, 0, 0, 3, 2, 0]'],
  ["string.Template('$a').is_valid()", 'unknown'],
  ["[(r.line_num, row) for r in [csv.reader(['a,b', '\"x', 'y\",z'])] for row in r]", '[[1, ["a", "b"]], [3, ["xy", "z"]]]'],
  ["[(r.line_num, row['a']) for r in [csv.DictReader(['a', '1', '2'])] for row in r]", '[[2, "1"], [3, "2"]]'],
  ["csv.reader(['a']).dialect", 'unknown'],
  ["csv.DictReader(['a']).restkey", 'unknown'],
  ['itertools.chain([1]).from_iterable', 'unknown'],
  ["Dataset.from_list([{'a': 1}]).from_json", 'unknown'],
  ['DatasetDict().formatted_as', 'unknown'],
])('%s', (code, outcome) => {
  expect(pythonOf(imports + code)).toBe(outcome);
});

test('a chain of dicts is changed in its first one', () => {
  const code = `
made = collections.ChainMap({'a': 1}, {'a': 2, 'b': 3})
other = made.copy()
def go():
    made.update({'c': 4}, d=5)
    popped = [made.pop('a'), made.pop('b', None), made.setdefault('b', 9), made.setdefault('e', 6)]
    return [popped, dict(made), dict(other), dict(collections.ChainMap.fromkeys('x', 1))]
go()`;
  expect(pythonOf(imports + code)).toBe('[[1, null, 3, 6], {"a": 2, "b": 3, "c": 4, "d": 5, "e": 6}, {"a": 1, "b": 3}, {"x": 1}]');
});

test.each([
  ["hasattr(pd.Series([1]), 'nonsense')", 'unknown'],
  ["hasattr(pathlib.Path('/a'), 'nonsense')", 'unknown'],
  ["[hasattr(re.match('a', 'a'), 'lastindex'), hasattr(re.match('a', 'a'), 'nonsense')]", '[true, false]'],
  ["[hasattr([], 'append'), hasattr('', 'nonsense'), hasattr({}, 'get')]", '[true, false, true]'],
  ["callable(pd.DataFrame({'a': [1]}))", 'unknown'],
  ['[callable(len), callable(3), callable(functools.partial(len))]', '[true, false, true]'],
  ['float(pd.Series([1]))', 'unknown'],
  ['int(pd.Series([1]))', 'unknown'],
  ['round(pd.Series([1.5]))', 'unknown'],
  ['round([1.5])', 'TypeError'],
  ['[collections.deque([1]) < collections.deque([2]), list(collections.deque([1], 2) * 3)]', '[true, [1, 1]]'],
  ['collections.deque([1]) + [2]', 'TypeError'],
])('what is asked of any object: %s', (code, outcome) => {
  expect(pythonOf(`import functools, pathlib, re\nimport pandas as pd\n${imports}${code}`)).toBe(outcome);
});
