import type { ModelConfig } from '../../config/config.js';
import type { Stage } from '../../prompt/rendered-prompt.js';
import type { Dialect } from './dialect.js';
import { unknownStage } from './stages.js';

/** The stage behind the parser, where the model class has one: the tokenizer's chat template, or the class's own way to join messages. */
export function chatTemplateStage(model: ModelConfig | undefined, dialect: Dialect): Stage | undefined {
  const chat = dialect.modelClass(model?.className)?.chat;
  const name = model?.className ?? '';
  if (chat === 'tokenizer')
    return unknownStage('chat-template', `The messages are exact; ${name} applies the tokenizer's chat template to them, which is not rendered yet.`);
  if (chat === 'own') return unknownStage('chat-template', `The messages are exact; ${name} joins them in a way of its own, which is not rendered yet.`);
  return undefined;
}
