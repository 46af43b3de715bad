import type { FaultName } from '../values/fault.js';
import { isDialogue } from '../../../config/dialogue.js';
import type { ConfigKind, Place } from '../../../config/config.js';
import { original, textOf, type DictEntry, type DictValue, type ListValue, type Value } from '../../../core/value.js';
import { classNameOf } from '../../../config/class-name.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import type { Severity } from '../../../core/severity.js';
import type { FieldSchema, KindSchema } from '../../face/fields.js';
import { oneEdit, plainValueFix, replaceStringFix, surroundFix, unquoteFix } from '../../../checks/support/fixes.js';
import { calledBy } from './support/called.js';
import { hasTaskOfItsOwn } from './support/class-keys.js';
import { checkImportedTexts } from './support/imported-texts.js';
import { addedKeys, listFindings, partitionerListFindings } from './support/lists.js';
import { otherPart } from './support/other-part.js';
import { patternFindings } from './support/pattern-postprocessors.js';
import { checkQuotedNumbers } from './support/quoted-numbers.js';
import { trailingComma } from './support/tuples.js';
import { outOfRange, samplingRanges } from '../../../checks/support/number-range.js';
import { fits, whatItIs } from '../../../checks/support/types.js';
import type { Span } from '../../../core/span.js';
import { placesToCheck } from '../../../checks/support/places.js';
import { dialectOf } from '../render/family.js';
import type { Dialect } from '../render/dialect.js';
import { exceptionName, metaExceptionName } from './support/exception.js';
import { say } from '../../../core/say.js';

/** What a framework does: in words, followed by the exception where it has a name of its own in each; or in words that are its own. */
type Consequence = string | { readonly does: string; readonly fault: FaultName } | ((dialect: Dialect) => string);

const badReader: Consequence = { does: say`building the dataset raises`, fault: 'argument-type' };
const badTemplate: Consequence = { does: say`building the template raises`, fault: 'argument-type' };
const badMeta: Consequence = { does: say`building the model raises`, fault: 'meta-type' };
const badLength: Consequence = say`the first request raises TypeError, or is refused`;
const badBatch: Consequence = say`the task raises an exception when it makes its batches`;
const badCount: Consequence = say`the task raises TypeError when it counts with it`;
const badEvaluation: Consequence = say`the evaluation raises an exception`;
const badAffix: Consequence = ({ onWrongAffix }) => onWrongAffix;

/** What the framework does with a value of the wrong type: only fields whose type it depends on are listed. OpenCompass 0.5.3, AISBench 3.1.0. */
const consequences: Partial<Record<ConfigKind, Readonly<Record<string, Consequence>>>> = {
  'meta-template': {
    round: badMeta,
    reserved_roles: badMeta,
    begin: say`the LM parser raises TypeError, and the API parser sends what no model takes`,
    end: say`the LM parser raises TypeError in ppl mode`,
  },
  'meta-role': {
    role: say`no template can name it`,
    begin: badAffix,
    end: badAffix,
    prompt: say`the parsers raise TypeError`,
    api_role: say`the message has no role that a chat model knows`,
  },
  'reader-cfg': {
    input_columns: badReader,
    output_column: { does: say`building the dataset raises`, fault: 'argument-no-text' },
    train_range: badReader,
    test_range: badReader,
    train_split: say`the split is not found`,
    test_split: say`the split is not found`,
  },
  'infer-cfg': {
    ice_template: say`building the template raises TypeError`,
    prompt_template: say`building the template raises TypeError`,
    retriever: say`the task raises AttributeError when it starts`,
    inferencer: say`the task raises TypeError when it starts`,
  },
  'prompt-template': {
    template: { does: say`building the template raises`, fault: 'template-type' },
    ice_token: badTemplate,
    sep_token: badTemplate,
    messages: say`building the template raises TypeError`,
  },
  dialogue: { round: say`the turns are lost or garbled` },
  'dialogue-item': {
    role: say`the parsers raise KeyError`,
    prompt: say`a prompt with this turn raises an exception`,
    fallback_role: say`the parsers raise KeyError`,
  },
  retriever: { fix_id_list: say`the retriever raises TypeError`, ice_num: badCount, k: badCount },
  inferencer: {
    max_out_len: badLength,
    min_out_len: badLength,
    batch_size: badBatch,
    stopping_criteria: say`each of its letters stops the output, or the first request raises TypeError`,
  },
  dataset: {
    abbr: say`files and rows of the results are named by it`,
    reader_cfg: say`building the dataset raises TypeError`,
    infer_cfg: say`the task raises an exception when it starts`,
    judge_infer_cfg: say`AISBench raises TypeError when it starts`,
    eval_cfg: badEvaluation,
  },
  'eval-cfg': {
    evaluator: badEvaluation,
    pred_postprocessor: badEvaluation,
    dataset_postprocessor: badEvaluation,
    pred_role: badEvaluation,
    num_gpus: badCount,
  },
  evaluator: { prompt_template: say`building the evaluator raises an exception`, judge_cfg: say`building the judge raises an exception` },
  model: {
    abbr: say`the files of the results are named by it, and the task raises TypeError`,
    path: say`no model is found by it`,
    meta_template: say`building the model raises an exception`,
    max_out_len: badLength,
    max_seq_len: badLength,
    min_out_len: badLength,
    batch_size: badBatch,
    retry: badCount,
    query_per_second: say`the thread that lets requests through raises TypeError, and the first request waits for ever`,
    run_cfg: say`the task raises an exception when it starts`,
    generation_kwargs: say`building the model or its first request raises TypeError`,
    model_kwargs: say`building the model raises TypeError`,
    tokenizer_kwargs: say`building the model raises TypeError`,
    stop_words: say`building the model or its first request raises TypeError`,
    end_str: say`cutting the first answer raises TypeError`,
    stream: say`any text counts as true`,
    pred_postprocessor: badEvaluation,
  },
  'run-cfg': { num_gpus: badCount, num_procs: badCount },
};

/** Sampling parameters go to libraries and services of which some read a number in quotes, and others refuse it. */
const samplingConsequence = say`the library or the service that samples refuses it, or takes it for something else`;

/** Fields whose value only matters in some prompts: what they do to one that is built is told by prompt-raises. */
const seldomRead: ReadonlySet<string> = new Set([
  'meta-template.end',
  'dialogue.round',
  'dialogue-item.role',
  'dialogue-item.prompt',
  'dialogue-item.fallback_role',
]);

/** A value of a type with which the framework cannot work. */
export const wrongType: ConfigRule = {
  id: 'wrong-type',
  title: 'A value is of a type that the field does not take',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'either',
  prevents: 'AssertionError, TypeError or AttributeError while a dataset, a model or a prompt is built',
  scope: 'document',
  check(context): Iterable<Finding> {
    const found = [...listFindings(context), ...addedKeys(context), ...partitionerListFindings(context), ...patternFindings(context)];
    for (const place of placesToCheck(context)) if (place.value.kind === 'dict') checkPlace(found, context, place, place.value);
    return found;
  },
};

/** What is found goes into one list: of thousands of places nearly all are right, and a generator for each of these looks would cost more than the look. */
function checkPlace(found: Finding[], context: CheckContext, place: Place, dict: DictValue): void {
  const { kind } = place;
  const checked = consequences[kind];
  if (checked && !allFit(dict, context.framework.fields.schema(kind)?.properties ?? {}, checked))
    checkFields(found, context, dict, kind, checked);
  if (kind === 'prompt-template') checkLabels(found, context, dict);
  if (kind === 'meta-role') checkGenerate(found, dict);
  if (kind === 'meta-template') checkFirstMessage(found, context, dict);
  if (kind === 'generation-kwargs') checkSampling(found, context, dict);
  if (kind === 'model') checkModel(found, context, dict);
  if (kind === 'reader-cfg') checkRanges(found, context, dict);
  if (kind === 'dataset') checkRepeats(found, context, dict);
  if (kind === 'model') checkRolesAlone(found, context, dict);
  checkPart(found, context, place);
  checkImportedTexts(found, context, place);
  checkCounts(found, context, kind, dict);
  checkFlags(found, context, kind, dict, checked ?? {});
  checkQuotedNumbers(found, context, kind, dict, (key) => checked !== undefined && Object.hasOwn(checked, key));
  checkClasses(found, context, kind, dict);
}

/** Whether all fields that are looked at are of their types: nearly always. */
function allFit(dict: DictValue, properties: KindSchema['properties'], checked: Readonly<Record<string, Consequence>>): boolean {
  for (const key in checked) {
    const value = dict.get(key);
    const field = properties[key];
    if (value && field && !fits(value, field)) return false;
  }
  return true;
}

function checkFields(
  found: Finding[],
  context: CheckContext,
  dict: DictValue,
  kind: ConfigKind,
  checked: Readonly<Record<string, Consequence>>,
): void {
  if (!classKnown(context, dict, kind)) return;
  const properties = context.framework.fields.schema(kind)?.properties ?? {};
  for (const entry of dict.entries.values()) {
    const key = entry.key.kind === 'str' ? entry.key.text : '';
    const consequence = Object.hasOwn(checked, key) ? checked[key]! : undefined;
    const field = properties[key];
    if (
      consequence === undefined ||
      !field ||
      fits(entry.value, field) ||
      harmless(kind, key, entry.value) ||
      (kind === 'model' && dialectOf(context.framework).checkedModelFields.has(key)) ||
      onlySent(context, kind, key) ||
      trailingComma(context, entry.value)
    )
      continue;
    tell(
      found,
      entry,
      say`\`${key}\` must be ${field['x-type']}, and this is ${whatItIs(entry.value)}: ${inWords(context, consequence)}.`,
      severityOf(context, kind, key, entry.value),
      plainFix(context, entry.value, field),
    );
  }
}

/** What a model gives to what samples, beside its own keys and in dicts of them; and the sizes of its engine. */
function checkModel(found: Finding[], context: CheckContext, model: DictValue): void {
  for (const key of ['temperature', 'top_p', 'top_k']) {
    const entry = model.entry(key);
    if (entry) checkSamplingField(found, context, key, entry);
  }
  if (dialectOf(context.framework).checkedModelFields.has('batch_size') && hasTaskOfItsOwn(context)) checkWorkers(found, context, model);
  for (const key of ['gen_config', 'sample_kwargs']) {
    const sampling = model.get(key);
    if (sampling?.kind === 'dict') checkSampling(found, context, sampling);
  }
  for (const key of ['engine_config', 'model_kwargs']) {
    const dict = model.get(key);
    if (dict?.kind !== 'dict') continue;
    for (const size of sizes) {
      const entry = dict.entry(size);
      if (entry?.value.kind !== 'str' || !/^\d+(?:\.\d+)?$/.test(entry.value.text)) continue;
      tell(
        found,
        entry,
        say`\`${size}\` must be a number, and this is a str: the engine raises an exception when it counts with it.`,
        'warning',
        plainFix(context, entry.value, { description: '', 'x-type': 'int', type: ['integer', 'number'] }),
      );
    }
  }
}

/** Of models that a task of its own runs nothing is looked at before: AISBench 3.1.0 `tasks/swebench/swebench_infer.py` starts as many threads. */
function checkWorkers(found: Finding[], context: CheckContext, model: DictValue): void {
  const entry = model.entry('batch_size');
  const fixes = entry ? unquoteFix(context, entry.value, false) : [];
  if (!entry || fixes.length === 0) return;
  tell(
    found,
    entry,
    say`\`${'batch_size'}\` must be ${'int'}, and this is ${whatItIs(entry.value)}: ${badCount as string}.`,
    'warning',
    fixes,
  );
}

/** Numbers of LMDeploy's `TurbomindEngineConfig` and of vLLM's `LLM`. */
const sizes = [
  'session_len',
  'max_batch_size',
  'tp',
  'cache_max_entry_count',
  'tensor_parallel_size',
  'max_model_len',
  'gpu_memory_utilization',
  'max_num_seqs',
];

/** Numbers and flags in quotes, and lists or dicts in place of them. */
function checkSampling(found: Finding[], context: CheckContext, dict: DictValue): void {
  for (const entry of dict.entries.values()) {
    const key = entry.key.kind === 'str' ? entry.key.text : '';
    const unfit = Object.hasOwn(samplingRanges, key) ? outOfRange(key, entry.value, samplingRanges[key]!) : undefined;
    if (unfit !== undefined) tell(found, entry, unfit, 'warning', []);
    checkSamplingField(found, context, key, entry);
  }
}

function checkSamplingField(found: Finding[], context: CheckContext, key: string, entry: DictEntry): void {
  const properties = context.framework.fields.schema('generation-kwargs')?.properties ?? {};
  const field = Object.hasOwn(properties, key) ? properties[key]! : undefined;
  // The numbers in quotes of a list of ids.
  if (field && key.endsWith('_id') && entry.value.kind === 'list')
    for (const item of entry.value.items) if (item.kind === 'str') tellSampling(found, context, key, item, item.span, field);
  if (!field || fits(entry.value, field) || !['str', 'list', 'tuple', 'dict'].includes(entry.value.kind)) return;
  tellSampling(found, context, key, entry.value, entry.valueSpan, field);
}

function tellSampling(found: Finding[], context: CheckContext, key: string, value: Value, span: Span, field: FieldSchema): void {
  found.push({
    span,
    severity: 'warning',
    message: say`\`${key}\` must be ${field['x-type']}, and this is ${whatItIs(value)}: ${samplingConsequence}.`,
    fixes: plainFix(context, value, field),
  });
}

/** Numbers that must be above zero, with what comes of others. */
const counts: Partial<Record<ConfigKind, Readonly<Record<string, { readonly does: string; readonly severity: Severity }>>>> = {
  model: {
    batch_size: { does: say`the task raises ValueError when it makes its batches`, severity: 'error' },
    max_out_len: { does: say`the model refuses it, or writes nothing`, severity: 'warning' },
    max_seq_len: { does: say`the model refuses it, or no prompt fits`, severity: 'warning' },
  },
  inferencer: {
    batch_size: { does: say`the task raises ValueError when it makes its batches`, severity: 'error' },
    max_out_len: { does: say`the model refuses it, or writes nothing`, severity: 'warning' },
  },
};

/** What a class of the user's own makes of its lengths is not known: zero and less may mean that there is none. */
const lengths: ReadonlySet<string> = new Set(['max_out_len', 'max_seq_len']);

function checkCounts(found: Finding[], { framework }: CheckContext, kind: ConfigKind, dict: DictValue): void {
  const fields = counts[kind];
  if (!fields || (kind === 'inferencer' && !dialectOf(framework).inferencerHasLength)) return;
  for (const key in fields) {
    const entry = dict.entry(key);
    if (entry?.value.kind !== 'int' || entry.value.value > 0) continue;
    if (kind === 'model' && isOfClass(dialectOf(framework), key, dict)) continue;
    const { does, severity } = fields[key]!;
    tell(found, entry, say`\`${key}\` must be at least 1, and this is ${String(entry.value.value)}: ${does}.`, severity);
  }
}

/** Whether the class of a model decides, which is looked at elsewhere or is not the framework's. */
function isOfClass({ checkedModelFields, modelClass }: Dialect, key: string, model: DictValue): boolean {
  return checkedModelFields.has(key) || (lengths.has(key) && modelClass(classNameOf(model.get('type'))) === undefined);
}

/** Roles without the dict around them. A list is one of messages: OpenCompass 0.5.4 `models/base_api.py`, `APITemplateParser`; the other parser takes none. */
function checkRolesAlone(found: Finding[], context: CheckContext, model: DictValue): void {
  const entry = model.entry('meta_template');
  const list = entry?.value.kind === 'list' ? original(entry.value) : undefined;
  if (!entry || list?.kind !== 'list' || list.items.length === 0) return;
  if (!list.items.every((item) => item.kind === 'dict' && item.entry('role') && !item.entry('content'))) return;
  const { span } = list;
  const isWritten = span.file === context.file && /^\[[^]*\]$/.test(context.text(span.file).slice(span.start, span.end));
  const message = say`\`meta_template\` is a list of roles, which belong in its \`round\`: building the model raises an exception. Write dict(round=[…]).`;
  if (!isWritten) return tell(found, entry, message);
  // It may have a name of its own: what is wrong is written there.
  const isNamed = entry.valueSpan.start !== span.start;
  found.push({
    span,
    message,
    related: isNamed ? [{ span: entry.valueSpan, message: say`it is used here` }] : [],
    fixes: surroundFix(say`Put it in dict(round=…)`, span, 'dict(round=', ')'),
  });
}

/** A range is put behind the name of a list as it is written. OpenCompass 0.5.3 `openicl/icl_dataset_reader.py`, `load_partial_dataset`. */
function checkRanges(found: Finding[], context: CheckContext, reader: DictValue): void {
  for (const key of ['test_range', 'train_range']) {
    const entry = reader.entry(key);
    if (entry?.value.kind !== 'str') continue;
    const fault = rangeFault(entry.value.text.trim());
    if (!fault) continue;
    const advice = fault.meant === undefined ? '' : say` Write '${fault.meant}'.`;
    const isPassedOver = dialectOf(context.framework).reading.onBadRange === 'all';
    const consequence = isPassedOver
      ? say`\`${key}\` ${fault.is}: all rows are taken in its place, and only the log says so.`
      : say`\`${key}\` ${fault.is}: building the dataset raises ${fault.raises}.`;
    tell(
      found,
      entry,
      `${consequence}${advice}`,
      isPassedOver ? 'warning' : 'error',
      fault.meant === undefined ? [] : replaceStringFix(context, entry.value, fault.meant, say`Write '${fault.meant}'`),
    );
  }
}

interface RangeFault {
  readonly is: string;
  readonly raises: string;
  readonly meant: string | undefined;
}

/** What is longer is code, if anything. */
const longestRange = 60;

/** What is wrong with a range in a text; undefined where it may be right: code of any kind may stand there. */
function rangeFault(range: string): RangeFault | undefined {
  if (range.length > longestRange) return undefined;
  const isOpened = range.startsWith('[');
  const isBalanced = range.split('[').length === range.split(']').length;
  if (!isBalanced && /^[[\]\s\d:+-]*$/.test(range)) {
    const inner = range.replaceAll(/[[\]]/g, '').trim();
    return {
      is: say`has brackets that do not match`,
      raises: 'SyntaxError',
      meant: /^-?\d*:-?\d*$/.test(inner) ? `[${inner}]` : undefined,
    };
  }
  const numbers = /^\[?\s*(-?\d*)\s*([:,-]?)\s*(-?\d*)\s*\]?$/.exec(range);
  if (!numbers) return undefined;
  const [, first = '', mark = '', last = ''] = numbers;
  if (isOpened && range.endsWith(']')) {
    if (mark === ':' || first === '') return undefined;
    return { is: say`is no range`, raises: 'TypeError', meant: mark === '' ? `[:${first}]` : `[${first}:${last}]` };
  }
  if (range === '') return undefined;
  const meant = mark === '' ? `[:${first}${last}]` : `[${first}:${last}]`;
  const isName = /^\d/.test(range) && !range.includes(':');
  return { is: say`must be in brackets`, raises: isName ? 'NameError' : 'SyntaxError', meant };
}

/** One part of a dataset in the place of another, as a slip of a variable's name leaves it. */
function checkPart(found: Finding[], context: CheckContext, place: Place): void {
  const other = otherPart(place);
  if (other === undefined) return;
  const name = place.kind.replace('-', '_');
  const { useSpan: span } = place;
  const written = context.text(span.file).slice(span.start, span.end);
  const meant = written.endsWith(other) ? written.slice(0, -other.length) + name : '';
  found.push({
    span,
    message: say`These are the keys of ${other}, and the dataset reads them as its ${name}: the task raises an exception.`,
    fixes: context.evaluation.value.get(meant) ? oneEdit(say`Change to ${meant}`, false, { span, newText: meant }) : [],
  });
}

/** Takes the quotes from a number or a flag; puts a text in a list, where one of texts is wanted, or takes it out where one is. */
function plainFix(context: CheckContext, value: Value, { type, 'x-type': inWords }: FieldSchema): readonly Fix[] {
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (value.kind === 'list') return types.includes('string') && !types.includes('array') ? outOfListFix(context, value) : [];
  if (value.kind !== 'str') return [];
  // The name of a variable, in quotes.
  const named = context.evaluation.value.get(value.text) ?? context.evaluation.hidden.get(value.text);
  if (named && named.kind !== 'unknown' && fits(named, { description: '', 'x-type': '', type: types }))
    return plainValueFix(context, value, value.text);
  if (types.includes('array') && !types.includes('integer')) return inWords === 'list of str' ? inListFix(context, value) : [];
  const isNumber =
    (types.includes('integer') && /^\d+$/.test(value.text)) || (types.includes('number') && /^\d+(?:\.\d+)?$/.test(value.text));
  const isFlag = types.includes('boolean') && /^(?:true|false)$/i.test(value.text);
  if (!isNumber && !isFlag) return [];
  return plainValueFix(context, value, isFlag ? value.text[0]!.toUpperCase() + value.text.slice(1).toLowerCase() : value.text);
}

/** Dicts whose values go to classes as arguments: none of them reads a flag as a word. */
const argumentKinds: ReadonlySet<ConfigKind> = new Set(['model', 'dataset', 'retriever', 'inferencer', 'generation-kwargs', 'evaluator']);

/** Python's words for flags in quotes, where another kind of value is not looked at anyway. A text that is not empty counts as true, \`'False'\` too. */
function checkFlags(
  found: Finding[],
  context: CheckContext,
  kind: ConfigKind,
  dict: DictValue,
  checked: Readonly<Record<string, Consequence>>,
): void {
  if (!argumentKinds.has(kind)) return;
  for (const entry of dict.entries.values()) {
    if (entry.value.kind === 'dict') checkTemplateFlags(found, context, entry);
    if (!isFlagText(entry.value) || entry.key.kind !== 'str') continue;
    const key = entry.key.text;
    const field = context.framework.fields.schema(kind)?.properties[key];
    if (field && (fits(entry.value, field) || Object.hasOwn(checked, key) || kind === 'generation-kwargs')) continue;
    tellFlag(found, context, entry, key);
  }
}

/** `enable_thinking='False'` of `chat_template_kwargs`, which may stand in the body of a request: the chat template takes it for true. */
function checkTemplateFlags(found: Finding[], context: CheckContext, { key, value }: DictEntry): void {
  const name = textOf(key) ?? '';
  if (value.kind !== 'dict' || !['chat_template_kwargs', 'extra_body', 'openai_extra_kwargs'].includes(name)) return;
  for (const entry of value.entries.values()) {
    checkTemplateFlags(found, context, entry);
    if (name === 'chat_template_kwargs' && isFlagText(entry.value)) tellFlag(found, context, entry, textOf(entry.key) ?? '');
  }
}

function tellFlag(found: Finding[], context: CheckContext, entry: DictEntry, key: string): void {
  const message = say`\`${key}\` is a text here, not a bool: a text that is not empty counts as True, whatever it says.`;
  tell(found, entry, message, 'warning', plainFix(context, entry.value, { description: '', 'x-type': 'bool', type: 'boolean' }));
}

function isFlagText(value: Value): boolean {
  return value.kind === 'str' && (value.text === 'False' || value.text === 'True');
}

/** A text as the only item of a list, where it is written as one literal. */
function inListFix(context: CheckContext, { span }: Value): readonly Fix[] {
  const source = context.text(span.file).slice(span.start, span.end);
  if (span.file !== context.file || !/^[rR]?(['"])(?:(?!\1)[^\\\n]|\\.)*\1$/.test(source)) return [];
  return oneEdit(say`Put it in a list`, false, { span, newText: `[${source}]` });
}

/** The only text of a list, where that is written in brackets. */
function outOfListFix(context: CheckContext, { items, span }: ListValue): readonly Fix[] {
  const [only] = items;
  if (only?.kind !== 'str' || items.length > 1 || span.file !== context.file) return [];
  const [, newText] = /^\[\s*((['"])(?:(?!\2)[^\\\n]|\\.)*\2)\s*,?\s*\]$/.exec(context.text(span.file).slice(span.start, span.end)) ?? [];
  return newText === undefined ? [] : oneEdit(say`Take it out of the list`, false, { span, newText });
}

/** Dicts that a class is built of. */
const builtKinds: ReadonlySet<ConfigKind> = new Set([
  'model',
  'dataset',
  'prompt-template',
  'retriever',
  'inferencer',
  'evaluator',
  'postprocessor',
]);

/** A `type` that names no class, and a class in place of the dict that names it. */
function checkClasses(found: Finding[], context: CheckContext, kind: ConfigKind, dict: DictValue): void {
  const type = builtKinds.has(kind) ? dict.entry('type') : undefined;
  if (type && noClass.has(type.value.kind))
    tell(
      found,
      type,
      say`\`type\` must be a class or its name, and this is ${whatItIs(type.value)}: what is built of it raises TypeError.`,
    );
  for (const key of dictKeys[kind] ?? []) {
    const entry = dict.entry(key);
    if (entry?.value.kind !== 'ref' || entry.valueSpan.file !== context.file) continue;
    const written = context.text(context.file).slice(entry.valueSpan.start, entry.valueSpan.end);
    tell(
      found,
      entry,
      say`\`${key}\` must be a dict with a \`type\`, and this is the class itself: the task raises an exception. Write dict(type=${entry.value.name}).`,
      'error',
      /^[A-Za-z_]\w*$/.test(written)
        ? oneEdit(say`Write dict(type=${written})`, false, { span: entry.valueSpan, newText: `dict(type=${written})` })
        : [],
    );
  }
}

const noClass: ReadonlySet<Value['kind']> = new Set(['none', 'bool', 'int', 'float', 'list', 'tuple', 'dict', 'set', 'bytes']);

/** Where a dict with a class is read. */
const dictKeys: Partial<Record<ConfigKind, readonly string[]>> = {
  'infer-cfg': ['prompt_template', 'ice_template', 'retriever', 'inferencer'],
  'eval-cfg': ['evaluator', 'pred_postprocessor', 'dataset_postprocessor'],
  evaluator: ['prompt_template', 'rule_evaluator', 'llm_evaluator', 'pred_postprocessor', 'dict_postprocessor'],
  model: ['pred_postprocessor'],
};

function inWords({ config, framework }: CheckContext, consequence: Consequence): string {
  if (typeof consequence === 'string') return consequence;
  if (typeof consequence === 'function') return consequence(dialectOf(framework));
  const { does, fault } = consequence;
  return `${does} ${fault === 'meta-type' ? metaExceptionName(config, framework, fault) : exceptionName(framework, fault)}`;
}

/** What is a message, or nothing, or not known. */
const isMessage: ReadonlySet<Value['kind']> = new Set(['dict', 'none', 'unknown', 'ref', 'object', 'callable']);

/** What the API parser puts in front of the messages as it is: the classes read `role` and `prompt` of it (OpenCompass 0.5.3 and AISBench 3.1.0, `APITemplateParser`). */
function checkFirstMessage(found: Finding[], context: CheckContext, meta: DictValue): void {
  const entry = meta.entry('begin');
  if (!entry || !onlySent(context, 'meta-template', 'begin') || isMessage.has(entry.value.kind)) return;
  if (textOf(entry.value) === '' || trailingComma(context, entry.value)) return;
  tell(
    found,
    entry,
    say`\`begin\` of models that are sent messages must be a dict with \`role\` and \`prompt\`, and this is ${whatItIs(entry.value)}: it is put in front of the messages as it is, and most classes raise TypeError on it.`,
    'warning',
  );
}

/** The API parser hands the begin of a meta template on. */
function onlySent({ config: { models } }: CheckContext, kind: ConfigKind, key: string): boolean {
  return kind === 'meta-template' && key === 'begin' && models.length > 0 && models.every(({ parser }) => parser === 'api');
}

function severityOf({ framework }: CheckContext, kind: ConfigKind, key: string, value: Value): Severity {
  // What AISBench takes from the model alone does no harm here.
  if (kind === 'inferencer' && key !== 'stopping_criteria' && !dialectOf(framework).inferencerHasLength) return 'hint';
  const isAbsentText = value.kind === 'none' && (kind === 'meta-template' || kind === 'meta-role') && (key === 'begin' || key === 'end');
  if (kind === 'model' && key === 'stream') return 'warning';
  return isAbsentText || seldomRead.has(`${kind}.${key}`) ? 'warning' : 'error';
}

/** A class of the user's may take anything. */
function classKnown({ framework }: CheckContext, dict: DictValue, kind: ConfigKind): boolean {
  if (kind !== 'prompt-template' && kind !== 'retriever' && kind !== 'inferencer' && kind !== 'evaluator') return true;
  const name = classNameOf(dict.get('type'));
  return name !== undefined && framework.fields.keys(kind, name) !== undefined;
}

/** What the framework takes all the same: a template given as None is not there, an empty output_column counts as none. */
function harmless(kind: ConfigKind, key: string, value: Value): boolean {
  // Numbers and None are as true as they look.
  if (kind === 'model' && key === 'stream') return value.kind !== 'str';
  // The ids are gone through, whatever holds them.
  if (kind === 'retriever' && key === 'fix_id_list') return value.kind === 'tuple' && value.items.every((item) => item.kind === 'int');
  if (kind === 'infer-cfg') return value.kind === 'none' && (key === 'ice_template' || key === 'prompt_template');
  if (kind === 'dialogue-item' && key === 'fallback_role') return value.kind === 'none';
  if (kind === 'dataset' && key === 'judge_infer_cfg') return value.kind === 'none';
  if (kind === 'model' && (value.kind === 'none' || (key === 'query_per_second' && value.kind !== 'str'))) return true;
  if ((kind === 'inferencer' || kind === 'evaluator' || kind === 'eval-cfg') && value.kind === 'none') return true;
  if (kind === 'model' && key === 'meta_template') return value.kind === 'tuple' && value.items.length === 0;
  return false;
}

/** The values of a dict of labels: a text, or a dialogue. */
function checkLabels(found: Finding[], { framework }: CheckContext, dict: DictValue): void {
  const template = dict.get('template');
  if (template?.kind !== 'dict' || isDialogue(template) || classNameOf(dict.get('type')) !== 'PromptTemplate') return;
  for (const entry of template.entries.values()) {
    const { value } = entry;
    if (['str', 'dict', 'list', 'unknown', 'ref'].includes(value.kind)) continue;
    tell(
      found,
      entry,
      say`The template of a label must be a str or a dialogue, and this is ${whatItIs(value)}: building the template raises ${exceptionName(framework, 'template-part-type')}.`,
    );
  }
}

/** Of `n` answers, the best of `k`: OpenCompass 0.5.3 and AISBench 3.1.0 `datasets/base.py`. Releases that know neither take `k` alone for an argument of `load`. */
function checkRepeats(found: Finding[], context: CheckContext, dataset: DictValue): void {
  const [k, given] = [dataset.entry('k'), dataset.get('n')];
  if (dialectOf(context.framework).countsOneNumber && checkCounted(found, context, dataset)) return;
  if (!dialectOf(context.framework).countsOneNumber && checkUncounted(found, context, dataset)) return;
  if (!k || (given && given.kind !== 'int')) return;
  const n = Number(given?.value ?? 1);
  const asked = (k.value.kind === 'list' ? k.value.items : [k.value]).flatMap((value) =>
    value.kind === 'int' ? [Number(value.value)] : [],
  );
  const most = Math.max(...asked);
  if (asked.length === 0 || most <= n) return;
  // A `load` of the user's, or of a release before, may take both for something else.
  const keys = calledBy(dataset.get('type'), context, 0)?.signature?.keys;
  if (!keys?.has('k') || !keys.has('n')) return;
  tell(
    found,
    k,
    say`\`k\` must be at most \`n\`, which is ${String(n)}, and this asks for ${String(most)}: building the dataset raises ${dialectOf(context.framework).tooFewAnswers}.`,
  );
}

/** Kinds of which `max(k) <= n` and `[dataset] * n` raise, or which are no list to them: OpenCompass 0.5.3 `datasets/base.py`. */
const noCount: Readonly<Record<'k' | 'n', ReadonlySet<Value['kind']>>> = {
  k: new Set(['str', 'tuple', 'dict', 'set', 'none']),
  n: new Set(['str', 'list', 'tuple', 'dict', 'set', 'none', 'float']),
};

/** `k` and `n` of kinds that cannot be counted with, and no repetition at all. @returns whether one of them is wrong */
function checkUncounted(found: Finding[], context: CheckContext, dataset: DictValue): boolean {
  if (!dataset.entry('k') && !dataset.entry('n')) return false;
  const keys = calledBy(dataset.get('type'), context, 0)?.signature?.keys;
  if (!keys?.has('k') || !keys.has('n')) return false;
  const before = found.length;
  for (const key of ['k', 'n'] as const) {
    const entry = dataset.entry(key);
    if (entry && noCount[key].has(entry.value.kind) && !trailingComma(context, entry.value))
      tell(
        found,
        entry,
        say`\`${key}\` must be ${key === 'k' ? 'int or list of int' : 'int'}, and this is ${whatItIs(entry.value)}: building the dataset raises TypeError.`,
        'error',
        plainFix(context, entry.value, { description: '', 'x-type': 'int', type: 'integer' }),
      );
    else if (key === 'n' && entry?.value.kind === 'int' && entry.value.value < 1)
      tell(found, entry, say`\`n\` must be at least 1: building the dataset raises ${dialectOf(context.framework).tooFewAnswers}.`);
  }
  return found.length > before;
}

/** What the evaluation asks of `k` and `n`: AISBench 3.1.0 `tasks/openicl_eval.py`. @returns whether one of them is wrong */
function checkCounted(found: Finding[], context: CheckContext, dataset: DictValue): boolean {
  if (hasTaskOfItsOwn(context, 'eval')) return false;
  const before = found.length;
  for (const key of ['k', 'n']) {
    const entry = dataset.entry(key);
    const { kind } = entry?.value ?? {};
    if (!entry || kind === 'unknown' || kind === 'ref' || kind === 'object') continue;
    if (entry.value.kind === 'int' && Number(entry.value.value) <= 0)
      tell(
        found,
        entry,
        say`\`${key}\` must be at least 1: the evaluation raises ParameterValueError [TEVAL-PARAM-001], after all answers were generated.`,
      );
    else if (kind !== 'int' && kind !== 'bool')
      tell(
        found,
        entry,
        say`\`${key}\` must be int, and this is ${whatItIs(entry.value)}: the evaluation raises AISBenchInvalidTypeException, after all answers were generated.`,
        'error',
        unquoteFix(context, entry.value, false),
      );
  }
  return found.length > before;
}

/** A non-empty string is true, whatever it says. */
function checkGenerate(found: Finding[], role: DictValue): void {
  const entry = role.entry('generate');
  if (entry?.value.kind !== 'str' || entry.value.text === '') return;
  tell(found, entry, say`\`generate\` must be bool, and this is a str, which counts as True whatever it says.`, 'warning');
}

function tell(found: Finding[], entry: DictEntry, message: string, severity: Severity = 'error', fixes: readonly Fix[] = []): void {
  found.push({ span: entry.valueSpan, message, severity, fixes });
}
