import { TracedText } from '../../text/traced-text.js';
import { DictValue, StrValue, type Value } from '../../value.js';
import { parseTemplate, usesOf } from './jinja/index.js';

/** A row made from the templates of a task: each column that they use is `⟦column⟧`. */
export function placeholderRow(config: DictValue): DictValue {
  const row = new DictValue(config.span);
  for (const { value } of config.entries.values()) addColumns(row, value);
  return row;
}

function addColumns(row: DictValue, value: Value): void {
  if (value.kind !== 'str' || !value.text.includes('{{')) return;
  for (const { name } of usesOf(parseTemplate(value.text))) {
    const text = `⟦${name}⟧`;
    row.set(name, new StrValue(TracedText.of(text, { kind: 'row', split: 'test', index: 0, column: name }), row.span));
  }
}
