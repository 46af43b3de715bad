import type { ConfigKind } from '../../../config/config.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import { oneEdit, renameKeyFix } from '../../../checks/support/fixes.js';
import { isNameSlip } from '../../../checks/support/slip.js';
import { kindOf } from '../load/task-file.js';
import { descendantOf, descendantSourceOf } from '../load/descendant.js';
import { harnessSourceOf } from '../load/harness-source.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { isHardlyGroup } from './support/hardly-group.js';
import { strayKeyFixes, strayKeys, type StrayKey } from './support/unknown-keys.js';
import { fileRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Who takes the keys of a dict as arguments. */
const builtAs: Partial<Record<ConfigKind, string>> = {
  task: 'TaskConfig',
  group: 'TaskConfig',
  'group-member': 'TaskConfig',
  'aggregate-metric': 'AggMetricConfig',
};

/** Keys of which more can be said than that they are unknown. */
const advice: Readonly<Record<string, string>> = {
  formats: say`Prompt formats come with version 0.5.`,
  batch_size: say`The batch size is an option of the command line, --batch_size.`,
  group_config: say`The name of a group and its fields belong at the top of the file.`,
};

/** A key that no class of the harness takes (lm-evaluation-harness 0.4.13 `config/task.py`, `config/group.py`), nor that of the harness within reach. */
export const unknownField = fileRule(
  {
    id: 'unknown-field',
    title: 'A key that tasks of lm-evaluation-harness do not have',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'TypeError: TaskConfig.__init__() got an unexpected keyword argument',
  },
  function* (context): Iterable<Finding> {
    const { evaluation, config } = context;
    // Where the syntax is broken keys may be found that are none.
    if (kindOf(evaluation.value) === 'PY_TASK' || evaluation.problems.some(({ kind }) => kind === 'syntax-error')) return;
    const { workspace } = context.surroundings;
    const descendant = descendantOf(evaluation, workspace);
    const own = descendant && descendantSourceOf(context.file, workspace);
    // What another program takes is only known from its own source.
    if (descendant && !own) return;
    for (const place of config.places) {
      if (place.value.kind === 'dict' && inTask.has(place.kind)) yield* slipsWithin(context, place.value);
      if (place.kind === 'group' && place.value.kind === 'dict') yield* tagOfGroup(place.value);
      const owner = builtAs[place.kind];
      // Of a descendant the fields of a task are known, and not what a group takes.
      if (owner === undefined || (own && place.kind !== 'task')) continue;
      const extra = (): ReadonlySet<string> | undefined =>
        owner === 'TaskConfig' ? (own ?? harnessSourceOf(context.file, workspace))?.taskFields : undefined;
      for (const stray of strayKeys(place, extra))
        if (place.kind !== 'group' || place.value.kind !== 'dict' || !isHardlyGroup(place.value))
          yield { span: stray.entry.keySpan, message: messageOf(stray, owner, place.kind), fixes: strayKeyFixes(context, stray) };
    }
  },
);

/** Only tasks are registered under their tags (0.4.13 `tasks/_index.py`; `tasks/__init__.py` before). */
function* tagOfGroup(group: DictValue): Iterable<Finding> {
  const tag = group.entry('tag');
  const first = tag?.value.kind === 'list' ? tag.value.items[0] : tag?.value;
  // Of a task that names its group, and what becomes of its tag, a rule of its own tells.
  if (tag && first?.kind === 'str' && group.get('task')?.kind === 'list')
    yield {
      span: tag.keySpan,
      severity: 'information',
      message: say`A tag of a group has no effect: --tasks ${first.text} finds the tasks that have the tag themselves, and no group.`,
    };
}

const inTask: ReadonlySet<ConfigKind> = new Set(['task', 'group', 'group-member']);

/** Arguments of `load_dataset` that tasks give (datasets 3.6 `load.py`); what it does not know goes to the builder of the dataset, most of which have no keys of their own. */
const ofLoading = ['data_dir', 'data_files', 'split', 'cache_dir', 'revision', 'streaming', 'num_proc', 'trust_remote_code'];
const otherOfLoading = ['verification_mode', 'download_mode', 'features', 'token', 'keep_in_memory', 'save_infos', 'storage_options'];

/** Slips of the keys that are known where any others may stand: in `dataset_kwargs` and `metadata`. */
function* slipsWithin(context: CheckContext, task: DictValue): Iterable<Finding> {
  const custom = task.get('custom_dataset');
  if (!custom || custom.kind === 'none')
    for (const [entry, meant] of slipsOf(task.get('dataset_kwargs'), ofLoading, otherOfLoading))
      yield slip(
        context,
        entry,
        meant,
        say`The function load_dataset has no argument ${textOf(entry.key)!}, and hands it to the builder of the dataset: one that does not know it raises TypeError or ValueError. Did you mean ${meant}?`,
      );
  if (!custom || custom.kind === 'none') yield* givenTwice(task.get('dataset_kwargs'));
  yield* versionAlone(context, task.entry('metadata'));
  for (const [entry, meant] of slipsOf(task.get('metadata'), ['version'], []))
    yield slip(
      context,
      entry,
      meant,
      say`The harness does not read ${textOf(entry.key)!}, and the results do not say which version of the task was run. Did you mean ${meant}?`,
    );
}

/** `version 1.0` without its colon: a text, in which nobody looks for the version (`tasks/_factory.py`, `_load_full_config`). */
function* versionAlone({ text }: CheckContext, metadata: DictEntry | undefined): Iterable<Finding> {
  const span = metadata?.value.span;
  const written = span && /^version(?=[ \t]+[\d.]+$)/.exec(text(span.file).slice(span.start, span.end));
  if (!written) return;
  const end = span.start + written[0].length;
  yield {
    span,
    severity: 'warning',
    message: say`This is a text, and no \`version\`: the results do not say which version of the task was run. A colon is missing.`,
    fixes: oneEdit(say`Write version:`, false, { span: { file: span.file, start: end, end }, newText: ':' }),
  };
}

/** Arguments that `load_dataset` gets from fields of their own. */
function* givenTwice(kwargs: Value | undefined): Iterable<Finding> {
  for (const key of ['path', 'name']) {
    const entry = kwargs?.kind === 'dict' ? kwargs.entry(key) : undefined;
    if (entry)
      yield {
        span: entry.keySpan,
        message: say`The harness gives load_dataset its ${key} from \`dataset_${key}\`, even where that is not written: loading the task raises TypeError: load_dataset() got multiple values for keyword argument '${key}'. Write it there.`,
      };
  }
}

function slip(context: CheckContext, entry: DictEntry, meant: string, message: string): Finding {
  return { span: entry.keySpan, severity: 'warning', message, fixes: renameKeyFix(context, entry, meant) };
}

/** The entries whose keys are slips of one that the dict does not have. */
function* slipsOf(dict: Value | undefined, wanted: readonly string[], others: readonly string[]): Iterable<[DictEntry, string]> {
  if (dict?.kind !== 'dict') return;
  for (const entry of [...dict.entries.values()].slice(0, mostKeys)) {
    const name = textOf(entry.key);
    if (name === undefined || wanted.includes(name) || others.includes(name)) continue;
    const meant = wanted.find(
      (one) => !dict.entry(one) && (isNameSlip(name, one, 'some') || isBeginning(name, one) || name.replaceAll('-', '_') === one),
    );
    if (meant !== undefined) yield [entry, meant];
  }
}

/** `trust_remote` for `trust_remote_code`: its first words. */
function isBeginning(name: string, meant: string): boolean {
  return name.includes('_') && meant.startsWith(`${name}_`);
}

/** Keys of a dict that are looked at. */
const mostKeys = 200;

function messageOf({ name, meant }: StrayKey, owner: string, kind: ConfigKind): string {
  if (name === undefined)
    return say`YAML 1.1 does not read this key as text, so building the task raises TypeError: keywords must be strings. Put it in quotes if it is meant as a name.`;
  if (kind === 'group-member' && (meant === 'task' || meant === 'group'))
    return say`A member of a group has its name under \`task\` or \`group\`: without it building the group raises ValueError: Dict entry in group must have 'task' or 'group' key. Did you mean ${meant}?`;
  if (kind === 'group' && meant === 'task')
    return say`A group has its members under \`task\`: without it the group is empty, and evaluates nothing. Did you mean ${meant}?`;
  const who =
    kind === 'group'
      ? say`A key that is not a field of a group is set in all its members, and building them`
      : kind === 'aggregate-metric'
        ? say`Building the group`
        : say`Building the task`;
  const raised = say`${who} raises TypeError: ${owner}.__init__() got an unexpected keyword argument '${name}'.`;
  const said = Object.hasOwn(advice, name) ? advice[name] : meant === undefined ? undefined : say`Did you mean ${meant}?`;
  return said === undefined ? raised : `${raised} ${said}`;
}
