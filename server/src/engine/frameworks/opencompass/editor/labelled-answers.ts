import { dialogueItems, isDialogue } from '../../../config/dialogue.js';
import { itemsOf } from '../../../config/sequence.js';
import { textOf, type DictValue, type StrValue, type Value } from '../../../core/value.js';
import { pyRepr } from '../../../python/runtime/semantics.js';

/** A template that is written for labels, as a prompt and the answers to it. */
export interface LabelledAnswers {
  /** As rows have them, in the order of the template. */
  readonly labels: readonly string[];
  /** What the text of each label says otherwise than the others. */
  readonly said: readonly string[];
  /** Whether what is said is the label itself. */
  readonly areLabels: boolean;
  /** The last text as far as it is the same. */
  readonly start: string;
  /** The template of the first label, and its last text. */
  readonly first: Value;
  readonly last: StrValue;
}

/**
 * Tells the answers of a template of labels from its prompt: all but the last text is the same for each label, and of that all but what stands last. The labels are letters and digits, by which
 * options can be named, or words that are the answers themselves.
 * @returns undefined where the labels differ in anything else
 */
export function labelledAnswers(template: DictValue): LabelledAnswers | undefined {
  const entries = [...template.entries.values()];
  const labels = entries.map(({ key }) => (key.kind === 'str' ? key.text : key.kind === 'int' ? String(key.value) : ''));
  const lasts = entries.map(({ value }) => lastText(value));
  const [first] = entries;
  const [last] = lasts;
  if (!first || !last || entries.length < 2 || labels.includes('')) return undefined;
  const around = aroundText(first.value, last);
  if (entries.some(({ value }, i) => !lasts[i] || aroundText(value, lasts[i]) !== around)) return undefined;
  const texts = lasts.map((one) => one!.text);
  const made = { labels, first: first.value, last };
  const exact = commonStart(texts, /\w/);
  if (texts.every((text, i) => bare(text.slice(exact).trim()) === labels[i]))
    return labels.every((label) => isMark(label) || isKept(label)) && labels.some(isMark) === labels.every(isMark)
      ? { ...made, said: labels, areLabels: true, start: last.text.slice(0, exact) }
      : undefined;
  const at = commonStart(texts, /[\p{L}\p{N}_]/u);
  const said = texts.map((text) => text.slice(at).trim());
  return labels.every(isMark) && areAnswers(said, isAnswerAlone(first.value))
    ? { ...made, said, areLabels: false, start: last.text.slice(0, at) }
    : undefined;
}

/** Whether the last text is a turn of the model, with nothing else in it. */
function isAnswerAlone(value: Value): boolean {
  return value.kind === 'dict' && textOf(dialogueItems(value).at(-1)?.role?.value) !== 'HUMAN';
}

/** A letter or a digit. */
export function isMark(label: string): boolean {
  return /^[A-Za-z0-9]$/.test(label);
}

/** Whether `general_postprocess` leaves a word as it is (OpenCompass 0.5.3 `utils/text_postprocessors.py`). */
function isKept(label: string): boolean {
  return /^[\p{L}\p{N}_]+(?: [\p{L}\p{N}_]+)*$/u.test(label) && !/\b(?:a|an|the)\b/i.test(label);
}

/** Answers are of one line and differ, and no column is in all of them. @param alone else all of them end in no more than signs, too */
function areAnswers(said: readonly string[], alone: boolean): boolean {
  if (new Set(said).size < said.length || said.some((text) => bare(text) === '' || text.includes('\n'))) return false;
  const columns = said.map((text) => new Set(text.match(/\{\w+\}/g)));
  if ([...columns[0]!].some((column) => columns.every((others) => others.has(column)))) return false;
  return alone || !/[\p{L}\p{N}]/u.test(commonEnd(said));
}

/** Without the sign at its end. */
function bare(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.。]/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

function lastText(value: Value): StrValue | undefined {
  if (value.kind === 'str') return value;
  if (value.kind !== 'dict' || !isDialogue(value)) return undefined;
  const last = dialogueItems(value).at(-1);
  return last?.section === 'round' && last.prompt?.value.kind === 'str' ? last.prompt.value : undefined;
}

/** A template without one of its texts, as a text to compare. */
function aroundText(value: Value, text: StrValue): string {
  if (value === text) return '…';
  if (value.kind === 'dict')
    return `{${[...value.entries.values()].map(({ key, value: inner }) => `${pyRepr(key).text}: ${aroundText(inner, text)}`).join()}}`;
  const items = itemsOf(value);
  if (items) return `[${items.map((item) => aroundText(item, text)).join()}]`;
  return value.kind === 'unknown' ? `? ${String(value.span.start)}` : pyRepr(value).text;
}

/** How far texts are the same, by whole placeholders and words. @param letter what a word is made of */
function commonStart([first = '', ...others]: readonly string[], letter: RegExp): number {
  let at = 0;
  while (at < first.length && others.every((other) => other[at] === first[at])) at++;
  const open = first.lastIndexOf('{', at - 1);
  if (open >= 0 && first.indexOf('}', open) >= at) at = open;
  const all = [first, ...others];
  while (at > 0 && letter.test(first[at - 1]!) && all.some((text) => letter.test(text[at] ?? ''))) at--;
  return at;
}

/** What all texts end in, as whole words and placeholders. */
function commonEnd([first = '', ...others]: readonly string[]): string {
  let length = 0;
  while (length < first.length && others.every((other) => other.at(-1 - length) === first.at(-1 - length))) length++;
  const end = first.slice(first.length - length);
  return end.replace(/^\w*\}/, '').replace(/^\w+/, '');
}
