import { chatTemplateOperation } from './chat-template.js';
import { checkOperation } from './check.js';
import { evaluateOperation } from './evaluate.js';
import { hashOperation } from './hash.js';
import { lmEvalConfigOperation } from './lm-eval-config.js';
import { lmEvalFormatOperation } from './lm-eval-format.js';
import { lmEvalRenderOperation } from './lm-eval-render.js';
import { renderOperation } from './render.js';
import { BadRequest, Request } from './request.js';
import type { BatchSession, Operation } from './session.js';

const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['evaluate', evaluateOperation],
  ['hash', hashOperation],
  ['render', renderOperation],
  ['check', checkOperation],
  ['chat-template', chatTemplateOperation],
  ['lm-eval-config', lmEvalConfigOperation],
  ['lm-eval-render', lmEvalRenderOperation],
  ['lm-eval-format', lmEvalFormatOperation],
]);

/** The answer to one line of input, as one line of JSON. Never throws. */
export function answerTo(session: BatchSession, line: string): string {
  let id = 'null';
  try {
    const request = Request.parse(line);
    id = request.id;
    const op = request.text('op');
    const operation = operations.get(op);
    if (!operation) throw new BadRequest(`There is no op "${op}"; the ops are ${[...operations.keys()].join(', ')}.`);
    return `{"id": ${id}, ${operation(session, request)}}`;
  } catch (error) {
    const type = error instanceof BadRequest ? 'BadRequest' : 'InternalError';
    const message = error instanceof Error ? error.message : String(error);
    return `{"id": ${id}, "error": ${JSON.stringify({ type, message })}}`;
  }
}
