import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import type { PreviewSelection } from '../../../server/src/engine/editor/preview/preview-shape.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const rows = (split: string, count: number): string =>
  Array.from({ length: count }, (_, i) => JSON.stringify({ q: `${split}${String(i)}`, a: String(i) })).join('\n');

const files: Record<string, string> = {
  '/ws/own.yaml': `task: own\ndataset_path: json\ndataset_kwargs: {data_files: {train: train.jsonl, test: test.jsonl}}\ntraining_split: train\ntest_split: test
output_type: generate_until\ndoc_to_text: "{{q}}"\ndoc_to_target: "{{a}}"\nnum_fewshot: 2\n`,
  '/ws/eval.py': `infer_cfg = dict(
    ice_template=dict(type='PromptTemplate', template='Q: {q} A: {a}'),
    prompt_template=dict(type='PromptTemplate', template='</E>Q: {q}', ice_token='</E>'),
    retriever=dict(type='FixKRetriever', fix_id_list=[2, 1]), inferencer=dict(type='GenInferencer'))
datasets = [dict(abbr='d', type='D', path='p', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=infer_cfg)]\n`,
  '/ws/train.jsonl': rows('t', 8),
  '/ws/test.jsonl': rows('x', 3),
  '/data/others.jsonl': rows('o', 5),
  '/data/none.jsonl': '',
};

async function shown(file: string, selection: PreviewSelection): Promise<PreviewData> {
  const project = createProject(new MemoryWorkspace(files, ['/ws', '/data']), defaultSettings);
  let result = preview(project, file, { selection });
  for (let { pending } = project.reads; pending; { pending } = project.reads) {
    await pending;
    result = preview(project, file, { selection });
  }
  if (result.kind !== 'preview') throw new Error(result.reason);
  return result.preview;
}

const test: PreviewSelection = { rows: { kind: 'file', path: '/ws/test.jsonl' }, row: 1 };

describe('the examples of a preview', () => {
  it('are named by the numbers of their train rows, with what they put in', async () => {
    expect((await shown('/ws/own.yaml', { row: 2 })).shots).toMatchObject({
      source: 'The examples are those of a run.',
      examples: [
        { shot: 0, row: 0, text: 'q: t0 · a: 0' },
        { shot: 1, row: 5, text: 'q: t5 · a: 5' },
      ],
    });
    const { shots } = await shown('/ws/eval.py', test);
    expect(shots.examples.map(({ row }) => row)).toEqual([2, 1]);
    expect(shots.source).toMatch(/rows of the row file/);
  });

  it('are rows of a file that was picked for them, and the seal says so', async () => {
    const { output, shots, exactness } = await shown('/ws/eval.py', { ...test, trainRows: '/data/others.jsonl' });
    expect(output?.text).toBe('Q: o2 A: 2\nQ: o1 A: 1\nQ: x1');
    expect(shots).toMatchObject({ picked: true, source: 'The in-context examples are rows of others.jsonl.' });
    expect(exactness.reasons.map(({ kind }) => kind)).toContain('stand-in-shots');
    const own = await shown('/ws/own.yaml', { row: 2, trainRows: '/data/others.jsonl' });
    expect(own.output?.text).toMatch(/^o\d \d\n\no\d \d\n\nx2$/);
    expect(own.exactness.level).toBe('stand-in-shots');
  });

  it('stay as they are where the file was picked for another dataset, or has no rows', async () => {
    const another = await shown('/ws/eval.py', { ...test, rowsOf: 'd', trainRows: '/data/none.jsonl' });
    expect(another.output?.text).toBe('Q: x2 A: 2\nQ: x1 A: 1\nQ: x1');
    expect(another.notes.join(' ')).toMatch(/no rows/);
    const { shots } = await shown('/ws/own.yaml', { row: 2, trainRows: '/data/others.jsonl', rowsOf: 'another' });
    expect(shots.picked).toBeUndefined();
  });

  it('are placeholders beside a placeholder, which is said', async () => {
    const { shots, notes } = await shown('/ws/eval.py', { trainRows: '/data/others.jsonl' });
    expect(shots.source).toBe('Placeholders stand in for the examples.');
    expect(notes.join(' ')).toMatch(/others\.jsonl are not shown/);
  });
});
