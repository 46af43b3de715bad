import { PyError } from '../../../core/errors.js';
import { parseJson } from '../../../json/parse-json.js';
import { DictValue, ListValue, NoneValue, textOf, TupleValue, type StrValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { firstRecordKeys } from './first-record.js';
import { frameworkText, isAbsentOrNone } from '../values/python-value.js';
import type { DataFiles } from '../../face/command-line.js';

/** What sets apart how the frameworks make a dataset of a data file. */
export interface CustomDatasets {
  /** The full names of the classes: dataset, template, retriever, and inferencers by method. */
  readonly classes: {
    readonly dataset: string;
    readonly template: string;
    readonly retriever: string;
    readonly inferencers: Readonly<Record<string, string>>;
  };
  /** Columns that the prompt is made of, given those of the first row. */
  inputColumns(columns: readonly string[]): readonly string[];
  /** The class for a kind of data that is loaded otherwise, and what it takes beside the usual keys. Absent: there is no such kind. */
  readonly loadedOtherwise?: (kind: string, parts: TemplateParts) => Readonly<Record<string, Value>> | undefined;
  /** Whether what a file beside the data says (`data.jsonl.meta.json`) goes before what the first row shows. */
  readonly readsMetaFile: boolean;
  /** The template of a kind of data and a method (`mcq gen`); undefined for one that is not supported. */
  template(kind: string, parts: TemplateParts): Value | undefined;
  /** Keys of the dataset beside the usual ones. */
  readonly also: readonly string[];
}

/** What a template is made of; the prompts are those of the config where it has them. */
export interface TemplateParts {
  readonly options: readonly Value[];
  /** The column of the answer; None where the rows have none. */
  readonly output: Value;
  readonly human: (standard: string) => Value;
  readonly bot: (standard: string) => Value;
}

/**
 * The dataset that a framework makes of a file of rows, without its evaluation. OpenCompass 0.5.3 and AISBench 3.1.0 `datasets/custom.py`.
 * @param given what the config or the command line says: `path`, and what it sets itself
 * @throws PyError what the framework raises on the file or on what is given
 */
export function customDataset(given: DictValue, files: DataFiles, framework: CustomDatasets): DictValue {
  const meta = metaOf(given, files, framework);
  const kind = `${textOf(meta.get('data_type')) ?? ''} ${textOf(meta.get('infer_method')) ?? ''}`;
  const own = meta.get('template');
  const parts = partsOf(meta);
  const template = framework.template(kind, parts);
  if (!template)
    throw new PyError(
      'ValueError',
      `Unsupported dataset data_type: ${textOf(meta.get('data_type')) ?? ''} and infer_method: ${textOf(meta.get('infer_method')) ?? ''}`,
    );
  const { classes } = framework;
  const reader = dictOf({
    input_columns: meta.get('input_columns'),
    output_column: meta.get('output_column'),
    test_range: meta.get('test_range'),
  });
  const inferCfg = dictOf({
    prompt_template: dictOf({ type: text(classes.template), template: isAbsentOrNone(own) ? template : own }),
    retriever: dictOf({ type: text(classes.retriever) }),
    inferencer: dictOf({ type: text(classes.inferencers[kind.split(' ')[1]!] ?? '') }),
  });
  const also = Object.fromEntries(framework.also.map((key) => [key, meta.get(key) ?? new NoneValue(nowhere)]));
  const loaded = framework.loadedOtherwise?.(kind, parts) ?? { type: text(classes.dataset) };
  return dictOf({ abbr: meta.get('abbr'), ...loaded, path: meta.get('path'), reader_cfg: reader, infer_cfg: inferCfg, ...also }, given);
}

/** What the first row shows, then what a file beside the data says, then what is given. */
function metaOf(given: DictValue, files: DataFiles, framework: CustomDatasets): DictValue {
  const path = textOf(given.get('path')) ?? '';
  const columns = firstRecordKeys(path, files.read(path));
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  const missing = letters.findIndex((letter) => !columns.includes(letter));
  const options = missing < 0 ? letters : letters.slice(0, missing);
  const meta = dictOf({
    path: given.get('path'),
    input_columns: listOf(framework.inputColumns(columns)),
    output_column: columns.includes('answer') ? text('answer') : new NoneValue(nowhere),
    options: listOf(options),
    abbr: text(path.slice(path.lastIndexOf('/') + 1).split('.')[0]!),
    data_type: text(options.length > 1 ? 'mcq' : 'qa'),
    infer_method: text('gen'),
  });
  if (framework.readsMetaFile) update(meta, metaFile(textOf(given.get('meta_path')) ?? `${path}.meta.json`, files));
  update(meta, given);
  return meta;
}

function metaFile(path: string, files: DataFiles): DictValue | undefined {
  const source = files.read(path);
  const value = source === undefined ? undefined : parseJson(source, path).value;
  return value?.kind === 'dict' ? value : undefined;
}

function update(meta: DictValue, more: DictValue | undefined): void {
  for (const { key, value, keySpan, valueSpan } of more?.entries.values() ?? [])
    if (key.kind === 'str') meta.set(key.text, value, keySpan, valueSpan);
}

function partsOf(meta: DictValue): TemplateParts {
  const options = meta.get('options');
  return {
    options: options?.kind === 'list' ? options.items : [],
    output: meta.get('output_column') ?? new NoneValue(nowhere),
    human: (standard) => meta.get('human_prompt') ?? text(standard),
    bot: (standard) => meta.get('bot_prompt') ?? text(standard),
  };
}

/** The questions of a quiz, with each option on a line of its own. */
export function quizPrompt(options: readonly Value[]): string {
  return `Question: {question}${options.map((option) => `\n${textOf(option) ?? ''}. {${textOf(option) ?? ''}}`).join('')}`;
}

/** The column of the answer as a placeholder. */
export function answerOf(output: Value): string {
  return `{${textOf(output) ?? 'None'}}`;
}

export function text(value: string): StrValue {
  return frameworkText(value, 'made of the data');
}

function listOf(names: readonly string[]): ListValue {
  return new ListValue(names.map(text), nowhere);
}

export function tupleOf(item: Value): TupleValue {
  return new TupleValue([item], nowhere);
}

/** A dict of the entries that are there, at the place of another. */
export function dictOf(entries: Readonly<Record<string, Value | undefined>>, at?: DictValue): DictValue {
  const dict = new DictValue(at?.span ?? nowhere);
  for (const [key, value] of Object.entries(entries)) if (value) dict.set(key, value);
  return dict;
}
