import { dialogueSections } from '../../../config/dialogue.js';
import { readInferCfg, type InferCfg, type TemplateConfig } from '../../../config/infer-cfg.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { itemsOf } from '../../../config/sequence.js';
import { listed, quoted } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';
import { textOf, type Value } from '../../../core/value.js';
import { datasetsToCheck, findingAt } from './support/dataset-faults.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { equalLabels } from './support/equal-labels.js';
import { inferCfgs, modeOfInferCfg } from './support/inference.js';

/**
 * A dict of labels and an inferencer that does not compare them, or one that compares labels with a template that is the same for each. OpenCompass
 * 0.5.3 `openicl/icl_prompt_template.py`, `openicl/icl_retriever/icl_base_retriever.py` (`get_labels`); AISBench 3.1.0 the same.
 */
export const labelsNotCompared: ConfigRule = {
  id: 'labels-not-compared',
  title: 'Labels of a template that are not compared, or an inferencer that has none to compare',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'A prompt with the first label in it, or a score that always takes the first label, without an error',
  scope: 'document',
  *check(context): Iterable<Finding> {
    yield* lostLetterLabels(context);
    for (const inferCfg of inferCfgs(context)) {
      const type = inferCfg.inferencer?.value.entry('type');
      const prompt = inferCfg.promptTemplate ?? inferCfg.iceTemplate;
      if (!type || !prompt || prompt.className !== 'PromptTemplate') continue;
      if (inferCfg.iceTemplate?.shape === 'labels') yield* labelsOfShots(context, inferCfg);
      if (modeOfInferCfg(inferCfg, context.framework) === 'ppl') {
        yield* equalLabels(context, inferCfg);
        yield* labelsGiven(inferCfg);
      }
      const message = messageFor(context, inferCfg, prompt);
      if (message === undefined) continue;
      yield {
        span: type.valueSpan,
        message,
        related: [{ span: prompt.value.entry('template')?.valueSpan ?? prompt.value.span, message: say`this is the template` }],
        fixes: otherInferencer(context, inferCfg),
      };
    }
  },
};

/** Labels that the examples have, and the template that is asked has not: they are never answered. */
function* labelsOfShots({ framework }: CheckContext, inferCfg: InferCfg): Iterable<Finding> {
  const { iceTemplate, promptTemplate } = inferCfg;
  if (modeOfInferCfg(inferCfg, framework) !== 'ppl') return;
  const [ofShots, asked] = [labelsOf(iceTemplate), labelsOf(promptTemplate)];
  const entry = promptTemplate?.value.entry('template');
  if (!ofShots || !asked || !entry) return;
  const left = ofShots.filter((label) => !asked.includes(label));
  if (left.length === 0) return;
  yield {
    span: entry.valueSpan,
    message: say`The in-context examples have the label ${listed(left.map(quoted), 4)}, and this template has none: it is not compared, so rows with it are never right, without an error.`,
    related: [{ span: iceTemplate?.value.entry('template')?.valueSpan ?? entry.valueSpan, message: say`the template of the examples` }],
  };
}

/** Labels of letters, as the options in the columns of the input are called, and one of those is no label. */
function* lostLetterLabels(context: CheckContext): Iterable<Finding> {
  const told = new Set<Value>();
  for (const dataset of datasetsToCheck(context)) {
    const inferCfg = readInferCfg(dataset.inferCfg);
    const prompt = inferCfg?.promptTemplate ?? inferCfg?.iceTemplate;
    const entry = prompt?.value.entry('template');
    const labels = labelsOf(prompt);
    if (!entry || !labels || told.has(entry.value) || modeOfInferCfg(inferCfg!, context.framework) !== 'ppl') continue;
    told.add(entry.value);
    const letters = readReaderCfg(dataset.readerCfg).inputColumns.filter((name) => /^[A-Z]$/.test(name));
    const [lost, ...more] = letters.filter((letter) => !labels.includes(letter));
    if (lost === undefined || more.length > 0 || labels.length < 2 || !labels.every((label) => letters.includes(label))) continue;
    yield findingAt(context, dataset, entry.valueSpan, {
      message: say`The options are called ${listed(letters)}, and this template has no label ${quoted(lost)}: it is not compared, so rows with it are never right, without an error.`,
    });
  }
}

/** Labels that the inferencer is given, in place of those of the template: `openicl/icl_inferencer/icl_ppl_inferencer.py`. */
function* labelsGiven({ inferencer, promptTemplate, iceTemplate }: InferCfg): Iterable<Finding> {
  const entry = inferencer?.value.entry('labels');
  const asked = labelsOf(promptTemplate ?? iceTemplate);
  const given = (entry ? itemsOf(entry.value) : undefined)?.map((item) => (item.kind === 'int' ? String(item.value) : textOf(item)));
  if (!entry || !asked || !given?.every((label) => label !== undefined)) return;
  const left = asked.filter((label) => !given.includes(label));
  const strange = given.filter((label) => !asked.includes(label));
  if (strange.length > 0)
    yield {
      span: entry.valueSpan,
      severity: 'error',
      message: say`The template has no label ${listed(strange.map(quoted), 4)}: building the prompt raises KeyError.`,
    };
  else if (left.length > 0)
    yield {
      span: entry.valueSpan,
      message: say`The label ${listed(left.map(quoted), 4)} of the template is not among these: it is not compared, so rows with it are never right, without an error.`,
    };
}

/** The labels of a template of them; undefined where it has none, or not all of them are known. */
function labelsOf(given: TemplateConfig | undefined): readonly string[] | undefined {
  if (given?.shape !== 'labels' || given.template?.kind !== 'dict') return undefined;
  const labels = [...given.template.entries.values()].map(({ key }) => (key.kind === 'int' ? String(key.value) : textOf(key)));
  return labels.every((label) => label !== undefined) ? labels : undefined;
}

function messageFor({ framework }: CheckContext, inferCfg: InferCfg, { shape, template }: TemplateConfig): string | undefined {
  const mode = modeOfInferCfg(inferCfg, framework);
  const name = inferCfg.inferencer?.className ?? '';
  if (mode === 'ppl') {
    if (shape === 'dialogue')
      return say`${name} compares labels, and this template has none: every label is asked the same prompt, so the first one always wins, without an error. Make the template a dict with a dialogue for each label, or use GenInferencer.`;
    // The labels are then the answers that the rows have.
    if (shape === 'text' && inferCfg.promptTemplate)
      return say`${name} compares labels, and this template is one text for all of them: the first label always wins, without an error. Make the template a dict with a text for each label, or use GenInferencer.`;
    return undefined;
  }
  if (shape !== 'labels' || template?.kind !== 'dict' || (mode !== 'gen' && mode !== 'ppl_only' && mode !== 'adv' && mode !== 'multi_turn'))
    return undefined;
  const labels = [...template.entries.values()].map(({ key }) => textOf(key) ?? '…');
  // One key beside sections is a slip of one, and a turn belongs in a section: that is told as such.
  if (
    labels.length < 2 ||
    (template.entry('role') && template.entry('prompt')) ||
    dialogueSections.some((section) => template.entry(section))
  )
    return undefined;
  return say`${name} compares no labels: it always takes the template of the first of ${listed(labels.map(quoted), 4)}, answer and all, without an error. Use PPLInferencer, or one template for all labels.`;
}

/** PPLInferencer in place of GenInferencer, and the other way round, as the import has it. */
function otherInferencer({ text }: CheckContext, { inferencer }: InferCfg): Fix[] {
  const type = inferencer?.value.entry('type');
  const name = inferencer?.className;
  const other = name === 'GenInferencer' ? 'PPLInferencer' : name === 'PPLInferencer' ? 'GenInferencer' : undefined;
  if (!type || name === undefined || other === undefined) return [];
  const { file, start, end } = type.valueSpan;
  const source = text(file);
  if (source.slice(start, end) !== name) return [];
  const title = say`Use ${other}`;
  const edit = { span: { file, start, end }, newText: other };
  if (new RegExp(`\\b${other}\\b`).test(source)) return oneEdit(title, false, edit);
  const imported = new RegExp(`^(from [^\\n]*icl_inferencer import [^\\n#]*?)\\b${name}\\b(?! as)`, 'm').exec(source);
  if (!imported) return [];
  const at = imported.index + imported[0].length;
  return [{ title, safe: false, edits: [{ span: { file, start: at, end: at }, newText: `, ${other}` }, edit] }];
}
