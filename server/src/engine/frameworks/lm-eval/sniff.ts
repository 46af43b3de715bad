import type { Document } from '../../core/document.js';
import { editDistance } from '../../core/edit-distance.js';

/** Only the first part of a long text is looked at. */
const enough = 200_000;

const topLevelKey = /^(["']?)([A-Za-z_]\w*)\1[ \t]*:(?=\s|$)/gm;
/** Keys at the top with a slip in front of or behind them: a line too far to the right below a text, or the first one; a colon without a blank. */
const slippedKeys = [
  /^[A-Za-z_]\w*[ \t]*:[ \t]+[^\s#|>&!][^\n]*\n[ \t]+(["']?)([A-Za-z_]\w*)\1[ \t]*:(?=\s|$)/gm,
  /^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]+(["']?)([A-Za-z_]\w*)\1[ \t]*:(?=\s|$)/g,
  /^(["']?)([A-Za-z_]\w*)\1:(?=[\w"'./])/gm,
  /^(["']?)([A-Za-z_]\w*)\1[ \t]*：/gm,
];
/** A full-width colon, as Chinese input methods write it: it ends no key. */
const wideTask = /^task[ \t]*：/m;
/** A name or an include whose colon was lost. */
const withoutColon = /^(task|include)[ \t]+[\w./-]+[ \t]*$/gm;
/** Keys that hardly stand at the top of anything but a task or group of lm-evaluation-harness, or a file that tasks include. */
const taskMarks = new Set(
  `doc_to_text doc_to_target doc_to_choice doc_to_image doc_to_audio doc_to_decontamination_query should_decontaminate fewshot_config fewshot_split
  fewshot_delimiter target_delimiter process_docs process_results metric_list aggregate_metric_list task_alias group_alias`.split(/\s+/),
);
/** Keys that other programs use, too: they count where several of them meet. */
const weakTaskMarks = new Set(
  `task dataset_path dataset_name dataset_kwargs custom_dataset output_type training_split validation_split test_split num_fewshot generation_kwargs
  filter_list gen_prefix use_prompt tag`.split(/\s+/),
);
const foreignMarks = ['_base_', 'models', 'datasets'];

/**
 * Whether a text looks like a task or a group of lm-evaluation-harness, or like a file that tasks include. Cheap: looks at the keys of the top
 * level only, as they are written.
 */
export function looksLikeTask(text: string, language: Document['language']): boolean {
  if (language !== 'yaml') return false;
  const part = text.length > enough ? text.slice(0, enough) : text;
  const keys = new Set<string>();
  for (const [, , key] of part.matchAll(topLevelKey)) keys.add(key!);
  const named = ['task', 'include', 'group'].filter((key) => keys.has(key));
  if (named.length === 0) return isTask(keys, text);
  if (named.length === 1 && !keys.has('group')) for (const [, key] of part.matchAll(withoutColon)) keys.add(key!);
  // Without what is slipped it may look like nothing, and it is that which is to be told.
  if (!keys.has('task') && isPartly(keys) && ([...keys].some(isSlipOfTask) || wideTask.test(part))) keys.add('task');
  if (keys.has('task') && (keys.has('dataset_name') || keys.has('dataset_path')) && [...keys].some(isSlipOfInclude)) keys.add('include');
  if (!isTask(keys, text)) for (const pattern of slippedKeys) for (const [, , key] of part.matchAll(pattern)) keys.add(key!);
  return isTask(keys, text);
}

/** Whether a key is nearly `task`; `tasks` is a word of other programs. */
export function isSlipOfTask(key: string): boolean {
  return key !== 'tasks' && key.length < 6 && editDistance(key.toLowerCase(), 'task', 2) === 1;
}

/** Whether a key is nearly `include`, or is it in another case; `includes` is a word of other programs. */
export function isSlipOfInclude(key: string): boolean {
  return key !== 'include' && key !== 'includes' && key.length > 5 && key.length < 9 && editDistance(key.toLowerCase(), 'include', 2) <= 1;
}

/** Whether something beside the name says so: fields of a task, or what groups have. */
function isPartly(keys: ReadonlySet<string>): boolean {
  return (keys.has('group') && keys.has('metadata')) || (keys.has('include') && [...keys].some((key) => weakTaskMarks.has(key)));
}

const classLine = /^["']?class["']?[ \t]*:[ \t]*!function\b/m;
/** A class as `!function` has it, without that. */
const classWithoutMark = /^class[ \t]*:[ \t]*["']?[a-z_]\w*(?:\.[a-z_]\w*)*\.[A-Z]\w*["']?[ \t]*\r?$/m;
const ofClasses = new Set(['task', 'class', 'tag', 'include', 'metadata', 'recipe']);

/** What groups have beside their members, and what their members are called in place of `task`. */
const ofGroups = new Set(['group', 'group_alias', 'aggregate_metric_list', 'metadata', 'tag', 'tasks', 'task_list', 'subtasks']);

/** Whether all that is there is what groups have, and their members under another key: other programs may have such files, too. */
export function isGroupWithoutTask(keys: ReadonlySet<string>): boolean {
  return (
    keys.has('group') && ['tasks', 'task_list', 'subtasks'].some((key) => keys.has(key)) && [...keys].every((key) => ofGroups.has(key))
  );
}

function isTask(keys: ReadonlySet<string>, text: string): boolean {
  if (foreignMarks.some((key) => keys.has(key))) return false;
  for (const key of keys) if (taskMarks.has(key)) return true;
  if ((keys.has('include') || keys.has('group')) && keys.has('task')) return true;
  if (isGroupWithoutTask(keys)) return true;
  // A task that lacks its name, or one that others include.
  if (keys.has('include') && (keys.has('dataset_name') || keys.has('dataset_path'))) return true;
  if (keys.has('class') && keys.has('task'))
    return classLine.test(text) || ([...keys].every((key) => ofClasses.has(key)) && classWithoutMark.test(text));
  return keys.has('task') && [...keys].filter((key) => weakTaskMarks.has(key)).length > 2;
}
