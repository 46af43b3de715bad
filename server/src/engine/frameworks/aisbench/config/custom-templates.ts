import { textOf, type Value } from '../../../core/value.js';
import { answerOf, quizPrompt, text, tupleOf, type CustomDatasets, type TemplateParts } from '../../opencompass/config/custom-dataset.js';
import { isAbsentOrNone } from '../../opencompass/values/python-value.js';

/** AISBench 3.1.0 `datasets/custom.py`: templates are texts, and the columns are always these two. */
export const aisBenchCustom: CustomDatasets = {
  classes: {
    dataset: 'ais_bench.benchmark.datasets.custom.CustomDataset',
    template: 'ais_bench.benchmark.openicl.icl_prompt_template.icl_prompt_template.PromptTemplate',
    retriever: 'ais_bench.benchmark.openicl.icl_retriever.icl_zero_retriever.ZeroRetriever',
    inferencers: { gen: 'ais_bench.benchmark.openicl.icl_inferencer.icl_gen_inferencer.GenInferencer' },
  },
  inputColumns: () => ['question', 'max_out_len'],
  readsMetaFile: false,
  template,
  also: ['meta_path'],
};

function template(kind: string, parts: TemplateParts): Value | undefined {
  const answer = answerOf(parts.output);
  if (kind === 'mcq gen') return text(`${plain(parts.human(quizPrompt(parts.options)))}\n${plain(parts.bot(`Answer: ${answer}`))}`);
  if (kind !== 'qa gen') return undefined;
  // Without answers a comma makes the template a tuple, which no template class takes.
  if (isAbsentOrNone(parts.output)) return tupleOf(parts.human('{question}'));
  return text(`Question: ${plain(parts.human('{question}'))}\nAnswer: ${plain(parts.bot(answer))}`);
}

function plain(value: Value): string {
  return textOf(value) ?? '';
}
