import { readInferCfg, type TemplateConfig } from '../../../../config/infer-cfg.js';
import { readReaderCfg } from '../../../../config/reader-cfg.js';
import { say } from '../../../../core/say.js';
import type { Span } from '../../../../core/span.js';
import { textOf, type Value } from '../../../../core/value.js';
import { dialogueItems } from '../../../../config/dialogue.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { textsOfTemplate } from '../../columns/filled-texts.js';
import { bracedTexts } from '../../columns/placeholder-faults.js';
import { datasetsToCheck, findingAt } from './dataset-faults.js';
import { modeOfInferCfg, shotCount } from './inference.js';
import { isPartlyUnknown } from './known-texts.js';

/** In-context examples without anything of the row where the answer belongs, where answers are generated. A label is an answer. */
export function* shotsWithoutAnswer(context: CheckContext): Iterable<Finding> {
  const told = new Set<Value>();
  for (const dataset of datasetsToCheck(context)) {
    const inferCfg = readInferCfg(dataset.inferCfg);
    const ice = inferCfg?.iceTemplate;
    const { inputColumns, outputColumn } = readReaderCfg(dataset.readerCfg);
    if (ice?.className !== 'PromptTemplate' || ice.shape === 'labels' || !outputColumn || told.has(ice.value)) continue;
    told.add(ice.value);
    if (modeOfInferCfg(inferCfg!, context.framework) !== 'gen' || !(shotCount(inferCfg!, context.framework) ?? 0)) continue;
    const place = answerLess(ice, inputColumns);
    if (!place || inputColumns.includes(outputColumn.text)) continue;
    yield findingAt(context, dataset, place, {
      severity: 'warning',
      message: say`The in-context examples are made of this template, and where the answer belongs there is no column: they show the model questions without answers. Write {${outputColumn.text}}.`,
    });
  }
}

/** Where the answer belongs: the turn of BOT, or the end of a text that asks for it. Undefined where something of the row is there. */
function answerLess(ice: TemplateConfig, inputs: readonly string[]): Span | undefined {
  const texts = textsOfTemplate(ice);
  const names = bracedTexts(texts).flatMap(({ braces }) => braces.map(({ name }) => name));
  if (texts.some(isPartlyUnknown) || names.length === 0 || !names.every((name) => inputs.includes(name))) return undefined;
  if (ice.template?.kind === 'str') return /(?:answer|答案|\bA)\s*[:：]\s*$/i.test(ice.template.text) ? ice.template.span : undefined;
  const answers = dialogueItems(ice.template).filter(({ role }) => textOf(role?.value) === 'BOT');
  const isBare = answers.every(({ prompt }) => !prompt || (prompt.value.kind === 'str' && !prompt.value.text.includes('{')));
  return answers.length > 0 && isBare ? (answers[0]!.prompt?.valueSpan ?? answers[0]!.span) : undefined;
}
