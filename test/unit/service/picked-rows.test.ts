import { describe, expect, it } from 'vitest';
import { rowHolds, rowsToSearch } from '../../../server/src/engine/editor/preview/find-row.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewSelection } from '../../../server/src/engine/editor/preview/preview-shape.js';
import { teamRows } from '../../../server/src/engine/project/preflight-file.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFixture } from '../../support/configs.js';
import { fixture, type Fixture } from '../../support/fixture.js';

const rivers =
  '{"question": "Which river?", "answer": "the Brook", "n": 1.0}\n{"question": "Which sea?", "answer": "none", "n": 12345678901234567890}\n';
const source = (team = '') =>
  workspaceFixture({ 'eval.py': `$0${evalConfig}`, 'datasets/demo.py': datasetConfig, 'models/river.py': modelConfig }) +
  `# file: data/rows.jsonl\n${rivers}# file: data/odd.jsonl\n{"text": "no question"}\n${team === '' ? '' : `# file: preflight.json\n${team}\n`}`;

async function shown({ project, file }: Fixture, selection: PreviewSelection = {}) {
  for (;;) {
    const result = preview(project, file, { selection });
    if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
    if (!project.reads.pending) return result.preview;
    await project.reads.pending;
  }
}

const file = (path: string) => ({ rows: { kind: 'file', path: `/ws/${path}` } }) as const;

describe('rows that are picked', () => {
  it('are those of a file, and say so', async () => {
    const data = await shown(fixture(source()), { ...file('data/rows.jsonl'), row: 1 });
    expect(data.output?.text).toContain('Which sea?');
    expect(data.rows).toMatchObject({ file: '/ws/data/rows.jsonl', count: 2, by: 'picked', of: 'demo' });
    expect(data.selection.row).toBe(1);
  });

  it('may be more bytes than the model takes tokens: that note is told apart, since it holds only where no tokenizer counts', async () => {
    const small = source().replace(modelConfig, modelConfig.replace('max_out_len=32', 'max_out_len=32, max_seq_len=20'));
    const { notes, tokens } = await shown(fixture(small), file('data/rows.jsonl'));
    expect(tokens?.byBytes).toMatch(/^The prompt has \d+ bytes, and max_seq_len is 20 tokens/);
    expect(notes.filter((note) => note === tokens?.byBytes)).toHaveLength(1);
  });

  it('can be edited: their text is read back as the same row, and is no row of a run', async () => {
    const prepared = fixture(source());
    const { rows } = await shown(prepared, { ...file('data/rows.jsonl'), row: 1 });
    expect(rows.text).toBe('{\n  "question": "Which sea?",\n  "answer": "none",\n  "n": 12345678901234567890\n}');
    expect((await shown(prepared, file('data/rows.jsonl'))).rows.text).toContain('"n": 1.0');
    const text = rows.text!.replace('sea', 'lake');
    const written = await shown(prepared, { rows: { kind: 'written', text } });
    expect(written.output?.text).toContain('Which lake?');
    expect(written.exactness).toMatchObject({ level: 'close', reasons: [{ kind: 'written-row' }] });
    expect(written.rows).toMatchObject({ by: 'written', count: 1 });
  });

  it('and are fewer than the examples are no fault of the config: the examples are placeholders', async () => {
    const shots = datasetConfig
      .replaceAll('ZeroRetriever', 'FixKRetriever')
      .replace(
        'prompt_template=dict(\n        type=PromptTemplate,',
        "ice_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='Ex {question}')]), ice_token='</E>'),\n    prompt_template=dict(\n        type=PromptTemplate, ice_token='</E>',",
      )
      .replace("begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='Be brief.')]", "begin=['</E>']")
      .replace('retriever=dict(type=FixKRetriever)', 'retriever=dict(type=FixKRetriever, fix_id_list=[0, 4])');
    const prepared = fixture(source().replace(datasetConfig, shots));
    for (const rows of [
      file('data/rows.jsonl'),
      { rows: { kind: 'written', text: '{"question": "Which lake?", "answer": "none"}' } } as const,
    ]) {
      const data = await shown(prepared, rows);
      expect(data.output?.text).toMatch(/Ex ⟦question#0⟧[\s\S]*Ex ⟦question#4⟧[\s\S]*Which (?:river|lake)\?/);
      expect(data.shots.source).toContain('Placeholders stand in for the examples');
      expect(data.exactness.level).not.toBe('exact');
    }
  });

  it('and are fewer than the shots of a task leave placeholders as its shots', async () => {
    for (const sampler of ['default', 'first_n']) {
      const task = fixture(
        `# file: t.yaml\n$0task: t\ndataset_path: x/y\ntest_split: test\nfewshot_split: train\nnum_fewshot: 2\nfewshot_config:\n  sampler: ${sampler}\noutput_type: generate_until\ndoc_to_text: "{{q}}?"\ndoc_to_target: "{{a}}"\n`,
      );
      const data = await shown(task, { rows: { kind: 'written', text: '{"q": "Which lake", "a": "none"}' } });
      expect(data.output?.text).toBe('⟦q⟧? ⟦a⟧\n\n⟦q⟧? ⟦a⟧\n\nWhich lake?');
      expect(data.shots).toMatchObject({
        standIn: true,
        source: expect.stringContaining('Placeholders stand in for the examples') as string,
      });
      expect(data.exactness.level).not.toBe('exact');
    }
  });

  it('that are no JSON object are placeholders, with the reason', async () => {
    for (const text of ['{"question": ', '[1]', '', '7', '\u0000']) {
      const data = await shown(fixture(source()), { rows: { kind: 'written', text } });
      expect(data.rows.problem).toMatch(/^Line 1 is not a row: /);
      expect(data.exactness.level).toBe('placeholder-rows');
    }
  });

  it('whose columns do not fit are placeholders with a note, and never an exception of the framework', async () => {
    const data = await shown(fixture(source()), file('data/odd.jsonl'));
    expect(data.exactness.level).toBe('placeholder-rows');
    expect(data.output?.text).toContain('⟦question⟧');
    expect(data.notes.join()).toContain('The row does not fit this dataset, so placeholders stand in for it.');
    expect(data.notes.join()).toContain('question');
  });

  it('for one dataset say nothing of another', async () => {
    const other = { ...file('data/rows.jsonl'), row: 1, rowsOf: 'other' } as const;
    expect((await shown(fixture(source()), other)).rows.by).toBeUndefined();
    expect((await shown(fixture(source()), { ...other, rowsOf: 'demo' })).rows.by).toBe('picked');
  });

  it('are searched, case aside, by any cell', async () => {
    const prepared = fixture(source());
    await shown(prepared, file('data/rows.jsonl'));
    const table = rowsToSearch(prepared.project, prepared.file, { selection: file('data/rows.jsonl') })!;
    const found = (text: string) => [0, 1].filter((row) => rowHolds(table.row(row)!, text));
    expect([found('BROOK'), found('which'), found('123456789'), found('pond')]).toEqual([[0], [0, 1], [1], []]);
    expect(rowsToSearch(prepared.project, prepared.file, { selection: {} })).toBeUndefined();
  });
});

describe('preflight.json', () => {
  it('names the rows of a dataset, unless others are picked', async () => {
    const prepared = fixture(source('{"rows": {"demo": "data/rows.jsonl:2"}}'));
    const data = await shown(prepared);
    expect(data.output?.text).toContain('Which sea?');
    expect(data.rows).toMatchObject({ by: 'team', file: '/ws/data/rows.jsonl' });
    expect(data.selection.row).toBe(1);
    expect((await shown(prepared, { row: 0 })).output?.text).toContain('Which river?');
    expect((await shown(prepared, { rows: { kind: 'own' } })).rows.by).toBeUndefined();
  });

  it('is read anew when it changes, and the nearest one counts', async () => {
    const prepared = fixture(source('{"rows": {"demo": "data/rows.jsonl"}}'));
    expect((await shown(prepared)).output?.text).toContain('Which river?');
    prepared.workspace.write('/ws/preflight.json', '{"rows": {"demo": "data/rows.jsonl:2"}}');
    prepared.project.fileChanged('/ws/preflight.json');
    expect((await shown(prepared)).output?.text).toContain('Which sea?');
    prepared.workspace.write('/ws/datasets/preflight.json', '{"rows": {}}');
    prepared.project.fileChanged('/ws/datasets/preflight.json');
    expect(teamRows(prepared.project.preflight('/ws/datasets/demo.py'), 'demo')).toBeUndefined();
  });

  it('says what is wrong with it', () => {
    const problem = (text: string) => teamRows(fixture(source(text)).project.preflight('/ws/eval.py'), 'demo');
    expect(problem('{"rows": ')).toMatchObject({ problem: expect.stringMatching(/^preflight\.json cannot be read: /) as string });
    expect(problem('[]')).toEqual({ problem: 'preflight.json must be an object.' });
    expect(problem('{"rows": 1}')).toEqual({ problem: 'preflight.json: "rows" must be an object of dataset names and files.' });
    expect(problem('{"rows": {"demo": 1}}')).toEqual({
      problem: 'preflight.json: the rows of "demo" must be a file, or a file and a row: "data/dev.jsonl:7".',
    });
    expect(problem('{"rows": {"demo": "a.jsonl:0"}}')).toEqual({
      problem: 'preflight.json: rows are counted from 1; "demo" asks for a.jsonl:0.',
    });
    expect(problem('{"later": 1}')).toBeUndefined();
  });
});
