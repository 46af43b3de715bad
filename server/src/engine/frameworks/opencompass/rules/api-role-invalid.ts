import { metaRoles, type MetaTemplate } from '../../../config/meta-template.js';
import type { Span } from '../../../core/span.js';
import type { StrValue } from '../../../core/value.js';
import type { ModelConfig } from '../../../config/config.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { replaceStringFix } from '../../../checks/support/fixes.js';
import { dialectOf } from '../render/family.js';
import { apiMetaTemplates, waitingApiTemplates } from './support/models.js';
import { nearest } from '../../../checks/support/nearest.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';

const otherNames: Readonly<Record<string, string>> = { user: 'HUMAN', assistant: 'BOT', system: 'SYSTEM', human: 'HUMAN', bot: 'BOT' };
import { classFileText } from './support/class-file-text.js';

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
    for (const { model, meta } of apiMetaTemplates(context)) {
      const wrong = wrongRoles(meta, valid);
      if (wrong.length === 0 || !tellsUsualRoles(context, model)) continue;
      for (const role of wrong) yield told(context, role, model.className ?? say`The model`, valid);
    }
    for (const meta of waitingApiTemplates(context))
      for (const role of wrongRoles(meta, valid))
        if (meantBy(role.text, valid))
          yield { ...told(context, role, say`A model with this meta template`, valid), severity: 'information' };
  },
};

interface WrongRole {
  readonly name: string | undefined;
  readonly text: StrValue;
  readonly span: Span;
}

function wrongRoles(meta: MetaTemplate, valid: readonly string[]): WrongRole[] {
  return metaRoles(meta).flatMap(({ apiRole, name }) =>
    apiRole?.value.kind === 'str' && !valid.includes(apiRole.value.text) ? [{ name, text: apiRole.value, span: apiRole.valueSpan }] : [],
  );
}

function meantBy({ text }: StrValue, valid: readonly string[]): string | undefined {
  return otherNames[text.toLowerCase()] ?? nearest(text, valid);
}

/** @param model who does not know the role, as the beginning of a sentence */
function told(context: CheckContext, { name, text, span }: WrongRole, model: string, valid: readonly string[]): Finding {
  const meant = meantBy(text, valid);
  return {
    span,
    message: say`${model} does not know the api_role '${text.text}' of the role ${name ?? ''}: its message is refused or lost when the prompt is sent. Use ${listed(valid).replace(' and ', ' or ')}${meant ? say`; for this role ${meant}` : ''}.`,
    fixes: meant ? replaceStringFix(context, text, meant, say`Change to ${meant}`) : [],
  };
}

/** A class of the user's own has all that it does with a prompt from itself. */
const bare: ReadonlySet<string> = new Set(['BaseAPIModel', 'BaseModel']);
const usualRole = /(['"])(?:HUMAN|BOT|SYSTEM)\1/;

/** Whether a class does as one of the framework's, or its file names the usual roles: another may send any role as it is. */
function tellsUsualRoles(context: CheckContext, { knownClass, value }: ModelConfig): boolean {
  if (knownClass !== undefined && !bare.has(knownClass)) return true;
  const facts = context.framework.classFacts?.('model', value.get('type'), context.file, context.surroundings.classes);
  return facts !== undefined && usualRole.test(classFileText(context, facts) ?? '');
}
