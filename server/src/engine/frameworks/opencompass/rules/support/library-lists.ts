import { itemsOf } from '../../../../config/sequence.js';
import { original, textOf, type DictEntry, type DictValue, type Value } from '../../../../core/value.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { renameTopName } from './rename-top-name.js';

/**
 * Files that the command line finds by their names: it reads `models` of those in `configs/models/`, and of those in `configs/datasets/` the lists
 * whose names end in `_datasets`. OpenCompass 0.5.3 `utils/run.py` (`get_config_from_arg`); AISBench 3.1.0 `cli/config_manager.py`.
 * @param value what the file defines
 */
export function* libraryFindings(context: CheckContext, value: DictValue): Iterable<Finding> {
  const collection = /\/configs\/(?:datasets|dataset_collections)\//.test(context.file) ? value.entry('datasets') : undefined;
  const empty = collection && !value.entry('models') ? emptyFinding(context, collection) : undefined;
  if (empty) yield empty;
  if (value.entry('models') || value.entry('datasets')) return;
  if (/\/configs\/models\//.test(context.file)) yield* modelFindings(context, value);
  if (/\/configs\/(?:datasets|dataset_collections)\//.test(context.file)) yield* datasetFindings(context, value);
}

function* modelFindings(context: CheckContext, value: DictValue): Iterable<Finding> {
  for (const [name, entry] of ownEntries(context, value)) {
    const isList = isListOfDicts(entry.value) && itemsOf(entry.value)!.every(isModel);
    if (!isList && !isModel(entry.value)) continue;
    yield {
      span: entry.keySpan,
      // One of its own name may be there for configs that import it.
      severity: name === 'model' ? 'warning' : 'information',
      message: say`\`--models\` reads \`models\` of a file, and this one has \`${name}\` in its place: the run stops.`,
      fixes: isList ? renameTopName(context, entry, name, 'models') : [],
    };
  }
}

function* datasetFindings(context: CheckContext, value: DictValue): Iterable<Finding> {
  const taken = [...value.entries.values()].filter(({ key }) => textOf(key)?.endsWith('_datasets'));
  if (taken.length > 0) return yield* taken.flatMap((entry) => emptyFinding(context, entry) ?? []);
  for (const [name, entry] of ownEntries(context, value)) {
    if (!isListOfDicts(entry.value) || !itemsOf(entry.value)!.every(isDataset)) continue;
    const meant = meantName(name);
    yield {
      span: entry.keySpan,
      // It may be there for configs that import it.
      severity: 'information',
      message: say`\`--datasets\` takes the lists of a file whose names end in \`_datasets\`: of this file it takes none, without an error.`,
      fixes: meant === undefined || value.entry(meant) ? [] : renameTopName(context, entry, name, meant),
    };
  }
}

/** `LCBench_repeat10_datasets` for `LCBench_datasets_repeat10`. */
function meantName(name: string): string | undefined {
  const [before, after] = name.split(/_?datasets?/i);
  const rest = (before ?? '') + (after ?? '');
  return after === undefined || rest === '' ? undefined : `${rest}_datasets`;
}

/** A list that nobody wrote empty: `k.endswith('_ds')`, where no name ends so. */
function emptyFinding(context: CheckContext, entry: DictEntry): Finding | undefined {
  if (entry.keySpan.file !== context.file || original(entry.value).kind !== 'list' || itemsOf(entry.value)?.length !== 0) return undefined;
  // Elsewhere there may be some.
  if (context.evaluation.problems.some(({ kind }) => kind === 'depends-on-environment') || isEmptyText(context, entry)) return undefined;
  return {
    span: entry.keySpan,
    severity: 'warning',
    message: say`\`${textOf(entry.key) ?? ''}\` is empty as it is evaluated: who asks for it is given no dataset, and no error is raised.`,
  };
}

function* ownEntries({ file }: CheckContext, { entries }: DictValue): Iterable<readonly [string, DictEntry]> {
  for (const entry of entries.values()) {
    const name = textOf(entry.key);
    if (name !== undefined && !name.startsWith('_') && entry.keySpan.file === file) yield [name, entry];
  }
}

function isModel(value: Value): boolean {
  const dict = original(value);
  return dict.kind === 'dict' && dict.entry('type') !== undefined && dict.entry('abbr') !== undefined && dict.entry('path') !== undefined;
}

function isDataset(value: Value): boolean {
  const dict = original(value);
  return (
    dict.kind === 'dict' &&
    dict.entry('type') !== undefined &&
    dict.entry('reader_cfg') !== undefined &&
    dict.entry('infer_cfg') !== undefined
  );
}

/** Whether a value is a list of dicts of which each has a class or a name. */
export function isListOfDicts(value: Value): boolean {
  const list = original(value);
  return (
    list.kind === 'list' &&
    list.items.length > 0 &&
    list.items.every((item) => item.kind === 'dict' && (item.get('type') ?? item.get('abbr')) !== undefined)
  );
}

/** Whether an empty list is written as such: it is meant so. */
export function isEmptyText({ text }: CheckContext, { key, valueSpan }: DictEntry): boolean {
  const source = text(valueSpan.file);
  if (!/^(?:\[\s*\]|list\(\))$/.test(source.slice(valueSpan.start, valueSpan.end))) return false;
  // What adds to it is never reached.
  const behind = source.slice(valueSpan.end);
  return !['.append(', '.extend(', ' += '].some((call) => behind.includes(`\n    ${textOf(key) ?? ''}${call}`));
}
