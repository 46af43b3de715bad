import { PyError } from '../../../core/errors.js';
import { pyRepr, pyStr, typeName } from '../../../python/runtime/semantics.js';
import { isIdentifierPart, isIdentifierStart, isSpace } from '../../../python/runtime/unicode.js';
import { TracedText } from '../../../core/traced-text.js';
import { NoneValue, StrValue, textOf, type Value } from '../../../core/value.js';
import { isInt, isSet } from '../values/harness-values.js';
import type { Format } from './select.js';

/** The fields of a task that a format reads: names of columns, or Jinja. */
export interface FieldMappings {
  readonly docToText: Value;
  readonly docToTarget: Value;
  readonly docToChoice: Value;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const computedNames = ['_num_choices', '_choice_labels', '_choice_list_and', '_choice_list_or'];

/**
 * The Jinja templates that a format makes of a task's fields (lm-evaluation-harness 0.5.0.dev2 `config/formats/_base.py`, `to_jinja_config`). Parts that the config
 * wrote keep their origins.
 */
export class TemplateBuilder {
  private readonly question: Value;
  private readonly target: Value;
  private readonly choices: Value | undefined;

  constructor(
    private readonly format: Format,
    mappings: FieldMappings,
  ) {
    this.question = literalOfInt(mappings.docToText);
    this.target = literalOfInt(mappings.docToTarget);
    const { docToChoice } = mappings;
    const choices = docToChoice.kind === 'list' ? new StrValue(pyRepr(docToChoice), docToChoice.span) : docToChoice;
    this.choices = isSet(choices) ? choices : undefined;
  }

  /** @throws PyError TypeError where a field is no text */
  docToText(): StrValue {
    const { fields } = this.format;
    const parts: TracedText[] = [];
    const add = (value: Value): void => void parts.push(textIn(value));
    if (isSet(fields.instruction)) add(fields.instruction);
    if (isSet(fields.question_prefix)) add(fields.question_prefix);
    parts.push(printed(this.question));
    if (isSet(fields.choice_labels) && this.choices) {
      add(fields.section_separator);
      parts.push(this.listedChoices(this.choices));
    }
    add(fields.section_separator);
    if (isSet(fields.answer_instruction)) add(fields.answer_instruction);
    add(fields.answer_prompt);
    const body = join(parts);
    const uses = computedNames.some((name) => body.text.includes(name));
    return this.template(uses ? join([this.preamble(), body]) : body);
  }

  /** @throws PyError ValueError for a multiple_choice format without choices, TypeError where a field is no text */
  docToTarget(): StrValue {
    const { choices, format } = this;
    const [raw, out] = [expression(this.target), printed(this.target)];
    const type = textOf(format.fields.output_type);
    const labels = textOf(format.fields.choice_labels);
    if (type === 'multiple_choice') {
      if (!choices) throw this.withoutChoices();
      return this.template(this.ifNumber(raw, out, [this.own('{{ '), expression(choices), this.own('.index('), raw, this.own(') }}')]));
    }
    if (type === 'generate_until' && (labels === 'letters' || labels === 'numbers'))
      return this.template(this.ifNumber(raw, join([this.own('{{ '), this.labelAt(raw), this.own(' }}')]), [out]));
    if (type === 'generate_until' && choices)
      return this.template(this.ifNumber(raw, join([this.own('{{ '), expression(choices), this.own('['), raw, this.own('] }}')]), [out]));
    return this.template(out);
  }

  /** None without choices. @throws PyError TypeError where the field is no text */
  docToChoice(): Value {
    if (!this.choices) return new NoneValue({ file: '', start: 0, end: 0 });
    const choices = expression(this.choices);
    const listed = isSet(this.format.fields.choice_labels) ? this.labelsUpTo(join([choices, this.own('|length')])) : choices;
    return this.template(join([this.own('{{ '), listed, this.own(' }}')]));
  }

  private ifNumber(raw: TracedText, then: TracedText, otherwise: readonly TracedText[]): TracedText {
    return join([this.own('{% if '), raw, this.own(' is number %}'), then, this.own('{% else %}'), ...otherwise, this.own('{% endif %}')]);
  }

  private listedChoices(choices: Value): TracedText {
    const label = this.labelAt(this.own('loop.index0'));
    const delimiter = textIn(this.format.fields.choice_delimiter);
    return join([
      this.own('{% for choice in '),
      expression(choices),
      this.own(' %}{{ '),
      label,
      this.own(' }}. {{ choice }}{% if not loop.last %}'),
      delimiter,
      this.own('{% endif %}{% endfor %}'),
    ]);
  }

  /** Sets the names that instruction and answer prompt may use. */
  private preamble(): TracedText {
    if (!this.choices || !isSet(this.format.fields.choice_labels)) return TracedText.empty;
    const list = (word: string): string =>
      `{% set _choice_list_${word} = _choice_labels[:-1]|join(', ') ~ ' ${word} ' ~ _choice_labels[-1]|string %}`;
    return join([
      this.own('{% set _num_choices = '),
      expression(this.choices),
      this.own('|length %}{% set _choice_labels = '),
      this.labelsUpTo(this.own('_num_choices')),
      this.own(` %}${list('and')}${list('or')}`),
    ]);
  }

  private labelAt(index: TracedText): TracedText {
    const labels = this.format.fields.choice_labels;
    if (textOf(labels) === 'letters') return join([this.own(`'${letters}'[`), index, this.own(']')]);
    if (textOf(labels) === 'numbers') return join([index, this.own(' + 1')]);
    return labels.kind === 'list' ? join([pyStr(labels), this.own('['), index, this.own(']')]) : this.own("''");
  }

  private labelsUpTo(count: TracedText): TracedText {
    const labels = this.format.fields.choice_labels;
    if (textOf(labels) === 'letters') return join([this.own(`'${letters}'[:`), count, this.own(']|list')]);
    if (textOf(labels) === 'numbers') return join([this.own('range(1, '), count, this.own(' + 1)|list')]);
    return labels.kind === 'list' ? join([pyStr(labels), this.own('[:'), count, this.own(']')]) : this.own("''");
  }

  private withoutChoices(): PyError {
    const text =
      `Format '${this.format.name}' has output_type='multiple_choice' but no doc_to_choice was provided. ` +
      'Set doc_to_choice in your task config (e.g. doc_to_choice: choices) so the format can build the target template.';
    return new PyError('ValueError', text);
  }

  private own(text: string): TracedText {
    return TracedText.of(text, { kind: 'framework', what: `prompt format ${this.format.name}` });
  }

  private template(text: TracedText): StrValue {
    return new StrValue(text, this.question.span);
  }
}

/** An int stands for itself, not for a column. */
function literalOfInt(field: Value): Value {
  return isInt(field) ? new StrValue(TracedText.computed(`{{${pyStr(field).text}}}`, field.span), field.span) : field;
}

/** A field as it is printed: Jinja as it stands, a name between braces. */
function printed(field: Value): TracedText {
  const text = textIn(field);
  return text.text.includes('{{') ? strip(text) : join([TracedText.of('{{', braces), text, TracedText.of('}}', braces)]);
}

const braces = { kind: 'framework', what: 'braces of a prompt format' } as const;

/** A field within an expression: without the braces of its Jinja, and in parentheses where it is more than a name. */
function expression(field: Value): TracedText {
  const text = textIn(field);
  if (!text.text.includes('{{')) return text;
  const inner = strip(text.replace('{{', TracedText.empty).replace('}}', TracedText.empty));
  return isIdentifier(inner.text) ? inner : join([TracedText.of('(', braces), inner, TracedText.of(')', braces)]);
}

function isIdentifier(text: string): boolean {
  const [first, ...rest] = text;
  return first !== undefined && isIdentifierStart(first) && rest.every(isIdentifierPart);
}

function strip(text: TracedText): TracedText {
  const characters = text.text;
  let [start, end] = [0, characters.length];
  while (start < end && isSpace(characters[start]!)) start++;
  while (end > start && isSpace(characters[end - 1]!)) end--;
  return text.slice(start, end);
}

function textIn(value: Value): TracedText {
  if (value.kind === 'str') return value.traced;
  throw new PyError(
    'TypeError',
    `can only concatenate str (not "${typeName(value)}") to str`,
    value.span.file === '' ? undefined : value.span,
  );
}

function join(parts: readonly TracedText[]): TracedText {
  const some = parts.filter((part) => part.length > 0);
  return some.length === 0 ? TracedText.empty : TracedText.join(some);
}
