import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import { previewChoices } from '../../../server/src/engine/editor/preview/offer.js';
import { pairStates } from '../../../server/src/engine/editor/preview/states.js';
import { fixture } from '../../support/fixture.js';

function previewOf(source: string, selection: { dataset?: string } = {}, byCursor = false): PreviewData {
  const { project, file, offset } = fixture(source);
  const result = preview(project, file, { selection, ...(byCursor && { cursor: offset }) });
  if (result.kind !== 'preview') throw new Error(result.reason);
  return result.preview;
}

const idOf = (data: PreviewData, label: string): string => data.datasets.find((choice) => choice.label === label)!.id;

describe('the judge of an AISBench dataset', () => {
  const source = `$0from ais_bench.benchmark.models import VLLMCustomAPI, VLLMCustomAPIChat
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever

judge = dict(
    judge_model=dict(attr='service', type=VLLMCustomAPIChat, abbr='wise', path='', generation_kwargs=dict()),
    judge_dataset_type='JDGDataset',
    judge_reader_cfg=dict(input_columns=['question', 'model_answer'], output_column='model_pred_uuid'),
    prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='Is {model_answer} right?')])),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer),
)
demo_datasets = [
    dict(
        abbr='demo', type='Demo', path='d', judge_infer_cfg=judge,
        reader_cfg=dict(input_columns=['question'], output_column='answer'),
        infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template='{question}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)),
    ),
]
models = [dict(attr='service', type=VLLMCustomAPI, abbr='pond', path='', generation_kwargs=dict())]
`;

  it('is a dataset of its own that meets its own model', () => {
    const first = previewOf(source);
    expect(first.datasets.map(({ label }) => label)).toEqual(['demo', 'demo-wise']);
    expect([first.models.map(({ label }) => label), first.output?.text]).toEqual([['pond'], '⟦question⟧']);
    const judged = previewOf(source, { dataset: idOf(first, 'demo-wise') });
    expect(judged.models.map(({ label }) => label)).toEqual(['wise']);
    expect(JSON.parse(judged.output!.text)).toEqual([{ role: 'user', content: 'Is ⟦model_answer⟧ right?' }]);
  });

  it('says nothing of the other datasets, which are told of with models of theirs', () => {
    const prepared = fixture(source);
    const first = previewOf(source);
    const judged = previewOf(source, { dataset: idOf(first, 'demo-wise') });
    const states = [
      ...pairStates(prepared.project, prepared.file, { datasets: first.datasets.map(({ id }) => id), models: [judged.selection.model] }),
    ];
    expect(states).toEqual(first.datasets.map(() => ({ state: 'fine', reason: '' })));
  });

  it('leaves the matrix the models of the other datasets', () => {
    const { project, file } = fixture(source);
    const first = previewOf(source);
    const choices = (label: string) => previewChoices(project, file, { selection: { dataset: idOf(first, label) } })!;
    expect(choices('demo')).toMatchObject({ models: [{ label: 'pond' }] });
    expect(choices('demo').paired).toBeUndefined();
    expect(choices('demo-wise')).toMatchObject({ models: [{ label: 'wise' }], paired: [{ label: 'pond' }] });
  });

  it('is found by the cursor in its prompt, and the dataset by one beside it', () => {
    const place = (text: string): string => source.replace('$0', '').replace(text, `$0${text}`);
    const labelOf = (data: PreviewData): string | undefined => data.datasets.find(({ id }) => id === data.selection.dataset)?.label;
    expect(labelOf(previewOf(place('Is {model_answer}'), {}, true))).toBe('demo-wise');
    expect(labelOf(previewOf(place("abbr='wise'"), {}, true))).toBe('demo-wise');
    expect(labelOf(previewOf(place("'{question}'"), {}, true))).toBe('demo');
  });

  it('is checked with its model', () => {
    const { project, file } = fixture(
      source.replace("dict(role='HUMAN', prompt='Is", "dict(role='SYSTEM', prompt='Be just.'), dict(role='HUMAN', prompt='Is"),
    );
    expect(project.check(file).map(({ rule, message }) => [rule, /MODEL-PARAM-002/.test(message)])).toEqual([
      ['missing-fallback-role', true],
    ]);
  });
});

describe('the judge of an OpenCompass evaluator', () => {
  const source = (evaluator: string): string => `$0from opencompass.evaluator import CascadeEvaluator, GenericLLMEvaluator
from opencompass.models import HuggingFaceCausalLM
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

reader_cfg = dict(input_columns=['q'], output_column='a')
asking = dict(
    type=GenericLLMEvaluator,
    prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='{q} | {a} | {prediction} | {reference} | {obj_gold}')])),
    dataset_cfg=dict(type='Demo', path='d', reader_cfg=dict(input_columns='q', output_column='a')),
    judge_cfg=dict(),
)
demo_datasets = [
    dict(
        abbr='demo', type='Demo', path='d', reader_cfg=reader_cfg, eval_cfg=dict(evaluator=${evaluator}),
        infer_cfg=dict(prompt_template=dict(type=PromptTemplate, template='{q}'), retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)),
    ),
]
`;
  const judged = (evaluator: string): PreviewData =>
    previewOf(source(evaluator), { dataset: idOf(previewOf(source(evaluator)), 'demo (judge)') });

  it('reads the answers beside the row, and never the reference', () => {
    const data = judged('asking');
    expect(data.models.map(({ label }) => label)).toEqual(['OC_JUDGE_MODEL']);
    expect(JSON.parse(data.output!.text)).toEqual([{ role: 'user', content: '⟦q⟧ | ⟦a⟧ | ⟦prediction⟧ |  | ⟦obj_gold⟧' }]);
  });

  it('is asked behind rules with the rows of the dataset itself', () => {
    const data = judged("dict(type=CascadeEvaluator, llm_evaluator=asking, rule_evaluator=dict(type='AccEvaluator'))");
    expect(JSON.parse(data.output!.text)).toEqual([{ role: 'user', content: '⟦q⟧ | ⟦a⟧ | ⟦prediction⟧ |  | {obj_gold}' }]);
  });

  it('may be a model of the config', () => {
    const data = judged("{**asking, 'judge_cfg': dict(type=HuggingFaceCausalLM, abbr='wise', path='w')}");
    expect([data.models.map(({ label }) => label), data.output!.text]).toEqual([['wise'], '⟦q⟧ | ⟦a⟧ | ⟦prediction⟧ |  | ⟦obj_gold⟧']);
  });

  it.each(["dict(type='AccEvaluator')", "{**asking, 'dataset_cfg': None}"])('is none for %s', (evaluator) => {
    expect(previewOf(source(evaluator)).datasets.map(({ label }) => label)).toEqual(['demo']);
  });
});
