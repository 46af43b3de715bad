import type { FaultName } from '../values/fault.js';
import { isDialogue } from '../../../config/dialogue.js';
import type { ConfigKind } from '../../../config/config.js';
import type { DictEntry, DictValue, Value } from '../../../core/value.js';
import { classNameOf } from '../../../config/class-name.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import type { Severity } from '../../../core/severity.js';
import type { KindSchema } from '../../face/fields.js';
import { listFindings } from './support/lists.js';
import { trailingComma } from './support/tuples.js';
import { fits, whatItIs } from '../../../checks/support/types.js';
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
  retriever: { fix_id_list: say`the retriever raises TypeError` },
  dataset: { reader_cfg: say`building the dataset raises TypeError`, infer_cfg: say`the task raises an exception when it starts` },
  model: { meta_template: say`building the model raises an exception` },
};

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
  *check(context): Iterable<Finding> {
    yield* listFindings(context);
    for (const place of placesToCheck(context)) {
      if (place.value.kind !== 'dict') continue;
      const checked = consequences[place.kind];
      if (checked && !allFit(place.value, context.framework.fields.schema(place.kind)?.properties ?? {}, checked))
        yield* fieldFindings(context, place.value, place.kind, checked);
      if (place.kind === 'prompt-template') yield* labelFindings(context, place.value);
      if (place.kind === 'meta-role') yield* generateFindings(place.value);
    }
  },
};

/** Whether all fields that are looked at are of their types: nearly always. */
function allFit(dict: DictValue, properties: KindSchema['properties'], checked: Readonly<Record<string, Consequence>>): boolean {
  for (const key in checked) {
    const value = dict.get(key);
    const field = properties[key];
    if (value && field && !fits(value, field)) return false;
  }
  return true;
}

function* fieldFindings(
  context: CheckContext,
  dict: DictValue,
  kind: ConfigKind,
  checked: Readonly<Record<string, Consequence>>,
): Iterable<Finding> {
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
      trailingComma(context, entry.value)
    )
      continue;
    yield finding(
      entry,
      say`\`${key}\` must be ${field['x-type']}, and this is ${whatItIs(entry.value)}: ${inWords(context, consequence)}.`,
      onlySent(context, kind, key) ? 'warning' : severityOf(kind, key, entry.value),
    );
  }
}

function inWords({ config, framework }: CheckContext, consequence: Consequence): string {
  if (typeof consequence === 'string') return consequence;
  if (typeof consequence === 'function') return consequence(dialectOf(framework));
  const { does, fault } = consequence;
  return `${does} ${fault === 'meta-type' ? metaExceptionName(config, framework, fault) : exceptionName(framework, fault)}`;
}

/** The API parser hands the begin of a meta template on: no prompt raises. */
function onlySent({ config: { models } }: CheckContext, kind: ConfigKind, key: string): boolean {
  return kind === 'meta-template' && key === 'begin' && models.length > 0 && models.every(({ parser }) => parser === 'api');
}

function severityOf(kind: ConfigKind, key: string, value: Value): Severity {
  const isAbsentText = value.kind === 'none' && (kind === 'meta-template' || kind === 'meta-role') && (key === 'begin' || key === 'end');
  return isAbsentText || seldomRead.has(`${kind}.${key}`) ? 'warning' : 'error';
}

/** A class of the user's may take anything. */
function classKnown({ framework }: CheckContext, dict: DictValue, kind: ConfigKind): boolean {
  if (kind !== 'prompt-template' && kind !== 'retriever') return true;
  const name = classNameOf(dict.get('type'));
  return name !== undefined && framework.fields.keys(kind, name) !== undefined;
}

/** What the framework takes all the same: a template given as None is not there, an empty output_column counts as none. */
function harmless(kind: ConfigKind, key: string, value: Value): boolean {
  if (kind === 'infer-cfg') return value.kind === 'none' && (key === 'ice_template' || key === 'prompt_template');
  if (kind === 'dialogue-item' && key === 'fallback_role') return value.kind === 'none';
  if (kind === 'model' && key === 'meta_template') return value.kind === 'tuple' && value.items.length === 0;
  return false;
}

/** The values of a dict of labels: a text, or a dialogue. */
function* labelFindings({ framework }: CheckContext, dict: DictValue): Iterable<Finding> {
  const template = dict.get('template');
  if (template?.kind !== 'dict' || isDialogue(template) || classNameOf(dict.get('type')) !== 'PromptTemplate') return;
  for (const entry of template.entries.values()) {
    const { value } = entry;
    if (value.kind === 'str' || value.kind === 'dict' || value.kind === 'list' || value.kind === 'unknown') continue;
    yield finding(
      entry,
      say`The template of a label must be a str or a dialogue, and this is ${whatItIs(value)}: building the template raises ${exceptionName(framework, 'template-part-type')}.`,
    );
  }
}

/** A non-empty string is true, whatever it says. */
function* generateFindings(role: DictValue): Iterable<Finding> {
  const entry = role.entry('generate');
  if (entry?.value.kind !== 'str' || entry.value.text === '') return;
  yield finding(entry, say`\`generate\` must be bool, and this is a str, which counts as True whatever it says.`, 'warning');
}

function finding(entry: DictEntry, message: string, severity: Severity = 'error'): Finding {
  return { span: entry.valueSpan, message, severity };
}
