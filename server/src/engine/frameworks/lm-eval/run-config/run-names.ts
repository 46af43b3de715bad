import { namePattern } from '../../../core/name-pattern.js';
import type { Span } from '../../../core/span.js';
import type { StrValue, Value } from '../../../core/value.js';
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
  const plain = text.includes(',') ? value.traced : undefined;
  let at = 0;
  return text.split(',').map((part) => {
    const from = at;
    at += part.length + 1;
    const origin = plain?.pieceAt(from)?.origin;
    if (origin?.kind !== 'source' || !origin.exact) return { text: part, span, value };
    const start = originStart(value, from) ?? span.start;
    return { text: part, span: { file: span.file, start, end: start + part.length }, value };
  });
}

/** Where a character of a text is written, where that is as the text says it. */
function originStart({ traced }: StrValue, offset: number): number | undefined {
  for (const { start, piece } of traced.located())
    if (offset >= start && offset < start + piece.length)
      return piece.origin.kind === 'source' ? piece.origin.span.start + offset - start : undefined;
  return undefined;
}

/** Whether it is the path of a file, which is loaded without being registered. */
export function isTaskPath({ text }: RunName): boolean {
  return text.endsWith('.yaml');
}

/** The names of tasks, groups and tags that a name stands for, sorted (`fnmatch.filter`; `tasks/manager.py`, `match_tasks`); none where there is none. */
export function matchesOf(text: string, index: TaskIndex): string[] {
  if (!isPattern(text)) return index.entry(text) ? [text] : [];
  const fits = namePattern(text);
  const found: string[] = [];
  let work = 0;
  for (const name of index.entries.keys()) {
    work += name.length * text.length;
    if (work > most.work) break;
    if (fits(name)) found.push(name);
  }
  return found.sort();
}
