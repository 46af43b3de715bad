import { textOf, type DictEntry, type DictValue } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { listed } from '../../../checks/support/words.js';
import { insertBlockEntry } from '../../../edit/insert-block-entry.js';
import { lineStartOf } from '../../../core/line-start.js';
import { releaseOf } from '../releases/find-harness.js';
import { fileRule } from './support/task-rule.js';
import { baseName } from '../../../core/span.js';
import { say } from '../../../core/say.js';

/** A dict that replaces one of an included file, keys that it does not repeat included (lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`). */
export const includeShallow = fileRule(
  {
    id: 'include-shallow',
    title: 'A dict that replaces one from an included file',
    severity: 'information',
    fix: 'unsafe',
    prevents: 'Settings of the included file are silently lost',
  },
  function* (context): Iterable<Finding> {
    for (const { entry, by } of context.evaluation.taskFile?.replaced ?? []) {
      const key = textOf(by.key);
      if (key === undefined || entry.value.kind !== 'dict' || by.value.kind !== 'dict' || context.evaluation.value.get(key) !== by.value)
        continue;
      const { value } = by;
      const lengths = lengthsIn(context, value);
      const lost = [...entry.value.entries.values()].filter(
        ({ key: inner }) => inner.kind === 'str' && !value.entry(inner.text) && !lengths.includes(inner.text),
      );
      // What metadata says is the task's own, and no more than told.
      if (lost.length === 0 || key === 'metadata') continue;
      yield {
        span: by.keySpan,
        message: say`\`${key}\` replaces that of ${baseName(entry.keySpan.file)} as a whole; nothing is merged: ${listed(lost.map((inner) => textOf(inner.key)!))} ${lost.length === 1 ? 'is' : 'are'} lost.`,
        related: [{ span: entry.keySpan, message: say`this is replaced` }],
        fixes: copyFix(context, value, lost),
      };
    }
  },
);

/** The names of the length of an answer, where a dict gives it under one of them: then it is not lost, and another one would be a second. */
function lengthsIn({ file, surroundings }: CheckContext, dict: DictValue): readonly string[] {
  const { answerLengths } = releaseOf(file, surroundings);
  return answerLengths.some((name) => dict.entry(name)) ? answerLengths : [];
}

/** Repeats the lost entries as they are written, where each stands on one line. */
function copyFix({ text }: CheckContext, into: DictValue, lost: readonly DictEntry[]): Fix[] {
  const source = text(into.span.file);
  const column = into.span.start - lineStartOf(source, into.span.start);
  const lines = lost.map(({ keySpan, valueSpan }) =>
    keySpan.file === valueSpan.file ? text(keySpan.file).slice(keySpan.start, valueSpan.end) : '\n',
  );
  if (source[into.span.start] === '{' || lines.some((line) => line.includes('\n'))) return [];
  const edit = insertBlockEntry(source, into, lines.join(`\n${' '.repeat(column)}`));
  return edit ? [{ title: say`Copy what is lost`, safe: false, edits: [edit] }] : [];
}
