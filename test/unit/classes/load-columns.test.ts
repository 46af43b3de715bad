import { describe, expect, it } from 'vitest';
import { ClassIndex } from '../../../server/src/engine/classes/class-index.js';
import { loadedColumns, type LoadedColumns } from '../../../server/src/engine/classes/columns/load-columns.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const head = `import json
from os import environ
from datasets import Dataset, DatasetDict, load_dataset, concatenate_datasets

def helper(row):
    row['shout'] = row['text'].upper()
    return row

class Base:
    def load(self, **kwargs):
        return Dataset.from_list([{'base': 1}])
`;

function columnsOf(load: string, given?: ReadonlyMap<string, string>, parameters = 'path, name="x"'): LoadedColumns {
  const body = load
    .split('\n')
    .map((line) => '        ' + line)
    .join('\n');
  const text = `${head}\nclass Mine(Base):\n    @staticmethod\n    def load(${parameters}):\n${body}\n`;
  const index = new ClassIndex(new MemoryWorkspace({ '/ws/mine.py': text }, ['/ws']));
  const found = index.findInFile('/ws/mine.py', 'Mine');
  if (found?.kind !== 'class') throw new Error('no class');
  return loadedColumns(index, found.source, given)!;
}

function shown(load: string, given?: ReadonlyMap<string, string>): string {
  const { known, columns, some } = columnsOf(load, given);
  return `${known}: ${columns.join(' ')}${some.length > 0 ? ` (${some.join(' ')})` : ''}`;
}

describe('the columns of a load', () => {
  it.each([
    [
      'of dicts that are appended',
      `rows = []
with open(path) as f:
    for line in f:
        line = json.loads(line)
        rows.append({'q': line['question'], 'a': line['answer']})
return Dataset.from_list(rows)`,
      'exact: q a',
    ],
    [
      'of rows as they stand in a file, which need what is read of them',
      `rows = []
for line in open(path):
    row = json.loads(line)
    row['all'] = row['a'] + row['b']
    del row['b']
    rows.append(row)
return Dataset.from_list(rows)`,
      'at least: a all',
    ],
    [
      'of keys that are counted',
      `rows = []
for line in open(path):
    row = json.loads(line)
    for i in range(4):
        row[chr(ord('A') + i)] = row['choices'][i]
    rows.append(row)
return Dataset.from_list(rows)`,
      'at least: choices A B C D',
    ],
    [
      'of what is only asked for after another condition held',
      `rows = []
for line in open(path):
    row = json.loads(line)
    if row['kind'] and row['rare'] == 1:
        print(row)
    rows.append(row)
return Dataset.from_list(rows)`,
      'at least: kind (rare)',
    ],
    [
      'of rows by their place in a list',
      `rows = json.load(open(path))
for i in range(len(rows)):
    rows[i]['id'] = i
return Dataset.from_list(rows)`,
      'at least: id',
    ],
    [
      'of a counter, which is not what it began with',
      `rows, n = [], 0
for line in open(path):
    n = n + 1
    rows.append({'q': line, 'ABCD'[n % 4]: 1})
return Dataset.from_list(rows)`,
      'at least: q',
    ],
    [
      'of two loops that fill one list',
      `rows = []
for line in open(path):
    rows.append({'q': line, 'a': 1})
for line in open(name):
    rows.append({'q': line, 'a': 2})
return Dataset.from_list(rows)`,
      'exact: q a',
    ],
    [
      'of rows that some passes of a loop leave out',
      `rows = []
for line in open(path):
    row = {'q': line}
    if line.startswith('#'):
        continue
    row['a'] = 1
    rows.append(row)
return Dataset.from_list(rows)`,
      'exact: q a',
    ],
    [
      'that a function of map or filter asks for',
      `data = load_dataset(path, split='test')
return data.filter(lambda row: len(row['text']) > 0).map(lambda row: {'size': len(row['body'])})`,
      'at least: text body size',
    ],
    [
      'of lists by split',
      `lists = {split: [] for split in ['dev', 'test']}
for line in open(path):
    lists[line[0]].append({'q': line})
data = DatasetDict()
for split in lists:
    data[split] = Dataset.from_list(lists[split])
return data`,
      'exact: q',
    ],
    [
      'of rows that are repeated and drawn',
      `import random
rows = [{'q': line} for line in open(path)] * 3
rows = random.sample(rows, 2)
return Dataset.from_list(sum([[row] * 2 for row in rows], []))`,
      'exact: q',
    ],
    [
      'of a list of columns',
      `data = {'x': [], 'y': []}
for i in range(9):
    data['x'].append(i)
    data['y'].append(i)
return Dataset.from_dict(data)`,
      'exact: x y',
    ],
    [
      'that loops and texts make',
      `row = {'q': 1}
for i, letter in enumerate('AB'):
    pass
for letter in ['A', 'B']:
    row[f'option_{letter}'] = letter
return Dataset.from_list([row])`,
      'exact: q option_A option_B',
    ],
    ['that map adds to others', `return load_dataset(path, split='test').map(helper)`, 'at least: text shout'],
    [
      'in place of those that map removes',
      `ds = load_dataset(path, split='test')
return ds.map(lambda row: {'q': row['x']}, remove_columns=ds.column_names)`,
      'exact: q',
    ],
    [
      'that are renamed, selected and added',
      `ds = Dataset.from_list([{'a': 1, 'b': 2, 'c': 3}]).rename_column('a', 'z').remove_columns(['b'])
return ds.add_column('d', [4])`,
      'exact: z c d',
    ],
    [
      'of branches: those of all, and those of some',
      `if name == 'one':
    row = {'q': 1, 'hint': 2}
else:
    row = {'q': 1}
return Dataset.from_list([row])`,
      'at least: q (hint)',
    ],
    [
      'without those of another source',
      `if environ.get('DATASET_SOURCE') == 'ModelScope':
    return load_dataset(path)
return Dataset.from_list([{'q': 1}])`,
      'exact: q',
    ],
    [
      'of datasets one after the other',
      `return concatenate_datasets([Dataset.from_list([{'a': 1}]), Dataset.from_list([{'b': 1}])])`,
      'exact: a b',
    ],
    ['of what it is given by other code', `return load_dataset(path, split='test')`, 'unknown: '],
    [
      'that a function which is not followed may change',
      `row = {'q': 1}
elsewhere(row)
return Dataset.from_list([row])`,
      'at least: q',
    ],
  ])('%s', (_, load, expected) => {
    expect(shown(load)).toBe(expected);
  });

  it('of the branch that the arguments of a config take', () => {
    const load = `if name == 'one':
    return Dataset.from_list([{'one': 1}])
return Dataset.from_list([{'other': 1}])`;
    expect(shown(load, new Map([['name', 'one']]))).toBe('exact: one');
    expect(shown(load, new Map([['name', 'two']]))).toBe('exact: other');
    // The default.
    expect(shown(load, new Map([['path', 'x']]))).toBe('exact: other');
    expect(shown(load)).toBe('unknown:  (one other)');
  });

  it('by split', () => {
    const { splits } = columnsOf(`data = DatasetDict()
for split in ['train', 'test']:
    rows = []
    rows.append({'q': 1} if split == 'test' else {'q': 1, 'why': 2})
    data[split] = Dataset.from_list(rows)
return data`);
    expect([...splits!].map(([name, { sure }]) => [name, ...sure])).toEqual([
      ['train', 'q', 'why'],
      ['test', 'q'],
    ]);
  });

  it('of other methods of the class', () => {
    expect(shown('return Mine.load_single(path)')).toBe('unknown: ');
    const text = `${head}\nclass Mine(Base):\n    def load(self, path):\n        return self.single(path).map(helper)\n    def single(self, path):\n        return super().load()\n`;
    const index = new ClassIndex(new MemoryWorkspace({ '/ws/mine.py': text }, ['/ws']));
    const found = index.findInFile('/ws/mine.py', 'Mine');
    expect(found?.kind === 'class' && loadedColumns(index, found.source)).toMatchObject({
      known: 'exact',
      columns: ['base', 'shout'],
    });
  });

  it('are not told of code without an end', () => {
    const calls = Array.from({ length: 40 }, (_, i) => `for x${String(i)} in range(30):`);
    const nested =
      calls.map((line, i) => ' '.repeat(i) + line).join('\n') + `\n${' '.repeat(40)}pass\nreturn Dataset.from_list([{'q': 1}])`;
    expect(columnsOf(nested).why).toBe('Its load is more code than is followed here.');
  });
});

it('are found where the code writes them: as keys, arguments and keywords, read and set', () => {
  const written = (load: string, ...names: string[]): readonly string[] => {
    const body = load
      .split('\n')
      .map((line) => '        ' + line)
      .join('\n');
    const text = `${head}\nclass Mine(Base):\n    @staticmethod\n    def load(path):\n${body}\n`;
    const index = new ClassIndex(new MemoryWorkspace({ '/ws/mine.py': text }, ['/ws']));
    const found = index.findInFile('/ws/mine.py', 'Mine');
    if (found?.kind !== 'class') throw new Error('no class');
    const places = names.flatMap((name) => loadedColumns(index, found.source)!.written.get(name) ?? []);
    return places.map(({ file, start, end }) => `${file}:${String(text.slice(0, start).split('\n').length)} ${text.slice(start, end)}`);
  };
  expect(
    written(
      "rows = []\nfor r in json.load(open(path)):\n    other = {'q': 1}\n    rows.append(dict(q=r['x'], a=''))\nreturn Dataset.from_list(rows)",
      'q',
    ),
  ).toEqual(['/ws/mine.py:19 q']);
  expect(
    written(
      "d = load_dataset(path, split='test')\nreturn d.rename_column('x', 'q').map(helper).add_column('z', [1])",
      'q',
      'z',
      'text',
      'shout',
    ),
  ).toEqual(['/ws/mine.py:17 q', '/ws/mine.py:17 z', '/ws/mine.py:6 text', '/ws/mine.py:6 shout']);
  expect(
    written(
      "rows = []\nfor r in json.load(open(path)):\n    item = {}\n    if r:\n        item['q'] = 1\n    else:\n        item['q'] = 2\n    item['q'] += item['q']\n    rows.append(item)\nreturn Dataset.from_list(rows)",
      'q',
    ),
  ).toEqual(['/ws/mine.py:20 q', '/ws/mine.py:22 q', '/ws/mine.py:23 q', '/ws/mine.py:23 q']);
  // A key that is put together is written nowhere.
  expect(written("return Dataset.from_list([{'q' + 'x': 1}])", 'qx')).toEqual([]);
});
