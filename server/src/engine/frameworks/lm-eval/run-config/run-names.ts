import { namePattern } from '../../../core/name-pattern.js';
import { oncePer } from '../../../core/once-per.js';
import { RecentMap } from '../../../core/recent-map.js';
import type { Span } from '../../../core/span.js';
import type { StrValue, Value } from '../../../core/value.js';
import { writtenAt } from '../../../core/written-at.js';
import type { TaskIndex } from '../load/task-index.js';

/** A name, a pattern or a path among the tasks of a run. */
export interface RunName {
  readonly text: string;
  /** Where it is written. */
  readonly span: Span;
  readonly value: StrValue;
}

/** So many names are read, and so many patterns, each of which is held against all names that there are: by so many characters of a name times those of the pattern. */
const most = { names: 5_000, patterns: 20, work: 10_000_000 };

/** What `tasks` names: a text or a list of texts, each split at its commas and nowhere else (lm-evaluation-harness 0.4.13 `config/evaluate_config.py`, `process_tasks`). */
export function runNamesIn(tasks: Value | undefined): RunName[] {
  const items = tasks?.kind === 'list' ? tasks.items : tasks ? [tasks] : [];
  const names = items.flatMap((item) => (item.kind === 'str' ? namesOf(item) : [])).slice(0, most.names);
  const patterns = new Set(names.filter(({ text }) => isPattern(text)).slice(0, most.patterns));
  return names.filter((name) => patterns.has(name) || !isPattern(name.text));
}

function isPattern(text: string): boolean {
  return /[*?[]/.test(text);
}

function namesOf(value: StrValue): RunName[] {
  const { text, span } = value;
  if (!text.includes(',')) return [{ text, span, value }];
  let at = 0;
  return text.split(',').map((part) => {
    const from = at;
    at += part.length + 1;
    return { text: part, span: writtenAt(value.traced, from, from + part.length) ?? span, value };
  });
}

/** Whether it is the path of a file, which is loaded without being registered. */
export function isTaskPath({ text }: RunName): boolean {
  return text.endsWith('.yaml');
}

/** The names of tasks, groups and tags that a name stands for, sorted (`fnmatch.filter`; `tasks/manager.py`, `match_tasks`); none where there is none. */
export function matchesOf(text: string, index: TaskIndex): readonly string[] {
  if (!isPattern(text)) return index.entry(text) ? [text] : [];
  return foundAmong(index.entries).getOr(text, () => fitting(text, index.entries));
}

/** What patterns stand for among the names that there are: one check asks several times. */
const foundAmong = oncePer(
  (names: TaskIndex['entries']) => new RecentMap<string, readonly string[]>(10 * names.size, (_, { length }) => length + 1),
);

function fitting(text: string, names: TaskIndex['entries']): readonly string[] {
  const fits = namePattern(text);
  const found: string[] = [];
  let work = 0;
  for (const name of names.keys()) {
    work += name.length * text.length;
    if (work > most.work) break;
    if (fits(name)) found.push(name);
  }
  return found.sort();
}
