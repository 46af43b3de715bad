import { replaceScalar } from '../../../edit/index.js';
import { textOf, type DictEntry } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { quoted } from '../../../checks/support/words.js';
import { addFieldFix } from './support/add-field.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/**
 * Examples from the documents that are evaluated (lm-evaluation-harness 0.4.13 `api/task.py`, `fewshot_docs`): the document at hand is only left out
 * of the pool where the name of the few-shot split is that of `test_split`.
 */
export const fewshotLeak = taskRule(
  {
    id: 'fewshot-leak',
    title: 'A document that may be its own example',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'The answer is in the prompt, and the score is too high',
  },
  function* (task, context): Iterable<Finding> {
    if (!task.whole || (task.config.get('num_fewshot')?.kind === 'int' && task.shots === 0)) return;
    if (
      task.outputType === 'loglikelihood_rolling' ||
      task.fewshotUnknown ||
      task.fewshot?.entry('samples')?.value.kind === 'ref' ||
      task.usesSamples
    )
      return;
    const leak = leakOf(task);
    if (!leak) return;
    // Without shots of its own, a word at the split for those who ask for them: many tasks that include one file need not repeat it.
    if (!task.hasShots && leak.entry.keySpan.file !== context.file) return;
    const when = task.hasShots ? say`With num_fewshot ${String(task.shots)}` : say`With --num_fewshot`;
    yield {
      span: leak.entry.keySpan,
      severity: task.hasShots ? 'warning' : 'hint',
      message: say`${when} a document may be its own example: ${leak.why}. Name another split in \`fewshot_split\`.`,
      fixes: splitFix(task, leak, context),
    };
  },
);

/**
 * Another split where the task has one. Else the evaluated one by its name: then the harness sees that it is the same, and leaves the document out.
 */
function splitFix(task: Task, { entry }: Leak, context: CheckContext): Fix[] {
  const training = textOf(task.given('training_split')?.value);
  if (entry.key.kind === 'str' && entry.key.text !== 'test_split')
    return training !== undefined && entry.value.kind === 'str'
      ? oneEdit(say`Take examples from ${training}`, false, replaceScalar(context.text(entry.valueSpan.file), entry.value, training))
      : [];
  const test = textOf(entry.value);
  if (test === undefined || task.config.entry('fewshot_split')) return [];
  return addFieldFix(
    context,
    task,
    'fewshot_split',
    quoted(test),
    say`Name ${test} in fewshot_split, so that the document itself is left out`,
  );
}

interface Leak {
  readonly entry: DictEntry;
  readonly why: string;
}

function leakOf(task: Task): Leak | undefined {
  const evaluated = task.given('test_split') ?? task.given('validation_split');
  const split = task.fewshot?.entry('split') ?? task.config.entry('fewshot_split');
  if (!evaluated) return undefined;
  if (split && split.value.kind !== 'none') {
    const same = textOf(split.value) !== undefined && textOf(split.value) === textOf(evaluated.value);
    return same && !task.given('test_split')
      ? { entry: split, why: say`examples come from ${textOf(split.value)!}, which is evaluated` }
      : undefined;
  }
  return fallback(task, evaluated);
}

/** Without a few-shot split the pool is the training split, else the validation split, else the test split. */
function fallback(task: Task, evaluated: DictEntry): Leak | undefined {
  const pool = task.given('training_split') ?? task.given('validation_split') ?? task.given('test_split');
  // Without a test split both names are None, which counts as the same split.
  if (!pool || !task.given('test_split') || textOf(pool.value) === undefined || textOf(pool.value) !== textOf(evaluated.value))
    return undefined;
  return { entry: evaluated, why: say`without \`fewshot_split\` examples come from ${textOf(pool.value)!}, which is evaluated` };
}
