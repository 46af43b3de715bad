import { say } from '../../../core/say.js';
import { PyError } from '../../../core/errors.js';
import { ListValue, textOf, UnknownValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { answerOf, dictOf, quizPrompt, text, type CustomDatasets, type TemplateParts } from './custom-dataset.js';
import { isAbsentOrNone } from '../values/python-value.js';

/** OpenCompass 0.5.3 `datasets/custom.py`. Circular quizzes turn the options round in the rows, not in the template: their class is one of its own. */
export const openCompassCustom: CustomDatasets = {
  classes: {
    dataset: 'opencompass.datasets.custom.CustomDataset',
    template: 'opencompass.openicl.icl_prompt_template.PromptTemplate',
    retriever: 'opencompass.openicl.icl_retriever.icl_zero_retriever.ZeroRetriever',
    inferencers: {
      gen: 'opencompass.openicl.icl_inferencer.icl_gen_inferencer.GenInferencer',
      ppl: 'opencompass.openicl.icl_inferencer.icl_ppl_inferencer.PPLInferencer',
    },
  },
  inputColumns: (columns) => columns.filter((name) => name !== 'answer'),
  loadedOtherwise: circular,
  readsMetaFile: true,
  template,
  also: [],
};

function circular(kind: string, { options, output }: TemplateParts): Readonly<Record<string, Value>> | undefined {
  if (!kind.startsWith('circular-mcq ')) return undefined;
  return {
    type: text('opencompass.datasets.custom.CircularCustomDataset'),
    option_keys: new ListValue([...options], nowhere),
    answer_key: output,
  };
}

function template(kind: string, parts: TemplateParts): Value | undefined {
  switch (kind) {
    case 'mcq gen':
    case 'circular-mcq gen':
      return round(parts.human(quizPrompt(parts.options)), parts.bot(`Answer: ${answerOf(parts.output)}`));
    case 'mcq ppl':
    case 'circular-mcq ppl':
      return labels(parts);
    case 'qa gen':
      return round(parts.human('{question}'), isAbsentOrNone(parts.output) ? undefined : parts.bot(answerOf(parts.output)));
    default:
      return undefined;
  }
}

/** Each option with its own letter for an answer. */
function labels(parts: TemplateParts): Value {
  const answer = answerOf(parts.output);
  if (isAbsentOrNone(parts.output)) throw new PyError('TypeError', 'keywords must be strings');
  const human = parts.human(quizPrompt(parts.options));
  return dictOf(
    Object.fromEntries(
      parts.options.map((option) => {
        const letter = textOf(option) ?? '';
        return [letter, round(human, answered(parts.bot(`Answer: ${answer}`), answer, letter))];
      }),
    ),
  );
}

/** The framework calls `format` on the prompt of the answer: what else stands in braces there is not followed. */
function answered(bot: Value, answer: string, letter: string): Value {
  if (bot.kind !== 'str') return bot;
  if (/[{}]/.test(bot.text.replaceAll(answer, '')))
    return new UnknownValue(
      say`The bot_prompt has braces other than those of the answer, which format() reads while the dataset is made.`,
      bot.span,
    );
  return text(bot.text.replaceAll(answer, () => letter));
}

function round(human: Value, bot: Value | undefined): Value {
  const turns = [dictOf({ role: text('HUMAN'), prompt: human }), ...(bot ? [dictOf({ role: text('BOT'), prompt: bot })] : [])];
  return dictOf({ round: new ListValue(turns, nowhere) });
}
