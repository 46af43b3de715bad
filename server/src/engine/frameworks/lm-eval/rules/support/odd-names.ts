import { replaceScalar } from '../../../../edit/index.js';
import { oneEdit } from '../../../../checks/support/fixes.js';
import { say } from '../../../../core/say.js';
import type { DictValue, StrValue, Value } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';

const noSplit = say`loading the task raises KeyError: the dataset has splits by their names`;
const notFound = say`--tasks does not find it`;

/** Fields that are names of something, and what comes of one that nothing is called. */
const names: Readonly<Record<string, string>> = {
  task: notFound,
  tag: notFound,
  dataset_path: say`no dataset is called so`,
  dataset_name: say`no configuration of the dataset is called so`,
  training_split: noSplit,
  validation_split: noSplit,
  test_split: noSplit,
  fewshot_split: noSplit,
};

/** White space, and what copies of web pages bring along and nobody sees. */
const unseen = /^[\s\u200B-\u200D\u2060]+|[\s\u200B-\u200D\u2060]+$/g;

/** A name with white space or what has no width before or behind it, within quotes or where YAML does not know it as white space. */
export function* paddedNames({ file, text }: CheckContext, dict: DictValue): Iterable<Finding> {
  for (const [key, consequence] of Object.entries(names)) {
    for (const value of textsOf(dict.get(key))) {
      const meant = value.text.replaceAll(unseen, '');
      if (meant === value.text || !/^\S+$/.test(meant) || value.span.file !== file) continue;
      yield {
        span: value.span,
        severity: 'warning',
        message: say`White space or a character without width before or behind the name belongs to it: ${consequence}. Write ${meant}.`,
        fixes: oneEdit(say`Write ${meant}`, false, replaceScalar(text(file), value, meant)),
      };
    }
  }
}

function textsOf(value: Value | undefined): readonly StrValue[] {
  const items = value?.kind === 'list' ? value.items : value ? [value] : [];
  return items.filter((item): item is StrValue => item.kind === 'str');
}

/** The address of a page or file in place of the name of a dataset: `load_dataset` takes no addresses (datasets 3.6 `load.py`, `dataset_module_factory`). */
export function* addresses({ file, text }: CheckContext, dict: DictValue): Iterable<Finding> {
  const path = dict.get('dataset_path');
  const custom = dict.get('custom_dataset');
  if (path?.kind !== 'str' || path.span.file !== file || (custom && custom.kind !== 'none')) return;
  // Of a file more is told.
  if (!/^(?:https?|hf):\/\/[^\s{}]+$/.test(path.text) || /\.\w+$/.test(path.text)) return;
  const meant = /^(?:https?:\/\/(?:www\.)?huggingface\.co|hf:\/)\/(?:datasets\/)?([\w.-]+\/[\w.-]+)/.exec(path.text)?.[1];
  yield {
    span: path.span,
    message: say`\`load_dataset\` takes the name of a dataset, a folder or a format, and no address: loading the task raises FileNotFoundError.${meant === undefined ? '' : say` Write ${meant}.`}`,
    fixes: meant === undefined ? [] : oneEdit(say`Write ${meant}`, false, replaceScalar(text(file), path, meant)),
  };
}
