import { dirname, joinPath } from '../../../../core/paths.js';
import type { FileId } from '../../../../core/span.js';
import { textOf, type DictValue, type StrValue, type Value } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';
import { harnessSourceOf } from '../../load/harness-source.js';
import { membersOf, type Member } from '../../load/members.js';
import { kindOf } from '../../load/task-file.js';
import { readyTaskIndexOf } from '../../load/task-indexes.js';
import { releaseOf } from '../../releases/find-harness.js';
import { scoresOf, type TaskScores } from './task-scores.js';

/** A metric that a group combines, and that none of its tasks gives (lm-evaluation-harness 0.4.13 `api/group.py`, `aggregate`). */
export interface CombinesNothing {
  readonly metric: StrValue;
  /** The `filter_list` that is written; undefined where none is. */
  readonly filters: Value | undefined;
  /** What the tasks give: `metrics`, or behind which `filters` they give this metric. */
  readonly lacks: 'metric' | 'filter';
  readonly given: ReadonlySet<string>;
  /** The metrics of the same list that there may be something to combine of. */
  readonly beside: ReadonlySet<string>;
}

/** The metrics of a group, and of groups that are written within it, of which it is certain that there is nothing to combine. */
export function* combineNothing(context: CheckContext): Iterable<CombinesNothing> {
  const { evaluation, file, surroundings, config } = context;
  if (kindOf(evaluation.value) !== 'GROUP' || !config.places.some(({ kind }) => kind === 'aggregate-metric')) return;
  const index = readyTaskIndexOf(file, surroundings);
  if (!index) return;
  const members = membersOf(evaluation.value, index, releaseOf(file, surroundings));
  yield* inGroup(context, evaluation.value, members);
}

function* inGroup(context: CheckContext, group: DictValue, members: readonly Member[]): Iterable<CombinesNothing> {
  const list = group.get('aggregate_metric_list');
  const beside = new Set<string>();
  const found: Omit<CombinesNothing, 'beside'>[] = [];
  for (const item of list?.kind === 'list' ? list.items : list ? [list] : []) {
    const nothing = item.kind === 'dict' ? combined(context, item, members) : undefined;
    if (nothing) found.push(nothing);
    else if (item.kind === 'dict') beside.add(textOf(item.get('metric')) ?? '');
  }
  for (const nothing of found) yield { ...nothing, beside };
  // Groups of other files are checked where they are written.
  for (const member of members)
    if (member.kind === 'group' && member.file === undefined) yield* inGroup(context, member.config, member.members);
}

function combined(context: CheckContext, item: DictValue, members: readonly Member[]): Omit<CombinesNothing, 'beside'> | undefined {
  const metric = item.get('metric');
  const written = item.get('filter_list');
  const filters = filtersCombined(context, written);
  if (metric?.kind !== 'str' || filters === undefined) return undefined;
  const has = ({ metrics, filters: given }: TaskScores): boolean =>
    metrics.has(metric.text) && (filters === 'every' || filters.some((name) => given.has(name)));
  if (filters === 'every' || filters.includes('none')) {
    const [first] = tasksIn(members);
    if (first?.file !== undefined && saysMetric(first.file, metric.text, context)) return undefined;
  }
  const all: TaskScores[] = [];
  // Of thousands of tasks the first one that has it is enough.
  for (const task of tasksIn(members)) {
    const scores = scoresOf(task, context.surroundings);
    if (!scores || has(scores)) return undefined;
    all.push(scores);
  }
  if (all.length === 0 || harnessSourceOf(context.file, context.surroundings.workspace)?.givesAlways(metric.text)) return undefined;
  const having = all.filter(({ metrics }) => metrics.has(metric.text));
  const given = having.length > 0 ? having.flatMap(({ filters: names }) => [...names]) : all.flatMap(({ metrics }) => [...metrics]);
  return { metric, filters: written, lacks: having.length > 0 ? 'filter' : 'metric', given: new Set(given) };
}

/** Whether a task seems to have a metric, by the text of its file or of what that includes, and no pipelines of its own: then it need not be evaluated. */
function saysMetric(file: FileId, metric: string, { surroundings: { workspace } }: CheckContext): boolean {
  const read = (path: FileId): string => {
    const found = workspace.read(path);
    return found.kind === 'text' ? found.text : '';
  };
  const own = read(file);
  const included = /^include:[ \t]*["']?([^\s"'#]+)/m.exec(own)?.[1];
  const text = included === undefined ? own : `${own}\n${read(joinPath(dirname(file), included))}`;
  if (/^(?:filter_list|process_results)\b/m.test(text)) return false;
  return [...text.matchAll(/\bmetric:[ \t]*["']?([^\s"'#]+)/g)].some(([, name]) => name === metric);
}

/** The filters behind which a group combines a metric; undefined where that is not known. */
function filtersCombined({ file, surroundings }: CheckContext, written: Value | undefined): readonly string[] | 'every' | undefined {
  if (!written) return releaseOf(file, surroundings).combinesEveryFilter ? 'every' : ['none'];
  if (written.kind === 'none') return releaseOf(file, surroundings).combinesEveryFilter ? 'every' : undefined;
  if (written.kind === 'str') return [written.text];
  if (written.kind !== 'list') return undefined;
  const names = written.items.map((item) => (item.kind === 'str' ? item.text : undefined));
  return names.every((name): name is string => name !== undefined) ? names : undefined;
}

function* tasksIn(members: readonly Member[]): Iterable<Member> {
  for (const member of members) {
    if (member.kind === 'task') yield member;
    else yield* tasksIn(member.members);
  }
}
