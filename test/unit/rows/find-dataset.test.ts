import { describe, expect, it } from 'vitest';
import { findDatasetRows } from '../../../server/src/engine/rows/find-dataset.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const hub = '/home/u/hub';
const datasets = '/home/u/datasets';

function find(files: readonly string[] | Readonly<Record<string, string>>, path: string, name: string | undefined, split: string): unknown {
  const contents = Array.isArray(files)
    ? Object.fromEntries(files.map((file: string) => [file, 'x']))
    : (files as Readonly<Record<string, string>>);
  return findDatasetRows(new MemoryWorkspace(contents, ['/ws'], { hub, datasets }), path, name, split);
}

describe('a dataset that the library prepared', () => {
  const folder = `${datasets}/cais___mmlu`;
  const files = [
    `${folder}/abstract_algebra/0.0.0/c30699e8/mmlu-test.arrow`,
    `${folder}/abstract_algebra/0.0.0/c30699e8/mmlu-dev.arrow`,
    `${folder}/abstract_algebra/0.0.0/c30699e8/dataset_info.json`,
    `${folder}/anatomy/0.0.0/c30699e8/mmlu-test-00000-of-00002.arrow`,
    `${folder}/anatomy/0.0.0/c30699e8/mmlu-test-00001-of-00002.arrow`,
    `${folder}/anatomy/0.0.0/c30699e8.incomplete/mmlu-dev.arrow`,
    `${folder}/virology/0.0.0/c30699e8/mmlu-test-00000-of-00002.arrow`,
    `${datasets}/hendrycks_test/default-0123456789abcdef/1.0.0/ff/hendrycks_test-train.arrow`,
  ];

  it.each([
    ['cais/mmlu', 'abstract_algebra', 'test', [files[0]]],
    ['cais/mmlu', 'abstract_algebra', 'dev', [files[1]]],
    ['cais/mmlu', 'anatomy', 'test', [files[3], files[4]]],
    ['HendrycksTest', undefined, 'train', [files[7]]],
  ])('%s %s %s', (path, name, split, expected) => {
    expect(find(files, path, name, split)).toEqual({ files: expected });
  });
  it.each([
    ['cais/mmlu', 'anatomy', 'dev', "The dataset cais/mmlu has no split 'dev' on this machine; it has 'test'."],
    ['cais/mmlu', 'virology', 'test', "The dataset cais/mmlu has no split 'test' on this machine; it has 'test'."],
    [
      'cais/mmlu',
      'law',
      'test',
      "The dataset cais/mmlu has no configuration 'law' on this machine; it has 'abstract_algebra', 'anatomy', 'virology'.",
    ],
    [
      'cais/mmlu',
      undefined,
      'test',
      "The dataset cais/mmlu has several configurations on this machine, and the task does not name one: 'abstract_algebra', 'anatomy', 'virology'.",
    ],
    [
      'org/other',
      undefined,
      'test',
      'The dataset org/other is not on this machine, so rows are placeholders. Its rows are found once it has been loaded here.',
    ],
    ['../../etc', undefined, 'test', 'The dataset ../../etc is not looked for: it is not a name on the Hugging Face Hub.'],
  ])('%s %s %s is not there, and why', (path, name, split, problem) => {
    expect(find(files, path, name, split)).toMatchObject({ problem });
  });
});

describe('a dataset that was downloaded', () => {
  const root = `${hub}/datasets--org--name`;
  const at = (path: string): string => `${root}/snapshots/bbb/${path}`;
  const readme = `---
license: mit
configs:
- config_name: main
  data_files:
  - split: train
    path: main/train-*
  - split: test
    path:
    - main/test-00000-of-00001.parquet
- config_name: hard
  default: true
  data_files: "hard/**/*.jsonl"
---
# Name
`;
  const data = [
    'main/train-00000-of-00002.parquet',
    'main/train-00001-of-00002.parquet',
    'main/test-00000-of-00001.parquet',
    'hard/a/b.jsonl',
    'hard/c.jsonl',
    'hard/c.jsonl.gz',
  ];
  const snapshot = (paths: readonly string[], head?: string): Record<string, string> => ({
    [`${root}/refs/main`]: 'bbb\n',
    [`${root}/snapshots/aaa/old-test.parquet`]: 'x',
    [`${root}/snapshots/ccc/new-test.parquet`]: 'x',
    ...Object.fromEntries(paths.map((path) => [at(path), 'x'])),
    ...(head !== undefined && { [at('README.md')]: head }),
  });

  it.each([
    ['main', 'train', data.slice(0, 2)],
    ['main', 'test', data.slice(2, 3)],
    [undefined, 'train', data.slice(3, 5)],
  ])('has the files that its README names: %s %s', (name, split, expected) => {
    expect(find(snapshot(data, readme), 'org/name', name, split)).toEqual({ files: expected.map(at) });
  });
  it.each([
    [
      ['data/train-00000-of-00001.parquet', 'data/test-00000-of-00001.parquet', 'README.md'],
      undefined,
      'test',
      ['data/test-00000-of-00001.parquet'],
    ],
    [['dev.jsonl', 'test.jsonl'], undefined, 'validation', ['dev.jsonl']],
    [['main/contest-dev.json', 'main/val/one.json'], undefined, 'validation', ['main/val/one.json']],
    [['one.csv', 'two.csv', 'LICENSE'], undefined, 'train', ['one.csv', 'two.csv']],
    [['en/test.csv', 'fr/test.csv'], 'fr', 'test', ['fr/test.csv']],
    [['a/b/c/d/e/test.jsonl'], undefined, 'test', ['a/b/c/d/e/test.jsonl']],
    [['test.feather'], undefined, 'test', ['test.feather']],
    [['test.jsonl.gz', 'train.jsonl.gz'], undefined, 'test', ['test.jsonl.gz']],
    [['data/extra-00000-of-00001.parquet'], undefined, 'extra', ['data/extra-00000-of-00001.parquet']],
  ])('has files of a split by their names: %j', (paths, name, split, expected) => {
    expect(find(snapshot(paths), 'org/name', name, split)).toEqual({ files: expected.map(at) });
  });
  it.each([
    [data, readme, 'main', 'dev', "The dataset org/name has no split 'dev' on this machine; it has 'train', 'test'."],
    [data, readme, 'easy', 'test', "The dataset org/name has no configuration 'easy' on this machine; it has 'main', 'hard'."],
    [['main/train-0.parquet'], readme, 'main', 'test', "The files of split 'test' of org/name are not on this machine."],
    [
      ['test.jsonl.xz'],
      undefined,
      undefined,
      'test',
      "The files of org/name on this machine are of a kind that is not read: 'test.jsonl.xz'.",
    ],
    [['contest.jsonl'], undefined, undefined, 'test', "The dataset org/name has no split 'test' on this machine; it has 'train'."],
  ])('says what is not there: %j', (paths, head, name, split, problem) => {
    expect(find(snapshot(paths, head), 'org/name', name, split)).toEqual({ problem });
  });
});
