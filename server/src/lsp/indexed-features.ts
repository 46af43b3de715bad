import {
  DocumentHighlightKind,
  LSPErrorCodes,
  ResponseError,
  SymbolKind,
  type DocumentHighlight,
  type Location,
  type PrepareRenameParams,
  type Range,
  type ReferenceParams,
  type RenameParams,
  type SymbolInformation,
  type WorkspaceEdit,
  type WorkspaceSymbolParams,
} from 'vscode-languageserver';
import type { IndexedKind } from '../engine/editor/index/indexed-name.js';
import { readIndex, workspaceIndex, type WorkspaceIndex } from '../engine/editor/index/workspace-index.js';
import { workspaceSymbols } from '../engine/editor/index/workspace-symbols.js';
import { editsOfMoves } from '../engine/editor/references/move-files.js';
import { renamableAt, renameAt } from '../engine/editor/references/rename.js';
import { highlightsAt, referencesAt } from '../engine/editor/references/references.js';
import { mostOfName, shownLine } from '../engine/core/shown.js';
import { baseName, type Span } from '../engine/core/span.js';
import type { Steps } from '../engine/core/steps.js';
import { fileOfUri } from '../node/uris.js';
import { documentAt } from './from-protocol.js';
import { documentRequest, guarded, slicedRequest } from './guard.js';
import type { Session } from './session.js';
import { allNames, indexRead } from './index-read.js';
import { locationOf, rangeOf, workspaceEditOf } from './to-protocol.js';

const kinds: Readonly<Record<IndexedKind, SymbolKind>> = {
  list: SymbolKind.Array,
  dataset: SymbolKind.Object,
  model: SymbolKind.Object,
  template: SymbolKind.Struct,
  task: SymbolKind.Function,
  group: SymbolKind.Module,
  tag: SymbolKind.Key,
};

/** Answers the requests that the names of the whole workspace are needed for, where it can be read. The first of them waits until they are read. */
export function registerIndexed(session: Session): void {
  registerHighlight(session);
  if (!session.host.readsAll) return;
  session.connection.onWorkspaceSymbol(async ({ query }: WorkspaceSymbolParams, token) => {
    await session.ready;
    const index = await indexRead(session, token);
    if (!index) return new ResponseError<void>(LSPErrorCodes.RequestCancelled, 'workspace symbols were cancelled.');
    return guarded(session.log, { what: 'workspace symbols' }, () => symbols(session, index, query));
  });
  registerReferences(session);
  registerRename(session);
  registerMoves(session);
}

/** Asked before files or folders get other names or places; nothing is refused, since the editor moves them all the same. */
function registerMoves(session: Session): void {
  const { connection, project } = session;
  connection.workspace.onWillRenameFiles(async ({ files }, token): Promise<WorkspaceEdit | null> => {
    await session.ready;
    const index = await indexRead(session, token);
    if (!index) return null;
    const answer = guarded(session.log, { what: 'renaming files' }, () => {
      const moves = files.map(({ oldUri, newUri }) => ({ from: fileOfUri(oldUri), to: fileOfUri(newUri) }));
      const edits = editsOfMoves(project, index, moves);
      return edits.length === 0 ? null : workspaceEditOf(session, edits);
    });
    return answer instanceof ResponseError ? null : answer;
  });
}

function registerReferences(session: Session): void {
  const { connection, project } = session;
  connection.onReferences(
    slicedRequest(
      session,
      'references',
      function* ({ textDocument, position, context }: ReferenceParams): Steps<Location[]> {
        const place = documentAt(session, textDocument.uri, position);
        const found = place ? yield* referencesAt(project, readIndex(project), place.document.file, place.offset) : [];
        return found.filter(({ binds }) => context.includeDeclaration || !binds).map(({ span }) => locationIn(session, span));
      },
      () => allNames(session),
    ),
  );
}

function registerHighlight(session: Session): void {
  const { connection, project } = session;
  connection.onDocumentHighlight(
    documentRequest(session, 'highlight', ({ textDocument, position }): DocumentHighlight[] | null => {
      const place = documentAt(session, textDocument.uri, position);
      const found = place ? highlightsAt(project, place.document.file, place.offset) : [];
      // Nothing of ours: the editor may mark equal words.
      if (found.length === 0) return null;
      return found.map(({ span, binds }) => ({
        range: rangeOf(session, span),
        kind: binds ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      }));
    }),
  );
}

function registerRename(session: Session): void {
  const { connection, project } = session;
  connection.onPrepareRename(
    documentRequest(session, 'prepare rename', ({ textDocument, position }: PrepareRenameParams) => {
      const place = documentAt(session, textDocument.uri, position);
      const found = place && renamableAt(project, workspaceIndex(project), place.document.file, place.offset);
      if (!found) return null;
      return 'refused' in found ? refusedRename(found.refused) : { range: rangeOf(session, found.span), placeholder: found.name };
    }),
  );
  connection.onRenameRequest(
    slicedRequest(
      session,
      'rename',
      function* ({ textDocument, position, newName }: RenameParams): Steps<WorkspaceEdit | ResponseError<void> | null> {
        const place = documentAt(session, textDocument.uri, position);
        if (!place) return null;
        const renamed = yield* renameAt(project, readIndex(project), place.document.file, place.offset, newName);
        return 'refused' in renamed ? refusedRename(renamed.refused) : workspaceEditOf(session, renamed.edits);
      },
      () => allNames(session),
    ),
  );
}

/** The editor shows the sentence at the name. */
function refusedRename(why: string): ResponseError<void> {
  return new ResponseError<void>(LSPErrorCodes.RequestFailed, shownLine(why));
}

/** A place in a file that most likely nobody has opened: its text is not kept. */
function locationIn(session: Session, span: Span): { uri: string; range: Range } {
  const location = locationOf(session, span);
  session.project.release(span.file);
  return location;
}

function symbols(session: Session, index: WorkspaceIndex, query: string): SymbolInformation[] {
  return workspaceSymbols(index, query).map(({ name, kind, span }) => {
    const location = locationIn(session, span);
    return { name: shownLine(name, mostOfName), kind: kinds[kind], location, containerName: baseName(span.file) };
  });
}
