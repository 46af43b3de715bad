import type { Config, ModelConfig } from '../../../../config/config.js';
import { classNameOf } from '../../../../config/class-name.js';
import { metaRoles, readMetaTemplate } from '../../../../config/meta-template.js';
import { itemsOf, oneOrMany } from '../../../../config/sequence.js';
import { say } from '../../../../core/say.js';
import { nowhere } from '../../../../core/span.js';
import type { Value } from '../../../../core/value.js';
import { modeOf } from '../../infer/inferencer.js';
import type { GatheredNames } from '../../../face/gathered-names.js';

/**
 * The roles of a config: those of meta templates, and those of the turns of templates. All of one name are one role, since each dataset may meet each model.
 * OpenCompass 0.5.3 `models/base.py`, `models/base_api.py`.
 */
export function gatherRoles(config: Config, gathered: GatheredNames): void {
  for (const { kind, value } of config.places) {
    switch (kind) {
      case 'meta-template':
        gathered.unless('role', config, value, (meta) => isPlain(meta, ['round', 'reserved_roles']));
        if (value.kind === 'dict') for (const key of ['begin', 'end']) aroundRounds(config, value.get(key), gathered);
        break;
      case 'prompt-template':
        if (value.kind === 'dict') gathered.unless('role', config, value.get('template'), ({ kind: of }) => of !== 'unknown');
        else gathered.unless('role', config, value, () => false);
        break;
      case 'dialogue':
        gathered.unless('role', config, value, (dialogue) => isPlain(dialogue, ['begin', 'round', 'end']));
        break;
      case 'inferencer':
        if (value.kind === 'dict') byInferencer(config, classNameOf(value.get('type')), gathered);
        break;
      case 'meta-role':
      case 'dialogue-item':
        if (value.kind !== 'dict') break;
        gathered.whole('role', config, value.get('role'), kind === 'meta-role');
        gathered.whole('role', config, value.get('fallback_role'), false);
        break;
      default:
    }
  }
  const models = [...config.models, ...(config.otherModels ?? [])];
  for (const model of models)
    if (!model.metaTemplate && model.parser === undefined) gathered.unknown.push({ kind: 'role', scope: config, span: model.value.span });
  gathered.because('role', config, (name) => fixedBy(models, name));
}

/** Those that make messages of turns know some roles by name (`openicl/icl_inferencer/icl_chat_inferencer.py`), and others may. */
function byInferencer(config: Config, className: string | undefined, gathered: GatheredNames): void {
  const mode = modeOf(className);
  if (mode === undefined || mode === 'chat')
    gathered.because('role', config, (name) => say`The inferencer ${className ?? '?'} may read the role ${name} by its name.`);
}

/** Whether lists of turns are lists of which every item is known. */
function isPlain(value: Value, sections: readonly string[]): boolean {
  if (value.kind !== 'dict') return value.kind !== 'unknown' && !itemsOf(value);
  return sections.every((section) => {
    const given = value.get(section);
    return given?.kind !== 'unknown' && (itemsOf(given) ?? []).every((item) => item.kind !== 'unknown');
  });
}

/** A meta template may begin or end with turns of its own. */
function aroundRounds(config: Config, value: Value | undefined, gathered: GatheredNames): void {
  gathered.unless('role', config, value, ({ kind }) => kind !== 'unknown');
  for (const item of oneOrMany(value))
    if (item.kind === 'dict') {
      gathered.whole('role', config, item.get('role'), false);
      gathered.whole('role', config, item.get('fallback_role'), false);
    } else gathered.unless('role', config, item, ({ kind }) => kind !== 'unknown');
}

/** What a class has of its own has no place in a config. */
function fixedBy(models: readonly ModelConfig[], name: string): string | undefined {
  for (const { metaTemplate, metaTemplateFromClass, parser, className = '', abbr } of models) {
    const meta = readMetaTemplate(metaTemplate);
    const role = meta && metaRoles(meta).find((one) => one.name === name);
    if (!role) continue;
    if (metaTemplateFromClass || role.span.file === nowhere.file) return say`The model class ${className} itself has the role ${name}.`;
    if (parser === 'api' && !role.apiRole) return say`The model ${abbr} sends the role ${name} under this name: it has no api_role.`;
  }
  return undefined;
}
