import { quoteScalar } from '../../../edit/index.js';
import type { DictValue, StrValue, Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { fileRule } from './support/task-rule.js';

/** A pair of quotes that word processors and chats write, around all of a text. */
const around = /^(?:“[^“”]*”|„[^„“”]*[“”]|‘[^‘’]*’|＂[^＂]*＂|＇[^＇]*＇|”[^“”]*”)$/;

/** Quotes that YAML does not know around the value of a field: they are part of the text, and \n between them is no line break. */
export const typographicQuotes = fileRule(
  {
    id: 'typographic-quotes',
    title: 'Typographic quotes around the value of a field',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'The model sees the quotes, or a name is not found with them; a \\n between them is no line break',
  },
  function* (context): Iterable<Finding> {
    const { evaluation, file } = context;
    for (const value of textsOf(evaluation.taskFile?.own ?? evaluation.value)) {
      const { start, end } = value.span;
      if (value.span.file !== file || !around.test(value.text) || context.text(file).slice(start, end) !== value.text) continue;
      yield finding(context, value);
    }
  },
);

function finding({ text }: CheckContext, value: StrValue): Finding {
  const inner = value.text.slice(1, -1);
  const [open, close] = [value.text[0]!, value.text.at(-1)!];
  const newText = inner.includes('"') || /\\(?!n)/.test(inner) ? undefined : `"${inner}"`;
  return {
    span: value.span,
    message: say`YAML does not know ${open} and ${close} as quotes: they are part of the text, and a backslash and an n between them are no line break. Write straight quotes.`,
    fixes: oneEdit(
      say`Write straight quotes`,
      false,
      newText === undefined ? quoteScalar(text(value.span.file), { ...value, text: inner }) : { span: value.span, newText },
    ),
  };
}

/** The fields of a task that are texts, its stop texts, metrics and filters; what examples and choices say may be quoted. */
function* textsOf(task: DictValue): Iterable<StrValue> {
  for (const { value } of task.entries.values()) if (value.kind === 'str') yield value;
  for (const key of ['generation_kwargs', 'fewshot_config']) {
    const dict = task.get(key);
    if (dict?.kind === 'dict') for (const { value } of dict.entries.values()) yield* textsIn(value);
  }
  for (const key of ['metric_list', 'filter_list', 'aggregate_metric_list'])
    for (const item of itemsOf(task.get(key)))
      if (item.kind === 'dict') for (const { value } of item.entries.values()) if (value.kind === 'str') yield value;
}

function* textsIn(value: Value): Iterable<StrValue> {
  for (const one of [value, ...itemsOf(value)]) if (one.kind === 'str') yield one;
}

function itemsOf(value: Value | undefined): readonly Value[] {
  return value?.kind === 'list' ? value.items : [];
}
