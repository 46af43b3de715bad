import { typedRowsAround } from '../../../data/load/typed-rows.js';
import { filterNames } from '../../../jinja/analysis/builtin-names.js';
import type { TaskEntry, TaskIndex } from '../load/task-index.js';
import { readyTaskIndexOf } from '../load/task-indexes.js';
import type { ConfigKind } from '../../../config/config.js';
import { dirname, joinPath } from '../../../core/paths.js';
import type { Workspace } from '../../../core/workspace.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { Document } from '../../../core/document.js';
import { taskFileFields } from '../load/schemas.js';
import { rowsOf } from '../../../rows/load-rows.js';
import { rowFileOf } from '../../../rows/row-file.js';
import { columnsOfRows } from '../../../rows/row-table.js';
import type { FileId } from '../../../core/span.js';
import type { DictValue } from '../../../core/value.js';
import type { Completion, TypingPlace } from '../../face/editor.js';
import { rowsOfTask } from '../prompt/task-rows.js';
import { kindInTask } from './kind-around.js';
import { groupAggregations } from '../values/registered-names.js';
import { registeredNames, type RegisteredKey } from './registered-names-around.js';

/** Keys that take a name which the harness registers, by the kind of their dict. */
const registeredKeys: Readonly<Partial<Record<ConfigKind, readonly RegisteredKey[]>>> = {
  'fewshot-config': ['sampler'],
  metric: ['metric', 'aggregation'],
  'filter-step': ['function'],
};
const booleans = ['true', 'false'];
/** The most names of tasks that are offered at once. */
const most = 200;

/** What may be written as a value in a task file: within Jinja's tags, behind `!function` and behind a key. Undefined where a key is to be written. */
export function taskValues(place: TypingPlace): Completion[] | undefined {
  return inTemplate(place) ?? functions(place) ?? members(place) ?? tags(place) ?? behindKey(place);
}

/** Within `{{ … }}` or `{% … %}`: columns, and behind a `|` filters. */
function inTemplate({ document, read, offset, before }: TypingPlace): Completion[] | undefined {
  const tag = /\{[{%](?:(?![}%]\}).)*$/.exec(before)?.[0];
  if (tag === undefined) return undefined;
  const filter = /\|\s*(\w*)$/.exec(tag);
  if (filter) return [...filterNames].map((name) => valueItem(document, offset, filter[1]!, name, 'value', 'filter'));
  const typed = /(?<![\w.'"])([\p{L}_]?[\p{L}\p{N}_]*)$/u.exec(tag)?.[1];
  return typed === undefined ? [] : columnsOf(read).map((name) => valueItem(document, offset, typed, name, 'column', 'column'));
}

/** The columns of the samples, of the documents and of the row file, as far as they are in memory. */
function columnsOf(reading: ReadConfig | undefined): readonly string[] {
  if (!reading) return [];
  const { config, surroundings } = reading;
  const fewshot = config.evaluation.value.get('fewshot_config');
  const samples = fewshot?.kind === 'dict' ? fewshot.get('samples') : undefined;
  const rows = samples?.kind === 'list' ? samples.items.filter((row): row is DictValue => row.kind === 'dict') : [];
  const dataset = config.datasets[0];
  const splits = dataset && rowsOfTask({ dataset, model: undefined }, surroundings);
  const rowFile = rowFileOf(surroundings);
  const read = [...(splits && 'files' in splits.test ? [splits.test.files] : []), ...(rowFile === undefined ? [] : [[rowFile]])].flatMap(
    (files) => {
      const state = rowsOf(surroundings, files, 0, typedRowsAround(config.evaluation.file, surroundings));
      return state.kind === 'ready' ? state.table.columns : [];
    },
  );
  return [...new Set([...columnsOfRows(rows), ...read])];
}

/** Behind `!function`: the modules beside the file, and behind a module its functions. */
function functions({ workspace, document, offset, before }: TypingPlace): Completion[] | undefined {
  const typed = /!function\s+([\w.]*)$/.exec(before)?.[1];
  if (typed === undefined) return undefined;
  const folder = dirname(document.file);
  const dot = typed.lastIndexOf('.');
  if (dot < 0) {
    const modules = (workspace.list(folder) ?? []).filter((name) => /^[A-Za-z_]\w*\.py$/.test(name)).map((name) => name.slice(0, -3));
    return modules.map((name) => ({ ...valueItem(document, offset, typed, name, 'value', 'module'), newText: `${name}.` }));
  }
  const read = workspace.read(`${folder}/${typed.slice(0, dot).replaceAll('.', '/')}.py`);
  const names = read.kind === 'text' ? [...read.text.matchAll(/^(?:def|class)[ \t]+([A-Za-z_]\w*)/gm)].map(([, name]) => name!) : [];
  return names.map((name) => valueItem(document, offset, typed.slice(dot + 1), name, 'value', 'function'));
}

/** An item of a group's `task`: tasks, groups and tags that start as it does. */
function members({ document, read, offset, before }: TypingPlace): Completion[] | undefined {
  const typed = /^\s*-\s+([\w-]+)$/.exec(before)?.[1];
  if (typed === undefined || !read || kindInTask(document, offset - typed.length) !== 'group-member') return undefined;
  return namesOfTasks(readyTaskIndexOf(document.file, read.surroundings), document, offset, typed);
}

/** Behind the `tag` of a task: those that other tasks have. */
function tags({ document, read, offset, before }: TypingPlace): Completion[] | undefined {
  const typed = /^tag\s*:\s+["']?([\w-]*)$/.exec(before)?.[1];
  if (typed === undefined || !read) return undefined;
  return namesOfTasks(readyTaskIndexOf(document.file, read.surroundings), document, offset, typed, 'TAG');
}

/** The tasks, groups and tags that start with what is typed. @param only those of one kind */
export function namesOfTasks(
  index: TaskIndex | undefined,
  document: Document,
  offset: number,
  typed: string,
  only?: TaskEntry['kind'],
): Completion[] {
  const found: Completion[] = [];
  for (const [name, { kind }] of index?.entries ?? [])
    if (found.length < most && name.startsWith(typed) && kind === (only ?? kind))
      found.push(valueItem(document, offset, typed, name, 'value', kindWord(kind)));
  return found;
}

/** What is said of a name. */
export function kindWord(kind: TaskEntry['kind']): string {
  return kind === 'TAG' ? 'tag' : kind === 'GROUP' ? 'group' : 'task';
}

/** The values that a field takes, where they are few, and files for `include`. */
function behindKey({ workspace, document, offset, before }: TypingPlace): Completion[] | undefined {
  const typed = /^[\s-]*["']?(\w+)["']?\s*:\s+["']?([\w./-]*)$/.exec(before);
  if (!typed) return undefined;
  const [, key, value] = typed;
  if (key === 'include') return files(workspace, document, offset, value!);
  const kind = kindInTask(document, offset - before.length + /^[\s-]*/.exec(before)![0].length);
  const doc = kind && taskFileFields.field(kind, key!);
  if (!doc) return [];
  const names = doc.allowed.length > 0 ? doc.allowed : doc.type === 'bool' ? booleans : registered(kind, key!, document.file, workspace);
  return names.map((name) => valueItem(document, offset, value!, name, 'value', key!));
}

function registered(kind: ConfigKind, key: string, file: FileId, workspace: Workspace): readonly string[] {
  if (kind === 'aggregate-metric' && key === 'aggregation') return groupAggregations;
  const name = registeredKeys[kind]?.find((known) => known === key);
  return name ? registeredNames(name, file, workspace) : [];
}

/** YAML files and files without an ending in the folder that is typed so far. */
function files(workspace: Workspace, document: Document, offset: number, typed: string): Completion[] {
  const slash = typed.lastIndexOf('/') + 1;
  const folder = joinPath(dirname(document.file), typed.slice(0, slash));
  const names = (workspace.list(folder) ?? []).filter((name) => /\.ya?ml$|^[^.]+$/.test(name) && `${folder}/${name}` !== document.file);
  return names.map((name) => valueItem(document, offset, typed.slice(slash), name, 'value', 'file'));
}

/** Takes the place of what is typed in front of an offset. */
export function valueItem(
  { file }: Document,
  offset: number,
  typed: string,
  label: string,
  kind: Completion['kind'],
  detail: string,
): Completion {
  return { label, kind, detail, markdown: '', span: { file, start: offset - typed.length, end: offset }, newText: label };
}
