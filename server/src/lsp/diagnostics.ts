import {
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
  type Diagnostic,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { FileId } from '../engine/core/span.js';
import { checkDocument, checkInSlices } from './checked-documents.js';
import { boundedDiagnostics } from './bounded-diagnostics.js';
import { documentRequest, guardedNotification, logFailure } from './guard.js';
import { fingerprintOf } from './fingerprint.js';
import type { Session } from './session.js';
import { whenArrived } from './when-arrived.js';
import { fileOfUri } from '../node/uris.js';

/** Brings diagnostics to the client: one of two ways, chosen by what the client can do, never both. */
export interface Diagnostics {
  /** A document was opened or edited. */
  changed(file: FileId): void;
  /** A document was closed. */
  closed(file: FileId, uri: string): void;
  /** Documents whose diagnostics may be others now for a reason outside of them. */
  refresh(files: readonly FileId[]): void;
}

/** Nobody wants any. */
export const noDiagnostics: Diagnostics = { changed: () => undefined, closed: () => undefined, refresh: () => undefined };

/** The client asks. When something outside of a document changes it is told to ask again. */
export function pullDiagnostics(session: Session): Diagnostics {
  const { connection } = session;
  const ask = debounced(50, () => logFailure(session.log, 'Refreshing the diagnostics', connection.languages.diagnostics.refresh()));
  const refresh = (files: readonly FileId[]): void => {
    if (files.length > 0 && session.abilities.diagnosticRefresh) ask();
  };
  const answer = documentRequest(
    session,
    'diagnostics',
    ({ textDocument, previousResultId }: DocumentDiagnosticParams) => report(session, textDocument.uri, refresh, previousResultId),
    async (file, version) => {
      await session.promptsFirst.before(file, version);
      await checkInSlices(session, 'diagnostics', file);
    },
  );
  connection.languages.diagnostics.on(async (params, token) => {
    const result = await answer(params, token);
    if (!(result instanceof ResponseError) || result.code !== LSPErrorCodes.ContentModified) return result as DocumentDiagnosticReport;
    // In the protocol's own words for pulls: the client may ask again.
    return new ResponseError(LSPErrorCodes.ServerCancelled, result.message, { retriggerRequest: true }) as never;
  });
  return { changed: () => undefined, closed: () => undefined, refresh };
}

/** The server sends, shortly after the last edit, and says for which version. */
export function pushDiagnostics(session: Session): Diagnostics {
  const waiting = new Set<FileId>();
  const send = debounced(20, () => {
    const files = [...waiting];
    waiting.clear();
    // With the settings of the editor from the first time on: what is pushed too early is seen.
    void session.ready.then(() => files.forEach((file) => publish(session, file, later)));
  });
  const later = (files: readonly FileId[]): void => {
    for (const file of files) waiting.add(file);
    if (waiting.size > 0) send();
  };
  return {
    changed: (file) => later([file]),
    closed: (file, uri) => {
      waiting.delete(file);
      logFailure(session.log, 'Clearing diagnostics', session.connection.sendDiagnostics({ uri, diagnostics: [] }));
    },
    refresh: later,
  };
}

function publish(session: Session, file: FileId, again: (files: readonly FileId[]) => void): void {
  const document = session.project.isOpen(file) ? session.project.document(file) : undefined;
  if (!document) return;
  const found = whenArrived(session, async () => {
    await checkInSlices(session, 'Checking', file);
    let diagnostics: Diagnostic[] | undefined;
    const work = { what: 'Checking', file, version: document.version };
    guardedNotification(session.log, work, () => (diagnostics = diagnosticsOf(session, file, again)));
    return diagnostics;
  });
  void found.then((diagnostics) => {
    if (!diagnostics || session.project.document(file) !== document) return;
    const message = { uri: session.uris.uri(file), version: document.version, diagnostics };
    logFailure(session.log, 'Sending diagnostics', session.connection.sendDiagnostics(message));
  });
}

function report(
  session: Session,
  uri: string,
  again: (files: readonly FileId[]) => void,
  previous: string | undefined,
): DocumentDiagnosticReport {
  const file = fileOfUri(uri);
  const items = session.project.isOpen(file) ? diagnosticsOf(session, file, again) : [];
  const resultId = fingerprintOf(items);
  if (resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}

/** @param again called when something was read that other diagnostics may follow from */
function diagnosticsOf(session: Session, file: FileId, again: (files: readonly FileId[]) => void): Diagnostic[] {
  const diagnostics = boundedDiagnostics(session, checkDocument(session, file));
  void session.project.reads.pending?.then(() => again([file]));
  return diagnostics;
}

/** Runs `act` once, `milliseconds` after the last call. */
export function debounced(milliseconds: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}
