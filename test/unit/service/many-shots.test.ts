import { describe, expect, it } from 'vitest';
import { mostShownShots } from '../../../server/src/engine/prompt/shown-shots.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import { cutAt, mostShownCharacters, mostShownSegments } from '../../../server/src/engine/editor/preview/room.js';
import { fixture } from '../../support/fixture.js';

function shown(text: string): PreviewData {
  const { project, file } = fixture(text);
  const result = preview(project, file, { selection: {} });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  return result.preview;
}

function task(shots: string): string {
  return `# file: tasks/t.yaml
task: t
dataset_path: made/t
test_split: test
fewshot_split: train
output_type: generate_until
doc_to_text: "Q: {{question}}"
doc_to_target: "{{answer}}"
num_fewshot: ${shots}
`;
}

function config(template: string, retriever: string, prompt = "'</E>{q}'"): string {
  return `# file: configs/t.py
datasets = [dict(abbr='t', type='D', path='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    ice_template=dict(type='PromptTemplate', template=${template}),
    prompt_template=dict(type='PromptTemplate', template=${prompt}, ice_token='</E>'),
    retriever=dict(${retriever}), inferencer=dict(type='GenInferencer')))]
`;
}

const turns = "dict(round=[dict(role='HUMAN', prompt='Q {q}'), dict(role='BOT', prompt='A {a}')])";

const asked = "dict(begin='</E>', round=[dict(role='HUMAN', prompt='Q {q}'), dict(role='BOT', prompt='')])";

describe('a prompt with very many shots', () => {
  it.each([
    ['a task', task('5000000'), 5_000_000],
    ['a task that asks for more than a number holds', task('1' + '0'.repeat(400)), Number.MAX_SAFE_INTEGER],
    ['ids of a range', config("'{q} {a}'", "type='FixKRetriever', fix_id_list=range(1000000)"), 1_000_000],
    ['ids of a list', config("'{q} {a}'", "type='FixKRetriever', fix_id_list=list(range(100000))"), 100_000],
    ['turns', config(turns, "type='BM25Retriever', ice_num=10**9", asked), 1_000_000_000],
  ])('shows the first of them and says how many more there are: %s', (_name, text, count) => {
    const data = shown(text);
    const pieces = data.stages.flatMap((stage) => stage.turns.flatMap(({ segments }) => segments));
    const left = (count - mostShownShots).toLocaleString('en');
    expect(data.shots.configured).toBe(count);
    expect(data.selection.shots).toBe(count);
    expect(pieces.filter((segment) => segment.kind === 'unknown').map((segment) => segment.text)).toContain(`⟨and ${left} more shots⟩`);
    expect(data.output!.text).toContain(`⟨and ${left} more shots⟩`);
    expect(data.exactness.level).toBe('unknown');
    expect(
      data.notes.filter((note) => note.startsWith(`Only the first ${String(mostShownShots)} of ${count.toLocaleString('en')}`)),
    ).toHaveLength(1);
    expect(pieces.length).toBeLessThan(mostShownShots * 30);
  });

  it.each([
    ['a task', task('100')],
    ['a dataset', config(turns, "type='FixKRetriever', fix_id_list=range(100)", asked)],
  ])('is whole and exact up to what a run could use: %s', (_name, text) => {
    const data = shown(text);
    expect(data.selection.shots).toBe(100);
    expect(data.exactness.level).toBe('placeholder-rows');
    expect(data.output!.text).not.toContain('more shot');
  });
});

describe('a very long prompt', () => {
  const long = (length: number): PreviewData => shown(config("'{q}'", "type='ZeroRetriever'", `'</E>' + 'é' * ${String(length)}`));

  it('is whole up to two megabytes', () => {
    const data = long(2 * 1024 * 1024);
    expect(data.output!.text).toBe('é'.repeat(2 * 1024 * 1024));
    expect(data.notes.join(' ')).not.toContain('characters are shown');
  });

  it('is cut behind that, and says how much is left out', () => {
    const data = long(4_000_000);
    expect(data.characters).toBe(4_000_000);
    expect(data.output!.text).toBe(`${'é'.repeat(mostShownCharacters)}⟨and 1,500,000 more characters⟩`);
    expect(data.stages.at(-1)!.turns.at(-1)!.segments.at(-1)!.text).toBe('⟨and 1,500,000 more characters⟩');
    expect(data.notes).toContain('Only the first 2,500,000 of 4,000,000 characters are shown.');
    expect(JSON.stringify(data).length).toBeLessThan(4 * mostShownCharacters);
  });

  it('that is cut ends where the model writes, and never with nothing that is left out', () => {
    const model = `
models = [dict(type='opencompass.models.HuggingFaceCausalLM', abbr='m', path='m', meta_template=dict(round=[
    dict(role='HUMAN', begin='<', end='>'), dict(role='BOT', generate=True)]))]
`;
    const template = `dict(round=[dict(role='HUMAN', prompt='é' * 4_000_000), dict(role='BOT', prompt='')])`;
    const { turns: shownTurns } = shown(config("'{q}'", "type='ZeroRetriever'", template) + model).stages.at(-1)!;
    const texts = shownTurns.flatMap(({ segments }) => segments.map(({ text }) => text));
    expect(texts.filter((text) => text.startsWith('⟨'))).toEqual(['⟨and 1,500,002 more characters⟩']);
    expect(shownTurns.at(-1)).toMatchObject({ segments: [], generates: true });
  });

  it('of very many parts is shown in as many as a page can take', () => {
    const data = shown(
      config(`dict(round=[dict(role='HUMAN', prompt='Q {q}')] * 150)`, "type='FixKRetriever', fix_id_list=range(100)", asked),
    );
    for (const stage of data.stages)
      expect(stage.turns.reduce((sum, { segments }) => sum + segments.length, 0)).toBeLessThan(mostShownSegments + 10);
    expect(data.stages.at(-1)!.turns.at(-1)!.segments[0]!.text).toMatch(/^⟨and [\d,]+ more characters⟩$/);
  });

  it('is never cut within a character', () => {
    expect(cutAt('a😀b', 2)).toBe(1);
    expect(cutAt('a😀b', 3)).toBe(3);
    expect(cutAt('ab', 9)).toBe(2);
  });
});
