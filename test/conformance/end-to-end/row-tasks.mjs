// Tasks whose rows are of any kind, made by a seed: many raise on one of their rows, or while their data are loaded.
import { draws } from './random-rows.mjs';

const texts = [
  '"Q: {{question}}"',
  '"{{question}} {{hint}}"',
  'question',
  '"{{choices[1]}} {{question}}"',
  '"{{hint.upper()}} {{question}}"',
  '"{{choices|join(\', \')}}?"',
  '"{{question + hint}}"',
  '"{{question|length}} {{question}}"',
  '"{{hint[0]}}"',
];
const targets = ['answer', '"{{answer}}"', '"{{choices[0]}}"', '"{{answer.strip()}}"', '"{{choices.index(answer)}}"', 'hint'];
const choices = ['choices', '["a", "b"]', '"{{choices}}"', '"{{[question, answer]}}"'];
const metrics = { generate_until: 'exact_match', multiple_choice: 'acc', loglikelihood: 'perplexity' };

/**
 * @param {number} seed
 * @param {number} count how many tasks
 * @returns {{ files: Record<string, string>, tasks: string[] }} the tasks' files and those of their data, and their names
 */
export function rowTasks(seed, count) {
  const { next, below, one, linesOf } = draws(seed);
  /** @type {Record<string, string>} */
  const files = {};
  const tasks = Array.from({ length: count }, (_, i) => `rows_${i}`);
  for (const task of tasks) {
    const kind = () => one(['text', 'text', 'whole', 'list', 'digit', 'part', 'flag']);
    const kinds = { question: kind(), answer: kind(), choices: one(['list', 'list', 'list', 'text']), hint: kind() };
    const isMixed = next() < 0.35;
    for (const split of ['train', 'test']) files[`data/${task}-${split}.jsonl`] = linesOf(kinds, 1 + below(6), isMixed);
    files[`${task}.yaml`] = taskText(task, one, next);
  }
  return { files, tasks };
}

function taskText(task, one, next) {
  const type = one(Object.keys(metrics));
  const shots = one([undefined, undefined, 0, 1, 2, 4]);
  return [
    `task: ${task}`,
    'dataset_path: json',
    'dataset_kwargs:',
    `  data_files: {train: data/${task}-train.jsonl, test: data/${task}-test.jsonl}`,
    'test_split: test',
    `fewshot_split: ${one(['train', 'train', 'test'])}`,
    `output_type: ${type}`,
    `doc_to_text: ${one(texts)}`,
    `doc_to_target: ${one(targets)}`,
    ...(type === 'multiple_choice' ? [`doc_to_choice: ${one(choices)}`] : []),
    ...(type === 'generate_until' ? ['generation_kwargs: {until: ["\\n"]}'] : []),
    ...(shots === undefined ? [] : [`num_fewshot: ${shots}`]),
    ...(next() < 0.2 ? ['description: "{{hint}} "'] : []),
    ...(next() < 0.3 ? ['fewshot_config: {sampler: first_n}'] : []),
    `metric_list: [{metric: ${metrics[type]}}]`,
    '',
  ].join('\n');
}
