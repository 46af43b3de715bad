import { readInferCfg, type InferCfg, type TemplateConfig } from '../../../config/infer-cfg.js';
import type { StrValue } from '../../../core/value.js';
import { templateTexts } from '../../../config/dialogue.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import type { TextEdit } from '../../../core/text-edit.js';
import { addToBegin, prependToString } from '../../../checks/support/fixes.js';
import { insertEntry } from '../../../edit/index.js';
import { datasetsToCheck, findingAt, placeIn, rewriteFix } from './support/dataset-faults.js';
import { given, inferCfgs, usesTemplates } from './support/inference.js';
import { exceptionName } from './support/exception.js';
import { misspelt } from './support/misspelt.js';
import { say } from '../../../core/say.js';

const usualToken = '</E>';
/** Behind it the token is the end of an element. */
const openingTag = '<E>';

/** The template that makes the prompt takes examples in, but has no ice_token. OpenCompass 0.5.3 `openicl/icl_retriever/icl_base_retriever.py`. */
export const iceTokenUndefined: ConfigRule = {
  id: 'ice-token-undefined',
  title: 'The template that makes the prompt has no ice_token, though there is an ice_template',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'either',
  prevents: 'NotImplementedError: ice_token of prompt_template is not provided',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const inferCfg of inferCfgs(context)) {
      const found = usesTemplates(inferCfg, context.framework) ? templateWithoutToken(inferCfg) : undefined;
      if (!found) continue;
      const { key, template } = found;
      const reason =
        key === 'prompt_template'
          ? say`With an ice_template, the prompt_template needs an ice_token`
          : say`An ice_template that makes the prompt on its own needs an ice_token`;
      yield {
        span: inferCfg.value.entry(key)!.keySpan,
        message: say`${reason}, even with ZeroRetriever: the first prompt raises ${exceptionName(context.framework, 'ice-token-undefined')}. Give it ice_token='${usualToken}' and write the token into the template.`,
        fixes: giveToken(context, template),
      };
    }
    yield* strayTokens(context);
  },
};

/** The token in a text of a template that does not know it: no example is put there, and the model reads it. OpenCompass 0.5.3 `openicl/icl_prompt_template.py`. */
function* strayTokens(context: CheckContext): Iterable<Finding> {
  const seen = new Set<StrValue>();
  for (const dataset of datasetsToCheck(context)) {
    const read = readInferCfg(dataset.inferCfg);
    if (!read || !usesTemplates(read, context.framework) || given(read.value, 'ice_template') !== false) continue;
    const { promptTemplate: template } = read;
    if (template?.className !== 'PromptTemplate' || given(template.value, 'ice_token') !== false) continue;
    for (const text of templateTexts(template.template)) {
      const start = seen.has(text) ? -1 : text.text.indexOf(usualToken);
      seen.add(text);
      if (start < 0 || text.text.includes(openingTag)) continue;
      yield findingAt(context, dataset, placeIn(text, start, start + usualToken.length), {
        severity: 'warning',
        message: say`This template has no ice_token and no examples: the model reads ${usualToken} as it stands.`,
        fixes: rewriteFix(context, text, start, start + usualToken.length, '', say`Remove ${usualToken}`),
      });
    }
  }
}

function templateWithoutToken(inferCfg: InferCfg): { key: 'ice_template' | 'prompt_template'; template: TemplateConfig } | undefined {
  if (given(inferCfg.value, 'ice_template') !== true) return undefined;
  const alone = inferCfg.value.get('prompt_template') === undefined;
  const key = alone ? 'ice_template' : 'prompt_template';
  const template = alone ? inferCfg.iceTemplate : inferCfg.promptTemplate;
  if (template?.className !== 'PromptTemplate' || given(template.value, 'ice_token') !== false) return undefined;
  return { key, template };
}

/** Adds the token to the dict, and to the template where it does not stand there yet. */
function giveToken(context: CheckContext, template: TemplateConfig): Fix[] {
  // It is there under a name that is a slip, of which unknown-key tells.
  if (misspelt(template.value, 'ice_token')) return [];
  const there = templateTexts(template.template).some(({ text }) => text.includes(usualToken));
  const edits = [declare(context, template), ...(there ? [] : [write(context, template)])];
  const sure = edits.flatMap((edit) => edit ?? []);
  if (sure.length < edits.length) return [];
  return [{ title: say`Add ice_token='${usualToken}'${there ? '' : say` and write it into the template`}`, safe: there, edits: sure }];
}

function declare({ text }: CheckContext, { value }: TemplateConfig): TextEdit | undefined {
  const entry = value.entry('ice_token');
  if (!entry) return insertEntry(text(value.span.file), value, 'ice_token', `'${usualToken}'`);
  const written = text(entry.valueSpan.file).slice(entry.valueSpan.start, entry.valueSpan.end);
  return written === 'None' || written === 'null'
    ? { span: entry.valueSpan, newText: written === 'None' ? `'${usualToken}'` : `"${usualToken}"` }
    : undefined;
}

function write(context: CheckContext, { template, shape }: TemplateConfig): TextEdit | undefined {
  if (template?.kind === 'str') return prependToString(context, template, usualToken);
  return template?.kind === 'dict' && shape === 'dialogue' ? addToBegin(context, template, usualToken) : undefined;
}
