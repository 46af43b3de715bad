import { readMetaTemplate, type MetaTemplate } from '../../../../config/meta-template.js';
import type { ModelConfig } from '../../../../config/config.js';
import type { CheckContext } from '../../../face/rule.js';
import { judgesOf } from './judges-of.js';

/**
 * The meta templates that the API parser reads, each with its model: of the config's models, of those in other lists, and of the judges in its evaluators. Defaults of a class
 * are left out.
 */
export function apiMetaTemplates(context: CheckContext): { readonly model: ModelConfig; readonly meta: MetaTemplate }[] {
  const { models, otherModels = [] } = context.config;
  const judges = new Set(judgesOf(context).flatMap(({ model }) => model ?? []));
  return [...models, ...otherModels, ...judges].flatMap((model) => {
    if (model.parser !== 'api' || model.metaTemplateFromClass) return [];
    const meta = readMetaTemplate(model.metaTemplate);
    return meta ? [{ model, meta }] : [];
  });
}
