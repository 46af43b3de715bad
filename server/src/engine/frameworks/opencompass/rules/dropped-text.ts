import { dialogueItems, templateVariants } from '../../../config/dialogue.js';
import { readInferCfg, type InferCfg, type TemplateConfig } from '../../../config/infer-cfg.js';
import { readMetaTemplate } from '../../../config/meta-template.js';
import type { DatasetConfig, ModelConfig } from '../../../config/config.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';
import type { Span } from '../../../core/span.js';
import { textOf, type StrValue } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { combinationsOf } from './support/combinations.js';
import { shotCount, usesParser } from './support/inference.js';

/**
 * A text of the config that the model is never sent, without an error: what the API parser skips, and what the class of the model does not read. OpenCompass
 * 0.5.3 `models/base_api.py`, `models/huggingface_above_v4_33.py`; AISBench 3.1.0 `models/api_models/base_api.py`.
 */
export const droppedText: ConfigRule = {
  id: 'dropped-text',
  title: 'A text of the config that the model is never sent',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  prevents: 'In-context examples, instructions or system prompts that are missing in the prompt, without an error',
  scope: 'pair',
  *check(context): Iterable<Finding> {
    for (const model of context.config.models) yield* unreadMeta(model);
    const told = new Set<string>();
    for (const { datasets, models } of combinationsOf(context.config)) {
      const skipping = models.filter(skipsTexts);
      if (skipping.length > 0) for (const dataset of datasets) yield* skippedTexts(context, dataset, skipping, told);
    }
  },
};

/** A class that makes its parser without the config's meta template. */
function* unreadMeta({ value, metaTemplate, metaTemplateFromClass, className, parser }: ModelConfig): Iterable<Finding> {
  const entry = value.entry('meta_template');
  if (!entry || entry.value.kind !== 'dict' || entry.value.entries.size === 0) return;
  if (!metaTemplateFromClass || metaTemplate !== undefined || parser === undefined) return;
  yield {
    span: entry.keySpan,
    message: say`${className ?? say`The class`} does not read meta_template: its roles, begin and system prompt are in no prompt, without an error. Use a class that reads it, or take it out.`,
  };
}

/** The API parser leaves out what has no role, once there is a meta template. */
function skipsTexts({ parser, metaTemplate }: ModelConfig): boolean {
  const meta = readMetaTemplate(metaTemplate);
  return parser === 'api' && meta !== undefined && meta.value.entries.size > 0;
}

function* skippedTexts(
  context: CheckContext,
  dataset: DatasetConfig,
  models: readonly ModelConfig[],
  told: Set<string>,
): Iterable<Finding> {
  const inferCfg = readInferCfg(dataset.inferCfg);
  if (!inferCfg || !usesParser(inferCfg, context.framework)) return;
  const prompt = inferCfg.promptTemplate ?? inferCfg.iceTemplate;
  if (prompt?.className !== 'PromptTemplate') return;
  const names = listed([...new Set(models.map(({ abbr }) => abbr))], 3);
  const shots = lostShots(context, inferCfg, prompt);
  const found: { readonly span: Span; readonly message: string }[] = [];
  if (shots)
    found.push({
      span: shots,
      message: say`The in-context examples are texts, and the prompt is a dialogue: with ${names}, whose messages are made of turns alone, they are left out without an error. Write the ice_template as a dialogue.`,
    });
  for (const item of bareTexts(prompt))
    found.push({
      span: item.span,
      message: say`This text has no role: with ${names}, whose messages are made of turns alone, it is left out without an error. Write it as a turn, such as dict(role='SYSTEM', fallback_role='HUMAN', prompt=…).`,
    });
  for (const item of endTexts(prompt))
    found.push({
      span: item.span,
      message: say`With ${names} a text in \`end\` is left out without an error: messages are made of turns alone, and the answer begins before it. Write it in the round.`,
    });
  for (const finding of found) {
    const key = `${finding.span.file} ${String(finding.span.start)}`;
    if (!told.has(key)) yield finding;
    told.add(key);
  }
}

/** Where the examples are written as texts that take the place of a token between the turns. */
function lostShots({ framework }: CheckContext, inferCfg: InferCfg, prompt: TemplateConfig): Span | undefined {
  const ice = inferCfg.iceTemplate;
  const token = textOf(prompt.iceToken);
  if (ice?.className !== 'PromptTemplate' || token === undefined || (shotCount(inferCfg, framework) ?? 0) === 0) return undefined;
  const isText = templateVariants(ice.template).every(({ value }) => value.kind === 'str');
  if (!isText || !bareItems(prompt).some((item) => item.text.includes(token))) return undefined;
  return ice.value.entry('template')?.keySpan ?? ice.value.span;
}

/** Texts between the turns with more than the ice token and white space in them. */
function bareTexts(prompt: TemplateConfig): readonly StrValue[] {
  const token = textOf(prompt.iceToken);
  return bareItems(prompt).filter((item) => {
    const rest = token ? item.text.replaceAll(token, '') : item.text;
    return rest.trim() !== '' && !/^<\/?[A-Za-z]+>$/.test(rest.trim());
  });
}

/** Texts behind the round, which a parser that makes messages passes over, or never comes to. */
function endTexts({ template }: TemplateConfig): readonly StrValue[] {
  return templateVariants(template).flatMap(({ value }) =>
    dialogueItems(value).flatMap(({ section, value: item }) =>
      section === 'end' && item.kind === 'str' && item.text.trim() !== '' && !/^<\/?[A-Za-z]+>$/.test(item.text.trim()) ? [item] : [],
    ),
  );
}

function bareItems({ template }: TemplateConfig): readonly StrValue[] {
  return templateVariants(template).flatMap(({ value }) =>
    dialogueItems(value).flatMap((item) => (item.section !== 'end' && item.value.kind === 'str' ? [item.value] : [])),
  );
}
