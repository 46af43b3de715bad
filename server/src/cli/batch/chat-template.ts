import { resolve } from 'node:path';
import { applyChatTemplate, loadChatTemplate, type ChatMessage, type ChatTemplate, type ChatVariable } from '../../engine/chat/index.js';
import { plainData } from '../../engine/chat/plain-data.js';
import { PyError } from '../../engine/core/errors.js';
import { createNodeWorkspace } from '../../node/node-workspace.js';
import { fileOfPath } from '../../node/uris.js';
import { TracedText } from '../../engine/core/traced-text.js';
import { textOf, type Value } from '../../engine/core/value.js';
import { BadRequest, type Request } from '../../engine/requests/request.js';
import type { CommonOperation } from './session.js';

/** Op `chat-template`: the text that a chat template makes of messages, as a tokenizer's `apply_chat_template` does. */
export const chatTemplateOperation: CommonOperation = (_session, request) => {
  const template = templateOf(request);
  try {
    const { text, refusal } = applyChatTemplate(template, request.list('messages').items.map(messageOf), {
      addGenerationPrompt: flag(request, 'add_generation_prompt', false),
      continueFinalMessage: flag(request, 'continue_final_message', false),
      retryWithoutSystem: flag(request, 'retry_without_system', true),
      variables: request.has('variables') ? data(request, 'variables') : {},
    });
    const hole = text.pieces.find(({ origin }) => origin.kind === 'unknown')?.origin;
    const answer = hole?.kind === 'unknown' ? { $unknown: hole.reason } : text.text;
    return `"text": ${JSON.stringify(answer)}${refusal === undefined ? '' : `, "retried_without_system": ${JSON.stringify(refusal)}`}`;
  } catch (error) {
    if (error instanceof PyError) return `"error": ${JSON.stringify(error.message)}`;
    throw error;
  }
};

/** The request's own text, or what `root` and `path` lead to. */
function templateOf(request: Request): ChatTemplate {
  const given = request.has('path') ? found(request) : undefined;
  const tokens = request.has('tokens') ? (data(request, 'tokens') as Record<string, string>) : undefined;
  if (given) return tokens ? { ...given, tokens } : given;
  const source = request.text('template');
  return { name: 'template', source: TracedText.of(source, { kind: 'framework', what: 'chat template' }), tokens: tokens ?? {} };
}

function found(request: Request): ChatTemplate {
  const root = fileOfPath(resolve(request.has('root') ? request.text('root') : '.'));
  const name = request.has('name') ? request.text('name') : undefined;
  const loaded = loadChatTemplate(createNodeWorkspace({ folders: [root] }), request.text('path'), `${root}/request`, name);
  if ('problem' in loaded) throw new BadRequest(loaded.problem);
  return loaded.found;
}

function messageOf(item: Value): ChatMessage {
  const role = item.kind === 'dict' ? textOf(item.get('role')) : undefined;
  const content = item.kind === 'dict' ? item.get('content') : undefined;
  if (role === undefined || content?.kind !== 'str')
    throw new BadRequest('"messages" must be objects with the strings "role" and "content".');
  return { role, text: content.traced };
}

function flag(request: Request, name: string, absent: boolean): boolean {
  const value = request.value(name);
  if (value === undefined) return absent;
  if (value.kind !== 'bool') throw new BadRequest(`"${name}" must be true or false.`);
  return value.value;
}

function data(request: Request, name: string): Readonly<Record<string, ChatVariable>> {
  const value = plainData(request.dict(name));
  if (value === undefined) throw new BadRequest(`"${name}" must be plain data.`);
  return value as Readonly<Record<string, ChatVariable>>;
}
