import { textOf } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import { withoutEnd } from '../../../checks/support/words.js';
import type { Finding } from '../../face/rule.js';
import { kindOf } from '../load/task-file.js';
import { includeError } from '../prompt/task-config.js';
import { releaseOf } from '../releases/find-harness.js';
import { smallIndexOf } from './support/small-index.js';
import { fileRule } from './support/task-rule.js';

/** `include` in an item of a group (lm-evaluation-harness 0.4.13 `tasks/_factory.py`, `_build_group_members`; `HarnessRelease.memberInclude`). */
export const memberInclude = fileRule(
  {
    id: 'member-include',
    title: 'A member of a group that includes a file',
    severity: 'error',
    prevents: "TypeError: TaskConfig.__init__() got an unexpected keyword argument 'include'",
  },
  function* (context): Iterable<Finding> {
    const { evaluation, config, file, surroundings } = context;
    if (kindOf(evaluation.value) !== 'GROUP') return;
    const release = releaseOf(file, surroundings);
    const way = release.memberInclude;
    if (way === 'kept' || way === 'taken') return;
    const found = config.places.flatMap(({ kind, value }) => {
      const include = kind === 'group-member' && value.kind === 'dict' ? value.entry('include') : undefined;
      const name = value.kind === 'dict' ? textOf(value.get('task')) : undefined;
      return include && name !== undefined && smallIndexOf(context)?.entries.get(name)?.kind !== 'PY_TASK' ? [include] : [];
    });
    const [first, ...others] = found;
    if (!first) return;
    const error = withoutEnd(includeError(way, first.keySpan).message, '.');
    // The first one stops the whole group.
    yield {
      span: first.keySpan,
      message:
        others.length === 0
          ? say`Only a file includes others: building the group raises ${error}. Write the fields here, or give the task a file of its own.`
          : say`Only a file includes others: building the group raises ${error}. Write the fields here and in ${String(others.length)} more members, or give the tasks files of their own.`,
    };
  },
);
