import type { DatasetConfig } from '../../../config/config.js';
import { dialogueItems, templateTexts, templateVariants } from '../../../config/dialogue.js';
import { readInferCfg, type TemplateConfig } from '../../../config/infer-cfg.js';
import { textOf, type StrValue, type Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { datasetsToCheck, findingAt, placeIn } from './support/dataset-faults.js';
import { FillingReader, type Filling } from '../columns/filling.js';
import { datasetFacts, hasTaskOfItsOwn } from './support/class-keys.js';
import { modeOfInferCfg } from './support/inference.js';

/**
 * The output column where something is asked: in a generation its place stays empty, and where labels are compared it gives the answer away.
 * OpenCompass 0.5.3 `openicl/icl_prompt_template.py`, `generate_item` and `generate_label_prompt_item`, by `openicl/icl_retriever/
 * icl_base_retriever.py`; AISBench 3.1.0 the same.
 */
export const outputColumnAsked: ConfigRule = {
  id: 'output-column-asked',
  title: 'The output column in the question of a prompt, which is left empty or gives the answer away',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  prevents: 'A prompt that lacks what it asks about, or that has the answer in it, without an error',
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (hasTaskOfItsOwn(context)) return;
    const told = new Set<StrValue>();
    const reader = new FillingReader();
    for (const dataset of datasetsToCheck(context)) yield* ofDataset(context, dataset, reader, told);
  },
};

function* ofDataset(context: CheckContext, dataset: DatasetConfig, reader: FillingReader, told: Set<StrValue>): Iterable<Finding> {
  const { readerCfg } = dataset;
  const column = readerCfg?.kind === 'dict' ? textOf(readerCfg.get('output_column')) : undefined;
  const inferCfg = readInferCfg(dataset.inferCfg);
  if (!column || !inferCfg) return;
  const placeholder = `{${column}}`;
  const { promptTemplate, iceTemplate } = inferCfg;
  if (![promptTemplate, iceTemplate].some((template) => holds(template?.template, placeholder))) return;
  const asksOther = otherPlaceholders(
    reader.fillingOf(dataset, datasetFacts(context, dataset), () => true),
    column,
  );
  const mode = modeOfInferCfg(inferCfg, context.framework);
  const prompt = promptTemplate ?? iceTemplate;
  const found: (readonly [StrValue, string])[] = [];
  if (mode === 'gen' || (mode === 'ppl' && prompt?.shape === 'labels'))
    for (const text of textsOf(prompt, (value) => asked(value, placeholder, asksOther)))
      found.push([
        text,
        mode === 'gen'
          ? say`The place of the output column ${column} stays empty where an answer is generated: the model does not read what is asked here. Use a column of the input.`
          : say`The output column ${column} is filled in where labels are compared: the model reads the right answer. Use a column of the input.`,
      ]);
  if (mode === 'multi_turn' && hasAnswers(prompt, placeholder))
    for (const text of textsOf(prompt, (value) => asked(value, placeholder, asksOther)))
      found.push([
        text,
        say`The column ${column} is filled in where the model is asked: it reads the right answer. Use a column of the input.`,
      ]);
  if (promptTemplate)
    for (const text of textsOf(iceTemplate, (value) => answeredTwice(value, placeholder, asksOther)))
      found.push([
        text,
        say`The output column ${column} stands here and once more where the answer belongs: the examples show their answers in place of what is asked. Use a column of the input.`,
      ]);
  for (const [text, message] of found) {
    if (told.has(text)) continue;
    told.add(text);
    const at = text.text.indexOf(placeholder);
    yield findingAt(context, dataset, placeIn(text, at, at + placeholder.length), { message });
  }
}

/** Whether the column stands where the model answers, too: else the roles are what is wrong. */
function hasAnswers(template: TemplateConfig | undefined, placeholder: string): boolean {
  return dialogueItems(template?.template).some(
    ({ role, prompt }) => textOf(role?.value) === 'BOT' && textOf(prompt?.value)?.includes(placeholder),
  );
}

function textsOf(template: TemplateConfig | undefined, chosen: (value: Value) => StrValue[]): StrValue[] {
  if (!template?.template || !['PromptTemplate', 'MultiTurnPromptTemplate'].includes(template.className ?? '')) return [];
  return templateVariants(template.template).flatMap(({ value }) => chosen(value));
}

/** The text of an example that has the answer twice, and nothing in front of the first that could be the question. */
function answeredTwice(template: Value, placeholder: string, asksOther: AsksOther): StrValue[] {
  if (template.kind !== 'str') return [];
  const { text } = template;
  const at = text.indexOf(placeholder);
  return at >= 0 && text.lastIndexOf(placeholder) > at && !asksOther(text.slice(0, at)) ? [template] : [];
}

/** Whether a part of a text asks for another column than the output column. Where the columns are known, braces of formulas are none. */
type AsksOther = (text: string) => boolean;

function otherPlaceholders({ known, columns }: Filling, output: string): AsksOther {
  if (known !== 'exact') return (text) => /\{[A-Za-z_]\w*\}/.test(text);
  const others = new Set(columns.filter((name) => name !== output));
  return (text) => {
    for (const [, name] of text.matchAll(/\{([^{}]+)\}/g)) if (others.has(name!)) return true;
    return false;
  };
}

function holds(template: Value | undefined, placeholder: string): boolean {
  return templateTexts(template).some(({ text }) => text.includes(placeholder));
}

/** Texts in which the output column is part of a question. */
function asked(template: Value, placeholder: string, asksOther: AsksOther): StrValue[] {
  if (template.kind === 'str') return isAsked(template.text, placeholder, asksOther) ? [template] : [];
  return dialogueItems(template).flatMap(({ role, prompt }) => {
    const text = textOf(role?.value) === 'HUMAN' ? prompt?.value : undefined;
    return text?.kind === 'str' && text.text.includes(placeholder) ? [text] : [];
  });
}

/** At the end of a text it marks where the answer belongs. */
function isAsked(text: string, placeholder: string, asksOther: AsksOther): boolean {
  const at = text.indexOf(placeholder);
  return at >= 0 && (asksOther(text.slice(at + placeholder.length)) || !asksOther(text.slice(0, at)));
}
