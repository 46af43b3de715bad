import { frameworks } from '../../engine/frameworks/registry.js';
import { BadRequest, Request } from '../../engine/requests/request.js';
import { chatTemplateOperation } from './chat-template.js';
import { checkOperation } from './check.js';
import { evaluateOperation } from './evaluate.js';
import { hashOperation } from './hash.js';
import { previewOperation } from './preview.js';
import type { BatchSession, CommonOperation } from './session.js';
import { tokenizeOperation } from './tokenize.js';

/** The operations that are the same for all frameworks. */
const common: ReadonlyMap<string, CommonOperation> = new Map([
  ['evaluate', evaluateOperation],
  ['hash', hashOperation],
  ['check', checkOperation],
  ['preview', previewOperation],
  ['chat-template', chatTemplateOperation],
  ['tokenize', tokenizeOperation],
]);

/** The answer to one line of input, as one line of JSON. Never throws. */
export function answerTo(session: BatchSession, line: string): string {
  let id = 'null';
  try {
    const request = Request.parse(line);
    id = request.id;
    return `{"id": ${id}, ${operationOf(request)(session, request)}}`;
  } catch (error) {
    const type = error instanceof BadRequest ? 'BadRequest' : 'InternalError';
    const message = error instanceof Error ? error.message : String(error);
    return `{"id": ${id}, "error": ${JSON.stringify({ type, message })}}`;
  }
}

/** @throws BadRequest where no framework, or not the one that is named, has the operation */
function operationOf(request: Request): CommonOperation {
  const op = request.text('op');
  const shared = common.get(op);
  if (shared) return shared;
  const able = frameworks.filter(({ operations }) => operations && Object.hasOwn(operations, op)).toReversed();
  if (able.length === 0) {
    const names = new Set([...common.keys(), ...frameworks.toReversed().flatMap(({ operations }) => Object.keys(operations ?? {}))]);
    throw new BadRequest(`There is no op "${op}"; the ops are ${[...names].join(', ')}.`);
  }
  const framework = able.length === 1 ? able[0] : able.find(({ id }) => id === request.text('framework'));
  if (!framework) throw new BadRequest(`"framework" must be one of ${able.map(({ id }) => id).join(', ')}.`);
  return framework.operations![op]!;
}
