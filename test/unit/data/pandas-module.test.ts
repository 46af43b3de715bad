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
  ["df[df['a'] > 1]['a'].to_dict()", '{"$dict": [[1, 2]]}'],
  ["[[k, g['c'].tolist()] for k, g in df.groupby('a')][0]", '[1, [1.5]]'],
  ["(df['a'] + 1).tolist(), (10 - df['a']).tolist(), ('n' + df['b']).tolist()[0]", '[[2, 3], [9, 8], "nx"]'],
  ["(df['a'] == 1).tolist(), (1 < df['a']).tolist()", '[[true, false], [false, true]]'],
  ["bool(df['a'] == 1)", 'unknown'],
  ["df.iloc[0]['a']", '1'],
  ["repr(df.iloc[0]['a'])", 'unknown'],
  ["[repr(row['a']) for _, row in df.iterrows()]", '["1", "2"]'],
  ["dict(df.iloc[0])['b'], {**df.iloc[0]}['b']", '["x", "x"]'],
  ["df.sort_values('a', ascending=False)['a'].tolist()", '[2, 1]'],
  ["pd.concat([df, df]).sort_values('a')['b'].tolist()", 'unknown'],
  ["pd.Series(['b', 'a', 'b']).value_counts().to_dict()", '{"b": 2, "a": 1}'],
  ["list(pd.Series(['b', 'a']).value_counts().index)", 'unknown'],
  ["pd.DataFrame([{'t': 'x'}, {'t': None}])['t'].isna().tolist()", '[false, true]'],
  ["pd.DataFrame([{'t': 'x'}, {'t': None}])['t'].tolist()[1]", 'unknown'],
  ["pd.DataFrame([{'t': 'x'}, {'t': None}])['t'].apply(lambda t: str(t)).tolist()", 'unknown'],
  ["df['b'].str.upper().tolist()[0], df['b'].str.len().tolist()[0]", '["X", 1.0]'],
  ["pd.Series(['Straße']).str.upper().tolist()", 'unknown'],
  ["df.merge(df, on='a', suffixes=('', '2')).columns.tolist()", '["a", "b", "c", "b2", "c2"]'],
  ["list(~pd.isna(df['b']))", '[true, false]'],
  ["len(df[~pd.isna(df['a'])])", '2'],
  ["df[~pd.isna(df['b'])].to_dict('list')", '{"a": [1], "b": ["x"], "c": [1.5]}'],
  ["df['l'] = [['p'], 'q']\ndf.iloc[[0, 1]].iloc[0]['l']", '["p"]'],
  ['len(df.iloc[[1]])', '1'],
  ["df['d'] = ['p', 'q']\ndf['d'].tolist()", '["p", "q"]'],
  ["df['d'] = df['a']\ndf['d'].tolist()", '[1, 2]'],
  ["r = df.iloc[0]\nr['b'] += 'y'\nr['b']", '"xy"'],
])('%s', (code, expected) => {
  expect(of(code)).toBe(expected);
});

// A frame that is changed in place: followed, or not known any more.
test.each([
  ["df.drop(columns='a', inplace=True)\nlist(df)", '["b", "c"]'],
  ["df.insert(0, 'z', [1, 2])\nlist(df)", 'unknown'],
  ["df.pop('a')\nlist(df)", '["b", "c"]'],
  ["df.sort_values('a', ascending=False, inplace=True)\ndf.iloc[0]['a']", '2'],
  ["df.sort_values('a', ascending=False, inplace=False)\ndf.iloc[0]['a']", '1'],
  ["df = df[['a', 'b']]\ndf.fillna('-', inplace=True)\ndf['b'].tolist()", '["x", "-"]'],
  ["df.sort_values('a', ascending=False)\nlist(df)", '["a", "b", "c"]'],
  ["df.fillna('', inplace=True)\ndf['b'].tolist()", 'unknown'],
  ['import time\ndf.fillna(str(time.time()), inplace=True)\nlist(df)', 'unknown'],
  ["df.loc[0, 'b'] = 'q'\ndf['b'].tolist()", 'unknown'],
  ["df.iloc[0, 1] = 'q'\ndf['b'].tolist()", 'unknown'],
  ["df.at[0, 'b'] = 'q'\ndf['b'].tolist()", 'unknown'],
  ["s = df['b']\ns[0] = 'q'\ndf['b'].tolist()", 'unknown'],
  ["df.columns = ['x', 'y', 'z']\nlist(df), df['x'].tolist()", '[["x", "y", "z"], [1, 2]]'],
  ["df.columns = ['x', 'x', 'z']\nlist(df)", 'unknown'],
  ["del df['a']\nlist(df)", '["b", "c"]'],
  ["del df['q']\nlist(df)", 'KeyError'],
  ['df.index = [3, 4]\ndf.iloc[0]', 'unknown'],
])('changed in place: %s', (code, expected) => {
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
  const frame = "import pandas as pd\nlist(Dataset.from_pandas(df=pd.DataFrame({'a': [1, 2]}), split=datasets.Split.TRAIN, info=None%s))";
  expect(pythonOf(frame.replace('%s', ''))).toBe('[{"a": 1}, {"a": 2}]');
  expect(pythonOf(frame.replace('%s', ", features=Features({'a': Value('string')})"))).toBe('unknown');
  expect(pythonOf(frame.replace('%s', ', other=1'))).toBe('TypeError');
  expect(pythonOf("import pandas as pd\npd.DataFrame({'a': [1, 2.5]}).to_dict('records')")).toBe('[{"a": 1.0}, {"a": 2.5}]');
});

// Each would need more than a machine has: it ends by itself, as any work that is too much.
test.each([
  "df = pd.DataFrame({'k': ['x'] * 20000})\nlen(df.merge(df, on='k'))",
  "df = pd.DataFrame({'k': ['x']})\nfor _ in range(40):\n    df = pd.concat([df, df])\nlen(df)",
])('too much: %s', (code) => {
  expect(() => of(code)).toThrow('steps');
});

// As pandas 2.2 and 3.1 answer.
test.each([
  ['q.shape', '[3, 2]'],
  ['[[i, j, str(q.iloc[i, j])] for i in range(q.shape[0]) for j in range(q.shape[1])][3]', '[1, 1, "5"]'],
  ['int(q.iloc[-1, 0])', '3'],
  ['q.to_json()', '"{\\"0\\":{\\"0\\":0,\\"1\\":4,\\"2\\":3},\\"1\\":{\\"0\\":7,\\"1\\":5,\\"2\\":8}}"'],
  ['len(q), list(q)', '[3, [0, 1]]'],
  ['q.values', 'unknown'],
  ["q['0']", 'unknown'],
])('columns without names: %s', (code, expected) => {
  const read = "import pandas as pd\nq = pd.read_csv('q.csv', header=None, index_col=False)\n";
  expect(pythonOf(read + code, { 'q.csv': '0,7\n4,5\n\n3,8\n' })).toBe(expected);
});

test('a frame without names is of the width of its first row', () => {
  const read = "import pandas as pd\n[float(pd.read_csv('q.csv', header=None).iloc[1, 2]), 1]";
  expect(pythonOf(read, { 'q.csv': '1,2,3\n4,5,6.5\n' })).toBe('[6.5, 1]');
  expect(pythonOf(read, { 'q.csv': '1,2\n4,5,6\n' })).toBe('ParserError');
  expect(pythonOf("import pandas as pd\npd.read_csv('q.csv', index_col=False)", { 'q.csv': 'a,b\n1,2\n' })).toBe('unknown');
});
