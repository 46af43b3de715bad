import { classNameOf } from '../../../config/class-name.js';
import type { DatasetConfig } from '../../../config/config.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import { applyEdits, type TextEdit } from '../../../core/text-edit.js';
import type { Document } from '../../../core/document.js';
import { baseName } from '../../../core/span.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import { importEdit } from '../../../edit/add-import.js';
import { parsePython } from '../../../python/syntax/parse.js';
import type { Module } from '../../../python/syntax/tree/ast.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { Draft } from '../../face/editor.js';
import { generativeTemplate, templateOfComprehension } from './generative-template.js';
import { isMark, labelledAnswers, type LabelledAnswers } from './labelled-answers.js';

const perplexity = 'PPLInferencer';
/** A hash, or what else follows the mode in the name of a file. */
const namedAfterMode = /_ppl(_[0-9a-f]{6})?((?:_\w+)?)\.py$/;
/** Where the frameworks have functions that take the answer from what a model writes, by the package of their classes. */
const postprocessors: ReadonlyMap<string, string> = new Map([
  ['opencompass', 'opencompass.utils.text_postprocessors'],
  ['ais_bench.benchmark', 'ais_bench.benchmark.utils.postprocess.text_postprocessors'],
]);
/** They hold answers against references as texts, so that an answer may be the text of a number (OpenCompass 0.5.3 `openicl/icl_evaluator/icl_hf_evaluator.py`). */
const comparesTexts: ReadonlySet<string> = new Set(['AccEvaluator', 'AccContaminationEvaluator']);
const takesLetters: ReadonlySet<string> = new Set(['first_option_postprocess', 'first_capital_postprocess']);
/** What both inferencers take. */
const kept: ReadonlySet<string> = new Set(['type', 'batch_size', 'max_seq_len', 'max_out_len']);

/** The document while it is changed. */
interface Draughting {
  readonly document: Document;
  readonly module: Module;
  readonly edits: Map<number, TextEdit>;
}

/**
 * A perplexity dataset as a generative one: the model is to write what the labels differ in, or the letter or number of an option, which are listed where the prompt does not have them. After the
 * shipped `*_gen` beside `*_ppl` (OpenCompass 0.5.3 `configs/datasets/ARC_c`, `mmlu`, `race`).
 * @param frameworks the package of the framework's classes
 */
export function generativeDraft({ config }: ReadConfig, document: Document, frameworks: string): Draft | undefined {
  const { file, text } = document;
  const from = postprocessors.get(frameworks);
  const named = namedAfterMode.exec(file);
  if (!named || config.datasets.length === 0 || from === undefined) return undefined;
  const [, hash, behind = ''] = named;
  // A hash that stands elsewhere would be that of other prompts.
  if (/_[0-9a-f]{6}$/.test(behind)) return undefined;
  const module = parsePython(file, text);
  const draughting: Draughting = { document, module, edits: new Map() };
  const chosen = new Set(config.datasets.map((dataset) => makeGenerative(dataset, draughting)));
  const [processor] = chosen;
  if (chosen.size !== 1 || processor === undefined) return undefined;
  const imported = importEdit(document, module, from, /^\w+/.exec(processor)![0]);
  const written = applyEdits(text, [...draughting.edits.values(), ...(imported ? [imported] : [])]);
  const generative = written.replaceAll(new RegExp(`\\b${perplexity}\\b`, 'g'), 'GenInferencer');
  return {
    file: file.replace(namedAfterMode, `_gen${behind}.py`),
    hashed: hash !== undefined,
    text: `# Made from ${baseName(file)}: the model writes the answer, and pred_postprocessor takes it from that: ${processor}.\n${generative}`,
    processor,
  };
}

/** Notes what becomes of a dataset. @returns the function that takes the answer, with its arguments, as Python; undefined where it cannot be made generative */
function makeGenerative({ value, inferCfg, readerCfg }: DatasetConfig, draughting: Draughting): string | undefined {
  const column = readReaderCfg(readerCfg).outputColumn?.text;
  if (inferCfg?.kind !== 'dict' || column === undefined || !isPerplexity(inferCfg.get('inferencer'))) return undefined;
  const templates = templatesOf(inferCfg);
  const answers = templates && labelledAnswers(templates.prompt);
  if (!answers || !noteTemplate(templates.prompt, answers, column, draughting)) return undefined;
  if (templates.examples && !noteExamples(templates.examples, answers, column, draughting)) return undefined;
  const numbers = [...templates.prompt.entries.values()].some(({ key }) => key.kind !== 'str');
  return noteEvaluator(value.get('eval_cfg'), answers.labels, numbers, draughting);
}

function isPerplexity(inferencer: Value | undefined): boolean {
  if (inferencer?.kind !== 'dict' || classNameOf(inferencer.get('type')) !== perplexity) return false;
  return [...inferencer.entries.values()].every(({ key }) => kept.has(textOf(key) ?? ''));
}

/** The templates of a dataset; that of the examples is the prompt's, too, where it has a place for them and there is no other. */
function templatesOf(inferCfg: DictValue): { readonly prompt: DictValue; readonly examples: Value | undefined } | undefined {
  const templateIn = (key: string): Value | undefined => {
    const given = inferCfg.get(key);
    return given?.kind === 'dict' ? given.get('template') : undefined;
  };
  const [prompt, examples] = [templateIn('prompt_template'), templateIn('ice_template')];
  if (prompt) return prompt.kind === 'dict' ? { prompt, examples } : undefined;
  return !inferCfg.get('prompt_template') && examples?.kind === 'dict' ? { prompt: examples, examples: undefined } : undefined;
}

/** Examples show their answers as they did, unless the prompt asks for the letter now. */
function noteExamples(examples: Value, { areLabels }: LabelledAnswers, column: string, draughting: Draughting): boolean {
  if (areLabels) return true;
  const answers = examples.kind === 'dict' ? labelledAnswers(examples) : undefined;
  return answers !== undefined && noteTemplate(examples, answers, column, draughting);
}

function noteTemplate(template: Value, answers: LabelledAnswers, column: string, draughting: Draughting): boolean {
  const { document, module } = draughting;
  const { file, start, end } = template.span;
  if (file !== document.file || end <= start) return false;
  const line = document.text.slice(document.lines.lineStart(document.lines.positionAt(start).line), start);
  const made =
    (answers.areLabels ? templateOfComprehension(document, module, template, column) : undefined) ??
    generativeTemplate(answers, column, /^[ \t]*/.exec(line)![0]);
  return made !== undefined && note(draughting, { span: template.span, newText: made });
}

/** @returns the function that takes the answer: the one that is there already, where it takes letters */
function noteEvaluator(
  evaluation: Value | undefined,
  labels: readonly string[],
  numbers: boolean,
  draughting: Draughting,
): string | undefined {
  const { document } = draughting;
  const evaluator = evaluation?.kind === 'dict' ? evaluation.entry('evaluator') : undefined;
  if (evaluation?.kind !== 'dict' || evaluator?.value.kind !== 'dict') return undefined;
  // Labels that are numbers are written as texts.
  if (numbers && !comparesTexts.has(classNameOf(evaluator.value.get('type')) ?? '')) return undefined;
  const there = evaluation.get('pred_postprocessor');
  if (there) {
    const name = there.kind === 'dict' ? classNameOf(there.get('type')) : undefined;
    return name !== undefined && takesLetters.has(name) && labels.every((label) => /^[A-Z]$/.test(label)) ? name : undefined;
  }
  if (evaluator.valueSpan.file !== document.file) return undefined;
  const options = [...labels].sort().join('');
  const processor = labels.every(isMark) ? `first_option_postprocess, options='${options}'` : 'general_postprocess';
  const isQuoted = /['"]/.test(document.text[evaluator.keySpan.start] ?? '');
  const key = isQuoted ? `'pred_postprocessor': ` : 'pred_postprocessor=';
  const behind = { ...evaluator.valueSpan, start: evaluator.valueSpan.end };
  return note(draughting, { span: behind, newText: `, ${key}dict(type=${processor})` }) ? processor : undefined;
}

/** @returns false where something else is to be written at the same place */
function note({ edits }: Draughting, edit: TextEdit): boolean {
  const there = edits.get(edit.span.start);
  edits.set(edit.span.start, edit);
  return there === undefined || there.newText === edit.newText;
}
