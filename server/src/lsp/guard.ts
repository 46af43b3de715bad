import { LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
import { shownLine } from '../engine/core/shown.js';
import type { FileId } from '../engine/core/span.js';
import type { Work } from '../worker/beacon.js';
import { beacon } from '../worker/own-beacon.js';
import type { Log, Session } from './session.js';
import type { Steps } from '../engine/core/steps.js';
import { inSlices } from './slices.js';
import { settle } from './turns.js';
import { whenArrived } from './when-arrived.js';
import { fileOfUri } from '../node/uris.js';

type Handler<P, R> = (params: P, token: CancellationToken) => Promise<R | ResponseError<void>>;

/** Answers that take longer are noted in the log, in milliseconds. */
const slow = 500;

/**
 * Wraps a request about one document. It is answered from the document's newest text; a request that was cancelled, or whose document
 * changed since it was sent, is answered with an error that clients know and drop. An exception is logged with its stack and answered
 * as an error, and the server lives on.
 * @param first settled when what goes before is done
 */
export function documentRequest<P extends { readonly textDocument: { readonly uri: string } }, R>(
  session: Session,
  name: string,
  handle: (params: P) => R,
  first?: (file: FileId, version: number) => Promise<void>,
): Handler<P, R> {
  return async (params, token) => {
    const asked = versionOf(session, params.textDocument.uri);
    await session.ready;
    if (first && asked !== undefined) await first(fileOfUri(params.textDocument.uri), asked);
    await settle();
    const start = performance.now();
    const answer = await whenArrived(session, () => {
      if (token.isCancellationRequested) return new ResponseError<void>(LSPErrorCodes.RequestCancelled, `${name} was cancelled.`);
      if (versionOf(session, params.textDocument.uri) !== asked)
        return new ResponseError<void>(LSPErrorCodes.ContentModified, `The document changed before ${name} was answered.`);
      return guarded(session.log, workOn(session, name, params.textDocument.uri), () => handle(params));
    });
    const milliseconds = performance.now() - start;
    if (milliseconds > slow) session.log.info(`${name} of ${params.textDocument.uri} took ${milliseconds.toFixed(0)} ms.`);
    return answer;
  };
}

/**
 * As `documentRequest`, for work that takes seconds: other requests are answered between its steps. It ends where the client does not want the answer any more, and where a document or a
 * file changes meanwhile, on which the answer may depend.
 */
export function slicedRequest<P extends { readonly textDocument: { readonly uri: string } }, R>(
  session: Session,
  name: string,
  handle: (params: P) => Steps<R | ResponseError<void>>,
  first: () => Promise<void>,
): Handler<P, R> {
  return async (params, token) => {
    const asked = versionOf(session, params.textDocument.uri);
    await session.ready;
    await first();
    if (versionOf(session, params.textDocument.uri) !== asked) return changedMeanwhile(name);
    const before = stateOf(session);
    let answer: R | ResponseError<void> | undefined;
    let steps: Steps<R | ResponseError<void>> | undefined;
    const step = (): boolean => {
      if (token.isCancellationRequested || stateOf(session) !== before) return true;
      const next = (steps ??= handle(params)).next();
      if (next.done) answer = next.value;
      return next.done === true;
    };
    try {
      await inSlices(step, name);
    } catch (error) {
      return failed(session.log, name, error);
    }
    if (token.isCancellationRequested) return new ResponseError<void>(LSPErrorCodes.RequestCancelled, `${name} was cancelled.`);
    return stateOf(session) === before ? answer! : changedMeanwhile(name);
  };
}

function changedMeanwhile(name: string): ResponseError<void> {
  return new ResponseError<void>(LSPErrorCodes.ContentModified, `Something changed before ${name} was answered.`);
}

/** Changes with each document and file that changes. */
function stateOf({ documents, changes }: Session): number {
  return documents.all().reduce((sum, { version }) => sum + version, documents.keys().length * 1e9 + changes);
}

/** What is done with a document, as it is seen from outside. */
export function workOn(session: Session, what: string, uri: string): Work & { readonly file: FileId } {
  return { what, file: fileOfUri(uri), version: versionOf(session, uri) ?? 0 };
}

/** Runs a handler; what it throws is logged with its stack and becomes the error of the answer. */
export function guarded<R>(log: Log, work: Work, run: () => R): R | ResponseError<void> {
  try {
    return beacon.during(work, run);
  } catch (error) {
    return failed(log, work.what, error);
  }
}

function failed(log: Log, what: string, error: unknown): ResponseError<void> {
  log.failure(what, error);
  const message = error instanceof Error ? error.message : String(error);
  return new ResponseError<void>(
    LSPErrorCodes.RequestFailed,
    `${what} failed inside Prompt Preflight: ${shownLine(message)}. The log has the details.`,
  );
}

/** Runs a handler of a notification, which nobody waits for. */
export function guardedNotification(log: Log, work: Work, run: () => void): void {
  try {
    beacon.during(work, run);
  } catch (error) {
    log.failure(work.what, error);
  }
}

/** For a message to the client that nobody waits for: a client that refuses it, or is gone, is noted in the log. */
export function logFailure(log: Log, name: string, message: Promise<unknown>): void {
  message.catch((error: unknown) => log.failure(name, error));
}

function versionOf(session: Session, uri: string): number | undefined {
  return session.documents.get(uri)?.version;
}
