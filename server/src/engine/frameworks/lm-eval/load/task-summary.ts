import { PyError } from '../../../core/errors.js';
import type { Evaluation } from '../../../core/evaluation.js';
import { pyRepr, typeName } from '../../../python/runtime/semantics.js';
import type { FileId, Span } from '../../../core/span.js';
import { textOf, type Value } from '../../../core/value.js';
import { kindOf } from './task-file.js';

/** What the index keeps of a file: enough to find it by name, and to know when to look at it again. */
export type TaskSummary = IndexedFile | SkippedFile;

export interface IndexedFile {
  readonly file: FileId;
  readonly kind: 'TASK' | 'GROUP' | 'PY_TASK';
  readonly name: string;
  readonly tags: readonly string[];
  /** Of a group: the names in its list. */
  readonly members?: readonly string[];
  /** What it includes, directly or through others. */
  readonly dependencies: readonly FileId[];
}

/** A file that the harness leaves out of its index without a word: the log tells it only at level DEBUG. */
export interface SkippedFile {
  readonly file: FileId;
  readonly kind: 'SKIPPED';
  /** What loading or indexing raises. */
  readonly error: PyError;
  readonly dependencies: readonly FileId[];
}

/** What `TaskIndex.process_cfg` takes from a loaded file (lm-evaluation-harness 0.4.13 `tasks/_index.py`). */
export function summaryOf(evaluation: Evaluation): TaskSummary {
  const { file, value, error, ok, problems, dependencies: used } = evaluation;
  const dependencies = [...used];
  const skipped = (reason: PyError): SkippedFile => ({ file, kind: 'SKIPPED', error: reason, dependencies });
  if (error) return skipped(error);
  if (!ok) return skipped(new PyError('LimitError', problems[0]?.message ?? 'The file is too large.', problems[0]?.span));
  const kind = kindOf(value);
  if (kind === 'UNKNOWN')
    return skipped(
      new PyError(
        'ValueError',
        `Unknown config shape: keys=[${[...value.entries.values()].map(({ key }) => pyRepr(key).text).join(', ')}]`,
        value.span,
      ),
    );
  const name = value.get(kind === 'GROUP' ? 'group' : 'task');
  if (!name) return skipped(new PyError('KeyError', "'task'", value.span));
  if (name.kind !== 'str') return skipped(noName(name));
  const tags = tagsOf(value.get('tag'));
  if (!Array.isArray(tags)) return skipped(tags);
  return { file, kind, name: name.text, tags, dependencies, ...(kind === 'GROUP' && { members: namesIn(value.get('task')) }) };
}

/** The mere names in the list of a group, and those that an item names with overrides. */
function namesIn(members: Value | undefined): string[] {
  if (members?.kind !== 'list') return [];
  return members.items.flatMap((item) => textOf(item.kind === 'dict' ? (item.get('group') ?? item.get('task')) : item) ?? []);
}

function noName(name: Value): PyError {
  if (isUnhashable(name)) return unhashable(name, name.span);
  return new PyError('KeyError', pyRepr(name).text, name.span, 'Only text can be given as the name of a task.');
}

/** The names of a `tag:`, a text or a list of texts; or what making a set of them raises. */
function tagsOf(tag: Value | undefined): string[] | PyError {
  if (!tag || tag.kind === 'none' || tag.kind === 'unknown') return [];
  if (tag.kind === 'str') return tag.text === '' ? [] : [tag.text];
  if (tag.kind !== 'list')
    return tag.kind === 'dict'
      ? unhashable(tag, tag.span)
      : new PyError('TypeError', `'${typeName(tag)}' object is not iterable`, tag.span);
  const bad = tag.items.find(isUnhashable);
  return bad ? unhashable(bad, bad.span) : tag.items.flatMap((item) => (item.kind === 'str' ? [item.text] : []));
}

function isUnhashable({ kind }: Value): boolean {
  return kind === 'list' || kind === 'dict' || kind === 'set';
}

function unhashable(value: Value, span: Span): PyError {
  return new PyError('TypeError', `unhashable type: '${typeName(value)}'`, span);
}
