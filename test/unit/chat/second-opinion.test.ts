import { Template } from '@huggingface/jinja';
import { describe, expect, it } from 'vitest';
import { applyChatTemplate, type ChatMessage } from '../../../server/src/engine/chat/index.js';
import { families, familyTemplate } from '../../../server/src/engine/chat/families.js';
import { PyError } from '../../../server/src/engine/core/errors.js';
import { assistant, system, user } from './support.js';

// Another implementation of chat templates, written by others, has to make the same of the shipped families as ours.
const conversations: readonly (readonly ChatMessage[])[] = [
  [user('Where is the quay?')],
  [system('Be brief.'), user('  Where is the quay?\n')],
  [user('One'), assistant('Two '), user('Three')],
  [system('Be brief.\n\n'), user('One'), assistant(' Two'), user('Three "quoted" <tag> & ⟦mark⟧')],
  [user('One'), user('Two')],
  [assistant('Nobody asked.')],
  [user('')],
];

function ours(source: ReturnType<typeof familyTemplate>, messages: readonly ChatMessage[], addGenerationPrompt: boolean): string {
  try {
    return applyChatTemplate(source, messages, { addGenerationPrompt }).text.text;
  } catch (error) {
    if (error instanceof PyError) return 'refused';
    throw error;
  }
}

function theirs(
  { source, tokens }: ReturnType<typeof familyTemplate>,
  messages: readonly ChatMessage[],
  addGenerationPrompt: boolean,
): string {
  const plain = messages.map(({ role, text }) => ({ role, content: text.text }));
  try {
    return new Template(source.text).render({
      ...tokens,
      messages: plain,
      tools: null,
      documents: null,
      add_generation_prompt: addGenerationPrompt,
    });
  } catch {
    return 'refused';
  }
}

describe.each(families.map((family) => [family.id, familyTemplate(family)] as const))('the family %s', (_id, template) => {
  it.each([true, false])('reads as @huggingface/jinja reads it (add_generation_prompt %s)', (addGenerationPrompt) => {
    const answers = conversations.map((messages) => ours(template, messages, addGenerationPrompt));
    expect(answers).toEqual(conversations.map((messages) => theirs(template, messages, addGenerationPrompt)));
    expect(answers.some((text) => text.includes('quay'))).toBe(true);
  });
});
