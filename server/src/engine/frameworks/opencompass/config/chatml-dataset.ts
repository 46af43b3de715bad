import { ListValue, original, textOf, type DictValue, type Value } from '../../../core/value.js';
import { nowhere, type FileId } from '../../../core/span.js';
import { withEntry } from '../values/python-value.js';
import { dictOf, text } from './custom-dataset.js';

/** What a run makes datasets of ChatML files of: `configs/datasets/chatobj_custom/chatobj_custom_gen.py` of the package. */
export interface ChatmlParts {
  readonly readerCfg: DictValue;
  readonly inferCfg: DictValue;
  /** By the `type` of the evaluator that is written; absent: the package is not within reach. */
  readonly evaluators?: DictValue;
}

/**
 * Whether a dataset is one of a ChatML file, of which a run makes a whole one (`chatml_datasets`): its list says so, or the folder does.
 * @param file the document that lists it
 */
export function isChatml(file: FileId, list: string, dataset: DictValue): boolean {
  if (dataset.entry('infer_cfg') || dataset.entry('reader_cfg') || dataset.entry('type')) return false;
  return list === 'chatml_datasets' || /\/configs\/chatml_datasets\//.test(file);
}

/**
 * The dataset that a run makes of an item of `chatml_datasets`, with the judge that asks a model about its answers. OpenCompass 0.5.4 `utils/run.py`, `consturct_chatml_datasets`.
 * @returns undefined where the run raises an exception
 */
export function chatmlDataset(given: DictValue, { readerCfg, inferCfg, evaluators }: ChatmlParts): DictValue | undefined {
  const evaluator = dictAt(given, 'evaluator');
  if (!given.entry('abbr') || !given.entry('path') || !evaluator || !isWhole(evaluator)) return undefined;
  const range = given.get('test_range');
  const reader = range ? withEntry(readerCfg, 'test_range', range) : readerCfg;
  const own = { abbr: given.get('abbr'), path: given.get('path'), reader_cfg: reader, type: text('ChatMLDataset') };
  const made = evaluators && evaluatorOf(evaluator, evaluators, dictOf(own, given), range);
  return dictOf({ ...own, n: given.get('n'), infer_cfg: inferCfg, eval_cfg: made && dictOf({ evaluator: made }) }, given);
}

/** Whether an evaluator has what the run asks of it; what a judge behind rules lacks, too, raises. */
function isWhole(evaluator: DictValue): boolean {
  switch (textOf(evaluator.get('type'))) {
    case 'math_evaluator':
    case 'mcq_rule_evaluator':
      return true;
    case 'llm_evaluator':
      return evaluator.entry('judge_cfg') !== undefined;
    case 'cascade_evaluator':
      return ['rule_evaluator', 'llm_evaluator'].every((part) => {
        const inner = dictAt(evaluator, part);
        return inner !== undefined && textOf(inner.get('type')) !== 'cascade_evaluator' && isWhole(inner);
      });
    default:
      return false;
  }
}

/** What the run makes of an evaluator; those that look at the answer alone are left as the framework has them. */
function evaluatorOf(given: DictValue, known: DictValue, dataset: DictValue, range: Value | undefined): DictValue | undefined {
  const type = textOf(given.get('type')) ?? '';
  const evaluator = dictAt(known, type);
  // A judge that judges alone is given another range than the one that is written.
  if (evaluator && type === 'llm_evaluator') return judgeOf(evaluator, given, range ? inRange(dataset, text('[0:16]')) : dataset);
  const [asked, asking] = [dictAt(known, 'llm_evaluator'), dictAt(given, 'llm_evaluator')];
  if (!evaluator || type !== 'cascade_evaluator' || !asked || textOf(asking?.get('type')) !== 'llm_evaluator') return evaluator;
  const judge = judgeOf(asked, asking!, dataset);
  return judge && withEntry(evaluator, 'llm_evaluator', judge);
}

function inRange(dataset: DictValue, range: Value): DictValue {
  const reader = dictAt(dataset, 'reader_cfg');
  return reader ? withEntry(dataset, 'reader_cfg', withEntry(reader, 'test_range', range)) : dataset;
}

/** What the framework asks a judge of a dataset, with the model and the question that are given; undefined before 0.5.3, where a question is that of later datasets, too. */
function judgeOf(evaluator: DictValue, given: DictValue, dataset: DictValue): DictValue | undefined {
  const judge = withEntry(withEntry(evaluator, 'judge_cfg', given.get('judge_cfg')!), 'dataset_cfg', dataset);
  const [question, template] = [given.get('prompt'), dictAt(judge, 'prompt_template')];
  const messages = template?.get('messages');
  if (!template || messages?.kind !== 'list') return undefined;
  if (!question) return judge;
  const asked = messages.items.map((message) =>
    message.kind === 'dict' && textOf(message.get('role')) === 'user' ? withEntry(message, 'content', question) : message,
  );
  return withEntry(judge, 'prompt_template', withEntry(template, 'messages', new ListValue(asked, messages.span)));
}

/** The dict under a key; undefined where there is none, or something else. */
export function dictAt(dict: DictValue, key: string): DictValue | undefined {
  const value = dict.get(key);
  const held = value && original(value);
  return held?.kind === 'dict' ? held : undefined;
}

/** As of 0.5.3 and 0.5.4, where the package itself is not within reach. */
export const newestParts: ChatmlParts = makeNewest();

function makeNewest(): ChatmlParts {
  const typed = (name: string): DictValue => dictOf({ type: text(name) });
  const question = dictOf({ role: text('user'), content: text('{question}\nRemember to put your final answer within \\boxed{}.') });
  const template = typed('RawPromptTemplate');
  template.set('messages', new ListValue([question], nowhere));
  return {
    readerCfg: dictOf({ input_columns: new ListValue([text('question')], nowhere), output_column: text('answer') }),
    inferCfg: dictOf({ prompt_template: template, retriever: typed('ZeroRetriever'), inferencer: typed('GenInferencer') }),
  };
}
