import { describe, expect, it } from 'vitest';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const task = `task: seas
dataset_path: org/seas
output_type: generate_until
test_split: test
fewshot_split: validation
num_fewshot: 1
doc_to_text: "Q: {{question}}"
doc_to_target: "{{answer}}"
`;
const snapshot = '/home/u/hub/datasets--org--seas/snapshots/aaa';
const rows = {
  [`${snapshot}/test.jsonl`]: '{"question": "Deepest?", "answer": "Pacific"}\n{"question": "Saltiest?", "answer": "Dead Sea"}\n',
  [`${snapshot}/dev.csv`]: 'question,answer\nColdest?,Arctic\n',
};

/** @param datasets the release of the library that the settings name */
function projectOf(text: string, files: Readonly<Record<string, string>> = rows, datasets?: string): Project {
  return createProject(
    new MemoryWorkspace({ '/ws/seas.yaml': text, ...files }, ['/ws', '/ws/.venv/site-packages'], {
      hub: '/home/u/hub',
      datasets: '/home/u/datasets',
    }),
    { ...defaultSettings, release: datasets === undefined ? {} : { datasets } },
  );
}

/** The preview of a task, once all rows are there. */
async function previewOf(text: string, files?: Readonly<Record<string, string>>, row?: number, datasets?: string): Promise<PreviewData> {
  const project = projectOf(text, files, datasets);
  const ask = (): PreviewData => {
    const result = preview(project, '/ws/seas.yaml', { selection: row === undefined ? {} : { row } });
    if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
    return result.preview;
  };
  for (;;) {
    const data = ask();
    const pending = project.reads.pending;
    if (!pending) return data;
    await pending;
  }
}

describe('a task whose rows turn on the release of the library datasets', () => {
  const local = task
    .replace('org/seas', 'json\ndataset_kwargs:\n  data_files: {test: data/test.jsonl}')
    .replace(/fewshot_split: .*\nnum_fewshot: .*\n/, '')
    .replace('{{question}}', '{{question}} {{options|length}} {{score}}');
  const files = {
    '/ws/data/test.jsonl':
      '{"question": "Largest?", "options": {"A": "Pacific"}, "score": 1, "note": "x", "answer": "P"}\n{"question": "Least?", "options": {"A": "Arctic", "B": "Baltic"}, "score": 2, "note": 1, "answer": "B"}\n',
  };
  const oneKind = { '/ws/data/test.jsonl': files['/ws/data/test.jsonl'].replace('"note": 1', '"note": "y"') };

  it.each([
    ['5.2.0', 'Q: Largest? 1 1', 'exact'],
    ['4.7.0', 'Q: Largest? 1 1', 'exact'],
    ['3.6.0', 'Q: Largest? 2 1', 'exact'],
    [undefined, 'Q: Largest? 2 1', 'close'],
  ])('has those of %s', async (release, text, level) => {
    const shown = await previewOf(local, oneKind, 0, release);
    expect([shown.output?.text, shown.exactness.level]).toEqual([text, level]);
    if (release === undefined) expect(shown.exactness.reason).toContain('options turns on the releases');
  });

  it('has those of the release that is installed beside pyarrow', async () => {
    const installed = {
      '/ws/.venv/site-packages/pyarrow/__init__.py': '',
      '/ws/.venv/site-packages/datasets-5.2.0.dist-info/METADATA': '',
    };
    const shown = await previewOf(local, { ...oneKind, ...installed }, 0);
    expect([shown.output?.text, shown.exactness.level]).toEqual(['Q: Largest? 1 1', 'exact']);
  });

  it('does not say that loading raises where later releases do not', async () => {
    const mapped = `${local.replace(' {{options|length}} {{score}}', ' {{kind}}')}process_docs: !function utils.kinds\n`;
    const code = "def kinds(docs):\n    return docs.map(lambda d, i: {'kind': i if i else 'first'}, with_indices=True)\n";
    const told = async (release?: string): Promise<string | undefined> => {
      const shown = await previewOf(mapped, { ...oneKind, '/ws/utils.py': code }, 0, release);
      return shown.notes.find((note) => /raises|turns on/.test(note)) ?? shown.output?.text;
    };
    expect(await told('5.2.0')).toBe('Q: Largest? first');
    expect(await told('3.6.0')).toContain('raises ArrowTypeError');
    expect(await told()).toMatch(/^What these rows are turns on the releases/);
  });

  it('is exact all the same where the columns that it uses are read alike', async () => {
    const { output, exactness } = await previewOf(local.replace(' {{options|length}}', ''), oneKind, 0);
    expect([output?.text, exactness.level]).toEqual(['Q: Largest? 1', 'exact']);
  });

  it("counts the examples, too, where the row that is asked is another file's", async () => {
    const shots = `${local}training_split: train\nfewshot_split: train\nnum_fewshot: 1\nfewshot_config: {sampler: first_n}\n`;
    const text = shots.replace('{test: data/test.jsonl}', '{test: data/test.jsonl, train: data/test.jsonl}');
    const row = '{"question": "Deepest?", "options": {"A": "Pacific"}, "score": 3, "answer": "P"}\n';
    const project = projectOf(text, { ...oneKind, '/ws/row.jsonl': row });
    const ask = (): PreviewData => {
      const result = preview(project, '/ws/seas.yaml', { selection: { rows: { kind: 'file', path: '/ws/row.jsonl' } } });
      if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
      return result.preview;
    };
    ask();
    for (let { pending } = project.reads; pending; { pending } = project.reads) {
      await pending;
      ask();
    }
    const { output, exactness } = ask();
    expect(output?.text).toBe('Q: Largest? 2 1 P\n\nQ: Deepest? 1 3');
    expect([exactness.level, exactness.reason]).toEqual(['close', expect.stringContaining('options turns on the releases')]);
  });

  it('has no rows where those of a list are refused, whichever of them is asked', async () => {
    const list = local.replaceAll('test.jsonl', 'test.json').replace(' {{options|length}}', '');
    const mixed = {
      '/ws/data/test.json': '[{"question": "Largest?", "score": 1, "answer": "P"}, {"question": "Least?", "score": 2, "answer": ["B"]}]',
    };
    const levels = await Promise.all(
      ['5.2.0', '3.6.0', undefined].map(async (release) => (await previewOf(list, mixed, 0, release)).exactness.level),
    );
    expect(levels).toEqual(['exact', 'raises', 'close']);
  });

  it('has no rows where values of several kinds are refused, and keeps them from 4.7 on', async () => {
    const later = await previewOf(local, files, 0, '5.2.0');
    expect([later.output?.text, later.exactness.level]).toEqual(['Q: Largest? 1 1', 'exact']);
    const earlier = await previewOf(local, files, 0, '3.6.0');
    expect([earlier.exactness.level, earlier.exactness.reason]).toEqual(['raises', expect.stringMatching(/^DatasetGenerationError/)]);
    for (const release of ['3.6.0', undefined])
      expect((await previewOf(local, files, 0, release)).rows.problem).toContain('DatasetGenerationError');
    expect((await previewOf(local, files, 0)).exactness.reason).toContain('turns on the releases');
  });
});

describe('a task whose dataset is on this machine', () => {
  it('is shown with its rows, and with shots of the split that they come from', async () => {
    const { output, rows: shown, notes } = await previewOf(task, rows, 1);
    expect(output?.text).toBe('Q: Coldest? Arctic\n\nQ: Saltiest?');
    expect(shown).toEqual({
      file: `${snapshot}/test.jsonl`,
      count: 2,
      complete: true,
      problem: undefined,
      by: 'own',
      of: 'seas',
      text: '{\n  "question": "Saltiest?",\n  "answer": "Dead Sea"\n}',
    });
    expect(notes.join()).not.toContain('in-context examples');
  });
  it('says where shots are from if their split is not there', async () => {
    const { output, notes } = await previewOf(task, { [`${snapshot}/test.jsonl`]: rows[`${snapshot}/test.jsonl`]! });
    expect(output?.text).toBe('Q: Saltiest? Dead Sea\n\nQ: Deepest?');
    expect(notes.join()).toContain('The in-context examples are rows of the split that is evaluated');
  });
  it('says which columns its rows lack', async () => {
    const { notes, exactness } = await previewOf(task.replace('{{question}}', '{{quest}}'));
    expect(exactness.level).toBe('raises');
    expect(notes).toEqual(["The row has no column 'quest', which the prompt uses; it has 'question', 'answer'."]);
  });
  it('is shown with the rows of files that it names', async () => {
    const local = task.replace(
      'dataset_path: org/seas',
      'dataset_path: json\ndataset_kwargs:\n  data_files: {test: data/test.jsonl, validation: [/ws/data/dev.jsonl]}',
    );
    const files = {
      '/ws/data/test.jsonl': '{"question": "Largest?", "answer": "Pacific"}\n',
      '/ws/data/dev.jsonl': '{"question": "Smallest?", "answer": "Arctic"}\n',
    };
    expect((await previewOf(local, files)).output?.text).toBe('Q: Smallest? Arctic\n\nQ: Largest?');
    const { notes, rows: shown } = await previewOf(local.replace('test_split: test', 'test_split: extra'), files);
    expect([notes[0], shown.count]).toEqual(["data_files names no files of split 'extra', only of 'test', 'validation'.", 0]);
    const missing = await previewOf(local, {});
    expect([missing.rows.problem, missing.notes[0]]).toEqual([
      undefined,
      'data_files names data/test.jsonl, which is neither in a workspace folder nor in one around this file.',
    ]);
  });
  it('finds files that are named as from a folder around it', async () => {
    const local = task.replace('dataset_path: org/seas', 'dataset_path: json\ndataset_kwargs:\n  data_files: {test: ws/data/test.jsonl}');
    const files = { '/ws/data/test.jsonl': '{"question": "Largest?", "answer": "Pacific"}\n' };
    const { output } = await previewOf(local.replace(/fewshot_split: .*\n|num_fewshot: .*\n/g, ''), files);
    expect(output?.text).toContain('Largest?');
  });
  it('says which split is not there', async () => {
    expect((await previewOf(task.replace('test_split: test', 'test_split: extra'))).notes[0]).toBe(
      "The dataset org/seas has no split 'extra' on this machine; it has 'validation', 'test'.",
    );
  });
  it.each([
    ['a function changes them', `${task}process_docs: !function utils.process\n`],
    ['arguments say what to load', `${task}dataset_kwargs:\n  data_files: x.json\n`],
    ['it has no split to ask', task.replace('test_split: test\n', '')],
  ])('is shown with placeholders where %s', async (_why, text) => {
    expect((await previewOf(text)).rows).toMatchObject({ file: undefined, count: 0 });
  });
  it('is shown with its rows whatever arguments allow code of the Hub to run', async () => {
    expect((await previewOf(`${task}dataset_kwargs:\n  trust_remote_code: true\n`)).rows.count).toBe(2);
  });
  it('is checked against the columns of its rows, once they are there', async () => {
    const project = projectOf(task.replace('{{question}}', '{{quest}}'));
    const rules = (): string[] => project.check('/ws/seas.yaml').map(({ rule }) => rule);
    expect(rules()).not.toContain('undefined-var');
    await project.reads.pending;
    expect(rules()).toContain('undefined-var');
    expect(project.check('/ws/seas.yaml')).toBe(project.check('/ws/seas.yaml'));
  });
});

describe('a task whose function calls what is not followed', () => {
  const local = task
    .replace('org/seas', 'json\ndataset_kwargs:\n  data_files: {test: data/test.jsonl}')
    .replace(/fewshot_split: .*\nnum_fewshot: .*\n/, '');
  const cleaned = `${local}process_docs: !function utils.clean\n`;
  const utils = (call: string) => ({
    '/ws/data/test.jsonl': rows[`${snapshot}/test.jsonl`]!,
    '/ws/utils.py': `import nltk\n\ndef clean(dataset):\n    ${call}\n    return dataset.filter(lambda doc: True)\n`,
  });

  it('is not called exact: where that raises, no document is asked', async () => {
    const { output, exactness } = await previewOf(cleaned, utils("nltk.data.find('punkt')"));
    expect([output?.text, exactness.level, exactness.reason]).toEqual([
      'Q: Deepest?',
      'close',
      'nltk.data.find(…) in line 4 of utils.py is not run here: where it raises, a run stops.',
    ]);
  });

  it('is exact where there is no such call', async () => expect((await previewOf(cleaned, utils('pass'))).exactness.level).toBe('exact'));
});
