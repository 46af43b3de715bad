import { expect, test } from 'vitest';
import { pythonOf } from './run-program.js';

const text = 'a,b,c\n1,x,1.5\n2,,\n';
const of = (code: string, file = text): string => pythonOf(`import pandas as pd\ndf = pd.read_csv('f.csv')\n${code}`, { 'f.csv': file });

// What pandas 2.2 gives for each.
test.each([
  ['len(df), list(df), df.shape', '[2, ["a", "b", "c"], [2, 3]]'],
  ["df.fillna('').to_dict('records')", '[{"a": 1, "b": "x", "c": 1.5}, {"a": 2, "b": "", "c": ""}]'],
  ["df['a'].tolist(), list(df['b'])[0]", '[[1, 2], "x"]'],
  ["df['z']", 'KeyError'],
  ['df.iloc[9]', 'IndexError'],
  ["[pd.isna(x) for x in df['b']]", '[false, true]'],
  ["[(i, row['a'], row.b) for i, row in df.iterrows()][0]", '[0, 1, "x"]'],
  ["df.iloc[0].get('z', 5), 'b' in df.iloc[0]", '[5, true]'],
  ["df[df['a'] > 1]", 'unknown'],
  ['df.groupby', 'unknown'],
  ["df['a'] + 1", 'unknown'],
  ["df['a'] == 1", 'unknown'],
  ["list(~pd.isna(df['b']))", '[true, false]'],
  ["len(df[~pd.isna(df['a'])])", '2'],
  ["df[~pd.isna(df['b'])]", 'unknown'],
  ["df['l'] = [['p'], 'q']\ndf.iloc[[0, 1]].iloc[0]['l']", '["p"]'],
  ['len(df.iloc[[1]])', 'unknown'],
  ["df['d'] = ['p', 'q']\ndf['d'].tolist()", '["p", "q"]'],
  ["df['d'] = df['a']\nlen(df['a'])", 'unknown'],
  ["r = df.iloc[0]\nr['b'] += 'y'\nr['b']", '"xy"'],
])('%s', (code, expected) => {
  expect(of(code)).toBe(expected);
});

test('a row of ints and floats alone is one of floats', () => {
  expect(of("df.iloc[0]['n']", 'n,m\n1,2.5\n')).toBe('1.0');
});

test('cells as texts, and without missing ones', () => {
  const read = (options: string): string =>
    pythonOf(`import pandas as pd\npd.read_csv('f.csv'${options}).to_dict('records')`, { 'f.csv': 'a,b\n01,\n2,NA\n' });
  expect(read(', dtype=str')).toBe('[{"a": "01", "b": {"$float": "nan"}}, {"a": "2", "b": {"$float": "nan"}}]');
  expect(read(', keep_default_na=False')).toBe('[{"a": 1, "b": ""}, {"a": 2, "b": "NA"}]');
  expect(read(', skiprows=1')).toBe('unknown');
});

test('a frame of dicts, and one of lists', () => {
  expect(pythonOf("import pandas as pd\npd.DataFrame([{'a': 1}, {'b': 'x'}]).to_dict('list')")).toBe(
    '{"a": [1.0, {"$float": "nan"}], "b": [{"$float": "nan"}, "x"]}',
  );
  expect(pythonOf("import pandas as pd\npd.DataFrame({'a': [1, 2.5]}).to_dict('records')")).toBe('[{"a": 1.0}, {"a": 2.5}]');
});
