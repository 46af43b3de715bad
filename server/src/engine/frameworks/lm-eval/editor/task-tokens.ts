import { wordsOf, type JinjaWord } from '../../../jinja/index.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { MeaningToken } from '../../face/editor.js';
import { partToken, wholeText } from '../../face/text-tokens.js';
import { usesIn } from '../rules/support/columns.js';
import { templateFields, type TemplateField } from '../rules/support/template-fields.js';
import { tasksOf } from '../rules/support/task.js';
import { isPlain } from '../rules/support/template.js';

const meanings: Readonly<Record<JinjaWord['kind'], MeaningToken['meaning']>> = { keyword: 'keyword', call: 'function', name: 'variable' };

/** What the templates of a task are made of: its columns, and of Jinja the words, the filters, and the variables that a template has for itself. */
export function taskTokens({ config }: ReadConfig): MeaningToken[] {
  return tasksOf({ evaluation: config.evaluation, config }).flatMap((task) => tokensOf(templateFields(task)));
}

function tokensOf(fields: readonly TemplateField[]): MeaningToken[] {
  const columns = new Set<string>();
  const tokens = fields.flatMap(({ value }) => {
    const uses = usesIn(value.text);
    for (const { name } of uses) columns.add(name);
    const starts = new Set(uses.map(({ start }) => start));
    return wordsOf(value.text).flatMap(({ kind, start, end }) =>
      partToken(value, start, end, starts.has(start) ? 'column' : meanings[kind]),
    );
  });
  // A text that is nothing but the name of a column stands for it.
  const whole = fields.filter(({ value }) => isPlain(value.text) && columns.has(value.text));
  return [...tokens, ...whole.flatMap(({ value }) => wholeText(value, 'column'))];
}
