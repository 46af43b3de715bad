// Configs of a user's kind with local data, for runs of the real OpenCompass: written for this project.

const lines = (rows) => rows.map((row) => JSON.stringify(row)).join('\n') + '\n';
const many = (count, row) => Array.from({ length: count }, (_, i) => row(i));
const things = ['river', 'violin', 'engine', 'moss', 'harbour', 'chalk', 'lantern', 'Größe', '钢琴', 'a, "b"'];
const thing = (i) => things[i % things.length];
const options = (i) => ({ A: thing(i), B: thing(i + 1), C: thing(i + 2), D: thing(i + 3) });
const csvRow = (cells) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',') + '\n';
const csv = (rows) => rows.map(csvRow).join('');

/** Files of data, relative to the folder in which the framework is started. */
const data = {
  'data/gsm/train.jsonl': lines(
    many(6, (i) => ({ question: `How many ${thing(i)}s are ${i} + ${i}?`, answer: `It is ${i * 2}.\n#### ${i * 2}` })),
  ),
  'data/gsm/test.jsonl': lines(many(4, (i) => ({ question: `And ${i} × 3?`, answer: `${i * 3}\n#### ${i * 3}` }))),
  'data/mmlu/dev/lakes_dev.csv': csv(many(5, (i) => [`Dev ${i}: which?`, ...Object.values(options(i)), 'ABCD'[i % 4]])),
  'data/mmlu/test/lakes_test.csv': csv(many(4, (i) => [`Test ${i}: "which"?`, ...Object.values(options(i + 4)), 'ABCD'[(i + 1) % 4]])),
  'data/piqa/train.jsonl': lines(many(4, (i) => ({ id: i, goal: `Find ${thing(i)}`, sol1: 'look up', sol2: 'look down' }))),
  'data/piqa/train-labels.lst': many(4, (i) => `${i % 2}\n`).join(''),
  'data/piqa/dev.jsonl': lines(many(3, (i) => ({ id: i, goal: `Keep ${thing(i + 5)}`, sol1: 'in a box', sol2: 'in the rain' }))),
  'data/piqa/dev-labels.lst': many(3, (i) => `${(i + 1) % 2}\n`).join(''),
  'data/custom.jsonl': lines(many(5, (i) => ({ input: `Say ${thing(i)}`, target: thing(i), extra: i / 2 }))),
  'data/custom.csv': csv([['q', 'a', 'n'], ...many(4, (i) => [`Where is ${thing(i)}?`, i === 2 ? '' : `here ${i}`, String(i)])]),
  'data/hf/train.json': lines(many(7, (i) => ({ text: `Line ${i}`, label: i % 2, score: i === 3 ? 2.5 : i }))),
  'data/hf/test.json': lines(many(3, (i) => ({ text: `Probe ${i} {x}`, label: (i + 1) % 2, score: i }))),
  'data/boolq/dev.jsonl': lines(
    many(4, (i) => ({ question: `is ${thing(i)} wet`, passage: `${thing(i)} is wet. `, label: i % 2 === 0 ? 'true' : 'false' })),
  ),
  'data/ceval/dev/law_dev.csv': csv([
    ['id', 'question', 'A', 'B', 'C', 'D', 'answer', 'explanation'],
    ...many(5, (i) => [String(i), `例 ${i}`, ...Object.values(options(i)), 'ABCD'[i % 4], 'why']),
  ]),
  'data/ceval/val/law_val.csv': csv([
    ['id', 'question', 'A', 'B', 'C', 'D', 'answer'],
    ...many(3, (i) => [String(i), `问 ${i}`, ...Object.values(options(i + 2)), 'ABCD'[(i + 2) % 4]]),
  ]),
  'data/ceval/test/law_test.csv': csv([
    ['id', 'question', 'A', 'B', 'C', 'D'],
    ...many(2, (i) => [String(i), `测 ${i}`, ...Object.values(options(i))]),
  ]),
  'data/arc.jsonl': lines(
    many(4, (i) => ({
      question: { stem: `Which is ${thing(i)}?`, choices: Object.entries(options(i)).map(([label, text]) => ({ text, label })) },
      answerKey: 'ABCD'[i % 4],
    })),
  ),
  'data/hellaswag.jsonl': lines(many(4, (i) => ({ query: `Someone sees ${thing(i)}:`, choices: Object.values(options(i)), gold: i % 4 }))),
};

const dataset = (
  abbr,
  { type, keys, reader, template = '', ice = '', retriever = 'ZeroRetriever', retrieverKeys = '', mode = 'Gen', more = '' },
) => `from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ${retriever}
from opencompass.openicl.icl_inferencer import ${mode}Inferencer
from opencompass.openicl.icl_evaluator import AccEvaluator
from opencompass.datasets import ${type}

${abbr}_datasets = [
    dict(
        abbr='${abbr}',
        type=${type},
        ${keys},
        reader_cfg=dict(${reader}),
        infer_cfg=dict(
            ${ice ? `ice_template=dict(type=PromptTemplate, ${ice}),\n            ` : ''}${template ? `prompt_template=dict(type=PromptTemplate, ${template}),\n            ` : ''}retriever=dict(type=${retriever}${retrieverKeys}),
            inferencer=dict(type=${mode}Inferencer${mode === 'Gen' ? ', max_out_len=16' : ''}),
        ),
        eval_cfg=dict(evaluator=dict(type=AccEvaluator)),${more}
    )
]
`;

const qa = `template=dict(round=[dict(role='HUMAN', prompt='Q: {question}\\nA:'), dict(role='BOT', prompt='{answer}')])`;
const four = "input_columns=['input', 'A', 'B', 'C', 'D'], output_column='target', train_split='dev'";
const asked = `dict(role='HUMAN', prompt='{input}\\nA. {A}\\nB. {B}\\nC. {C}\\nD. {D}\\nAnswer:')`;

/** Dataset configs by the abbr of their dataset. */
export const datasets = {
  gsm: dataset('gsm', {
    type: 'GSM8KDataset',
    keys: "path='data/gsm'",
    reader: "input_columns=['question'], output_column='answer'",
    template: qa,
  }),
  gsm_fix: dataset('gsm_fix', {
    type: 'GSM8KDataset',
    keys: "path='data/gsm'",
    reader: "input_columns=['question'], output_column='answer'",
    ice: "template='</E>Q: {question}\\nA: {answer}', ice_token='</E>'",
    template: "template='Do sums.\\n</E>Q: {question}\\nA:', ice_token='</E>'",
    retriever: 'FixKRetriever',
    retrieverKeys: ', fix_id_list=[0, 3]',
  }),
  gsm_random: dataset('gsm_random', {
    type: 'GSM8KDataset',
    keys: "path='data/gsm'",
    reader: "input_columns=['question'], output_column='answer'",
    ice: "template=dict(begin='</E>', round=[dict(role='HUMAN', prompt='Q: {question}'), dict(role='BOT', prompt='{answer}')]), ice_token='</E>'",
    retriever: 'RandomRetriever',
    retrieverKeys: ', ice_num=2',
  }),
  gsm_range: dataset('gsm_range', {
    type: 'GSM8KDataset',
    keys: "path='data/gsm'",
    reader: "input_columns=['question'], output_column='answer', train_range='[1:5]', test_range='[1:]'",
    ice: "template='</E>Q: {question}\\nA: {answer}', ice_token='</E>'",
    template: "template='</E>Q: {question} ({idx}, {subdivision})\\nA:', ice_token='</E>'",
    retriever: 'SlidingWindowRetriever',
    retrieverKeys: ', k=2',
  }),
  gsm_drawn: dataset('gsm_drawn', {
    type: 'GSM8KDataset',
    keys: "path='data/gsm'",
    reader: "input_columns=['question'], output_column='answer', test_range=3",
    template: qa,
  }),
  gsm_twice: dataset('gsm_twice', {
    type: 'GSM8KDataset',
    keys: "path='data/gsm'",
    reader: "input_columns=['question'], output_column='answer'",
    template: qa,
    more: '\n        n=2,',
  }),
  mmlu: dataset('mmlu', {
    type: 'MMLUDataset',
    keys: "path='data/mmlu', name='lakes'",
    reader: four,
    template: `template=dict(round=[${asked}])`,
  }),
  mmlu_ppl: dataset('mmlu_ppl', {
    type: 'MMLUDataset',
    keys: "path='data/mmlu', name='lakes'",
    reader: four,
    ice: "template={a: '</E>{input} ' + a for a in 'ABCD'}, ice_token='</E>'".replace(
      "{a: '</E>{input} ' + a for a in 'ABCD'}",
      "{'A': '</E>{input} A', 'B': '</E>{input} B', 'C': '</E>{input} C', 'D': '</E>{input} D'}",
    ),
    retriever: 'FixKRetriever',
    retrieverKeys: ', fix_id_list=[0, 1]',
    mode: 'PPL',
  }),
  piqa: dataset('piqa', {
    type: 'PIQADatasetV2',
    keys: "path='data/piqa'",
    reader: "input_columns=['goal', 'sol1', 'sol2'], output_column='answer', test_split='validation'",
    template: "template=dict(round=[dict(role='HUMAN', prompt='{goal}\\nA. {sol1}\\nB. {sol2}\\nAnswer:')])",
  }),
  custom: dataset('custom', {
    type: 'CustomDataset',
    keys: "path='data/custom.jsonl'",
    reader: "input_columns=['input'], output_column='target'",
    template: "template='{input} / {extra}'",
  }),
  custom_csv: dataset('custom_csv', {
    type: 'CustomDataset',
    keys: "path='data/custom.csv'",
    reader: "input_columns=['q'], output_column='a'",
    template:
      "template=dict(begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='Be brief.')], round=[dict(role='HUMAN', prompt='{q} ({n})')])",
  }),
  hub: dataset('hub', {
    type: 'HFDataset',
    keys: "path='json', data_files='data/hf/test.json', split='train'",
    reader: "input_columns=['text'], output_column='label'",
    template: "template='{text} [{score}]'",
  }),
  boolq: dataset('boolq', {
    type: 'BoolQDatasetV2',
    keys: "path='data/boolq/dev.jsonl'",
    reader: "input_columns=['question', 'passage'], output_column='label'",
    template: "template=dict(round=[dict(role='HUMAN', prompt='{passage}\\nQuestion: {question}?\\nA. Yes\\nB. No')])",
  }),
  ceval: dataset('ceval', {
    type: 'CEvalDataset',
    keys: "path='data/ceval', name='law'",
    reader: "input_columns=['question', 'A', 'B', 'C', 'D'], output_column='answer', train_split='dev', test_split='val'",
    ice: "template=dict(begin='</E>', round=[dict(role='HUMAN', prompt='{question}\\nA. {A}'), dict(role='BOT', prompt='{answer}')]), ice_token='</E>'",
    retriever: 'FixKRetriever',
    retrieverKeys: ', fix_id_list=[0, 1, 2, 3, 4]',
  }),
  arc: dataset('arc', {
    type: 'ARCDataset',
    keys: "path='data/arc.jsonl', name='lakes'",
    reader: "input_columns=['question', 'textA', 'textB', 'textC', 'textD'], output_column='answerKey'",
    template:
      "template={'A': 'Question: {question}\\nAnswer: {textA}', 'B': 'Question: {question}\\nAnswer: {textB}', 'C': 'Question: {question}\\nAnswer: {textC}', 'D': 'Question: {question}\\nAnswer: {textD}'}",
    mode: 'PPL',
  }),
  hellaswag: dataset('hellaswag', {
    type: 'HellaswagDataset_V2',
    keys: "path='data/hellaswag.jsonl'",
    reader: "input_columns=['ctx', 'A', 'B', 'C', 'D'], output_column='label'",
    template: "template=dict(round=[dict(role='HUMAN', prompt='{ctx}\\nA. {A}\\nB. {B}')])",
  }),
};

/** Models by abbr: a base model, one with a meta template, and a service. */
const models = {
  base: `dict(abbr='base', type=HuggingFaceCausalLM, path='demo/base', max_out_len=16, batch_size=2, max_seq_len=4096)`,
  chat: `dict(abbr='chat', type=HuggingFaceCausalLM, path='demo/chat', max_out_len=16, batch_size=2, max_seq_len=4096,
        meta_template=dict(begin='<s>', round=[dict(role='SYSTEM', begin='[S]', end='[/S]'), dict(role='HUMAN', begin='[H]', end='[/H]\\n'), dict(role='BOT', begin='[B]', end='[/B]\\n', generate=True)], end='</s>'))`,
  service: `dict(abbr='service', type=OpenAI, path='demo', max_out_len=16, batch_size=2, max_seq_len=4096,
        meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', generate=True)], reserved_roles=[dict(role='SYSTEM', api_role='SYSTEM')]))`,
};

/** All files: data, dataset configs, and an eval config for each of them. */
export const files = {
  ...data,
  'models.py': `from opencompass.models import HuggingFaceCausalLM, OpenAI\n\nmodels = [\n${Object.values(models)
    .map((model) => `    ${model},\n`)
    .join('')}]\n`,
  ...Object.fromEntries(Object.entries(datasets).map(([abbr, text]) => [`datasets_${abbr}.py`, text])),
  ...Object.fromEntries(
    Object.keys(datasets).map((abbr) => [
      `eval_${abbr}.py`,
      `from mmengine.config import read_base\n\nwith read_base():\n    from .datasets_${abbr} import ${abbr}_datasets\n    from .models import models\n\ndatasets = ${abbr}_datasets\n`,
    ]),
  ),
};
