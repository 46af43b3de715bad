import {
  LSPErrorCodes,
  ResponseError,
  SymbolKind,
  type CancellationToken,
  type SymbolInformation,
  type WorkspaceSymbolParams,
} from 'vscode-languageserver/node';
import type { IndexedKind } from '../engine/editor/index/indexed-name.js';
import { workspaceIndex, type WorkspaceIndex } from '../engine/editor/index/workspace-index.js';
import { workspaceSymbols } from '../engine/editor/index/workspace-symbols.js';
import { mostOfName, shownLine } from '../engine/core/shown.js';
import { baseName } from '../engine/core/span.js';
import { guarded, settle } from './guard.js';
import type { Session } from './session.js';
import { inSlices } from './slices.js';
import { locationOf } from './to-protocol.js';

const kinds: Readonly<Record<IndexedKind, SymbolKind>> = {
  list: SymbolKind.Array,
  dataset: SymbolKind.Object,
  model: SymbolKind.Object,
  template: SymbolKind.Struct,
  task: SymbolKind.Function,
  group: SymbolKind.Module,
  tag: SymbolKind.Key,
};

/** Answers the requests that the names of the whole workspace are needed for. The first of them waits until they are read. */
export function registerIndexed(session: Session): void {
  session.connection.onWorkspaceSymbol(async ({ query }: WorkspaceSymbolParams, token) => {
    await session.ready;
    const index = await indexRead(session, token);
    if (!index) return new ResponseError<void>(LSPErrorCodes.RequestCancelled, 'workspace symbols were cancelled.');
    return guarded(session.log, { what: 'workspace symbols' }, () => symbols(session, index, query));
  });
}

/** The index with all names; undefined where the client does not want the answer any more: what is read by then stays read. */
async function indexRead(session: Session, token: CancellationToken): Promise<WorkspaceIndex | undefined> {
  await settle();
  for (let index = workspaceIndex(session.project); ; index = workspaceIndex(session.project)) {
    const reading = index;
    await inSlices(() => token.isCancellationRequested || reading.step(), 'Reading the names of the workspace');
    if (token.isCancellationRequested) return undefined;
    // Other settings or folders have come meanwhile.
    if (workspaceIndex(session.project) === index && index.complete) return index;
  }
}

function symbols(session: Session, index: WorkspaceIndex, query: string): SymbolInformation[] {
  return workspaceSymbols(index, query).map(({ name, kind, span }) => {
    const location = locationOf(session, span);
    session.project.release(span.file);
    return { name: shownLine(name, mostOfName), kind: kinds[kind], location, containerName: baseName(span.file) };
  });
}
