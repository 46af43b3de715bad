import { describe, expect, it } from 'vitest';
import { MemoryWorkspace, type ReadResult } from '../../../server/src/engine/core/workspace.js';
import type { ColumnarContent } from '../../../server/src/engine/data/files.js';
import { resultOf } from './run-program.js';

const rows: ColumnarContent = {
  columns: ['q', 'n', 'tags'],
  rows: [
    ['a', 1n, ['x']],
    ['b', null, ['y', 'z']],
  ],
};

/** Nothing is read in `/elsewhere`. */
class Bounded extends MemoryWorkspace {
  override read(file: string): ReadResult {
    return file.startsWith('/elsewhere') ? { kind: 'none', why: 'outside', reason: `${file} is outside.` } : super.read(file);
  }
}

/** What a function gives for which these files are there; `unknown` where something in it is. */
function made(body: string, content: ColumnarContent | string = rows): string {
  const workspace = new Bounded(
    {
      '/ws/m.py': `import pandas as pd\nfrom datasets import Dataset, DatasetDict, load_dataset, load_from_disk\ndef f():\n    ${body}`,
      '/ws/a.parquet': '',
      '/data/far/train.parquet': '',
      '/ws/saved/state.json': '{"_data_files": [{"filename": "data-0.arrow"}], "_indices_data_files": null}',
      '/ws/saved/data-0.arrow': '',
      '/ws/chosen/state.json': '{"_data_files": [{"filename": "data-0.arrow"}], "_indices_data_files": [{"filename": "x.arrow"}]}',
      '/ws/both/dataset_dict.json': '{"splits": ["saved"]}',
      '/ws/both/saved/state.json': '{"_data_files": [{"filename": "d.arrow"}]}',
    },
    ['/ws'],
  );
  const world = { workspace, workingDirectory: '/ws', dataRoots: ['/data'] };
  return resultOf(world, () => content);
}

const all = '[{"q": "a", "n": 1, "tags": ["x"]}, {"q": "b", "n": null, "tags": ["y", "z"]}]';

describe('files of columns', () => {
  it.each([
    ['load_dataset', "return list(load_dataset('parquet', data_files='a.parquet', split='train'))", all],
    ['a folder among the data roots', "return list(load_dataset('far', split='train'))", all],
    ['Dataset.from_parquet', "return list(Dataset.from_parquet('a.parquet'))", all],
    ['load_from_disk', "return list(load_from_disk('saved'))", all],
    ['load_from_disk of splits', "return list(DatasetDict.load_from_disk('both')['saved'])", all],
    ['load_from_disk of rows that were selected', "return list(load_from_disk('chosen'))", 'unknown'],
    ['load_from_disk of a folder out of reach', "return load_from_disk('/elsewhere/saved')", 'unknown'],
    ['load_from_disk of nothing', "return load_from_disk('none')", 'FileNotFoundError'],
    ['pandas', "df = pd.read_parquet('a.parquet')\n    return [str(row['n']) + row['q'] for _, row in df.iterrows()]", '["1.0a", "nanb"]'],
    [
      'pandas, which makes arrays of lists',
      "df = pd.read_parquet('a.parquet')\n    return [[type(row['tags']).__name__, list(row['tags'])] for _, row in df.iterrows()][:1]",
      '[["ndarray", ["x"]]]',
    ],
    ['pandas, of a file that is not there', "return pd.read_parquet('none.parquet')", 'FileNotFoundError'],
    [
      'Dataset.from_pandas',
      "return list(Dataset.from_pandas(pd.DataFrame([{'a': 1, 'b': 'x'}, {'a': None, 'b': None}])))",
      '[{"a": 1.0, "b": "x"}, {"a": null, "b": null}]',
    ],
  ])('are read by %s', (_, body, expected) => {
    expect(made(body)).toBe(expected);
  });

  it('that cannot be read are unknown', () => {
    expect(made("return list(load_dataset('parquet', data_files='a.parquet', split='train'))", 'The file is damaged.')).toBe('unknown');
    expect(made("return list(pd.read_parquet('a.parquet'))", 'The file is damaged.')).toBe('unknown');
  });
});
