// Random cases for what code sees of the library `datasets`: rows of mixed types, methods on them, and files of JSON and CSV.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { environmentWith } from '../end-to-end/installed-libraries.mjs';

const head = `types = lambda d: repr(d.features)
from datasets import Dataset, DatasetDict, concatenate_datasets, load_dataset
def show(d):
    if isinstance(d, Dataset):
        return [d.column_names, list(d), types(d)]
    return {k: show(v) for k, v in d.items()} if isinstance(d, DatasetDict) else d
`;

/** A folder in which each case has one of its own, with its program and its files. */
export function datasetFolder() {
  const root = mkdtempSync(join(tmpdir(), 'prompt-preflight-datasets-'));
  return {
    /** @param releases of the libraries, which are found as installed ones are; absent: no program asks for one */
    write: ({ id, source, files }, releases = {}) => {
      const folder = join(root, id.replaceAll(' ', '-'));
      const installed = environmentWith(releases);
      for (const [name, text] of Object.entries({ ...files, ...installed, 'program.py': withoutTypes(source, releases.datasets) })) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** From 4.0 on types are written otherwise, which nobody asks for. */
function withoutTypes(source, release) {
  return Number.parseInt(release, 10) < 4 ? source : source.replace('repr(d.features)', "''");
}

/** @param random as `createRandom` makes it @param number of the case */
export function randomDatasetCase(random, number) {
  const made = [rowsCase, mapCase, methodCase, jsonCase, csvCase][number % 5](random);
  return { op: 'dataset-program', files: {}, ...made, source: `${head}${made.before ?? ''}def asked():\n    return show(${made.asked})\n` };
}

const plain = ['1', '0', '-7', '2.5', '1.0', 'True', 'False', "'x'", "'5'", "'2020-01-01'", "''", 'None'];

function value(random, depth = 2) {
  if (depth === 0 || random.chance(0.7)) return random.pick(plain);
  if (random.chance(0.5)) return `[${random.some(0, 3, () => value(random, depth - 1)).join(', ')}]`;
  // In the order of their names, which is that of every release of pyarrow.
  const names = ['a', 'b', 'c'].filter(() => random.chance(0.6));
  return `{${names.map((name) => `'${name}': ${value(random, depth - 1)}`).join(', ')}}`;
}

/** Rows whose columns are mostly of one type. */
function rows(random) {
  const kinds = ['a', 'b', 'c']
    .filter((_name, i) => i === 0 || random.chance(0.6))
    .map((name) => ({ name, like: value(random), other: value(random) }));
  const row = () =>
    `{${kinds
      .filter(() => random.chance(0.95))
      .map(({ name, like, other }) => `'${name}': ${random.chance(0.8) ? like : random.chance(0.5) ? 'None' : other}`)
      .join(', ')}}`;
  return `[${random.some(0, 5, row).join(', ')}]`;
}

function rowsCase(random) {
  if (random.chance(0.3))
    return { asked: `concatenate_datasets([Dataset.from_list(${rows(random)}), Dataset.from_list(${rows(random)})])` };
  return { asked: `Dataset.from_list(${rows(random)})` };
}

const functions = [
  () => "lambda r: {'a': r['a']}",
  (v) => `lambda r: {'a': ${v}}`,
  (v) => `lambda r: {'d': ${v}, 'a': ${v}}`,
  (v) => `lambda r: {'d': ${v}} if r['a'] else {'d': r['a']}`,
  (v) => `lambda r: {'d': [r['a'], ${v}]}`,
  (v) => `lambda r: {'d': {'a': r['a'], 'b': ${v}}}`,
  (v) => `lambda r: r.update({'d': ${v}}) or r`,
  () => "lambda r: r.update({'d': r.pop('a')}) or r",
  () => 'lambda r: None',
  (v) => `lambda r: ${v}`,
];

function mapCase(random) {
  const f = random.pick(functions)(value(random, 1));
  const options = random.pick(['', '', '', ", remove_columns=['a']", ', num_proc=1', ', with_indices=False']);
  return { asked: `Dataset.from_list(${rows(random)}).map(${f}${options})` };
}

const methods = [
  "filter(lambda r: r['a'])",
  'filter(lambda r, i: i % 2 == 0, with_indices=True)',
  'select([0, 2])',
  'select(range(1, 3))',
  "remove_columns(['b'])",
  "rename_column('a', 'z')",
  "select_columns(['a'])",
  'shuffle(seed=7)',
  "sort('a')",
  "sort('a', reverse=True)",
  'train_test_split(test_size=0.5, seed=3)',
  'train_test_split(test_size=1, shuffle=False)',
  "unique('a')",
  'to_list()',
  'to_dict()',
  'flatten()',
  'take(2)',
  'skip(1)',
  'repeat(2)',
  'shard(2, 1)',
  "add_column('z', [1, 2, 3])",
  "add_item({'a': 1, 'b': 'q'})",
  "map(lambda b: {'z': b['a']}, batched=True, batch_size=2)",
  "map(lambda b: {'a': b['a'] * 2}, batched=True, remove_columns=['b'])",
  '__getitem__(0)',
  '__getitem__(-1)',
  "__getitem__('a')",
  '__getitem__(slice(1, 3))',
];

function methodCase(random) {
  const a = random.pick([
    ['3', '1', '2'],
    ["'x'", "'y'", "'x'"],
    ['0.5', 'None', '2'],
    ['True', 'False', 'None'],
    ['[1]', '[]', '[2, 3]'],
    ["{'a': 1}", "{'a': 2}", 'None'],
  ]);
  const b = random.pick([
    ['1', '2', '3'],
    ["'p'", "'q'", "'r'"],
  ]);
  const items = a.slice(0, random.pick([0, 2, 3, 3, 3, 3])).map((cell, i) => `{'a': ${cell}, 'b': ${b[i]}}`);
  const calls = random.some(1, 2, () => random.pick(methods));
  const named = calls.filter((call, i) => i === calls.length - 1 || !/^(unique|to_|__|train)/.test(call));
  const last = named.at(-1);
  const chain = named
    .slice(0, -1)
    .map((call) => `.${call}`)
    .join('');
  const asked = last.startsWith('__getitem__(') ? `${chain}[${last.slice('__getitem__('.length, -1)}]` : `${chain}.${last}`;
  return { asked: `Dataset.from_list([${items.join(', ')}])${asked}` };
}

const jsonPlain = ['1', '2.5', '1.0', '-3', 'true', 'false', 'null', '"x"', '"12"', '"2020-01-01"', '"2020-01-01T10:00:00"', '""'];

function json(random, depth = 2) {
  if (depth === 0 || random.chance(0.7)) return random.pick(jsonPlain);
  if (random.chance(0.5)) return `[${random.some(0, 3, () => json(random, depth - 1)).join(', ')}]`;
  return `{${['p', 'q']
    .filter(() => random.chance(0.7))
    .map((name) => `"${name}": ${json(random, depth - 1)}`)
    .join(', ')}}`;
}

function jsonCase(random) {
  const kinds = ['a', 'b', 'c'].map((name) => ({ name, like: json(random), other: json(random) }));
  const row = () =>
    `{${kinds
      .filter(() => random.chance(0.85))
      .map(({ name, like, other }) => `"${name}": ${random.chance(0.85) ? like : other}`)
      .join(', ')}}`;
  const items = random.some(1, 4, row);
  const text = random.chance(0.5) ? items.map((item) => item + '\n').join('') : `[${items.join(',\n')}]`;
  return { asked: "load_dataset('json', data_files='rows.json', split='train')", files: { 'rows.json': text } };
}

const cells = [
  '1',
  '2',
  '007',
  '2.5',
  '1e3',
  '-4',
  'x',
  'True',
  'false',
  '',
  'NA',
  'nan',
  '"a, b"',
  '"q ""r"""',
  ' 3',
  '9223372036854775808',
  '0.1234567890123456789',
];

function csvCase(random) {
  const width = 1 + random.below(3);
  const columns = Array.from({ length: width }, () => ({ like: random.pick(cells), also: random.pick(cells) }));
  const line = () => columns.map(({ like, also }) => (random.chance(0.6) ? like : random.chance(0.6) ? also : '')).join(',');
  const names = ['a', 'b', 'c'].slice(0, width).join(',');
  const end = random.pick(['\n', '\n', '\r\n']);
  return {
    asked: "load_dataset('csv', data_files='rows.csv', split='train')",
    files: { 'rows.csv': [names, ...random.some(1, 5, line)].join(end) + end },
  };
}
