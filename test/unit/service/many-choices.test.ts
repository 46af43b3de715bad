import { expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import type { PreviewSelection } from '../../../server/src/engine/editor/preview/preview-shape.js';
import { mostShownProblems, shownChoices } from '../../../server/src/engine/editor/preview/room.js';
import { fixture } from '../../support/fixture.js';

function shown(text: string, selection: PreviewSelection = {}): PreviewData {
  const { project, file } = fixture(text);
  const result = preview(project, file, { selection });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  return result.preview;
}

it('a page is given the first choices, and the one that is made', () => {
  const many = Array.from({ length: 7_000 }, (_, i) => i);
  expect(shownChoices(many, (one) => one === 6_000)).toEqual([...many.slice(0, 5_000), 6_000]);
  expect(shownChoices(many.slice(0, 9), () => false)).toEqual(many.slice(0, 9));
});

it('a task with very many choices is shown with some of them', () => {
  const text = `# file: tasks/t.yaml
task: t
dataset_path: made/t
test_split: test
output_type: multiple_choice
doc_to_text: "{{question}}"
doc_to_target: 0
doc_to_choice: [${Array.from({ length: 6_000 }, (_, i) => `c${String(i)}`).join(', ')}]
`;
  const { labels, selection } = shown(text, { label: 'c5900' });
  expect([labels.length, labels.at(-1), selection.label]).toEqual([5_001, 'c5900', 'c5900']);
});

it('of very many problems a page is given the worst', () => {
  const roles = Array.from({ length: 600 }, (_, i) => `dict(role='R${String(i)}', prompt='x')`).join(', ');
  const text = `# file: configs/t.py
from opencompass.models import OpenAI
datasets = [dict(abbr='t', type='D', path='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type='PromptTemplate', template=dict(round=[${roles}])), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
models = [dict(type=OpenAI, abbr='m', meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)]))]
`;
  expect(shown(text).problems).toHaveLength(mostShownProblems);
});
