import { expect, test } from 'vitest';
import { renderTemplate } from '../../../server/src/engine/jinja/index.js';
import { placeholderRow } from '../../../server/src/engine/frameworks/lm-eval/prompt/placeholder-row.js';
import { pyRepr } from '../../../server/src/engine/python/runtime/semantics.js';
import { rowOf, written } from '../jinja/support.js';

function row(config: Parameters<typeof rowOf>[0]): string {
  return pyRepr(placeholderRow(rowOf(config))).text;
}

test.each([
  [{ doc_to_text: 'Q: {{ question }}\nA:', doc_to_target: 'answer' }, "{'question': '⟦question⟧', 'answer': '⟦answer⟧'}"],
  [{ doc_to_text: '{{ q }}', doc_to_target: 'label', doc_to_choice: ['no', 'yes'] }, "{'q': '⟦q⟧', 'label': 0}"],
  [
    { doc_to_text: '{{ q }}', doc_to_target: '{{ label }}', doc_to_choice: 'options' },
    "{'q': '⟦q⟧', 'label': 0, 'options': ['⟦options[0]⟧', '⟦options[1]⟧', '⟦options[2]⟧', '⟦options[3]⟧']}",
  ],
  [
    { doc_to_choice: '{{ choices }}', doc_to_target: '{{ choices[answer] }}' },
    "{'choices': ['⟦choices[0]⟧', '⟦choices[1]⟧', '⟦choices[2]⟧', '⟦choices[3]⟧'], 'answer': 0}",
  ],
  [{ doc_to_text: '{{ doc.title }}: {{ doc.text[1] }}' }, "{'doc': {'title': '⟦doc.title⟧', 'text': ['⟦doc.text[0]⟧', '⟦doc.text[1]⟧']}}"],
  [
    { doc_to_choice: '{{ choices.text }}', doc_to_target: '{{ choices.label.index(answerKey) }}' },
    "{'choices': {'label': ['⟦choices.label[0]⟧', '⟦choices.label[1]⟧', '⟦choices.label[2]⟧', '⟦choices.label[3]⟧'], 'text': ['⟦choices.text[0]⟧', '⟦choices.text[1]⟧', '⟦choices.text[2]⟧', '⟦choices.text[3]⟧']}, 'answerKey': '⟦choices.label[0]⟧'}",
  ],
  [
    { doc_to_choice: '{{ c.text }}', doc_to_target: '{{ c.text.index(c.text[-1]) }}' },
    "{'c': {'text': ['⟦c.text[0]⟧', '⟦c.text[1]⟧', '⟦c.text[2]⟧', '⟦c.text[3]⟧']}}",
  ],
  [{ doc_to_target: "{{ ['A', 'B'].index(answer) }}" }, "{'answer': 'A'}"],
  [{ doc_to_target: "{{ ['optionA', 'optionB'].index('option' + answer) }}" }, "{'answer': 'A'}"],
  [{ doc_to_target: '{{ [False, True].index(right) }}' }, "{'right': False}"],
  [
    { doc_to_text: '{% for turn in turns %}{{ turn.role }}: {{ turn.content.strip() }}{% endfor %}' },
    "{'turns': [{'role': '⟦turns[0].role⟧', 'content': '⟦turns[0].content⟧'}, {'role': '⟦turns[1].role⟧', 'content': '⟦turns[1].content⟧'}, {'role': '⟦turns[2].role⟧', 'content': '⟦turns[2].content⟧'}, {'role': '⟦turns[3].role⟧', 'content': '⟦turns[3].content⟧'}]}",
  ],
  [
    { doc_to_text: "{{ choices[label] }}{{ n - 1 }}{{ line.split('|')[1] }}" },
    "{'choices': ['⟦choices[0]⟧', '⟦choices[1]⟧', '⟦choices[2]⟧', '⟦choices[3]⟧'], 'label': 0, 'n': 1, 'line': '⟦line.0⟧|⟦line.1⟧'}",
  ],
  [{ doc_to_text: 'Just text.', description: 'words', gen_prefix: 'Answer' }, '{}'],
  [{ doc_to_text: '{{ broken', doc_to_target: '{{ fine }}' }, "{'fine': '⟦fine⟧'}"],
  [{ doc_to_text: '{{ q }}', fewshot_config: { doc_to_text: '{{ shot }}' } }, "{'q': '⟦q⟧', 'shot': '⟦shot⟧'}"],
])('%o', (config, expected) => {
  expect(row(config)).toBe(expected);
});

test.each([
  "{{ 'ABCD'[key|int - 1] if key|string in '1234' else key }}",
  '{{ text[start:end] }}',
  '{{ scores.index(1) }}',
  '{% for k, v in d.items() %}{{ k }}{{ v }}{% endfor %}',
  "{{ parts|join(' ') }}{{ rows|map(attribute='name')|join(', ') }}",
  "{{ {'yes': 1, 'no': 0}[answer] }}",
])('%s can be rendered with its placeholders', (template) => {
  const made = placeholderRow(rowOf({ doc_to_text: template }));
  expect(() => renderTemplate(written(template), made)).not.toThrow();
});

test('lists of which each has an item of the other, or of a part of itself, end', () => {
  const made = row({ doc_to_text: '{{ a.index(b[0]) }}{{ b.index(a[0]) }}', doc_to_target: '{{ c.index(c[0].d) }}' });
  expect(made).toContain("'a': ['⟦a[0]⟧', '⟦a[1]⟧', '⟦a[2]⟧', '⟦a[3]⟧']");
  expect(made).toContain("'c': [{'d': '⟦c[0].d⟧'}");
});
