import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import type { PreviewSelection } from '../../../server/src/engine/editor/preview/preview-shape.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { customDatasetSource } from '../../support/configs.js';

/** The prompts are those that OpenCompass 0.5.3 asks its judge, but for what the judged model had answered. */
const template = '{question} | {answer} | {hint} | {idx} | {prediction} | {obj_gold} | {reference}';
const config = (evaluator: string, more = ''): string => `
from opencompass.datasets import CustomDataset
from opencompass.evaluator import CascadeEvaluator, GenericLLMEvaluator
from opencompass.models import HuggingFaceCausalLM
reader = dict(input_columns=['question'], output_column='answer', test_range='[1:]')
own = dict(type=CustomDataset, path='d.jsonl', reader_cfg=reader)
asking = dict(type=GenericLLMEvaluator, prompt_template=dict(type='PromptTemplate', template='${template}'), judge_cfg=dict(type=HuggingFaceCausalLM, abbr='wise', path='w'))
datasets = [dict(own, abbr='d', eval_cfg=dict(evaluator=${evaluator}${more}), infer_cfg=dict(
    prompt_template=dict(type='PromptTemplate', template='{question}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
models = [dict(abbr='m', type=HuggingFaceCausalLM, path='x')]
`;
const files = {
  '/ws/d.jsonl': '{"question": "Q0", "answer": "A0", "hint": "h0"}\n{"question": "Q1", "answer": "A1", "hint": "h1"}\n',
  ...customDatasetSource,
};

async function judged(source: string, rows?: PreviewSelection['rows']): Promise<PreviewData> {
  const project = createProject(new MemoryWorkspace({ ...files, '/ws/eval.py': source }, ['/ws']), defaultSettings);
  const ask = (): PreviewData => {
    const selection = { dataset: 'judge/datasets/d (judge)', row: 0, ...(rows && { rows }) };
    const result = preview(project, '/ws/eval.py', { selection });
    if (result.kind !== 'preview') throw new Error(result.reason);
    return result.preview;
  };
  let shown = ask();
  for (let { pending } = project.reads; pending; { pending } = project.reads) {
    await pending;
    shown = ask();
  }
  return shown;
}

describe('the rows of an OpenCompass judge', () => {
  const unanswered = 'What the judged model answers is not known before it is asked: ⟦prediction⟧ stands for it.';

  it('are those of its own dataset, with the answers of the judged one', async () => {
    const { output, exactness } = await judged(config('{**asking, "dataset_cfg": own}'));
    expect([output?.text, exactness.level, exactness.reason]).toEqual(['Q1 | A1 | h1 | 1 | ⟦prediction⟧ | A1 | ', 'close', unanswered]);
  });

  it('have references that are not known where the judged dataset has another number of rows', async () => {
    const { output } = await judged(config('{**asking, "dataset_cfg": dict(own, reader_cfg=dict(reader, test_range="[:]"))}'));
    expect(output?.text).toBe('Q0 | A0 | h0 | 0 | ⟦prediction⟧ | ⟦obj_gold⟧ | ');
  });

  it.each([
    ['it has no dataset', '{**asking, "dataset_cfg": {}}'],
    [
      'it is asked behind rules',
      'dict(type=CascadeEvaluator, llm_evaluator={**asking, "dataset_cfg": own}, rule_evaluator=dict(type="AccEvaluator"))',
    ],
  ])('are those of the judged dataset, numbered anew and without obj_gold, where %s', async (_, evaluator) => {
    const { output, exactness } = await judged(config(evaluator));
    expect([output?.text, exactness.level]).toEqual(['Q1 | A1 | h1 | 0 | ⟦prediction⟧ | {obj_gold} | ', 'close']);
  });

  it('have the references of one turn where each row is asked several times', async () => {
    const twice = config('{**asking, "dataset_cfg": own}').replace("abbr='d', ", "abbr='d', n=2, ").replace("'[1:]'", "'[:]'");
    expect((await judged(twice)).output?.text).toBe('Q0 | A0 | h0 | 0 | ⟦prediction⟧ | A0 | ');
  });

  it('are placeholders where the references are made anew, with obj_gold as it stands where no row has it', async () => {
    const anew = ', dataset_postprocessor=dict(type="gsm8k_dataset")';
    const { output, exactness } = await judged(config('{**asking, "dataset_cfg": own}', anew));
    expect([output?.text, exactness.level]).toEqual([
      '⟦question⟧ | ⟦answer⟧ | ⟦hint⟧ | ⟦idx⟧ | ⟦prediction⟧ | ⟦obj_gold⟧ | ',
      'placeholder-rows',
    ]);
    expect((await judged(config('{**asking, "dataset_cfg": {}}').replace("path='d.jsonl'", "path='gone.jsonl'"))).output?.text).toBe(
      '⟦question⟧ | ⟦answer⟧ | ⟦hint⟧ | ⟦idx⟧ | ⟦prediction⟧ | {obj_gold} | ',
    );
  });

  it('may have an answer of a file', async () => {
    const row = '{"question": "Q", "answer": "A", "hint": "h", "idx": 3, "prediction": "P", "obj_gold": "A", "reference": "A"}';
    const { output, exactness } = await judged(config('{**asking, "dataset_cfg": own}'), { kind: 'written', text: row });
    expect([output?.text, exactness.reason]).toEqual(['Q | A | h | 3 | P | A | ', 'The row was written by hand: no run asks it.']);
  });
});
