// Configs of OpenCompass whose rows are of any kind, made by a seed: many raise on one of their rows.
import { draws } from './random-rows.mjs';

const readers = [
  "input_columns=['question'], output_column='answer'",
  "input_columns=['question', 'hint'], output_column='answer'",
  "input_columns=['question'], output_column='label'",
  "input_columns=['qestion'], output_column='answer'",
  "input_columns=['question'], output_column='anwser'",
];
const prompts = [
  "'Q: {question}\\nA:'",
  "'{question} {hint} {missing}'",
  "dict(round=[dict(role='HUMAN', prompt='{question}'), dict(role='BOT', prompt='{answer}')])",
  "dict(begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='{hint}')], round=[dict(role='HUMAN', prompt='{question}')])",
];
const retrievers = [
  'ZeroRetriever',
  'ZeroRetriever',
  'FixKRetriever, fix_id_list=[0, 1]',
  'FixKRetriever, fix_id_list=[2]',
  'RandomRetriever, ice_num=2',
];

/**
 * @param {number} seed
 * @param {number} count how many configs
 * @returns {{ files: Record<string, string>, configs: string[] }} the configs' files and those of their data, and the names of the former
 */
export function rowConfigs(seed, count) {
  const { next, below, one, linesOf } = draws(seed);
  /** @type {Record<string, string>} */
  const files = {};
  const configs = Array.from({ length: count }, (_, i) => `eval_rows_${i}.py`);
  for (const [i, config] of configs.entries()) {
    const kind = () => one(['text', 'text', 'whole', 'list', 'digit', 'part', 'flag']);
    const kinds = { question: kind(), answer: one(['digit', 'text', 'whole']), hint: kind(), ...(next() < 0.3 && { label: kind() }) };
    files[`data/rows_${i}.jsonl`] = linesOf(kinds, 1 + below(6), next() < 0.35);
    files[config] = configText(i, one(readers), one(retrievers), one, next);
  }
  return { files, configs };
}

function configText(i, reader, retriever, one, next) {
  const hasExamples = !retriever.startsWith('Zero');
  const isScored = next() < 0.25;
  const labels = "{'0': '</E>{question} zero', '1': '</E>{question} one', '2': '</E>{question} two'}";
  const ice = hasExamples
    ? `ice_template=dict(type=PromptTemplate, template=${one(["'{question} {answer}'", "{'0': '{question} A', '1': '{question} B', '2': '{question} C'}"])}), `
    : '';
  const shown = one(prompts);
  const text = shown.startsWith('dict')
    ? shown.replace('dict(', "dict(begin='</E>', ").replace("begin='</E>', begin=[", "begin=['</E>', ")
    : shown.replace("'", "'</E>");
  const prompt = isScored ? labels : hasExamples ? text : shown;
  const token = isScored || hasExamples ? ", ice_token='</E>'" : '';
  return `from opencompass.datasets import JsonlDataset
from opencompass.models import HuggingFaceCausalLM
from opencompass.openicl.icl_evaluator import AccEvaluator
from opencompass.openicl.icl_inferencer import GenInferencer, PPLInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever, RandomRetriever, ZeroRetriever

datasets = [
    dict(
        abbr='rows_${i}',
        type=JsonlDataset,
        path='data/rows_${i}.jsonl',
        reader_cfg=dict(${reader}, train_split='test'),
        infer_cfg=dict(
            ${ice}prompt_template=dict(type=PromptTemplate, template=${prompt}${token}),
            retriever=dict(type=${retriever}),
            inferencer=dict(type=${isScored ? 'PPL' : 'Gen'}Inferencer${isScored ? '' : ', max_out_len=16'}),
        ),
        eval_cfg=dict(evaluator=dict(type=AccEvaluator)),
    )
]
models = [dict(type=HuggingFaceCausalLM, abbr='local', path='local', max_out_len=16, batch_size=1, run_cfg=dict(num_gpus=0))]
`;
}
