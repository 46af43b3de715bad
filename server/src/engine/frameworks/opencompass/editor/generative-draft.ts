import { classNameOf } from '../../../config/class-name.js';
import type { DatasetConfig } from '../../../config/config.js';
import { dialogueItems, isDialogue } from '../../../config/dialogue.js';
import { readTemplate } from '../../../config/infer-cfg.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import { applyEdits, type TextEdit } from '../../../core/text-edit.js';
import type { Document } from '../../../core/document.js';
import { str, textOf, type DictEntry, type StrValue, type Value } from '../../../core/value.js';
import { importEdit } from '../../../edit/add-import.js';
import { pyRepr } from '../../../python/runtime/semantics.js';
import { parsePython } from '../../../python/syntax/parse.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { Draft } from '../../face/editor.js';

const perplexity = 'PPLInferencer';
const postprocessor = 'first_option_postprocess';
const namedAfterMode = /_ppl(_[0-9a-f]{6})?\.py$/;

/**
 * A perplexity dataset as a generative one: the options are listed with their letters where the prompt does not have them, and the model is to write the letter. Only for templates that
 * are written out for the labels A, B … and differ in what stands last. After the shipped `*_gen` beside `*_ppl` (OpenCompass 0.5.3 `configs/datasets/ARC_c`, `mmlu`, `race`).
 */
export function generativeDraft({ config }: ReadConfig, document: Document): Draft | undefined {
  const { file, text } = document;
  if (!namedAfterMode.test(file) || config.datasets.length === 0) return undefined;
  const edits = new Map<number, TextEdit>();
  const letters = new Set<string>();
  for (const dataset of config.datasets) {
    const made = editsOf(dataset, document);
    if (!made) return undefined;
    letters.add(made.letters);
    for (const edit of made.edits) edits.set(edit.span.start, edit);
  }
  if (letters.size !== 1) return undefined;
  const imported = importEdit(document, parsePython(file, text), 'opencompass.utils.text_postprocessors', postprocessor);
  const written = applyEdits(text, [...edits.values(), ...(imported ? [imported] : [])]);
  return {
    file: file.replace(namedAfterMode, '_gen.py'),
    hashed: namedAfterMode.exec(file)![1] !== undefined,
    text: written.replaceAll(new RegExp(`\\b${perplexity}\\b`, 'g'), 'GenInferencer'),
  };
}

function editsOf({ value, inferCfg, readerCfg }: DatasetConfig, document: Document): { letters: string; edits: TextEdit[] } | undefined {
  const inferencer = inferCfg?.kind === 'dict' ? inferCfg.get('inferencer') : undefined;
  const answer = readReaderCfg(readerCfg).outputColumn?.text;
  if (inferCfg?.kind !== 'dict' || inferencer?.kind !== 'dict' || answer === undefined) return undefined;
  if (classNameOf(inferencer.get('type')) !== perplexity) return undefined;
  const prompt = inferCfg.get('prompt_template');
  const entry = prompt?.kind === 'dict' ? prompt.entry('template') : undefined;
  const evaluation = value.get('eval_cfg');
  const evaluator = evaluation?.kind === 'dict' && !evaluation.get('pred_postprocessor') ? evaluation.entry('evaluator') : undefined;
  if (!entry || readTemplate(prompt)?.shape !== 'labels' || !isIn(entry, document) || !evaluator || !isIn(evaluator, document))
    return undefined;
  const template = generativeTemplate(entry.value, answer, document);
  if (!template) return undefined;
  const behind = { ...evaluator.valueSpan, start: evaluator.valueSpan.end };
  const processed = `, pred_postprocessor=dict(type=${postprocessor}, options='${template.letters}')`;
  if (document.text[evaluator.keySpan.start] === "'" || document.text[evaluator.keySpan.start] === '"') return undefined;
  return {
    letters: template.letters,
    edits: [
      { span: entry.valueSpan, newText: template.text },
      { span: behind, newText: processed },
    ],
  };
}

function isIn({ valueSpan }: DictEntry, { file }: Document): boolean {
  return valueSpan.file === file;
}

/** What a label says otherwise than the others, and the rest. */
interface Option {
  readonly letter: string;
  readonly said: string;
}

function generativeTemplate(labels: Value, answer: string, document: Document): { letters: string; text: string } | undefined {
  if (labels.kind !== 'dict') return undefined;
  const entries = [...labels.entries.values()];
  const letters = entries.map(({ key }) => textOf(key) ?? '').join('');
  if (letters.length !== entries.length || letters.length < 2 || !'ABCDEFGHIJ'.startsWith(letters)) return undefined;
  const variants = entries.map(({ value }) => lastTextOf(value, document));
  const [first] = variants;
  if (!first || variants.some((variant) => variant?.around !== first.around)) return undefined;
  const texts = variants.map((variant) => variant!.last.text);
  const same = first.isDialogue ? 0 : commonStart(texts);
  const options = texts.map((text, i): Option => ({ letter: letters[i]!, said: text.slice(same) }));
  const listed = options.every(({ letter, said }) => said.trim() === letter);
  const question = first.isDialogue ? first.before : undefined;
  if (!listed && first.isDialogue && !question) return undefined;
  return { letters, text: first.write(texts[0]!.slice(0, same), listed ? undefined : options, `{${answer}}`) };
}

/** A template of one label, by its last text. */
interface Variant {
  readonly isDialogue: boolean;
  readonly last: StrValue;
  /** The text of the turn before. */
  readonly before: StrValue | undefined;
  /** All but the last text, as it is written. */
  readonly around: string;
  write(start: string, options: readonly Option[] | undefined, answer: string): string;
}

/** @returns undefined where something of it is not written out in the document */
function lastTextOf(value: Value, { file, text }: Document): Variant | undefined {
  const written = ({ span }: Value): string | undefined => (span.file === file ? text.slice(span.start, span.end) : undefined);
  const isPlain = (one: Value | undefined): one is StrValue => one?.kind === 'str' && /^r?(['"])(?!\1\1).*\1$/.test(written(one) ?? '');
  if (value.kind === 'str') {
    if (!isPlain(value)) return undefined;
    const write = (start: string, options: readonly Option[] | undefined, answer: string): string =>
      literal((options ? withOptions(start, options) : start) + answer);
    return { isDialogue: false, last: value, before: undefined, around: '', write };
  }
  const items = value.kind === 'dict' && isDialogue(value) ? dialogueItems(value) : [];
  const [last, turn] = [items.at(-1)?.prompt?.value, items.at(-2)?.prompt?.value];
  if (!isPlain(last) || (turn && !isPlain(turn)) || value.span.file !== file) return undefined;
  const parts = (middle: string, end: string): string =>
    turn
      ? text.slice(value.span.start, turn.span.start) +
        middle +
        text.slice(turn.span.end, last.span.start) +
        end +
        text.slice(last.span.end, value.span.end)
      : text.slice(value.span.start, last.span.start) + end + text.slice(last.span.end, value.span.end);
  const write = (_: string, options: readonly Option[] | undefined, answer: string): string =>
    parts(turn && options ? literal(withOptions(turn.text, options)) : turn ? written(turn)! : '', literal(answer));
  return { isDialogue: true, last, before: turn, around: parts(turn ? written(turn)! : '', ''), write };
}

/** The options before the last line, which asks for the answer. */
function withOptions(question: string, options: readonly Option[]): string {
  const lines = options.map(({ letter, said }) => `${letter}. ${said.trim()}`).join('\n');
  const at = question.trimEnd().lastIndexOf('\n');
  return at < 0 ? `${question.trimEnd()}\n${lines}\n` : `${question.slice(0, at)}\n${lines}${question.slice(at)}`;
}

function commonStart([first = '', ...others]: readonly string[]): number {
  let at = 0;
  while (at < first.length && others.every((other) => other[at] === first[at])) at++;
  // A placeholder is one or another as a whole.
  const open = first.lastIndexOf('{', at - 1);
  return open >= 0 && first.indexOf('}', open) >= at ? open : at;
}

function literal(text: string): string {
  return pyRepr(str(text, { file: '', start: 0, end: 0 })).text;
}
