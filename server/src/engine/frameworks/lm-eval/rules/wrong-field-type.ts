import { quoteScalar, replaceScalar } from '../../../edit/index.js';
import type { ConfigKind } from '../../../config/config.js';
import { textOf, type DictEntry, type DictValue, type ListValue, type StrValue, type Value } from '../../../core/value.js';
import type { Span } from '../../../core/span.js';
import type { TextEdit } from '../../../core/text-edit.js';
import type { Severity } from '../../../core/severity.js';
import { lineStartOf } from '../../../core/line-start.js';
import { say } from '../../../core/say.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { whatItIs } from '../../../checks/support/types.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { kindOf } from '../load/task-file.js';
import { releaseOf } from '../releases/find-harness.js';
import { betterDown, betterUp } from '../values/metric-facts.js';
import { isDate } from './support/is-date.js';
import { wordBeforeList } from './support/folded-list.js';
import { looksLikeFunction } from './support/function-name.js';
import { addresses, paddedNames } from './support/odd-names.js';
import { boolFix } from './support/bool-fix.js';
import { numberFix } from './support/number-fix.js';
import { fileRule } from './support/task-rule.js';
import { isToldHere } from './support/told-here.js';

/** What a field must be, and what comes of another value. */
interface Must {
  readonly kinds: readonly Value['kind'][];
  readonly is: string;
  readonly otherwise: (value: Value) => string;
  readonly severity?: Severity | ((dict: DictValue) => Severity);
  /** The least whole number, and what comes of one below it, which is a warning unless something else is said. */
  readonly least?: { readonly number: number; readonly otherwise: string; readonly severity?: Severity };
  /** @param dict that has the field */
  readonly fix?: (context: CheckContext, value: Value, dict: DictValue) => readonly Fix[];
}

const noPath: Must['otherwise'] = (value) =>
  say`loading the task raises TypeError: expected str, bytes or os.PathLike object, not ${typeName(value)}`;
const aText: Pick<Must, 'kinds' | 'is' | 'fix'> = { kinds: ['str'], is: say`a str`, fix: inQuotes };
const aSplit: Must = { ...aText, otherwise: () => say`loading the task raises KeyError: the dataset has splits by their names` };
const aDelimiter: Must = {
  ...aText,
  // Of a prompt without examples it is no part.
  severity: (task) => (hasExamples(task) ? 'error' : 'warning'),
  otherwise: () => say`putting it between a question and an answer raises TypeError or AttributeError`,
};
/** It stands before each choice, too. */
const aTargetDelimiter: Must = {
  ...aDelimiter,
  severity: (task) => (hasExamples(task) || textOf(task.get('output_type')) === 'multiple_choice' ? 'error' : 'warning'),
};

function hasExamples(task: DictValue): boolean {
  const number = task.get('num_fewshot');
  return number?.kind === 'int' && number.value > 0;
}

const aFunction = (otherwise: Must['otherwise']): Must => ({ kinds: [], is: '!function module.name', otherwise });
const notCallable: Must['otherwise'] = (value) => say`loading the task raises TypeError: '${typeName(value)}' object is not callable`;
const anInt = (otherwise: Must['otherwise']): Must => ({ kinds: ['int', 'bool'], is: say`an int`, otherwise, fix: numberFix });
const noMetric = (): string =>
  say`loading the task raises ValueError: 'metric' key not provided for an entry in 'metric_list', must be specified`;
const noGroupMetric = (): string => say`after the run, when the group is combined, it raises AttributeError or TypeError`;
/** Kinds of values that can be looked up in a dict, beside texts. */
const unhashed: readonly Value['kind'][] = ['bool', 'int', 'float'];
const aBool = (consequence: string): Must => ({
  kinds: ['bool', 'int', 'float', 'list', 'dict'],
  is: say`a bool`,
  severity: 'warning',
  otherwise: () => consequence,
  fix: boolFix,
});

/** The fields of a task whose kind the harness depends on, and which have no rule of their own (observed with lm-evaluation-harness 0.4.13). */
const ofTask: Readonly<Record<string, Must>> = {
  dataset_path: { ...aText, otherwise: noPath },
  dataset_name: { ...aText, otherwise: () => say`loading the task raises TypeError in the library datasets` },
  dataset_kwargs: { kinds: ['dict'], is: say`a dict`, otherwise: () => say`loading the task raises AttributeError or TypeError` },
  training_split: aSplit,
  validation_split: aSplit,
  test_split: aSplit,
  fewshot_split: aSplit,
  target_delimiter: aTargetDelimiter,
  fewshot_delimiter: aDelimiter,
  tag: {
    kinds: ['str', 'list'],
    is: say`a str or a list of str`,
    otherwise: () => say`indexing the file raises TypeError, which is only logged, and --tasks does not find the task or its tag`,
    fix: inQuotes,
  },
  process_docs: aFunction(notCallable),
  process_results: {
    ...aFunction(() => say`the harness ignores it, and the metrics that it would compute have no function`),
    severity: 'warning',
  },
  custom_dataset: { ...aFunction(() => say`the harness ignores it, and loads dataset_path`), severity: 'warning' },
  num_fewshot: {
    ...anInt((value) =>
      value.kind === 'float'
        ? say`drawing examples raises TypeError`
        : say`loading the task raises TypeError: '>' not supported between instances of '${typeName(value)}' and 'int'`,
    ),
    least: { number: 0, otherwise: say`no example is drawn, and the results give this number as n-shot` },
  },
  repeats: {
    ...anInt((value) => say`building the requests raises TypeError: can't multiply sequence by non-int of type '${typeName(value)}'`),
    least: {
      number: 1,
      otherwise: say`the model is asked nothing, and filtering the answers raises IndexError: list index out of range`,
      severity: 'error',
    },
  },
  metric_list: { kinds: ['list'], is: say`a list of dicts`, otherwise: noMetric, fix: asMetrics },
  filter_list: { kinds: ['list'], is: say`a list of dicts`, otherwise: () => say`loading the task raises TypeError` },
  metadata: {
    kinds: ['dict', 'str'],
    is: say`a dict`,
    severity: 'warning',
    otherwise: () => say`the results do not say which version of the task was run`,
  },
  should_decontaminate: aBool(say`any text counts as true`),
  unsafe_code: aBool(say`whatever is not false makes the task one that runs code`),
};

/** A text, or whatever else is rendered as one or told of by a rule of its own: a mapping comes of a colon in a text whose mark of a block was left out. */
const noMapping = (otherwise: string): Must => ({
  kinds: ['str', 'int', 'float', 'bool', 'list'],
  is: say`a str`,
  otherwise: () => otherwise,
});

const ofTemplates: Readonly<Record<string, Must>> = {
  description: noMapping(say`building the prompt raises TypeError`),
  gen_prefix: noMapping(say`building the prompt raises TypeError`),
  doc_to_text: noMapping(say`loading the task raises TypeError`),
  doc_to_target: noMapping(say`loading the task raises TypeError`),
};

const ofMetric: Readonly<Record<string, Must>> = {
  metric: {
    kinds: ['str'],
    is: say`a str`,
    severity: (metric) => (unhashed.includes(metric.get('metric')!.kind) ? 'warning' : 'error'),
    otherwise: (value) =>
      unhashed.includes(value.kind)
        ? say`scores have texts for their names, and what is said of this one here has no effect`
        : say`loading the task raises TypeError: unhashable type: '${typeName(value)}'`,
    fix: inQuotes,
  },
  aggregation: {
    kinds: ['str'],
    is: say`a str or !function module.name`,
    severity: 'warning',
    otherwise: () => say`the harness ignores it, and takes the mean`,
  },
  higher_is_better: { ...aBool(say`any text counts as true`), fix: betterWay },
  // `hf_evaluate is True`.
  hf_evaluate: {
    kinds: ['bool'],
    is: say`a bool`,
    severity: 'warning',
    otherwise: () => say`only true itself counts, and where the harness has a metric of this name it takes that`,
    fix: boolFix,
  },
};

/** What the harness's own exact_match is told (0.4.13 `api/metrics.py`, `exact_match_hf_evaluate`). */
const ofExactMatch: Readonly<Record<string, Must>> = {
  ...ofMetric,
  ignore_case: aBool(say`any text counts as true`),
  ignore_punctuation: aBool(say`any text counts as true`),
  ignore_numbers: aBool(say`any text counts as true`),
};

const ofGroupMetric: Readonly<Record<string, Must>> = {
  metric: {
    kinds: ['str'],
    is: say`a str`,
    severity: 'warning',
    otherwise: () => say`no task has a metric of this name, and the group combines nothing`,
  },
  weight_by_size: aBool(say`any text counts as true`),
  filter_list: {
    kinds: ['str', 'list', 'dict'],
    is: say`a str or a list of str`,
    otherwise: (value) => say`after the run, when the group is combined, it raises TypeError: '${typeName(value)}' object is not iterable`,
  },
};

/** The metrics that a group combines. Its members have no such field. */
const ofGroup: Readonly<Record<string, Must>> = {
  aggregate_metric_list: {
    kinds: ['list', 'dict'],
    is: say`a list of dicts`,
    otherwise: (value) =>
      value.kind === 'str' ? noGroupMetric() : say`building the group raises TypeError: '${typeName(value)}' object is not iterable`,
    fix: asMetrics,
  },
};

const ofFilter: Readonly<Record<string, Must>> = {
  filter: {
    kinds: ['list'],
    is: say`a list of dicts`,
    otherwise: ({ kind }) =>
      kind === 'str' || kind === 'dict'
        ? say`loading the task raises TypeError: string indices must be integers, not 'str'`
        : say`loading the task raises TypeError`,
    fix: asList,
  },
};

const kinds: Partial<Record<ConfigKind, Readonly<Record<string, Must>>>> = {
  task: ofTask,
  group: ofTask,
  'group-member': ofTask,
  'aggregate-metric': ofGroupMetric,
  'fewshot-config': {
    split: aSplit,
    samples: {
      kinds: ['list'],
      is: say`a list of dicts, or !function module.name`,
      // Only a run that draws examples from them looks.
      severity: 'warning',
      otherwise: () => say`loading the task raises Exception: \`fewshot_config['samples']\` was incorrectly defined in the configuration`,
    },
    process_docs: aFunction(notCallable),
  },
};

const listsOfDicts: ReadonlySet<string> = new Set(['metric_list', 'filter_list', 'filter', 'aggregate_metric_list']);

/** A value of a kind with which the harness cannot work. */
export const wrongFieldType = fileRule(
  {
    id: 'wrong-field-type',
    title: 'A field of a task with a value of another kind than it takes',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'TypeError, KeyError or AttributeError, when the task is loaded or its requests are built',
  },
  function* (context): Iterable<Finding> {
    if (kindOf(context.evaluation.value) === 'PY_TASK') return;
    for (const { kind, value } of context.config.places) {
      const fields = kinds[kind];
      if (value.kind === 'dict' && fields) yield* ofDict(context, value, fields);
      if (value.kind === 'dict' && (kind === 'group' || (kind === 'group-member' && value.entry('group'))))
        yield* ofDict(context, value, ofGroup);
      if (value.kind !== 'dict' || fields !== ofTask) continue;
      yield* mappings(context, value);
      yield* nullDelimiters(context, value);
      yield* commas(context, value);
      yield* files(context, value);
      yield* addresses(context, value);
      yield* paddedNames(context, value);
    }
  },
);

function* ofDict(context: CheckContext, dict: DictValue, fields: Readonly<Record<string, Must>>): Iterable<Finding> {
  for (const key in fields) {
    const entry = dict.entry(key);
    if (!entry) continue;
    const must = fields[key]!;
    if (isWrong(entry.value, must)) {
      const found = finding(context, key, entry, must, dict);
      // Where nothing raises, it is told as a text that has swallowed the list behind it (yaml11-scalar).
      if (found.severity !== 'warning' || wordBeforeList(context, entry.value) === undefined) yield found;
    } else if (entry.value.kind === 'int' && must.least && entry.value.value < must.least.number)
      yield below(context, key, entry, must.least);
    else if (entry.value.kind === 'list' && listsOfDicts.has(key) && fields !== ofGroupMetric)
      yield* itemFindings(context, key, entry.value, must);
    else if (entry.value.kind === 'list' && key === 'tag') yield* tagFindings(entry.value, must);
  }
}

function below({ text }: CheckContext, key: string, { value, valueSpan }: DictEntry, least: NonNullable<Must['least']>): Finding {
  const number = String(least.number);
  const whole = /^[-+]?\d+$/.test(text(value.span.file).slice(value.span.start, value.span.end));
  return {
    span: valueSpan,
    severity: least.severity ?? 'warning',
    message: say`\`${key}\` must be ${number} or more: ${least.otherwise}.`,
    fixes: oneEdit(say`Write ${number}`, false, whole ? { span: value.span, newText: number } : undefined),
  };
}

/** Templates that YAML reads as mappings. */
function* mappings({ text }: CheckContext, dict: DictValue): Iterable<Finding> {
  for (const [key, must] of Object.entries(ofTemplates)) {
    const entry = dict.entry(key);
    if (!entry || !isWrong(entry.value, must)) continue;
    const source = text(entry.keySpan.file);
    const { file, end } = entry.keySpan;
    const isBlock = /^:[ \t]*\r?\n/.test(source.slice(end, end + 200)) && entry.value.span.file === file;
    yield {
      span: isBlock ? entry.keySpan : entry.valueSpan,
      message: say`\`${key}\` must be ${must.is}, and this is ${whatItIs(entry.value)}: ${must.otherwise(entry.value)}.`,
      fixes: isBlock
        ? oneEdit(say`Write it as a block of text`, false, { span: { file, start: end + 1, end: end + 1 }, newText: ' |' })
        : [],
    };
  }
}

/** Names that a comma follows, as in Python, or stands between: in YAML it belongs to the text. */
function* commas(context: CheckContext, dict: DictValue): Iterable<Finding> {
  for (const key of ['task', 'tag'])
    for (const item of itemsOf(dict.get(key)))
      if (item.kind === 'str' && item.span.file === context.file) yield* severalNames(context, key, item);
  for (const [key, consequence] of Object.entries(endsInComma)) {
    const value = dict.get(key);
    if (value?.kind !== 'str' || !isToldHere(value.span.file, context) || !/^[\w./-]+,$/.test(value.text)) continue;
    const meant = value.text.slice(0, -1);
    yield {
      span: value.span,
      severity: 'warning',
      message: say`The comma at its end belongs to the text: ${consequence}. Write ${meant}.`,
      fixes: oneEdit(say`Write ${meant}`, false, replaceScalar(context.text(value.span.file), value, meant)),
    };
  }
}

function itemsOf(value: Value | undefined): readonly Value[] {
  return value?.kind === 'list' ? value.items : value ? [value] : [];
}

/** `tag: a, b`: one name with a comma in it, which `--tasks` takes apart. */
function* severalNames({ text }: CheckContext, key: string, value: StrValue): Iterable<Finding> {
  const names = value.text.split(',').map((name) => name.trim());
  if (names.length < 2 || !names.every((name) => /^[\w./-]+$/.test(name))) return;
  const written = text(value.span.file).slice(value.span.start, value.span.end);
  const isAlone =
    key === 'tag' &&
    /^["']?[\w./, -]+["']?$/.test(written) &&
    text(value.span.file)[value.span.start - 1] === ' ' &&
    !/-[ \t]*$/.test(text(value.span.file).slice(0, value.span.start));
  yield {
    span: value.span,
    severity: 'warning',
    message: say`This is one name with a comma in it: --tasks takes commas for what separates names, and does not find it.${key === 'tag' ? say` Write a list.` : ''}`,
    fixes: oneEdit(say`Write a list`, false, isAlone ? { span: value.span, newText: `[${names.join(', ')}]` } : undefined),
  };
}

const endsInComma: Readonly<Record<string, string>> = {
  task: say`--tasks takes commas for what separates names, and does not find it`,
  tag: say`--tasks takes commas for what separates names, and does not find it`,
  dataset_path: say`no dataset is called so`,
  dataset_name: say`no configuration of the dataset is called so`,
};

/** A file of data where the name of a dataset belongs (datasets 3.6 `load.py`): whether it is there or not, `load_dataset` does not read it. */
function* files(context: CheckContext, dict: DictValue): Iterable<Finding> {
  const path = dict.get('dataset_path');
  const custom = dict.get('custom_dataset');
  if (path?.kind !== 'str' || !isToldHere(path.span.file, context) || (custom && custom.kind !== 'none')) return;
  const ending = /[^/\\]\.(jsonl?|csv|tsv|parquet|arrow|txt)$/.exec(path.text)?.[1];
  if (ending === undefined) return;
  const builder = builders[ending] ?? ending;
  yield {
    span: path.span,
    severity: 'warning',
    message: say`\`load_dataset\` takes the name of a dataset, a folder or a format, and looks for a dataset called ${path.text}: loading the task raises an exception, whether the file is there or not. Write dataset_path: ${builder}, and the file under data_files in dataset_kwargs.`,
    fixes: [],
  };
}

/** The formats of files whose ending is another word. */
const builders: Readonly<Record<string, string>> = { jsonl: 'json', tsv: 'csv', txt: 'text' };

/** A delimiter that is null: it is put between texts, and `target_delimiter` is looked at for each task with choices (0.4.13 `api/task.py`, `api/utils.py`). */
function* nullDelimiters(context: CheckContext, dict: DictValue): Iterable<Finding> {
  if (releaseOf(context.file, context.surroundings).build === 'classes') return;
  for (const key of ['target_delimiter', 'fewshot_delimiter']) {
    const entry = dict.entry(key);
    const choices = key === 'target_delimiter' ? dict.get('doc_to_choice') : undefined;
    const hasChoices = choices !== undefined && choices.kind !== 'none';
    if (entry?.value.kind !== 'none' || (!hasChoices && !hasExamples(dict))) continue;
    yield {
      span: entry.value.span.start === entry.value.span.end ? entry.keySpan : entry.valueSpan,
      message: hasChoices
        ? say`\`${key}\` must be a str, and this is None: loading the task raises AttributeError: 'NoneType' object has no attribute 'rstrip'. For none at all write "".`
        : say`\`${key}\` must be a str, and this is None: the first prompt with an example raises TypeError. For none at all write "".`,
      fixes: oneEdit(say`Write an empty text`, false, emptyText(context, entry)),
    };
  }
}

function emptyText({ text }: CheckContext, { keySpan, value: { span } }: DictEntry): TextEdit | undefined {
  if (span.start < span.end) return { span, newText: '""' };
  const { file, end } = keySpan;
  return text(file)[end] === ':' ? { span: { file, start: end + 1, end: end + 1 }, newText: ' ""' } : undefined;
}

function isWrong(value: Value, { kinds: allowed, is }: Must): boolean {
  switch (value.kind) {
    case 'none':
    case 'unknown':
    case 'ref':
    case 'callable':
      return false;
    case 'object':
      return isDate(value) && !allowed.includes('list');
    case 'bool':
      // YAML's own words for true and false have a rule of their own where a text is meant.
      return !allowed.includes('bool') && !allowed.includes('str');
    case 'str':
      // A function without its mark has a rule of its own.
      return !allowed.includes('str') && !(is.startsWith('!function') && looksLikeFunction(value.text));
    default:
      return !allowed.includes(value.kind);
  }
}

function finding(context: CheckContext, key: string, { value, valueSpan }: DictEntry, must: Must, dict: DictValue): Finding {
  const { severity = 'error' } = must;
  return {
    span: valueSpan,
    severity: typeof severity === 'function' ? severity(dict) : severity,
    message: say`\`${key}\` must be ${must.is}, and this is ${isDate(value) ? say`a date` : whatItIs(value)}: ${must.otherwise(value)}.`,
    fixes: must.fix?.(context, value, dict) ?? [],
  };
}

function* itemFindings(context: CheckContext, key: string, list: ListValue, must: Must): Iterable<Finding> {
  for (const item of list.items) {
    if (item.kind === 'dict') yield* ofDict(context, item, fieldsOfItem(key, item));
    if (['dict', 'unknown', 'ref', 'callable', 'object'].includes(item.kind)) continue;
    yield {
      span: item.span,
      message: say`Each item of \`${key}\` must be a dict, and this is ${whatItIs(item)}: ${key === 'aggregate_metric_list' ? noGroupMetric() : must.otherwise(item)}.`,
      fixes: key !== 'filter_list' && item.kind === 'str' ? asNamed(context, item, key === 'filter' ? 'function' : 'metric') : [],
    };
  }
}

function fieldsOfItem(key: string, item: DictValue): Readonly<Record<string, Must>> {
  if (key === 'filter_list') return ofFilter;
  if (key !== 'metric_list') return {};
  return textOf(item.get('metric')) === 'exact_match' ? ofExactMatch : ofMetric;
}

function* tagFindings(list: ListValue, must: Must): Iterable<Finding> {
  for (const item of list.items)
    if (item.kind === 'list' || item.kind === 'dict')
      yield { span: item.span, message: say`Each tag must be a str, and this is ${whatItIs(item)}: ${must.otherwise(item)}.`, fixes: [] };
}

function inQuotes({ text }: CheckContext, value: Value): Fix[] {
  return oneEdit(say`Put it in quotes`, false, quoteScalar(text(value.span.file), value));
}

/** Of the harness's own metrics it is known which way is better; else what the text says. */
function betterWay(context: CheckContext, value: Value, metric: DictValue): readonly Fix[] {
  const name = textOf(metric.get('metric')) ?? '';
  const known = metric.entry('hf_evaluate') ? undefined : betterUp.has(name) ? 'true' : betterDown.has(name) ? 'false' : undefined;
  if (known === undefined || value.kind !== 'str') return boolFix(context, value);
  return oneEdit(say`Write ${known}`, false, { span: value.span, newText: known });
}

/** A mere name, or a dict without the dash of a list. */
function asMetrics({ text }: CheckContext, value: Value): Fix[] {
  const { span } = value;
  const written = text(span.file).slice(span.start, span.end);
  if (value.kind === 'str' && /^[\w+@]+$/.test(value.text) && written.includes(value.text))
    return oneEdit(say`Write a list with one metric`, false, { span, newText: `[{metric: ${value.text}}]` });
  if (value.kind === 'dict' && value.entry('metric') && written.startsWith('{'))
    return oneEdit(say`Write a list with one metric`, false, { span, newText: `[${written}]` });
  return [];
}

/** A dict in braces on one line, in a list. */
function asList({ text }: CheckContext, { kind, span }: Value): Fix[] {
  const written = text(span.file).slice(span.start, span.end);
  if (kind !== 'dict') return [];
  if (written.startsWith('{')) return oneEdit(say`Put it in a list`, false, { span, newText: `[${written}]` });
  return oneEdit(say`Put it in a list`, false, asItem(text(span.file), span));
}

/** A dash in front of a block of lines, in place of two of the blanks that they have in common. */
function asItem(source: string, span: Span): TextEdit | undefined {
  const indent = source.slice(lineStartOf(source, span.start), span.start);
  if (!/^ {2,}$/.test(indent)) return undefined;
  return { span: { file: span.file, start: span.start - 2, end: span.start }, newText: '- ' };
}

/** A mere name as what a metric or the step of a filter has under one key. */
function asNamed({ text }: CheckContext, item: Value, key: 'metric' | 'function'): Fix[] {
  const name = textOf(item) ?? '';
  const { span } = item;
  if (!/^[\w+@]+$/.test(name) || !text(span.file).slice(span.start, span.end).includes(name)) return [];
  const newText = `{${key}: ${name}}`;
  return oneEdit(say`Write ${newText}`, false, { span, newText });
}
