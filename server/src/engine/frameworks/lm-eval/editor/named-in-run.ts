import type { Document } from '../../../core/document.js';
import type { Span } from '../../../core/span.js';

/** So many characters in front of a place say what it is. */
const lookedAt = 2_000;

/** What stands in front of a name on a command line: `--tasks a,b c`, also as texts of a list (`'--tasks', 'a'`). */
const commandLine = /--tasks(?:["']\s*,\s*["']|[ \t=]+["']?)(?:\w[\w@.-]*(?:[ \t]*,[ \t]*|[ \t]+))*$/;
/** In front of a name of Python's `simple_evaluate(tasks=['a', 'b'])`. */
const keyword = /\btasks[ \t]*=[ \t]*[[(]?(?:\s*["'][^"'\n]*["'][ \t]*,)*\s*["'](?:[\w@.-]+[ \t]*,[ \t]*)*$/;
/** In front of a name of the key `tasks` of a file that `lm-eval run --config` takes (lm-evaluation-harness 0.4.13 `config/evaluate_config.py`): a text, or a list of them. */
const yamlKey =
  /(?:^|\n)tasks:[ \t]*(?:\[(?:\s*["']?[\w@.-]+["']?[ \t]*,)*\s*|(?:\n[ \t]*(?:-[^\n]*|#[^\n]*)?)*\n[ \t]*-[ \t]+)?["']?(?:[\w@.-]+[ \t]*,[ \t]*)*$/;

/** Folders that a run is told to look for tasks in: on a command line, as an argument in Python, as a key of a file for `lm-eval run --config`. */
const includes: readonly RegExp[] = [
  /--include[_-]path(?:["']\s*,\s*["']|[ \t=]+["']?)([^\s"',]+)/g,
  /\binclude_path[ \t]*=[ \t]*["']([^"'\n]+)["']/g,
  /^include_path:[ \t]*["']?([^\s"'#]+)/gm,
];
/** So many of them are looked into. */
const mostIncludes = 20;

/** The folders of their own tasks that the runs of a document name: as they are written. */
export function includePathsIn({ text }: Pick<Document, 'text'>): readonly string[] {
  if (!/include[_-]path/.test(text)) return [];
  const found = includes.flatMap((pattern) => [...text.matchAll(pattern)].map(([, path]) => path!));
  return [...new Set(found)].slice(0, mostIncludes);
}

/** The name of a task, a group or a tag, `task@format` included, at an offset of a document that is none of these, where it says what a run evaluates; undefined where nothing of the kind stands. */
export function taskNamedAt(
  { file, text, language }: Pick<Document, 'file' | 'text' | 'language'>,
  offset: number,
): { readonly name: string; readonly span: Span } | undefined {
  let start = offset;
  let end = offset;
  while (start > 0 && isPart(text[start - 1]!)) start--;
  while (end < text.length && isPart(text[end]!)) end++;
  if (start === end || !/\w/.test(text[start]!)) return undefined;
  const before = text.slice(Math.max(0, start - lookedAt), start);
  const patterns = [commandLine, ...(language === 'python' ? [keyword] : []), ...(language === 'yaml' ? [yamlKey] : [])];
  if (!before.includes('tasks') || !patterns.some((pattern) => pattern.test(before))) return undefined;
  return { name: text.slice(start, end), span: { file, start, end } };
}

function isPart(character: string): boolean {
  return /[\w@.-]/.test(character);
}
