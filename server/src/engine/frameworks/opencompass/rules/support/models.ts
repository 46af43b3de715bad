import { readMetaTemplate, type MetaTemplate } from '../../../../config/meta-template.js';
import type { Config, ModelConfig } from '../../../../config/config.js';

/** The meta templates of the config's models, judges among them, that the API parser reads, each with the first model that has it. Defaults of a class are left out. */
export function apiMetaTemplates(config: Config): { readonly model: ModelConfig; readonly meta: MetaTemplate }[] {
  return [...config.models, ...(config.otherModels ?? [])].flatMap((model) => {
    if (model.parser !== 'api' || model.metaTemplateFromClass) return [];
    const meta = readMetaTemplate(model.metaTemplate);
    return meta ? [{ model, meta }] : [];
  });
}
