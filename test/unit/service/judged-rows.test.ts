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
from opencompass.openicl.icl_evaluator import LMEvaluator
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
  // As the framework's subjective datasets do: what says how answers are compared comes to the loading, too.
  '/ws/opencompass/datasets/__init__.py': 'from .custom import CustomDataset\nfrom .subjective import SubjectiveDataset\n',
  '/ws/opencompass/datasets/subjective.py': `from .custom import CustomDataset
class SubjectiveDataset(CustomDataset):
    @staticmethod
    def load(path, *args, **kwargs):
        return CustomDataset.load(path)
`,
};

async function judged(source: string, rows?: PreviewSelection['rows'], dataset = 'd (judge)'): Promise<PreviewData> {
  const project = createProject(new MemoryWorkspace({ ...files, '/ws/eval.py': source }, ['/ws']), defaultSettings);
  const ask = (): PreviewData => {
    const selection = { dataset: `judge/datasets/${dataset}`, row: 0, ...(rows && { rows }) };
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

/** OpenCompass 0.5.4 `openicl/icl_evaluator/lm_evaluator.py`. */
describe('the judges of a run', () => {
  const scoring = (evaluator: string, dataset = "mode='singlescore'"): string =>
    config(`dict(type=LMEvaluator, prompt_template=asking["prompt_template"]${evaluator})`)
      .replaceAll('CustomDataset', 'SubjectiveDataset')
      .replace("abbr='d', ", `abbr='d', ${dataset}, `);
  const wise = "dict(abbr='wise', type=HuggingFaceCausalLM, path='w')";
  const labelsOf = ({ datasets }: PreviewData): string[] => datasets.map(({ label }) => label);

  it('read the rows of the dataset as they are, with what was answered', async () => {
    const source = `${scoring('')}judge_models = [${wise}]\n`;
    const { output, exactness, models } = await judged(source);
    expect([output?.text, exactness.level]).toEqual(['Q1 | A1 | h1 | 1 | ⟦prediction⟧ | A1 | ', 'close']);
    expect(models.map(({ label }) => label)).toEqual(['wise']);
    const twice = await judged(source.replace("abbr='d', ", "abbr='d', n=2, ").replace("'[1:]'", "'[:]'"));
    expect([twice.output?.text, twice.rows.count]).toEqual(['Q0 | A0 | h0 | 0 | ⟦prediction⟧ | A0 | ', 4]);
  });

  it('compare answers, beside which stands who gave them', async () => {
    const compared = scoring('', "mode='m2n'").replace('{prediction} |', '{prediction} {prediction2} {prediction2_en_word_count} |');
    expect((await judged(compared)).output?.text).toBe(
      'Q1 | A1 | h1 | 1 | ⟦prediction⟧ ⟦prediction2⟧ ⟦prediction2_en_word_count⟧ | ⟦obj_gold⟧ | ',
    );
  });

  it('are all that the partitioner names, else all of `judge_models`', async () => {
    const two = `${scoring('')}judge_models = [${wise}, ${wise.replace('wise', 'old')}]\n`;
    expect(labelsOf(await judged(two, undefined, 'd (judge old)'))).toEqual(['d', 'd (judge wise)', 'd (judge old)']);
    const named = `${two}eval = dict(partitioner=dict(type='SubjectiveNaivePartitioner', judge_models=judge_models[1:]))\n`;
    expect((await judged(named)).models.map(({ label }) => label)).toEqual(['old']);
  });

  it('are asked their template where it is said that the rows hold none', async () => {
    expect((await judged(scoring(', multi_eval=False'))).output?.text).toBe('Q1 | A1 | h1 | 1 | ⟦prediction⟧ | A1 | ');
  });

  it.each([
    ['whose prompts the rows hold', scoring(', multi_eval=True')],
    ['without a column to judge by', scoring('').replace("output_column='answer'", 'output_column=None')],
  ])('are not shown for an evaluator %s', async (_, source) => {
    expect(labelsOf(await judged(source, undefined, 'd'))).toEqual(['d']);
  });

  it('are given references that are not known where a function makes them', async () => {
    const source = scoring('').replace(/(eval_cfg=dict\()/, '$1dataset_postprocessor=dict(type="gsm8k_dataset"), ');
    expect((await judged(source)).output?.text).toBe('Q1 | A1 | h1 | 1 | ⟦prediction⟧ | ⟦obj_gold⟧ | ');
  });
});
