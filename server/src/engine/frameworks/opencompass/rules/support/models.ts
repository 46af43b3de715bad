import { metaRoles, readMetaTemplate, type MetaTemplate } from '../../../../config/meta-template.js';
import type { ModelConfig } from '../../../../config/config.js';
import type { CheckContext } from '../../../face/rule.js';
import { ownJudgesOf } from './judges-of.js';

/**
 * The meta templates that the API parser reads, each with its model: of the config's models, of those in other lists, and of the judges in its evaluators. Defaults of a class
 * are left out.
 */
export function apiMetaTemplates(context: CheckContext): { readonly model: ModelConfig; readonly meta: MetaTemplate }[] {
  return [...allModels(context)].flatMap((model) => {
    if (model.parser !== 'api' || model.metaTemplateFromClass) return [];
    const meta = readMetaTemplate(model.metaTemplate);
    return meta ? [{ model, meta }] : [];
  });
}

function allModels(context: CheckContext): Set<ModelConfig> {
  const { models, otherModels = [], judgers = [] } = context.config;
  return new Set([...models, ...otherModels, ...judgers, ...ownJudgesOf(context).flatMap(({ model }) => model ?? [])]);
}

/** Meta templates with api_roles that the document gives a name and no model that is known has: who is given one later meets what is wrong with it. */
export function waitingApiTemplates(context: CheckContext): MetaTemplate[] {
  const named = [...context.config.evaluation.value.entries.values()].flatMap(({ value }) => {
    const meta = value.kind === 'dict' && value.span.file === context.file ? readMetaTemplate(value) : undefined;
    return meta && metaRoles(meta).some(({ apiRole, name }) => apiRole && name !== undefined) ? [meta] : [];
  });
  if (named.length === 0) return [];
  const used = [...allModels(context)].flatMap(({ metaTemplate }) => metaTemplate?.span ?? []);
  return named.filter(({ value: { span } }) => !used.some(({ file, start }) => file === span.file && start === span.start));
}
