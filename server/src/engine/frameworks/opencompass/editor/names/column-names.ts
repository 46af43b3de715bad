import type { Config } from '../../../../config/config.js';
import { classNameOf } from '../../../../config/class-name.js';
import { readTemplate } from '../../../../config/infer-cfg.js';
import { itemsOf } from '../../../../config/sequence.js';
import { say } from '../../../../core/say.js';
import { baseName, type FileId, type Span } from '../../../../core/span.js';
import type { Workspace } from '../../../../core/workspace.js';
import { textOf, type DictValue, type StrValue, type Value } from '../../../../core/value.js';
import type { ClassIndex } from '../../../../classes/class-index.js';
import type { ClassReader } from '../../classes/class-facts.js';
import { once } from '../../../../core/once.js';
import { addedColumns } from '../../columns/filling.js';
import { attackColumns, textsOfTemplate } from '../../columns/filled-texts.js';
import { columnsReadByName } from '../../columns/read-by-name.js';
import { namingClass } from './naming-class.js';
import { judgedColumns } from '../../config/judges.js';
import type { GatheredNames } from '../../../face/gathered-names.js';

/** Where the class of a dataset is looked up. */
interface Classes {
  readonly reader: ClassReader;
  readonly file: FileId;
  readonly classes: ClassIndex;
  readonly workspace: Workspace;
}

/** The columns of each dataset of a config: those that reader_cfg names, and the placeholders of its templates. A part that stands alone has a scope of its own. */
export function gatherColumns(config: Config, classes: Classes, gathered: GatheredNames): void {
  for (const { kind, value, parent } of config.places) {
    if (value.kind !== 'dict') continue;
    if (kind === 'dataset') ofDataset(value, classes, gathered);
    else if (kind === 'reader-cfg' && !parent) readerColumns(value, value, gathered);
    else if (kind === 'infer-cfg' && !parent) ofInferCfg(value, value, gathered);
    else if (kind === 'prompt-template' && !parent) templateColumns(value, value, [], gathered);
  }
}

function ofDataset(dataset: DictValue, classes: Classes, gathered: GatheredNames): void {
  givenBy(dataset, classes, gathered);
  readerColumns(dataset, dataset.get('reader_cfg'), gathered);
  for (const key of ['infer_cfg', 'judge_infer_cfg']) ofInferCfg(dataset, dataset.get(key), gathered);
  for (const evaluator of evaluatorsOf(dataset)) judged(dataset, evaluator, classes, gathered);
  const byName = once(() => columnsReadByName(dataset));
  gathered.because('column', dataset, (name) => {
    if (addedColumns.includes(name)) return say`The framework itself gives every row the column ${name}.`;
    if (byName().has(name)) return say`The framework reads the column ${name} by this name: it cannot have another.`;
    return attackColumns(dataset.get('infer_cfg')).includes(name) ? say`The inferencer gives the column ${name}.` : undefined;
  });
  gathered.reserve('column', dataset, (name) =>
    byName().has(name) || attackColumns(dataset.get('infer_cfg')).includes(name)
      ? say`The framework reads the column ${name} by this name: no other column can have it.`
      : undefined,
  );
}

/** Rows have the names of their columns from the code of a class, or from the data, which are no text that is renamed. */
function givenBy(dataset: DictValue, { reader, file, classes, workspace }: Classes, gathered: GatheredNames): void {
  const naming = namingClass(dataset, reader, file, classes);
  if (naming) gathered.classes.set(dataset, naming);
  gathered.because('column', dataset, (name) => {
    if (!naming) {
      const className = classNameOf(dataset.get('type')) ?? '?';
      return say`What gives the column ${name} is not known: the source of the dataset class ${className} is not within reach.`;
    }
    if (naming.places('column', name)) return saidElsewhere(dataset, name, gathered);
    if (naming.all('column')) return say`The dataset class ${naming.name} gives no column ${name}.`;
    const place = placeOf(naming.giver, workspace);
    return say`The dataset class ${naming.name} may have the column ${name} from its data (load in ${place}), which would have to be changed, too.`;
  });
}

function placeOf(giver: Span | undefined, workspace: Workspace): string {
  if (!giver) return '?';
  const found = workspace.read(giver.file);
  const line = found.kind === 'text' ? found.text.slice(0, giver.start).split('\n').length : undefined;
  return line === undefined ? baseName(giver.file) : `${baseName(giver.file)}:${String(line)}`;
}

/** What of a dataset names no columns as a whole text, or is gathered piece by piece. */
const namesNone: ReadonlySet<string> = new Set(['abbr', 'prompt_template', 'ice_template', 'meta_review_prompt_template']);

/** Another text of the dataset that is called as a column is: an evaluator may be told it. */
function saidElsewhere(dataset: DictValue, name: string, gathered: GatheredNames): string | undefined {
  const known = gathered.textsCalled(name);
  const isSaid = (value: Value, depth: number): boolean => {
    if (value.kind === 'str') return value.text === name && !known.has(value);
    if (depth > 8) return false;
    if (value.kind !== 'dict') return (itemsOf(value) ?? []).some((item) => isSaid(item, depth + 1));
    return [...value.entries.values()].some(({ key, value: inner }) => !namesNone.has(textOf(key) ?? '') && isSaid(inner, depth + 1));
  };
  return isSaid(dataset, 0) ? say`Another text of the dataset is ${name}, and may mean the column.` : undefined;
}

/** The evaluators of a dataset, and those that they ask. */
function evaluatorsOf(dataset: DictValue): DictValue[] {
  const evalCfg = dataset.get('eval_cfg');
  const outer = evalCfg?.kind === 'dict' ? evalCfg.get('evaluator') : undefined;
  if (outer?.kind !== 'dict') return [];
  const inner = ['rule_evaluator', 'llm_evaluator'].map((key) => outer.get(key));
  return [outer, ...inner.filter((value) => value?.kind === 'dict')];
}

/** The judge reads the rows of the dataset that it judges, unless it has others of its own. */
function judged(dataset: DictValue, evaluator: DictValue, classes: Classes, gathered: GatheredNames): void {
  const own = evaluator.get('dataset_cfg');
  const isOwn = own?.kind === 'dict' && own.entries.size > 0;
  const scope = isOwn && textOf(own.get('path')) !== textOf(dataset.get('path')) ? own : dataset;
  if (isOwn) readerColumns(scope, own.get('reader_cfg'), gathered);
  if (scope === own) givenBy(own, classes, gathered);
  // The rows that it judges may come from another class.
  else if (isOwn && own.get('type'))
    gathered.unless('column', dataset, own.get('type'), (type) => classNameOf(type) === classNameOf(dataset.get('type')));
  for (const key of ['prompt_template', 'meta_review_prompt_template']) templateColumns(scope, evaluator.get(key), judgedColumns, gathered);
}

function readerColumns(scope: object, reader: Value | undefined, gathered: GatheredNames): void {
  gathered.unless('column', scope, reader, ({ kind }) => kind !== 'unknown');
  if (reader?.kind !== 'dict') return;
  gathered.whole('column', scope, reader.get('output_column'), true);
  const inputs = reader.get('input_columns');
  const listed = itemsOf(inputs);
  if (listed) for (const item of listed) gathered.whole('column', scope, item, true);
  else if (inputs?.kind === 'str') words(scope, inputs, gathered);
  else gathered.unless('column', scope, inputs, () => false);
}

/** A text in place of a list is split at blanks. */
function words(scope: object, text: StrValue, gathered: GatheredNames): void {
  if (!gathered.isNew(scope, text)) return;
  for (const match of text.text.matchAll(/\S+/g)) gathered.part('column', scope, text, match[0], match.index, true);
}

function ofInferCfg(scope: object, inferCfg: Value | undefined, gathered: GatheredNames): void {
  gathered.unless('column', scope, inferCfg, ({ kind }) => kind === 'dict');
  if (inferCfg?.kind === 'dict')
    for (const key of ['prompt_template', 'ice_template']) templateColumns(scope, inferCfg.get(key), [], gathered);
}

/** @param others what stands in braces and is no column of the rows */
function templateColumns(scope: object, given: Value | undefined, others: readonly string[], gathered: GatheredNames): void {
  gathered.unless('column', scope, given, ({ kind }) => kind === 'dict');
  const template = readTemplate(given);
  if (!template) return;
  gathered.unless('column', scope, template.template, isKnown);
  gathered.unless('column', scope, template.messages, isKnown);
  for (const { text, only } of textsOfTemplate(template)) {
    if (!gathered.isNew(scope, text)) continue;
    for (const match of text.text.matchAll(/\{([\p{L}_][\p{L}\p{N}_]*)\}/gu))
      if (!others.includes(match[1]!) && (!only || only.includes(match[1]!)))
        gathered.part('column', scope, text, match[1]!, match.index + 1, false);
  }
}

/** Whether nothing within a template is unknown. */
function isKnown(value: Value): boolean {
  if (value.kind === 'unknown') return false;
  if (value.kind === 'dict') return [...value.entries.values()].every((entry) => isKnown(entry.value));
  return (itemsOf(value) ?? []).every(isKnown);
}
