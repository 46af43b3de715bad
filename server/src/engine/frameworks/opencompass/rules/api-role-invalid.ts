import { metaRoles } from '../../../config/meta-template.js';
import type { ConfigRule, Finding } from '../../face/rule.js';
import { replaceStringFix } from '../../../checks/support/fixes.js';
import { dialectOf } from '../render/family.js';
import { apiMetaTemplates } from './support/models.js';
import { nearest } from '../../../checks/support/nearest.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';

const otherNames: Readonly<Record<string, string>> = { user: 'HUMAN', assistant: 'BOT', system: 'SYSTEM', human: 'HUMAN', bot: 'BOT' };

/**
 * An api_role is none that chat models know. OpenCompass 0.5.3 `models/huggingface_above_v4_33.py`, `models/openai_api.py`. The parser passes it on, and what a class of the
 * user's own makes of it is its own: of a class that surely refuses it, prompt-raises says so.
 */
export const apiRoleInvalid: ConfigRule = {
  id: 'api-role-invalid',
  title: 'An api_role that chat models do not know',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: "KeyError: 'user' in the chat wrappers, a message without content in the OpenAI classes",
  scope: 'document',
  *check(context): Iterable<Finding> {
    const { apiRoles: valid } = dialectOf(context.framework);
    for (const { model, meta } of apiMetaTemplates(context.config)) {
      for (const { apiRole, name } of metaRoles(meta)) {
        if (apiRole?.value.kind !== 'str' || valid.includes(apiRole.value.text)) continue;
        const wrong = apiRole.value.text;
        const meant = otherNames[wrong.toLowerCase()] ?? nearest(wrong, valid);
        yield {
          span: apiRole.valueSpan,
          message: say`${model.className ?? say`The model`} does not know the api_role '${wrong}' of the role ${name ?? ''}: its message is refused or lost when the prompt is sent. Use ${listed(valid).replace(' and ', ' or ')}${meant ? say`; for this role ${meant}` : ''}.`,
          fixes: meant ? replaceStringFix(context, apiRole.value, meant, say`Change to ${meant}`) : [],
        };
      }
    }
  },
};
