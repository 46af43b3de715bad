import { findFunction, type FoundFunction } from '../load/function.js';
import { readyTaskIndexOf } from '../load/task-indexes.js';
import type { ReadConfig } from '../../face/behaviour.js';
import { valuesOfTask } from '../rules/support/walk.js';
import { touches, type FileId, type Span } from '../../../core/span.js';
import type { RefValue, StrValue, Value } from '../../../core/value.js';

/** The function of a `!function` and where that stands: `module.name`, without the tag. */
export interface FunctionPlace {
  readonly ref: RefValue;
  readonly found: FoundFunction;
}

/** Every `!function` that a document itself writes and that leads somewhere. */
export function functionPlaces({ config, surroundings }: ReadConfig, offset?: number): FunctionPlace[] {
  const { file } = config.evaluation;
  return valuesOfTask(config)
    .filter((inner): inner is RefValue => inner.kind === 'ref' && inner.refKind === 'function' && inner.span.file === file)
    .filter(({ span }) => offset === undefined || touches(span, offset))
    .flatMap((ref) => {
      const found = findFunction(ref, surroundings);
      return found.kind === 'found' ? [{ ref, found }] : [];
    });
}

/** The member of a group that stands at an offset, by its name, and the file that defines it. */
export function memberAt(
  read: ReadConfig,
  offset: number,
): { readonly name: StrValue; readonly file: FileId; readonly kind: string } | undefined {
  const name = memberNameAt(read, offset);
  const entry = name && readyTaskIndexOf(name.span.file, read.surroundings)?.entry(name.text);
  return entry?.file === undefined ? undefined : { name: name!, file: entry.file, kind: entry.kind === 'GROUP' ? 'group' : 'task' };
}

/** The member of a group that stands at an offset, whatever it stands for. */
export function memberNameAt({ config }: ReadConfig, offset: number): StrValue | undefined {
  const { file } = config.evaluation;
  return config.places.flatMap(memberNames).find(({ span }) => span.file === file && touches(span, offset));
}

/** The name of a tag that stands at an offset: one that the task has, or a member of a group that is one. With the tasks that have it, as far as the harness finds them. */
export function tagAt(read: ReadConfig, offset: number): { readonly name: StrValue; readonly tagged: readonly string[] } | undefined {
  const name = ownTagAt(read, offset) ?? memberNameAt(read, offset);
  const entry = name && readyTaskIndexOf(name.span.file, read.surroundings)?.entry(name.text);
  return entry?.kind === 'TAG' ? { name: name!, tagged: [...entry.tagged].sort() } : undefined;
}

function ownTagAt({ config: { evaluation } }: ReadConfig, offset: number): StrValue | undefined {
  const { file, value } = evaluation;
  const tags = value.get('tag');
  const names = tags?.kind === 'list' ? tags.items : tags ? [tags] : [];
  return names.filter((name) => name.kind === 'str').find(({ span }) => span.file === file && touches(span, offset));
}

/** The names of members that a place holds: those of a list, and that of a dict that changes one. */
function memberNames({ kind, value }: ReadConfig['config']['places'][number]): StrValue[] {
  if (value.kind !== 'dict') return [];
  const listed = kind === 'group' || kind === 'group-member' ? value.get('task') : undefined;
  const items = listed?.kind === 'list' ? listed.items : kind === 'group-member' && listed ? [listed] : [];
  return items.filter((item) => item.kind === 'str');
}

/** The entry of `include` as the document writes it, which is not among the keys of the config. */
export function includeEntryAt(
  { config: { evaluation } }: ReadConfig,
  offset: number,
): { readonly keySpan: Span; readonly value: Value } | undefined {
  const entry = evaluation.taskFile?.own.entry('include');
  return entry && entry.keySpan.file === evaluation.file && touches(entry.keySpan, offset) ? entry : undefined;
}
