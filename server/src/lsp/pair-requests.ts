import { LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
import { previewChoices } from '../engine/editor/preview/offer.js';
import { pairStates } from '../engine/editor/preview/states.js';
import type { PairState } from '../engine/editor/preview/preview-shape.js';
import { fileOfUri } from '../node/uris.js';
import type { ChoicesAnswer, StatesAnswer, StatesRequest } from '../protocol/preview.js';
import { checkInSlices } from './checked-documents.js';
import { guarded, workOn } from './guard.js';
import { settle } from './turns.js';
import { readPreviewRequest, serviceRequest } from './preview-requests.js';
import type { Session } from './session.js';

/** As long as this, in milliseconds, a message that arrives may have to wait. */
const slice = 12;

/** So long, in milliseconds, states are gathered for one answer. */
const patience = 120;

/** Pairs that one request may ask about. */
const mostAsked = 100_000;

/** What a document can be previewed with. */
export function answerChoices(session: Session, raw: unknown): ChoicesAnswer | ResponseError<void> {
  const request = readPreviewRequest(raw);
  return guarded(session.log, workOn(session, 'Choices', request.uri), () => {
    const file = fileOfUri(request.uri);
    const document = session.project.document(file);
    return (document && previewChoices(session.project, file, serviceRequest(document.lines, request))) ?? null;
  });
}

/** The states of pairs, in slices, so that typing never waits; a document that changes meanwhile ends it. */
export async function answerStates(session: Session, raw: unknown, token: CancellationToken): Promise<StatesAnswer | ResponseError<void>> {
  const request = readStatesRequest(raw);
  const { uri } = request;
  const work = workOn(session, 'States of pairs', uri);
  const states: PairState[] = [];
  await checkInSlices(session, work.what, work.file);
  if (token.isCancellationRequested) return cancelled();
  const pairs = pairStates(session.project, work.file, request);
  const end = performance.now() + patience;
  for (let over = false; !over;) {
    const failed = guarded(session.log, work, () => {
      over = takeSome(pairs, states);
    });
    if (failed instanceof ResponseError) return failed;
    if (over || (states.length > 0 && performance.now() >= end)) break;
    await settle();
    if (token.isCancellationRequested) return cancelled();
    if (workOn(session, work.what, uri).version !== work.version) break;
  }
  return { version: work.version ?? 0, states };
}

function cancelled(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'The states of pairs were cancelled.');
}

/** Takes states as long as a slice lasts. @returns whether there are no others */
function takeSome(pairs: Iterator<PairState>, states: PairState[]): boolean {
  const end = performance.now() + slice;
  do {
    const next = pairs.next();
    if (next.done === true) return true;
    states.push(next.value);
  } while (performance.now() < end);
  return false;
}

/**
 * The request as a client sent it, checked.
 * @throws Error that says what is wrong with it
 */
function readStatesRequest(raw: unknown): StatesRequest {
  const { uri, datasets, models } = (raw ?? {}) as { [K in keyof StatesRequest]?: unknown };
  if (typeof uri !== 'string' || !isIds(datasets) || !isIds(models))
    throw new Error('the request must be an object with a "uri", and ids as "datasets" and "models"');
  if (datasets.length * Math.max(1, models.length) > mostAsked) throw new Error('these are more pairs than are asked about at once');
  return { uri, datasets, models };
}

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string');
}
