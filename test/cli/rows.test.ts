import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, noise, runCli } from './run-cli.js';

const config = `from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
datasets = [dict(abbr='d', type='D', reader_cfg=dict(input_columns=['q', 'n'], output_column=None), infer_cfg=dict(
    prompt_template=dict(type=PromptTemplate, template='Q: {q} N: {n}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]
`;

const fixture = (name: string): Buffer => readFileSync(join('test/fixtures/rows', name));

/** What `preview` prints of row \`row\` of a file with these bytes. */
async function previewOf(name: string, content: Buffer | string, row: number) {
  const folder = folderOf({ 'eval.py': config, [name]: content });
  const { code, stdout, stderr } = await runCli([
    'preview',
    join(folder, 'eval.py'),
    '--row',
    `${join(folder, name)}:${String(row)}`,
    '--format',
    'json',
  ]);
  const text = code === 0 ? (JSON.parse(stdout) as { readonly output: { readonly text: string } }).output.text : undefined;
  return { code, text, message: stderr.replaceAll(folder, '').trim() };
}

describe('rows of a preview', () => {
  it.each(['none', 'snappy', 'gzip', 'brotli', 'lz4'])('come from Parquet packed with %s', async (codec) => {
    expect(await previewOf('rows.parquet', fixture(`many-${codec}.parquet`), 1151)).toEqual({
      code: 0,
      text: 'Q: question 1150 N: 1150',
      message: '',
    });
  });
  it("are a dataset's own, of Parquet that its class loads from a folder with data", async () => {
    const data = folderOf({ 'far/test.parquet': fixture('many-snappy.parquet') });
    const folder = folderOf({
      'eval.py': config.replace("type='D'", 'type=Own').replace('datasets = ', 'from own import Own\ndatasets = '),
      'own.py': `from datasets import load_dataset
class Own:
    @staticmethod
    def load(**kwargs):
        rows = load_dataset('far', split='test').map(lambda row: {'q': row['q'].upper()})
        return {'train': rows, 'test': rows.select(range(500, 700))}
`,
    });
    const { stdout, stderr } = await runCli(['preview', join(folder, 'eval.py'), '--row', '101', '--data-root', data, '--format', 'json']);
    expect(stderr).toBe('');
    expect((JSON.parse(stdout) as { readonly output: { readonly text: string } }).output.text).toBe('Q: QUESTION 600 N: 600');
  });
  it.each(['types-stream.arrow', 'types-lz4.feather', 'types-zstd.arrow'])('come from %s', async (name) => {
    expect((await previewOf(name, fixture(name), 3)).code).toBe(0);
    expect(await previewOf(name, fixture(name), 4)).toEqual({
      code: 2,
      text: undefined,
      message: `prompt-preflight: /${name} has 3 rows; there is no row 4.`,
    });
  });
  it('come from CSV and TSV', async () => {
    expect((await previewOf('rows.csv', 'q,n\n"a, b",07\n', 1)).text).toBe('Q: a, b N: 07');
    expect((await previewOf('rows.tsv', 'q\tn\na, b\t07\n', 1)).text).toBe('Q: a, b N: 07');
  });
});

describe('a file of columns that is damaged', () => {
  const parquet = fixture('types.parquet');
  const arrow = fixture('types-stream.arrow');
  const changed = (bytes: Buffer, at: number, ...to: readonly number[]): Buffer => {
    const copy = Buffer.from(bytes);
    copy.set(to, at < 0 ? copy.length + at : at);
    return copy;
  };
  const many = (byte: number, count: number): readonly number[] => Array.from({ length: count }, () => byte);

  // The libraries that read them take any time and memory on some of these; the program ends them and says so.
  it.each<[string, string, Buffer]>([
    ['cut off', 'rows.parquet', parquet.subarray(0, 3000)],
    ['with other metadata', 'rows.parquet', changed(parquet, -3000, ...many(0x15, 300))],
    ['with lists of any length in its metadata', 'rows.parquet', changed(parquet, -3000, ...many(0xf9, 300))],
    ['with other pages', 'rows.parquet', changed(parquet, 4, ...many(0xff, 200))],
    ['with other metadata', 'rows.arrow', changed(arrow, 12, ...many(0x7f, 100))],
    ['with batches of another length', 'rows.arrow', changed(arrow, 2200, ...many(0x7f, 2000))],
    // This one byte makes a list so long that V8 ends the process which asks for it.
    ['with a list of another length', 'rows.arrow', changed(arrow, 3983, 107)],
  ])('%s has a sentence for it: %s', async (_how, name, content) => {
    const { code, message } = await previewOf(name, content, 1);
    expect(code).toBe(2);
    expect(message).toMatch(/^prompt-preflight: \/rows\.\w+: .*\.$/);
    expect(message).not.toMatch(noise);
  });
});
