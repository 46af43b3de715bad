import { quoteScalar } from '../../../edit/index.js';
import type { ConfigKind } from '../../../config/config.js';
import { textOf, type DictEntry, type Value } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { taskFileFields } from '../load/schemas.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { fits, whatItIs } from '../../../checks/support/types.js';
import { quoted } from '../../../checks/support/words.js';
import { fileRule } from './support/task-rule.js';
import { cutOff } from './support/cut-by-comment.js';
import { wordBeforeList } from './support/folded-list.js';
import { valuesOfTask } from './support/walk.js';
import { say } from '../../../core/say.js';

const kinds: ReadonlySet<ConfigKind> = new Set([
  'task',
  'group',
  'group-member',
  'fewshot-config',
  'generation-kwargs',
  'metric',
  'filter',
  'filter-step',
]);

/** A scalar that YAML 1.1, which PyYAML speaks, reads as something else than it looks like. */
export const yaml11Scalar = fileRule(
  {
    id: 'yaml11-scalar',
    title: 'A word or number that YAML 1.1 reads as something else',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'False in place of no, 8 in place of 010, 90 in place of 1:30, text in place of 1e5',
  },
  function* (context): Iterable<Finding> {
    const numbers = numbersOf(context);
    for (const value of valuesOfTask(context)) if (value.kind === 'int') yield* oddInt(context, value, numbers);
    for (const { kind, value } of context.config.places) {
      if (value.kind !== 'dict' || !kinds.has(kind)) continue;
      for (const entry of value.entries.values()) {
        yield* oddField(context, kind, entry);
        if (kind !== 'generation-kwargs') yield* cutText(context, entry);
        yield* foldedItems(context, entry);
      }
    }
  },
);

/** A list whose lines go on with the text before it. Prose may have dashes. */
function* foldedItems(context: CheckContext, { key, value }: DictEntry): Iterable<Finding> {
  if (value.kind !== 'str' || /^(?:doc_to_|description|gen_prefix|process_)/.test(textOf(key) ?? '')) return;
  const first = wordBeforeList(context, value);
  if (first === undefined) return;
  const { file, start } = value.span;
  yield {
    span: { file, start, end: start + first.length },
    message: say`YAML takes the lines behind this value for the rest of it, and not for a list: the value is the text ${quoted(value.text)}. A line with the key of the list is missing.`,
  };
}

/** `Question #1: {{question}}` without quotes: behind a blank # begins a comment. */
function* cutText(context: CheckContext, { key, value }: DictEntry): Iterable<Finding> {
  const name = textOf(key) ?? '';
  if (value.kind !== 'str' || !/^(?:doc_to_(?:text|target|choice)|description|gen_prefix)$/.test(name)) return;
  const cut = cutOff(context, value);
  if (!cut) return;
  const { file, start } = value.span;
  const whole = context.text(file).slice(start, cut.end).trimEnd();
  yield {
    span: { file, start: cut.start, end: cut.end },
    message: say`Behind a blank # begins a comment: the text of \`${name}\` ends in front of it, and what stands here is left out. Put the whole text in quotes.`,
    fixes: oneEdit(say`Put it in quotes`, false, { span: { file, start, end: cut.end }, newText: JSON.stringify(whole) }),
  };
}

/** The values of fields that take a number. */
function numbersOf({ config }: CheckContext): ReadonlySet<Value> {
  const numbers = new Set<Value>();
  for (const { kind, value } of config.places) {
    if (value.kind !== 'dict' || !kinds.has(kind)) continue;
    const properties = taskFileFields.schema(kind)?.properties ?? {};
    for (const entry of value.entries.values()) {
      const name = textOf(entry.key) ?? '';
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (entry.value.kind === 'int' && field?.type !== undefined && fits(entry.value, field)) numbers.add(entry.value);
    }
  }
  return numbers;
}

/** `010` is 8, `1:30` is 90, `0x10` is 16. */
function* oddInt(context: CheckContext, value: Value & { readonly kind: 'int' }, numbers: ReadonlySet<Value>): Iterable<Finding> {
  // Most numbers are written as they print, which their length tells.
  if (value.span.end - value.span.start === String(value.value).length) return;
  const written = context.text(value.span.file).slice(value.span.start, value.span.end);
  if (!/^[-+]?0[0-7_]+$|:/.test(written)) return;
  const found = finding(context, value, written, say`the number ${String(value.value)}`);
  const meant = /^([-+]?)0+([1-7][0-7]*)$/.exec(written)?.slice(1).join('');
  // In quotes it would be none for a field that takes a number.
  if (!numbers.has(value)) yield found;
  else yield { ...found, fixes: meant === undefined ? [] : oneEdit(say`Write ${meant}`, false, { span: value.span, newText: meant }) };
}

/** A bool or a date where only a text fits, or a number with an exponent where a number does. */
function* oddField(context: CheckContext, kind: ConfigKind, { key, value }: DictEntry): Iterable<Finding> {
  const name = textOf(key) ?? '';
  const properties = taskFileFields.schema(kind)?.properties ?? {};
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!field) return;
  if (value.kind === 'str' && value.text === 'None' && orNothing.has(name) && isPlainScalar(context, value)) {
    yield {
      span: value.span,
      message: say`YAML reads None as text: \`${name}\` is the word None. Write null, or leave it out.`,
      fixes: oneEdit(say`Write null`, false, { span: value.span, newText: 'null' }),
    };
    return;
  }
  if (value.kind === 'bool' && field.type !== undefined && !fits(value, field)) {
    const written = context.text(value.span.file).slice(value.span.start, value.span.end);
    const found = finding(context, value, written, whatItIs(value));
    // In quotes it would be none for a field that takes a number.
    yield [field.type].flat().includes('string') ? found : { ...found, fixes: [] };
  } else if (
    value.kind === 'str' &&
    kind === 'generation-kwargs' &&
    name !== 'temperature' &&
    !fits(value, field) &&
    /^[-+]?\d+(?:\.\d*)?[eE][-+]?\d+$/.test(value.text)
  ) {
    yield {
      span: value.span,
      message: say`YAML 1.1 reads ${value.text} as text: a number with an exponent needs a point and a sign, as in 1.0e+5.`,
    };
  }
}

/** Fields that may be nothing, and whose text is used as it stands. Splits have a rule of their own. */
const orNothing: ReadonlySet<string> = new Set(['dataset_name', 'doc_to_choice', 'description', 'gen_prefix', 'use_prompt']);

function isPlainScalar(context: CheckContext, { span }: Value): boolean {
  return context.text(span.file).slice(span.start, span.end) === 'None';
}

function finding(context: CheckContext, value: Value, written: string, read: string): Finding {
  return {
    span: value.span,
    message: say`YAML 1.1 reads ${written} as ${read}. Put it in quotes if it is meant as text.`,
    fixes: oneEdit(say`Put it in quotes`, false, quoteScalar(context.text(value.span.file), value)),
  };
}
