import type { DatasetConfig } from '../../../config/config.js';
import { dialogueItems, templateVariants } from '../../../config/dialogue.js';
import { readInferCfg } from '../../../config/infer-cfg.js';
import { textOf, type StrValue, type Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { datasetsToCheck, findingAt, placeIn } from './support/dataset-faults.js';
import { hasTaskOfItsOwn } from './support/class-keys.js';
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
    for (const dataset of datasetsToCheck(context)) yield* ofDataset(context, dataset, told);
  },
};

function* ofDataset(context: CheckContext, dataset: DatasetConfig, told: Set<StrValue>): Iterable<Finding> {
  const { readerCfg } = dataset;
  const column = readerCfg?.kind === 'dict' ? textOf(readerCfg.get('output_column')) : undefined;
  const inferCfg = readInferCfg(dataset.inferCfg);
  if (!column || !inferCfg) return;
  const mode = modeOfInferCfg(inferCfg, context.framework);
  const { promptTemplate } = inferCfg;
  if (mode !== 'gen' && !(mode === 'ppl' && promptTemplate?.shape === 'labels')) return;
  if (promptTemplate?.className !== 'PromptTemplate' || !promptTemplate.template) return;
  const placeholder = `{${column}}`;
  const texts = templateVariants(promptTemplate.template).flatMap(({ value }) => asked(value, placeholder));
  for (const text of texts) {
    if (told.has(text)) continue;
    told.add(text);
    const at = text.text.indexOf(placeholder);
    yield findingAt(context, dataset, placeIn(text, at, at + placeholder.length), {
      message:
        mode === 'gen'
          ? say`The place of the output column ${column} stays empty where an answer is generated: the model does not read what is asked here. Use a column of the input.`
          : say`The output column ${column} is filled in where labels are compared: the model reads the right answer. Use a column of the input.`,
    });
  }
}

/** Texts in which the output column is part of a question. */
function asked(template: Value, placeholder: string): StrValue[] {
  if (template.kind === 'str') return isAsked(template.text, placeholder) ? [template] : [];
  return dialogueItems(template).flatMap(({ role, prompt }) => {
    const text = textOf(role?.value) === 'HUMAN' ? prompt?.value : undefined;
    return text?.kind === 'str' && text.text.includes(placeholder) ? [text] : [];
  });
}

/** At the end of a text it marks where the answer belongs. */
function isAsked(text: string, placeholder: string): boolean {
  const at = text.indexOf(placeholder);
  if (at < 0) return false;
  const others = /\{[A-Za-z_]\w*\}/;
  return others.test(text.slice(at + placeholder.length)) || !others.test(text.slice(0, at));
}
