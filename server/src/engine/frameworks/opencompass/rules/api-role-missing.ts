import { metaRoles, type MetaRole } from '../../../config/meta-template.js';
import type { ConfigRule, Finding } from '../../face/rule.js';
import { apiMetaTemplates } from './support/models.js';
import { addEntryFix } from '../../../checks/support/fixes.js';
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
    for (const { model, meta } of apiMetaTemplates(context.config)) {
      for (const role of metaRoles(meta)) {
        if (role.apiRole || role.name === undefined) continue;
        const api = impliedApiRole(role.name);
        yield {
          span: role.span,
          severity: alwaysSent(role) ? 'error' : 'warning',
          message: say`${model.className ?? say`The model`} reads the meta template with the API parser, and the role ${role.name} has no api_role: ${when(role)} raises KeyError: 'api_role'. Add ${api ? `api_role=${quoted(api)}` : say`api_role='HUMAN', 'BOT' or 'SYSTEM'`}.`,
          fixes: api ? addEntryFix(context, role.value, 'api_role', quoted(api), say`Add api_role=${quoted(api)}`, true) : [],
        };
      }
    }
  },
};

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
