import { nowhere } from '../../../core/span.js';
import { NoneValue, textOf, type Value } from '../../../core/value.js';
import { builtin, moduleOf } from '../../../python/runtime/modules/module.js';
import { say } from '../../../core/say.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

/**
 * What a ChatML dataset holds its rows against before it makes anything of them: a model of the library pydantic, which looks at the row and leaves it as it is. OpenCompass 0.5.1 to
 * 0.5.4 `datasets/chatml/verification.py`.
 */
export const chatmlVerification = moduleOf('opencompass.datasets.chatml.verification', {
  VerifyDataset: builtin('opencompass.datasets.chatml.verification.VerifyDataset', (_runtime, { keywords }) => {
    const fault = faultIn(keywords.get('question'), keywords.get('answer'));
    if (fault !== undefined) throw new UnknownPrompt(say`ChatMLDataset raises ValidationError on a row of its file: ${fault}`);
    return new NoneValue(nowhere);
  }),
});

/** What is wrong with a row, as a sentence; undefined where nothing is. */
function faultIn(question: Value | undefined, answer: Value | undefined): string | undefined {
  if (question?.kind !== 'list') return say`\`question\` must be a list of messages.`;
  if (answer?.kind !== 'list' || !answer.items.every(isText)) return say`\`answer\` must be a list of texts.`;
  const at = question.items.findIndex((message) => !isMessage(message));
  if (at >= 0)
    return say`message ${String(at)} of \`question\` must have a role (system, user or assistant) and a \`content\` that fits it.`;
  const asked = question.items.filter((message) => roleOf(message) === 'user').length;
  const given = answer.items.length;
  return given === 1 || given === asked
    ? undefined
    : say`\`answer\` must hold one text, or one for each of the ${String(asked)} messages of the user, and holds ${String(given)}.`;
}

function isMessage(message: Value): boolean {
  if (message.kind !== 'dict') return false;
  const content = message.get('content');
  switch (roleOf(message)) {
    case 'system':
    case 'assistant':
      return isText(content);
    case 'user':
      return isText(content) || (content?.kind === 'list' && content.items.every(isPart));
    default:
      return false;
  }
}

/** A text or an image of a message. */
function isPart(part: Value): boolean {
  if (part.kind !== 'dict') return false;
  const type = textOf(part.get('type'));
  return (type === 'text' && isText(part.get('text'))) || (type === 'image' && isText(part.get('image_url')));
}

function roleOf(message: Value): string | undefined {
  return message.kind === 'dict' ? textOf(message.get('role')) : undefined;
}

function isText(value: Value | undefined): boolean {
  return value?.kind === 'str';
}
