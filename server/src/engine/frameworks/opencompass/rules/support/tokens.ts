import { dialogueItems } from '../../../../config/dialogue.js';
import type { StrValue, Value } from '../../../../core/value.js';

/** Whether a text surely does not hold the token: false where a part of the text is unknown. */
export function textLacks(value: StrValue, token: string): boolean {
  return !value.text.includes(token) && value.traced.pieces.every(({ origin }) => origin.kind !== 'unknown');
}

/** Whether no text of a dialogue holds the token, as far as all of them are known. */
export function dialogueLacks(dialogue: Value, token: string): boolean {
  return dialogueItems(dialogue).every(({ value, prompt }) => {
    const text = value.kind === 'dict' ? prompt?.value : value;
    if (value.kind === 'unknown' || text?.kind === 'unknown') return false;
    return text?.kind !== 'str' || textLacks(text, token);
  });
}
