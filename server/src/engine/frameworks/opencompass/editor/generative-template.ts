import { dialogueItems, type DialogueItem } from '../../../config/dialogue.js';
import { itemsOf } from '../../../config/sequence.js';
import { str, textOf, type StrValue, type Value } from '../../../core/value.js';
import type { Document } from '../../../core/document.js';
import type { Comprehension, Module } from '../../../python/syntax/tree/ast.js';
import { walk, type Node } from '../../../python/syntax/tree/walk.js';
import { pyRepr } from '../../../python/runtime/semantics.js';
import type { LabelledAnswers } from './labelled-answers.js';

/** So wide a line may be. */
const width = 120;

/**
 * The template by which a model writes the answer itself, as Python: the prompt is what the labels have in common, with the options where it does not list them.
 * @param column of the answer
 * @param indent of the line in which it stands
 * @returns undefined where the dialogue has no place for the options or for the answer
 */
export function generativeTemplate(answers: LabelledAnswers, column: string, indent: string): string | undefined {
  const { first, start, last } = answers;
  const answer = `{${column}}`;
  if (!answers.areLabels && start.trim() === '' && isAsking(first)) return undefined;
  if (first.kind === 'str') return quoted((isListed(answers, start) ? start : withOptions(start, answers)) + answer);
  const items = dialogueItems(first);
  const [turn, before] = [items.at(-1)!, items.at(-2)];
  if (!isAsking(first)) {
    const question = questionOf(before);
    if (isListed(answers, question?.text ?? '')) return written(first, new Map([[last, start + answer]]), undefined, indent);
    if (!question) return undefined;
    return written(
      first,
      new Map([
        [last, start + answer],
        [question, withOptions(question.text, answers)],
      ]),
      undefined,
      indent,
    );
  }
  // The text of the user's turn holds the answer: the model gets a turn of its own.
  const text = isListed(answers, start) ? start : withOptions(start, answers);
  return written(first, new Map([[last, text]]), { after: turn.value, text: `dict(role='BOT', prompt=${quoted(answer)})` }, indent);
}

/** Whether the last text is one that the user says. */
function isAsking(first: Value): boolean {
  return first.kind === 'str' || textOf(dialogueItems(first).at(-1)?.role?.value) === 'HUMAN';
}

function questionOf(item: DialogueItem | undefined): StrValue | undefined {
  const isAsked = item?.section === 'round' && textOf(item.role?.value) === 'HUMAN' && item.prompt?.value.kind === 'str';
  return isAsked ? (item.prompt!.value as StrValue) : undefined;
}

/** Whether the prompt needs no list of the options: it asks for the label itself, or has them. */
function isListed({ areLabels, labels, said }: LabelledAnswers, prompt: string): boolean {
  return areLabels || said.every((text, i) => prompt.includes(`${labels[i]!}. ${text}`));
}

/** The options before the last line where that begins the answer, else behind it. */
function withOptions(question: string, { labels, said }: LabelledAnswers): string {
  const lines = labels
    .map((label, i) => `${label}. ${said[i]!}`)
    .sort()
    .join('\n');
  const at = question.trimEnd().lastIndexOf('\n');
  if (at < 0 || /\{\w+\}|[?？.。]\s*$/.test(question.slice(at))) return `${question.trimEnd()}\n${lines}\n`;
  return `${question.slice(0, at)}\n${lines}${question.slice(at)}`;
}

/** A dialogue as Python, in one line or in several. */
function written(
  value: Value,
  texts: ReadonlyMap<Value, string>,
  added: { readonly after: Value; readonly text: string } | undefined,
  indent: string,
): string {
  const write = (one: Value, at: string): string => {
    if (one.kind === 'str') return quoted(texts.get(one) ?? one.text);
    const inner = `${at}    `;
    if (one.kind === 'dict') {
      const parts = [...one.entries.values()].map(({ key, value: held }) => `${textOf(key)!}=${write(held, inner)}`);
      const line = `dict(${parts.join(', ')})`;
      return line.length + at.length <= width && !line.includes('\n')
        ? line
        : `dict(\n${parts.map((part) => `${inner}${part},\n`).join('')}${at})`;
    }
    const items = itemsOf(one);
    if (!items) return pyRepr(one).text;
    const parts = items.flatMap((item) => [write(item, inner), ...(item === added?.after ? [added.text] : [])]);
    const line = `[${parts.join(', ')}]`;
    return line.length + at.length <= width && !line.includes('\n')
      ? line
      : `[\n${parts.map((part) => `${inner}${part},\n`).join('')}${at}]`;
  };
  return write(value, indent);
}

function quoted(text: string): string {
  return pyRepr(str(text, { file: '', start: 0, end: 0 })).text;
}

/**
 * The same for a template that is made by a comprehension over its labels (`{opt: f'… {opt}' for opt in 'ABCD'}`), where the label is written once: what is written stays, with the column in place
 * of the label. Undefined for any other.
 */
export function templateOfComprehension({ text }: Document, module: Module, { span }: Value, column: string): string | undefined {
  const found = comprehensionAt(module, span);
  const [clause] = found?.clauses ?? [];
  if (!found?.value || found.element.type !== 'Name' || clause?.target.type !== 'Name' || found.clauses.length > 1) return undefined;
  const { name } = clause.target;
  if (found.element.name !== name || clause.conditions.length > 0) return undefined;
  const uses: { readonly start: number; readonly end: number; readonly field: boolean }[] = [];
  const fields = new Set<Node>();
  walk([found.value], (node) => {
    if (node.type === 'FString')
      for (const part of node.parts)
        if ('value' in part && part.value.type === 'Name' && part.value.name === name) {
          fields.add(part.value);
          uses.push({ start: part.start, end: part.end, field: true });
        }
    if (node.type === 'Name' && node.name === name && !fields.has(node)) uses.push({ start: node.start, end: node.end, field: false });
    return true;
  });
  const [use, another] = uses;
  const isPlain = use && (use.field ? text.slice(use.start, use.end) === `{${name}}` : true);
  if (!use || another || !isPlain) return undefined;
  const replaced = use.field ? `{{${column}}}` : `'{${column}}'`;
  return text.slice(found.value.start, use.start) + replaced + text.slice(use.end, found.value.end);
}

function comprehensionAt({ body }: Module, { start, end }: { readonly start: number; readonly end: number }): Comprehension | undefined {
  let found: Comprehension | undefined;
  walk(body, (node) => {
    if (node.type === 'Comprehension' && node.of === 'dict' && node.start === start && node.end === end) found = node;
    return !found;
  });
  return found;
}
