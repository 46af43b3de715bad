import type { PreviewData } from '../preview/data.js';

/** A part of what is sent. */
export interface SentBlock {
  /** `prompt`, `scored`, or the role of a message. */
  readonly name: string;
  readonly text: string;
}

/** What is sent: a text, with what of it is scored apart, or messages. Empty where there is no prompt. */
export function sentBlocks(data: Pick<PreviewData, 'output' | 'stages'>): readonly SentBlock[] {
  const { output, stages } = data;
  if (!output) return [];
  if (output.kind === 'messages') {
    const messages = messagesIn(output.text);
    if (messages) return messages.map(({ role, content }) => ({ name: role, text: content }));
  }
  const pieces = stages.findLast(({ turns }) => turns.length > 0)?.turns.flatMap(({ segments }) => segments) ?? [];
  const blocks: { name: string; text: string }[] = [];
  for (const { text, scored } of pieces) {
    const name = scored ? 'scored' : 'prompt';
    const block = blocks.at(-1);
    if (block?.name === name) block.text += text;
    else if (text !== '') blocks.push({ name, text });
  }
  return blocks.map(({ text }) => text).join('') === output.text && blocks.length > 0 ? blocks : [{ name: 'prompt', text: output.text }];
}

/** @returns undefined where the list was too long to be whole */
function messagesIn(json: string): readonly { readonly role: string; readonly content: string }[] | undefined {
  try {
    return JSON.parse(json) as readonly { readonly role: string; readonly content: string }[];
  } catch {
    return undefined;
  }
}
