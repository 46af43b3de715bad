import { addShape, addWholeText } from '../../../../checks/support/shape.js';
import { CacheKey } from '../../../../core/cache-key.js';
import type { DatasetConfig } from '../../../../config/config.js';
import type { Behaviour, Surroundings } from '../../../face/behaviour.js';
import type { RenderError } from '../../../../prompt/rendered-prompt.js';
import { harnessRelease } from '../../releases/find-harness.js';
import { newestHarness } from '../../releases/harness-release.js';
import { RecentMap } from '../../../../core/recent-map.js';
import { tagsAndWords } from './tags-and-words.js';
import { isPlain } from './template.js';

/** Fields that have no part in the prompt, nor in what is raised before it is built. */
const apart: ReadonlySet<string> = new Set([
  'task',
  'task_alias',
  'tag',
  'custom_dataset',
  'dataset_path',
  'dataset_name',
  'dataset_kwargs',
  'process_docs',
  'process_results',
  'filter_list',
  'should_decontaminate',
  'doc_to_decontamination_query',
  'repeats',
  'unsafe_code',
  'metadata',
]);

/** So many characters of the shapes of tasks are kept that are known to raise nothing. */
const mostKept = 1_000_000;
const key = new CacheKey<RecentMap<string, true>>('tasks that raise nothing');

/** What a framework raises on a task (`Behaviour.raises`). Tasks of one benchmark are alike but for their names: of those that raise nothing one is rendered. */
export function raisedByTask(framework: Behaviour, task: DatasetConfig, surroundings: Surroundings): RenderError | undefined {
  const harmless = surroundings.remember(key, () => ({
    value: new RecentMap<string, true>(mostKept, ({ length }) => length),
    concerns: (changed) => changed.endsWith('.py'),
  }));
  // The name may choose a prompt format.
  const release = framework.releases?.find(task.value.span.file, surroundings).name;
  // Of older releases the shape leaves out fields that they do not have.
  const older = harnessRelease(release).taskFields !== newestHarness.taskFields;
  const shape = older || task.abbr.includes('@') ? undefined : shapeOf(task.value);
  if (shape !== undefined && harmless.get(`${release ?? ''} ${shape}`)) return undefined;
  const [error] = framework.raises(task, [undefined], release);
  if (!error && shape !== undefined) harmless.set(`${release ?? ''} ${shape}`, true);
  return error;
}

/** All that decides whether a task raises; undefined for one that is too long to be worth it. */
function shapeOf(task: DatasetConfig['value']): string | undefined {
  const parts: string[] = [];
  for (const { key: name, value } of task.entries.values()) {
    if (name.kind === 'str' && apart.has(name.text)) continue;
    addShape(parts, name, addWholeText);
    if (name.kind === 'str' && value.kind === 'str') addField(parts, name.text, value.text);
    else addShape(parts, value, addWholeText);
    if (parts.length > 20_000) return undefined;
  }
  return parts.join('');
}

/** Fields whose wording decides nothing: what is between their tags is only printed. */
const worded: ReadonlySet<string> = new Set(['doc_to_text', 'doc_to_target', 'description']);

function addField(parts: string[], name: string, text: string): void {
  if (name === 'description' && text !== '' && isPlain(text)) parts.push('text');
  else if (worded.has(name) && !isPlain(text)) parts.push('t', withoutWords(text) ?? `:${text}`);
  else addWholeText(parts, text, name);
}

/** The tags of a template; undefined where what stands between them may be more than words: digits, or a list, that the harness reads as such. */
function withoutWords(template: string): string | undefined {
  const { tags, words } = tagsAndWords(template);
  return /\p{L}/u.test(words) && !/[{}[\]\p{N}]/u.test(words) ? tags.join('') : undefined;
}
