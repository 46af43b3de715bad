import { expect, it } from 'vitest';
import { dataReads, isReader } from '../../../server/src/engine/editor/references/data-reads.js';
import { parsePython } from '../../../server/src/engine/python/syntax/parse.js';

/** What of the texts `'x1'`, `'x2'` … of the body of a function is asked of data. */
function asked(...body: string[]): string {
  const text = `def load(path, given):\n${body.map((line) => `    ${line}\n`).join('')}`;
  const module = parsePython('/a.py', text);
  expect(module.errors).toEqual([]);
  const starts = [...dataReads(module)].sort((a, b) => a - b);
  return starts
    .map((start) => text.slice(start + 1, text.indexOf("'", start + 1)))
    .filter((name) => /^x\d$/.test(name))
    .join(' ');
}

it('finds what is asked of data', () => {
  expect(
    asked('for line in open(path):', '    row = json.loads(line)', "    a = row['x1'] + row.get('x2')", "    if 'x3' in row: pass"),
  ).toBe('x1 x2 x3');
  expect(asked('with open(path) as f:', '    data = json.load(f)', "return [row['x1'] for row in data['x2']]")).toBe('x1 x2');
  expect(asked("given['x1']", "row = {'x2': 1}", "row['x2']", "open(path)['x3'] = 1")).toBe('');
});

it('takes a name for what it holds at the place', () => {
  expect(asked('data = load_dataset(path)', "a = data['x1']", 'data = Dataset.from_list([])', "b = data['x2']")).toBe('x1');
  expect(asked('data = load_dataset(path)', "q = data['test']['x1']", "data['test'] = made(q)", "data['test']['x2']")).toBe('x1');
  expect(
    asked('if given:', '    data = json.load(path)', "    data['x1']", 'else:', '    data = made()', "    data['x2']", "data['x3']"),
  ).toBe('x1');
  expect(asked('if given:', '    data = json.load(path)', 'else:', '    data = csv.reader(path)', "data['x1']")).toBe('x1');
  expect(asked('data = json.load(path)', 'if given:', '    data = made()', '    return data', "data['x1']")).toBe('x1');
});

it('takes a name in a loop for what an earlier pass may have left', () => {
  expect(asked('data = json.load(path)', 'for i in given:', "    data['x1']", '    data = made(data)')).toBe('');
  expect(asked('data = json.load(path)', 'for i in given:', "    data[i]['x1']", '    data[i] = made()')).toBe('');
  expect(asked('data = json.load(path)', 'for i in given:', "    data[i]['x1']", 'data[0] = made()', "data[0]['x2']")).toBe('x1');
  expect(asked('data = json.load(path)', 'while given:', '    if given: break', "    data['x1']", "data['x2']")).toBe('x1 x2');
  expect(asked('data = json.load(path)', 'for i in given:', '    if i:', '        data = made()', '        break', "data['x1']")).toBe('');
  expect(
    asked('data = json.load(path)', 'for i in given:', '    if i:', '        data = made()', '        continue', "    data['x1']"),
  ).toBe('');
});

it('takes a part that is changed, and all that may be the same, for no data', () => {
  expect(asked('data = json.load(path)', 'for row in data:', "    row['q'] = 1", "    row['x1']", "data[0]['x2']")).toBe('');
  expect(asked('data = json.load(path)', 'row = data[0]', 'row.update(given)', "data[0]['x1']")).toBe('');
  expect(asked('data = json.load(path)', 'other = json.load(path)', "data['q'] = 1", "other['x1']")).toBe('x1');
  expect(asked('data = json.load(path)', 'def change():', "    data['q'] = 1", 'change()', "data['x1']")).toBe('');
  expect(asked('data = json.load(path)', 'given.map(lambda a: data.update(a))', "data['x1']")).toBe('');
  expect(asked('global data', 'data = json.load(path)', "data['x1']")).toBe('');
});

it('takes what a handler meets for all that may be', () => {
  expect(asked('data = json.load(path)', 'try:', '    data = made()', 'except ValueError:', "    data['x1']")).toBe('');
  expect(asked('data = json.load(path)', 'try:', '    made()', 'except ValueError:', "    data['x1']", "data['x2']")).toBe('x1 x2');
  expect(
    asked(
      'data = json.load(path)',
      'try:',
      '    if given:',
      '        data = made()',
      '        data = json.load(path)',
      'except ValueError:',
      "    data['x1']",
    ),
  ).toBe('');
  expect(asked('data = json.load(path)', 'try:', '    return 1', 'finally:', "    data['x1']")).toBe('x1');
});

it.each([3, 12, 40])('ends on %d loops in loops, each of which changes what the one around it begins with', (depth) => {
  const loops = Array.from({ length: depth }, (_, i) => [
    `${'    '.repeat(i)}for a${i} in given:`,
    `${'    '.repeat(i + 1)}n${i} = n${i + 1}`,
  ]);
  const start = process.cpuUsage();
  const first = Array.from({ length: depth + 1 }, (_, i) => `n${i} = json.load(path)`);
  const inner = '    '.repeat(depth);
  expect(asked(...first, ...loops.flat(), `${inner}b = n0['x1']`, `${inner}n${depth} = made()`)).toBe('');
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(2);
});

it('knows functions that give nothing but data', () => {
  const isOne = (...lines: string[]): boolean => {
    const [node] = parsePython('/a.py', `${lines.join('\n')}\n`).body;
    return node?.type === 'FunctionDef' && isReader(node);
  };
  expect(isOne('def rows(path):', '    with open(path) as f:', '        for line in f:', '            yield json.loads(line)')).toBe(true);
  expect(isOne('def rows(path):', '    with open(path) as f:', '        return json.load(f)')).toBe(true);
  expect(isOne('def rows(path):', '    return made(path)')).toBe(false);
  expect(isOne('def rows(path):', '    yield json.loads(path)', "    yield {'x': 1}")).toBe(false);
  expect(isOne('def rows(path):', '    row = json.load(open(path))', "    row['x'] = 1", '    return row')).toBe(false);
  expect(isOne('def rows(path):', '    for row in json.load(open(path)):', '        yield row', "        row['x'] = 1")).toBe(false);
  expect(isOne('@lru_cache', 'def rows(path):', '    return json.load(open(path))')).toBe(false);
  expect(isOne('def rows(path):', '    print(path)')).toBe(false);
  expect(isOne('def rows(path):', '    return known[path]')).toBe(false);
});

it('finds what is asked of what such a function gives, where the name is no other', () => {
  const text = (line: string): string => `def load(path):\n    ${line}\n    for row in rows(path):\n        yield row['x1']\n`;
  const asks = (line: string, givesData: boolean): number => dataReads(parsePython('/a.py', text(line)), () => givesData).size;
  expect(asks('pass', true)).toBe(1);
  expect(asks('pass', false)).toBe(0);
  expect(asks('rows = given', true)).toBe(0);
  expect(asks('from mine import rows', true)).toBe(0);
});
