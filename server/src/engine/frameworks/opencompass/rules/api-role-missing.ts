import { metaRoles, type MetaRole, type MetaTemplate } from '../../../config/meta-template.js';
import type { Config } from '../../../config/config.js';
import { readInferCfg, type TemplateConfig } from '../../../config/infer-cfg.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { apiMetaTemplates, waitingApiTemplates } from './support/models.js';
import { misspelt } from './support/misspelt.js';
import { addEntryFix, renameKeyFix } from '../../../checks/support/fixes.js';
import { quoted } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';

/** A role of a meta template that the API parser reads has no api_role. OpenCompass 0.5.3 `models/base_api.py`, `_role2api_role`. */
export const apiRoleMissing: ConfigRule = {
  id: 'api-role-missing',
  title: 'A role has no api_role, though the API parser reads the meta template',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'safe',
  prevents: "KeyError: 'api_role'",
  scope: 'document',
  *check(context): Iterable<Finding> {
    let mayBeSent: boolean | undefined;
    for (const { model, meta } of apiMetaTemplates(context)) {
      for (const role of lackingRoles(meta))
        yield {
          span: role.span,
          severity: (mayBeSent ??= hasOrMayHaveDialogues(context.config)) && alwaysSent(role) ? 'error' : 'warning',
          message: say`${model.className ?? say`The model`} reads the meta template with the API parser, and the role ${role.name} has no api_role: ${when(role)} raises KeyError: 'api_role'. Add ${givenRole(role)}.`,
          fixes: fixesFor(context, role),
        };
    }
    for (const meta of waitingApiTemplates(context))
      for (const role of lackingRoles(meta))
        yield {
          span: role.span,
          severity: 'information',
          message: say`Other roles of this meta template have an api_role, and the role ${role.name} has none: with a model that sends messages ${when(role)} raises KeyError: 'api_role'. Add ${givenRole(role)}.`,
          fixes: fixesFor(context, role),
        };
  },
};

type NamedRole = MetaRole & { readonly name: string };

function lackingRoles(meta: MetaTemplate): NamedRole[] {
  return metaRoles(meta).filter((role): role is NamedRole => !role.apiRole && role.name !== undefined);
}

function givenRole({ name }: NamedRole): string {
  const api = impliedApiRole(name);
  return api ? `api_role=${quoted(api)}` : say`api_role='HUMAN', 'BOT' or 'SYSTEM'`;
}

function fixesFor(context: CheckContext, { name, value }: NamedRole): readonly Fix[] {
  const slip = misspelt(value, 'api_role');
  if (slip) return renameKeyFix(context, slip, 'api_role');
  const api = impliedApiRole(name);
  return api ? addEntryFix(context, value, 'api_role', quoted(api), say`Add api_role=${quoted(api)}`, true) : [];
}

/** Bare text needs no roles: with datasets of nothing else the meta template waits for its first dialogue. */
function hasOrMayHaveDialogues({ datasets }: Config): boolean {
  const plain = datasets.filter(({ inferCfg }) => {
    const infer = readInferCfg(inferCfg);
    const templates = [infer?.promptTemplate, infer?.iceTemplate].filter((template) => template !== undefined);
    return templates.length > 0 && templates.every(isPlain);
  });
  return datasets.length === 0 || plain.length < datasets.length;
}

function isPlain({ shape, template, messages }: TemplateConfig): boolean {
  if (messages) return false;
  const labels = shape === 'labels' && template?.kind === 'dict' ? [...template.entries.values()] : undefined;
  return shape === 'text' || (labels?.every(({ value }) => value.kind === 'str') ?? false);
}

/** A role of the round is sent in each prompt, used or not; a generate role stops the last round before it is looked up. */
function alwaysSent({ section, generates }: MetaRole): boolean {
  return section === 'round' && generates === false;
}

function when({ section, generates }: MetaRole): string {
  if (section === 'reserved_roles') return say`a template that uses the role`;
  return generates === false ? say`every dialogue` : say`a prompt of more than one round, or in ppl mode,`;
}

function impliedApiRole(name: string): string | undefined {
  const upper = name.toUpperCase();
  if (upper === 'HUMAN' || upper === 'USER') return 'HUMAN';
  if (upper === 'BOT' || upper === 'ASSISTANT') return 'BOT';
  return upper === 'SYSTEM' ? 'SYSTEM' : undefined;
}
