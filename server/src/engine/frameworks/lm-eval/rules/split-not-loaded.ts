import { replaceScalar } from '../../../edit/index.js';
import { textOf, type DictValue, type StrValue, type Value } from '../../../core/value.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import type { Task } from './support/task.js';
import { isNameSlip } from '../../../checks/support/slip.js';
import { nearest } from '../../../checks/support/nearest.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { taskRule } from './support/task-rule.js';
import { isToldHere } from './support/told-here.js';

/** Builders of the library datasets that know no other splits than those of their files (datasets 3.6 `packaged_modules`). */
const packaged: ReadonlySet<string> = new Set(['json', 'csv', 'text', 'parquet', 'arrow', 'pandas', 'xml']);

const splits = ['training_split', 'validation_split', 'test_split', 'fewshot_split'] as const;

/** A split that `dataset_kwargs.data_files` does not give (lm-evaluation-harness 0.4.13 `api/task.py`, `download`; datasets 3.6 `data_files.py`). */
export const splitNotLoaded = taskRule(
  {
    id: 'split-not-loaded',
    title: 'A split that none of the data files is for',
    severity: 'error',
    fix: 'unsafe',
    prevents: "KeyError: 'test', when the task is loaded",
  },
  function* (task, context): Iterable<Finding> {
    yield* slips(task, context);
    yield* instructions(task, context);
    const kwargs = task.config.get('dataset_kwargs');
    const path = task.text('dataset_path');
    if (kwargs?.kind !== 'dict' || path === undefined || !task.lacks('custom_dataset')) return;
    yield* oneSplit(task, kwargs);
    yield* streamed(task, kwargs);
    const loaded = splitsOf(kwargs.get('data_files'));
    // With a split of its own load_dataset gives rows, not splits by name.
    if (!loaded || kwargs.get('split')) return;
    for (const key of splits) {
      const split = task.config.get(key);
      if (split?.kind !== 'str' || split.text === '' || loaded.includes(split.text)) continue;
      yield finding(context, key, split, loaded, packaged.has(path) ? 'error' : 'warning');
    }
  },
);

/** With a split of its own `load_dataset` gives the rows of that, in which the harness looks for a split by its name. */
function* oneSplit(task: Task, kwargs: DictValue): Iterable<Finding> {
  const entry = kwargs.entry('split');
  const asked = splits.find((key) => task.given(key));
  if (entry?.value.kind !== 'str' || asked === undefined) return;
  yield {
    span: entry.keySpan,
    message: say`With \`split\` load_dataset gives the rows of that split alone, and taking \`${asked}\` from them raises KeyError or ValueError when the task is loaded. The fields of the splits say which are used.`,
  };
}

/** Rows that come one after the other: the harness asks for the first one by its index (`ConfigurableTask.__init__`; datasets 3.6 `iterable_dataset.py`). A function may make a list of them. */
function* streamed(task: Task, kwargs: DictValue): Iterable<Finding> {
  const entry = kwargs.entry('streaming');
  if (entry?.value.kind !== 'bool' || !entry.value.value || !task.lacks('process_docs')) return;
  yield {
    span: entry.keySpan,
    message: say`With \`streaming\` the rows of a split have no index, and taking the first of them raises an exception when the task is loaded.`,
  };
}

/** `test[:100]` and `train+test`: what the argument `split` of `load_dataset` takes. The harness looks the text up among the names of the splits, which are words (datasets 3.6 `splits.py`, `NamedSplit`). */
function* instructions(task: Task, context: CheckContext): Iterable<Finding> {
  if (!task.lacks('custom_dataset')) return;
  for (const key of splits) {
    const split = task.config.get(key);
    if (split?.kind !== 'str' || !isToldHere(split.span.file, context) || !/^\w+(?:\[[^\]]*\]|\+\w+)/.test(split.text)) continue;
    const meant = /^\w+(?=\[)/.exec(split.text)?.[0];
    yield {
      span: split.span,
      message: say`\`${key}\` is the name of a split, and takes no part of one and no sum of several: loading the task raises KeyError: '${split.text}'. Only some documents are asked with --limit or --samples.`,
      fixes: meant === undefined ? [] : oneEdit(say`Write ${meant}`, false, replaceScalar(context.text(split.span.file), split, meant)),
    };
  }
}

/** What nearly all datasets call their splits. */
const usual: readonly string[] = ['train', 'validation', 'test'];

/** What datasets call splits that is nearly a usual name, and none of its slips. */
const names: ReadonlySet<string> = new Set(['trial', 'text', 'best', 'rest', 'tests', 'trains', 'tes', 'valid', 'validate']);

/** Names of splits that are written with a capital where they are a slip. */
function lowerOf(text: string): string | undefined {
  const lower = text.toLowerCase();
  return lower !== text && ['dev', 'val', 'valid', 'eval'].includes(lower) ? lower : undefined;
}

/** The name before a comma that belongs to the text. */
function withoutComma(text: string): string | undefined {
  return /^[\w.-]+,$/.test(text) ? text.slice(0, -1) : undefined;
}

/** Python's word, or that of YAML in quotes: a text. */
function noneFinding(key: string, split: StrValue): Finding {
  return {
    span: split.span,
    severity: 'warning',
    message: say`\`${key}\` is the text ${split.text}, and no split is called so: loading the task raises KeyError: '${split.text}'. Write null, or leave it out.`,
    fixes: oneEdit(say`Write null`, false, { span: split.span, newText: 'null' }),
  };
}

/** Names that are slips of the usual ones, where the documents themselves do not tell. */
function* slips(task: Task, context: CheckContext): Iterable<Finding> {
  if (!task.lacks('custom_dataset') || task.config.get('dataset_kwargs')) return;
  for (const key of splits) {
    const split = task.config.get(key);
    if (split?.kind !== 'str' || !isToldHere(split.span.file, context) || usual.includes(split.text)) continue;
    const { text } = split;
    // White space around it is told as such, and what is no word at all.
    if (text !== text.trim()) continue;
    if (/^(?:none|null)$/i.test(text)) yield noneFinding(key, split);
    const meant = names.has(text)
      ? undefined
      : (withoutComma(text) ?? usual.find((name) => isNameSlip(text, name, 'some')) ?? lowerOf(text));
    if (meant === undefined || splits.some((other) => other !== key && textOf(task.config.get(other)) === text)) continue;
    yield {
      span: split.span,
      severity: 'warning',
      message: say`\`${key}\` is ${text}: where the dataset has no split of this name, loading the task raises KeyError: '${text}'. Did you mean ${meant}?`,
      fixes: oneEdit(say`Write ${meant}`, false, replaceScalar(context.text(split.span.file), split, meant)),
    };
  }
}

/** Splits by their files: files without a name of one are all `train`. Undefined where that is not known. */
function splitsOf(files: Value | undefined): readonly string[] | undefined {
  if (files?.kind === 'str') return ['train'];
  if (files?.kind === 'list' && files.items.every(({ kind }) => kind === 'str')) return ['train'];
  if (files?.kind !== 'dict') return undefined;
  const names = [...files.entries.values()].map(({ key }) => textOf(key));
  return names.length > 0 && names.every((name) => name !== undefined) ? names : undefined;
}

function finding(context: CheckContext, key: string, split: StrValue, loaded: readonly string[], severity: 'error' | 'warning'): Finding {
  const meant = loaded.length === 1 ? loaded[0]! : nearest(split.text, loaded);
  return {
    span: split.span,
    severity,
    message: say`\`${key}\` is ${split.text}, and \`data_files\` gives ${listed(loaded, 6)}: loading the task raises KeyError: '${split.text}'.`,
    fixes: meant === undefined ? [] : oneEdit(say`Write ${meant}`, false, replaceScalar(context.text(split.span.file), split, meant)),
  };
}
