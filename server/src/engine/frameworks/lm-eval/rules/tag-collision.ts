import { kindOf } from '../load/task-file.js';
import { replaceScalar } from '../../../edit/index.js';
import type { StrValue } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { firstInTree, isMentionedBefore } from './support/names-in-tree.js';
import { isLargeTree, smallIndexOf } from './support/small-index.js';
import { fileRule } from './support/task-rule.js';
import { baseName, type FileId } from '../../../core/span.js';
import { releaseOf } from '../releases/find-harness.js';
import { say } from '../../../core/say.js';

/** A tag with the name of a task or a group (lm-evaluation-harness 0.4.13 `tasks/_index.py`, `_register_tags`). */
export const tagCollision = fileRule(
  {
    id: 'tag-collision',
    title: 'A tag with the same name as a task or a group',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'A tag that runs one task in place of all that have it',
  },
  function* (context): Iterable<Finding> {
    const tags = [...tagsOf(context)];
    if (tags.length > 0 && isLargeTree(context)) return yield* inLargeTree(context, tags);
    const index = tags.length === 0 ? undefined : smallIndexOf(context);
    if (!index) return;
    const isTaken = (name: string): boolean => index.entry(name) !== undefined;
    for (const tag of tags) {
      const entry = index.entry(tag.text);
      // Whichever comes first keeps the name.
      const lost = index.overshadowed.find(({ name, by }) => name === tag.text && by === undefined);
      if (lost) yield lostTask(context, tag, lost.file, isTaken);
      // A tag that the task of its name alone has would run just this task.
      if (!entry || entry.kind === 'TAG' || [...entry.tagged].every((name) => name === tag.text)) continue;
      const what = entry.kind === 'GROUP' ? 'group' : 'task';
      yield {
        span: tag.span,
        message: say`A ${what} is called ${tag.text} too, and the tag is lost: --tasks ${tag.text} runs that ${what} alone. Call the tag something else.`,
        related:
          entry.file === undefined
            ? []
            : [{ span: { file: entry.file, start: 0, end: 0 }, message: say`the ${what} is defined in ${baseName(entry.file)}` }],
        fixes: renameFix(context, tag, isTaken),
      };
    }
  },
);

function lostTask(context: CheckContext, tag: StrValue, file: FileId, isTaken: (name: string) => boolean): Finding {
  return {
    span: tag.span,
    message: say`The file ${baseName(file)} gives this name to a task or group, which is lost: --tasks ${tag.text} runs all that have the tag. Call the tag something else.`,
    related: [{ span: { file, start: 0, end: 0 }, message: say`this file is skipped` }],
    fixes: renameFix(context, tag, isTaken),
  };
}

/** Of very many files the texts tell which has the name; where one that comes before it may give the tag, nobody knows which of both is lost. */
function* inLargeTree(context: CheckContext, tags: readonly StrValue[]): Iterable<Finding> {
  // Of files that come from afar only a few are read.
  if (context.surroundings.workspace.far === true) return;
  const isTaken = (name: string): boolean => firstInTree(context, name) !== undefined;
  for (const tag of tags) {
    const file = firstInTree(context, tag.text);
    if (file === undefined || file === context.file) continue;
    if (file > context.file) {
      // Until 0.4.9.2 nobody knows which file comes first.
      if (releaseOf(context.file, context.surroundings).firstKeepsName) yield lostTask(context, tag, file, isTaken);
      continue;
    }
    if (isMentionedBefore(context, file, tag.text)) continue;
    yield {
      span: tag.span,
      message: say`A task or group is called ${tag.text} too, and the tag is lost: --tasks ${tag.text} runs that alone. Call the tag something else.`,
      related: [{ span: { file, start: 0, end: 0 }, message: say`it is defined in ${baseName(file)}` }],
      fixes: renameFix(context, tag, isTaken),
    };
  }
}

function renameFix({ text }: CheckContext, tag: StrValue, isTaken: (name: string) => boolean): Fix[] {
  const name = `${tag.text}_tasks`;
  return isTaken(name) ? [] : oneEdit(say`Call the tag ${name}`, false, replaceScalar(text(tag.span.file), tag, name));
}

function* tagsOf({ evaluation: { value } }: CheckContext): Iterable<StrValue> {
  const kind = kindOf(value);
  const tag = value.get('tag');
  if (!tag || (kind !== 'TASK' && kind !== 'PY_TASK')) return;
  for (const item of tag.kind === 'list' ? tag.items : [tag]) if (item.kind === 'str' && item.text !== '') yield item;
}
