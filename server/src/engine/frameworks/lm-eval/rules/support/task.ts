import { kindOf } from '../../load/task-file.js';
import type { Evaluation } from '../../../../core/evaluation.js';
import { textOf, type DictEntry, type DictValue } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';

/**
 * A dict with the fields of a task, as rules look at it. `task` is the whole config of a task: what it lacks has the harness's default. `part` is
 * an included file, a group or a member of one: what it lacks is not known, for whoever uses it may give it.
 */
export class Task {
  constructor(
    readonly config: DictValue,
    readonly kind: 'task' | 'part',
  ) {}

  get whole(): boolean {
    return this.kind === 'task';
  }

  /** The entry of a field that is given and not null. */
  given(key: string): DictEntry | undefined {
    const entry = this.config.entry(key);
    return entry && entry.value.kind !== 'none' ? entry : undefined;
  }

  /** Whether it is certain that nothing, or null, is given. */
  lacks(key: string): boolean {
    const value = this.config.get(key);
    return value ? value.kind === 'none' : this.whole;
  }

  /** A field's text; `absent` where the task certainly does not give it; undefined where that is not known or it is no text. */
  text(key: string, absent?: string): string | undefined {
    const value = this.config.get(key);
    return value ? textOf(value) : this.whole ? absent : undefined;
  }

  get outputType(): string | undefined {
    return this.text('output_type', 'generate_until');
  }

  /** `num_fewshot` as it is written; 0 where the task certainly has none, undefined where that is not known. */
  get shots(): number | undefined {
    const value = this.config.get('num_fewshot');
    if (value?.kind === 'int') return Number(value.value);
    return this.lacks('num_fewshot') ? 0 : undefined;
  }

  /** Whether the config itself asks for examples. */
  get hasShots(): boolean {
    return (this.shots ?? 0) > 0;
  }

  get fewshot(): DictValue | undefined {
    const value = this.config.get('fewshot_config');
    return value?.kind === 'dict' ? value : undefined;
  }

  /** Whether `fewshot_config` is what it cannot be known to be. */
  get fewshotUnknown(): boolean {
    const value = this.config.get('fewshot_config');
    return value ? value.kind !== 'dict' && value.kind !== 'none' : !this.whole;
  }

  /** The entry from which examples take a field: that of `fewshot_config`, null included, else the task's. */
  fewshotEntry(key: string): DictEntry | undefined {
    return this.fewshot?.entry(key) ?? this.config.entry(key);
  }

  /** The documents of `fewshot_config.samples`, where they are written out. */
  get samples(): readonly DictValue[] | undefined {
    const list = this.fewshot?.get('samples');
    if (list?.kind !== 'list' || list.items.length === 0) return undefined;
    const rows = list.items.filter((item): item is DictValue => item.kind === 'dict');
    return rows.length === list.items.length ? rows : undefined;
  }

  /** Whether the samples are where examples come from: a split would win over them. */
  get usesSamples(): boolean {
    if (!this.samples || this.fewshotUnknown) return false;
    const split = this.fewshot?.get('split');
    return split ? split.kind === 'none' : this.lacks('fewshot_split');
  }
}

const known = new WeakMap<Evaluation, readonly Task[]>();

/** What a document holds of tasks: its own, or the overrides of a group and of its members. Nothing for tasks that are Python classes. */
export function tasksOf({ evaluation, config }: Pick<CheckContext, 'evaluation' | 'config'>): readonly Task[] {
  let tasks = known.get(evaluation);
  if (!tasks) known.set(evaluation, (tasks = find(evaluation, config)));
  return tasks;
}

function find(evaluation: Evaluation, config: CheckContext['config']): Task[] {
  const kind = kindOf(evaluation.value);
  if (kind === 'PY_TASK') return [];
  if (kind === 'TASK') return [new Task(evaluation.value, evaluation.taskFile?.complete === false || !evaluation.ok ? 'part' : 'task')];
  return config.places.flatMap(({ kind: place, value }) =>
    value.kind === 'dict' && (place === 'task' || place === 'group' || place === 'group-member') ? [new Task(value, 'part')] : [],
  );
}
