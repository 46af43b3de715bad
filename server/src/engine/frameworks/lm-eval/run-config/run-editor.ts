import { codeSpan } from '../../../core/markdown.js';
import { baseName, touches } from '../../../core/span.js';
import type { ConfigKind } from '../../../config/config.js';
import type { Document } from '../../../core/document.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { Completion, Definition, FrameworkEditor, Hover, TypingPlace } from '../../face/editor.js';
import { ownersByIndent } from '../../../cursor/keys-around.js';
import { kindWord, namesOfTasks, valueItem } from '../editor/task-completion.js';
import { definitionsOfName } from '../editor/task-definition.js';
import { taskSymbols } from '../editor/task-symbols.js';
import { isTaskPath, matchesOf, runNamesIn, type RunName } from './run-names.js';
import { runFields } from './run-fields.js';
import { indexOfRun } from './run-tasks.js';

/** The most names of tasks that a pattern leads to. */
const most = 200;

/** What an editor shows of the config of a run. */
export const runEditor: FrameworkEditor = {
  hover: hoverOfRun,
  definition: definitionInConfig,
  symbols: taskSymbols,
  values: runValues,
  kindAround: kindInRun,
};

function nameAt({ config: { evaluation } }: ReadConfig, offset: number): RunName | undefined {
  return runNamesIn(evaluation.value.get('tasks')).find(({ span }) => span.file === evaluation.file && touches(span, offset));
}

function hoverOfRun(read: ReadConfig, offset: number): Hover | undefined {
  const name = nameAt(read, offset);
  const index = name && !isTaskPath(name) ? indexOfRun(read.config.evaluation, read.surroundings) : undefined;
  const entry = index?.entry(name!.text);
  if (!name || !entry) return undefined;
  const file = entry.file === undefined ? '' : ` · ${codeSpan(baseName(entry.file))}`;
  return { markdown: `${codeSpan(name.text)} · ${kindWord(entry.kind)}${file}`, span: name.span };
}

/** The tasks that a name or a pattern stands for, each where its file names it. */
function definitionInConfig(read: ReadConfig, offset: number): Definition[] {
  const name = nameAt(read, offset);
  const index = name && indexOfRun(read.config.evaluation, read.surroundings);
  if (!name || !index) return [];
  return matchesOf(name.text, index)
    .slice(0, most)
    .flatMap((match) => definitionsOfName(match, name.span, index, read.surroundings));
}

/** Behind a key the values that it takes, in the list of `tasks` the names that there are. Undefined where a key is to be written. */
function runValues({ document, read, offset, before }: TypingPlace): Completion[] | undefined {
  const listed = /^\s*-\s+["']?([\w.-]*)$/.exec(before)?.[1];
  if (listed !== undefined) {
    if (ownersByIndent(document, offset)[0] !== 'tasks' || !read) return [];
    return namesOfTasks(indexOfRun(read.config.evaluation, read.surroundings), document, offset, listed);
  }
  const typed = /^(\w+)\s*:\s+["']?([\w./-]*)$/.exec(before);
  if (!typed) return undefined;
  const type = runFields.field('run', typed[1]!)?.type ?? '';
  return type.startsWith('bool') ? ['true', 'false'].map((word) => valueItem(document, offset, typed[2]!, word, 'value', typed[1]!)) : [];
}

/** Keys of a run stand at the top level; what is below them belongs to others. */
function kindInRun(document: Document, offset: number): ConfigKind | undefined {
  return ownersByIndent(document, offset)[0] === undefined ? 'run' : undefined;
}
