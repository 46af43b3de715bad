// Configs of AISBench for runs of the real framework: many of those that it ships, on data made here, and those of the folder `visitors-ais`, as users write them.
import { fileURLToPath } from 'node:url';
import { filesBelow } from './visitors.mjs';

const lines = (rows) => rows.map((row) => JSON.stringify(row)).join('\n') + '\n';
const many = (count, row) => Array.from({ length: count }, (_, i) => row(i));
const things = ['tide', 'anchor', 'gull', 'salt', 'rope', 'lamp', 'Größe', '潮汐', 'a, "b"', "ship's {deck}"];
const thing = (i) => things[i % things.length];
const four = (i) => many(4, (j) => thing(i + j));
const csvRow = (cells) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',') + '\n';
const csv = (rows) => rows.map(csvRow).join('');

const physical = (i) => ({ id: String(i), goal: `Use ${thing(i)}`, sol1: `with ${thing(i + 1)}`, sol2: `without ${thing(i + 2)}` });
const arc = (i) => ({
  question: { stem: `Which is ${thing(i)}?`, choices: four(i).map((text, j) => ({ text, label: 'ABCD'[j] })) },
  answerKey: 'ABCD'[i % 4],
});
const scene = (i) => ({ query: `Sailing: [header] ${thing(i)}: waits`, choices: four(i), gold: i % 4 });
const reading = (i) => ({ article: `Of ${thing(i)}.\n\nMore.`, question: `What of _ ${i}?`, options: four(i), answer: 'ABCD'[i % 4] });
const gap = (i) => ({
  sentence: `The ${thing(i)} met the rope since _ was near.`,
  option1: thing(i),
  option2: 'rope',
  answer: String((i % 2) + 1),
});
const social = (i) => ({ context: `Ann saw ${thing(i)}.`, question: 'What next?', answerA: 'go', answerB: thing(i + 1), answerC: 'stay' });
const labels = (count, label) => many(count, (i) => `${label(i)}\n`).join('');
const numbered = (count) => [
  ['', 'Question', 'A', 'B', 'C', 'D', 'Answer'],
  ...many(count, (i) => [String(i), `题 ${thing(i)}`, ...four(i), 'ABCD'[i % 4]]),
];

/** Data where the shipped configs look for it, below the folder that AIS_BENCH_DATASETS_CACHE names. */
const shippedData = {
  'gsm8k/train.jsonl': lines(many(3, (i) => ({ question: `${i} + 1?`, answer: `#### ${i + 1}` }))),
  'gsm8k/test.jsonl': lines(
    many(3, (i) => ({ question: `How many ${thing(i + 6)} are ${i} + ${i}?`, answer: `It is ${2 * i}.\n#### ${2 * i}` })),
  ),
  'mmlu/dev/anatomy_dev.csv': csv(many(5, (i) => [`What is ${thing(i)}?`, ...four(i), 'ABCD'[i % 4]])),
  'mmlu/test/anatomy_test.csv': csv(many(3, (i) => [`Why ${thing(i + 6)}\n– really?`, ...four(i + 1), 'ABCD'[i % 4]])),
  'ceval/formal_ceval/dev/law_dev.csv': csv([
    ['id', 'question', 'A', 'B', 'C', 'D', 'answer', 'explanation'],
    ...many(5, (i) => [String(i), `例 ${i}`, ...four(i), 'ABCD'[i % 4], 'why']),
  ]),
  'ceval/formal_ceval/val/law_val.csv': csv([
    ['id', 'question', 'A', 'B', 'C', 'D', 'answer'],
    ...many(2, (i) => [String(i), `问 ${thing(i)}`, ...four(i), 'ABCD'[i % 4]]),
  ]),
  'ceval/formal_ceval/test/law_test.csv': csv([
    ['id', 'question', 'A', 'B', 'C', 'D'],
    ...many(2, (i) => [String(i), `测 ${i}`, ...four(i)]),
  ]),
  'cmmlu/dev/anatomy.csv': csv(numbered(5)),
  'cmmlu/test/anatomy.csv': csv(numbered(2)),
  'SuperGLUE/BoolQ/val.jsonl': lines(
    many(3, (i) => ({ passage: `${thing(i)} -- it is wet`, question: `is ${thing(i)} wet`, label: i % 2 ? 'true' : 'false' })),
  ),
  'SuperGLUE/BoolQ/train.jsonl': lines(
    many(6, (i) => ({ passage: `${thing(i)} -- it is dry`, question: `is ${thing(i)} dry`, label: i % 2 ? 'false' : 'true' })),
  ),
  'ARC/ARC-c/ARC-c-Dev.jsonl': lines(many(26, arc)),
  'ARC/ARC-c/ARC-c-Test.jsonl': lines([
    ...many(3, arc),
    { ...arc(1), question: { stem: 'Three?', choices: arc(1).question.choices.slice(1) } },
  ]),
  'ARC/ARC-c/ARC-Challenge-Dev.jsonl': lines(many(26, arc)),
  'ARC/ARC-c/ARC-Challenge-Test.jsonl': lines(many(3, arc)),
  'hellaswag/hellaswag.jsonl': lines(many(3, scene)),
  'hellaswag/hellaswag_train_sampled25.jsonl': lines(many(25, (i) => scene(i + 3))),
  'winogrande/dev.jsonl': lines(many(3, gap)),
  'winogrande/train_xs.jsonl': lines(many(10, (i) => gap(i + 2))),
  ...Object.fromEntries(
    ['physicaliqa-train-dev', 'piqa'].flatMap((folder) => [
      [`${folder}/train.jsonl`, lines(many(2, physical))],
      [`${folder}/train-labels.lst`, labels(2, (i) => i % 2)],
      [`${folder}/dev.jsonl`, lines(many(3, physical))],
      [`${folder}/dev-labels.lst`, labels(3, (i) => (i + 1) % 2)],
    ]),
  ),
  'siqa/train.jsonl': lines(many(2, social)),
  'siqa/train-labels.lst': labels(2, (i) => (i % 3) + 1),
  'siqa/dev.jsonl': lines(many(3, social)),
  'siqa/dev-labels.lst': labels(3, (i) => (i % 3) + 1),
  'race/validation/high.jsonl': lines(many(6, reading)),
  'race/test/high.jsonl': lines(many(2, (i) => reading(i + 7))),
  'race/validation/middle.jsonl': lines(many(6, (i) => reading(i + 2))),
  'race/test/middle.jsonl': lines(many(2, (i) => reading(i + 4))),
  'aime/aime.jsonl': lines(many(2, (i) => ({ origin_prompt: `Find $x_{${i}}$ of ${thing(i)}.`, gold_answer: String(i) }))),
  'drop_simple_eval/dev.jsonl': lines(
    many(2, (i) => ({ context: `Passage: ${thing(i)}\nQuestion: how many?\nAnswer:`, ref_text: `${i}|${i + 1}` })),
  ),
  'lambada/test.jsonl': lines(many(2, (i) => ({ prompt: `They saw the ${thing(i)}`, label: 'lamp' }))),
  'custom/qa.jsonl': lines(many(3, (i) => ({ question: `Q ${thing(i)}`, answer: String(i), ...(i === 1 && { max_tokens: 7 }) }))),
  'custom/mcq.jsonl': lines(many(3, (i) => ({ question: `M ${thing(i)}`, A: 'a', B: thing(i), C: '', answer: 'B' }))),
  'mtbench/question.jsonl': lines(
    many(2, (i) => ({ question_id: i, prompt: [`Say ${thing(i)}`, 'Again?'], ...(i === 1 && { reference: ['One', ''] }) })),
  ),
  'textvqa/textvqa_json/textvqa_val.jsonl': lines(
    many(2, (i) => ({ question_id: i, question: `What is ${thing(i)}?`, image: `pictures/${i}.jpg` })),
  ),
  'textvqa/textvqa_json/textvqa_val_annotations.json': JSON.stringify({
    annotations: many(2, (i) => ({ question_id: i, answers: [{ answer: 'x' }] })),
  }),
  'mm_custom/mm_custom.jsonl': lines([
    { type: 'image', path: ['pictures/a.png', 'pictures/b.png'], question: 'Which?', answer: 'a' },
    { type: 'video', path: ['films/c.mp4'], question: 'When?', answer: 'b' },
    { type: 'audio', path: ['sounds/d.wav'], question: 'Who {is}?', answer: 'c' },
  ]),
};

const tide = (i) => ({
  question: `Is ${thing(i)} high?`,
  choices: [thing(i), 'low', `{${i}}`],
  answer: 'ABC'[i % 3],
  level: i / 2,
  tags: i % 2 ? [] : [thing(i), 'x'],
});
const ownData = {
  'data/tides/train.jsonl': lines(many(5, (i) => tide(i + 4))),
  'data/tides/test.jsonl': lines(many(4, tide)),
  'data/ports.csv': csv([
    ['port', 'country', 'depth'],
    ['Bergen', 'Norway', '11.5'],
    ['Kiel', 'Germany', ''],
    ['Callao', 'Peru', '16'],
    ['Oslo', 'Norway', '"8"'],
  ]),
  'data/talks.json': JSON.stringify(
    many(2, (i) => ({ topic: thing(i), turns: many(3, (j) => [`Ask ${thing(i + j)}`, j === 1 ? '' : `Say ${j}`]) })),
  ),
  'data/charts.jsonl': lines(
    many(2, (i) => ({ question: `Which ${thing(i)}?`, pictures: many(i + 1, (j) => `pictures/${i}${j}.png`), answer: 'x' })),
  ),
  'weights/config.json': '{}',
};

const evalOf = (imports, datasets, models) => `from mmengine.config import read_base

with read_base():
${imports.map((line) => `    ${line}\n`).join('')}    from .models.${models} import models

datasets = ${datasets}
summarizer = dict(attr='accuracy')
work_dir = './outputs'
`;

const shipped = (path, name, as = name) =>
  `from ais_bench.benchmark.configs.datasets.${path} import ${name}${as === name ? '' : ` as ${as}`}`;
const shippedEval = (all, models) =>
  evalOf(
    all.map(([path, name], i) => shipped(path, name, `set_${i}`)),
    `[d for d in ${all.map((_, i) => `set_${i}`).join(' + ')} if 'name' not in d or d['name'] in ('anatomy', 'law', 'high', 'middle', 'ARC-Challenge')]`,
    models,
  );

const texts = [
  ['gsm8k.gsm8k_gen_0_shot_cot_str', 'gsm8k_datasets'],
  ['mmlu.mmlu_gen_5_shot_str', 'mmlu_datasets'],
  ['ceval.ceval_gen_5_shot_str', 'ceval_datasets'],
  ['SuperGLUE_BoolQ.SuperGLUE_BoolQ_gen_0_shot_cot_str', 'BoolQ_datasets'],
  ['aime2024.aime2024_gen_0_shot_str', 'aime2024_datasets'],
  ['drop.drop_gen_0_shot_str', 'drop_datasets'],
  ['custom.custom_qa_gen', 'custom_datasets'],
  ['custom.custom_mcq_gen', 'custom_datasets'],
  ['piqa.piqa_gen_0_shot_str', 'piqa_datasets'],
  ['lambada.lambada_gen_0_shot_str', 'lambada_datasets'],
];
const talks = [
  ['gsm8k.gsm8k_gen_4_shot_cot_chat_prompt', 'gsm8k_datasets'],
  ['mmlu.mmlu_gen_0_shot_cot_chat_prompt', 'mmlu_datasets'],
  ['ARC_c.ARC_c_gen_25_shot_chat_prompt', 'ARC_c_datasets'],
  ['hellaswag.hellaswag_gen_10_shot_chat_prompt', 'hellaswag_datasets'],
  ['winogrande.winogrande_gen_5_shot_chat_prompt', 'winogrande_datasets'],
  ['race.race_high_gen_5_shot_chat', 'race_datasets'],
  ['cmmlu.cmmlu_gen_5_shot_cot_chat_prompt', 'cmmlu_datasets'],
  ['aime2024.aime2024_gen_0_shot_chat_prompt', 'aime2024_datasets'],
  ['siqa.siqa_gen_0_shot_chat', 'siqa_datasets'],
  ['piqa.piqa_gen_0_shot_chat_prompt', 'piqa_datasets'],
];
const scored = [
  ['mmlu.mmlu_ppl_0_shot_str', 'mmlu_datasets'],
  ['piqa.piqa_ppl_0_shot_str', 'piqa_datasets'],
  ['siqa.siqa_ppl_0_shot_chat', 'siqa_datasets'],
  ['hellaswag.hellaswag_ppl_0_shot_chat_prompt', 'hellaswag_datasets'],
  ['race.race_ppl_0_shot_chat', 'race_datasets'],
  ['cmmlu.cmmlu_ppl_0_shot_cot_chat_prompt', 'cmmlu_datasets'],
  ['ARC_c.ARC_c_ppl_0_shot_str', 'ARC_c_datasets'],
];
const pictures = [
  ['textvqa.textvqa_gen', 'textvqa_datasets'],
  ['mm_custom.mm_custom_gen', 'mm_custom_datasets'],
];

const own = (module, name, models) => evalOf([`from .datasets.${module} import ${name}`], name, models);

/** The configs that are run, each with models of one kind: services, or local ones. */
const evals = {
  texts_chats: shippedEval(texts, 'chats'),
  texts_completions: shippedEval(texts, 'completions'),
  texts_local: shippedEval(texts, 'local'),
  talks_chats: shippedEval(talks, 'chats'),
  talks_completions: shippedEval(talks, 'completions'),
  talks_local: shippedEval(talks, 'local'),
  scored: shippedEval(scored, 'scoring'),
  pictures: shippedEval(pictures, 'eyes'),
  pictures_local: shippedEval(pictures, 'local_eyes'),
  mtbench: shippedEval([['mtbench.mtbench_gen', 'mtbench_datasets']], 'chats'),
  tides_chats: own('tides', 'tides_datasets', 'chats'),
  tides_completions: own('tides', 'tides_datasets', 'completions'),
  tides_local: own('tides', 'tides_datasets', 'local'),
  wrong_chats: own('wrong', 'wrong_datasets', 'chats'),
  wrong_completions: own('wrong', 'wrong_datasets', 'completions'),
  scores: own('scores', 'score_datasets', 'scoring'),
  own_talks: own('talks', 'talk_datasets', 'chats'),
  charts: own('charts', 'chart_datasets', 'eyes'),
  charts_local: own('charts', 'chart_datasets', 'local_eyes'),
};

/** All files by their names, relative to the folder in which the framework is started. */
export const files = {
  ...filesBelow(fileURLToPath(new URL('visitors-ais', import.meta.url))),
  ...Object.fromEntries(Object.entries(shippedData).map(([name, text]) => [`ais_bench/datasets/${name}`, text])),
  ...ownData,
  ...Object.fromEntries(Object.entries(evals).map(([name, text]) => [`configs/eval_${name}.py`, text])),
};

/** The configs that are run. */
export const configs = Object.keys(evals).map((name) => `configs/eval_${name}.py`);
