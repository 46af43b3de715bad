import type { CancellationToken } from 'vscode-languageserver';
import { workspaceIndex, type WorkspaceIndex } from '../engine/editor/index/workspace-index.js';
import type { Session } from './session.js';
import { inSlices } from './slices.js';
import { settle } from './turns.js';

/** Settled when all names of the workspace are read. */
export async function allNames(session: Session): Promise<void> {
  await indexRead(session);
}

/** The index, where all names are read. */
export function indexIfRead({ project }: Session): WorkspaceIndex | undefined {
  const index = workspaceIndex(project);
  return index.complete ? index : undefined;
}

/** The index with all names; undefined where the client does not want the answer any more: what is read by then stays read. */
export async function indexRead(session: Session, token?: CancellationToken): Promise<WorkspaceIndex | undefined> {
  await settle();
  for (let index = workspaceIndex(session.project); ; index = workspaceIndex(session.project)) {
    const reading = index;
    await inSlices(() => token?.isCancellationRequested === true || reading.step(), 'Reading the names of the workspace');
    if (token?.isCancellationRequested) return undefined;
    // Other settings or folders have come meanwhile.
    if (workspaceIndex(session.project) === index && index.complete) return index;
  }
}
