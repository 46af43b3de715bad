import { LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
import { shownLine } from '../engine/core/shown.js';
import type { FileId } from '../engine/core/span.js';
import type { Work } from '../worker/beacon.js';
import { beacon } from '../worker/own-beacon.js';
import type { Log, Session } from './session.js';
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

/** What is done with a document, as it is seen from outside. */
export function workOn(session: Session, what: string, uri: string): Work {
  return { what, file: fileOfUri(uri), version: versionOf(session, uri) ?? 0 };
}

/** Runs a handler; what it throws is logged with its stack and becomes the error of the answer. */
export function guarded<R>(log: Log, work: Work, run: () => R): R | ResponseError<void> {
  try {
    return beacon.during(work, run);
  } catch (error) {
    log.failure(work.what, error);
    const message = error instanceof Error ? error.message : String(error);
    return new ResponseError<void>(
      LSPErrorCodes.RequestFailed,
      `${work.what} failed inside Prompt Preflight: ${shownLine(message)}. The log has the details.`,
    );
  }
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
