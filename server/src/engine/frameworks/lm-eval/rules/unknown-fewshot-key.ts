import { removeEntry } from '../../../edit/index.js';
import { insertBlockEntry } from '../../../edit/insert-block-entry.js';
import type { DictEntry } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { kindOf } from '../load/task-file.js';
import { harnessSourceOf } from '../load/harness-source.js';
import { isMentionedIn } from '../load/own-words.js';
import { strayKeyFixes, strayKeys, type StrayKey } from './support/unknown-keys.js';
import { fileRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A key of `fewshot_config` that FewshotConfig does not take (lm-evaluation-harness 0.4.13 `config/task.py`). */
export const unknownFewshotKey = fileRule(
  {
    id: 'unknown-fewshot-key',
    title: 'A key that fewshot_config does not have',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'TypeError: FewshotConfig.__init__() got an unexpected keyword argument',
  },
  function* (context): Iterable<Finding> {
    if (kindOf(context.evaluation.value) === 'PY_TASK') return;
    for (const place of context.config.places) {
      if (place.kind !== 'fewshot-config') continue;
      const harness = harnessSourceOf(context.file, context.surroundings.workspace);
      // Older releases hand the whole dict on.
      if (harness && !harness.fewshotFields) return;
      // A harness of one's own may look at it.
      if (place.value.kind === 'dict' && !isMentionedIn(context.file, context.surroundings.workspace, 'api/task.py', 'fewshot_indices'))
        yield* withoutEffect(place.value.entry('fewshot_indices'));
      for (const stray of strayKeys(place, () => harness?.fewshotFields)) {
        const { entry, name, meant } = stray;
        const ofTask = name === 'num_fewshot';
        const said = ofTask
          ? say` It is a field of the task, not of its fewshot_config.`
          : meant === undefined
            ? ''
            : say` Did you mean ${meant}?`;
        const message = say`Building the task raises TypeError: FewshotConfig.__init__() got an unexpected keyword argument '${name ?? '…'}'.${said}`;
        yield { span: entry.keySpan, message, fixes: ofTask ? moveUp(context, stray) : strayKeyFixes(context, stray) };
      }
    }
  },
);

/** The sampler of the harness could take it, and the task does not hand it on (0.4.3 to 0.4.13 `api/task.py`, `ConfigurableTask.__init__`). A list that is empty asks for nothing. */
function* withoutEffect(entry: DictEntry | undefined): Iterable<Finding> {
  if (entry?.value.kind !== 'list' || entry.value.items.length === 0) return;
  yield {
    span: entry.keySpan,
    severity: 'warning',
    message: say`The harness hands \`fewshot_indices\` to no sampler: examples are drawn from the whole pool. Write the examples under \`samples\`, with sampler first_n.`,
  };
}

/** Writes the entry at the end of the document's own keys in place of where it stands. */
function moveUp(context: CheckContext, { entry, name }: StrayKey): Fix[] {
  const { evaluation, text } = context;
  const own = evaluation.taskFile?.own ?? evaluation.value;
  const { file } = entry.keySpan;
  const source = text(file);
  const value = source.slice(entry.valueSpan.start, entry.valueSpan.end);
  const removal = removeEntry(source, entry);
  const addition =
    own.span.file === file && !evaluation.value.entry(name!) && !value.includes('\n')
      ? insertBlockEntry(source, own, `${name!}: ${value}`)
      : undefined;
  return removal && addition ? [{ title: say`Move ${name!} to the task`, safe: false, edits: [removal, addition] }] : [];
}
