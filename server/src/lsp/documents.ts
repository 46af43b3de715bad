import { DidChangeWatchedFilesNotification, FileChangeType, WatchKind, type FileEvent, type WorkspaceFolder } from 'vscode-languageserver';
import type { FileId } from '../engine/core/span.js';
import type { Changes } from './changes.js';
import type { Diagnostics } from './diagnostics.js';
import { documentLanguage } from './from-protocol.js';
import { guardedNotification, workOn } from './guard.js';
import type { Session } from './session.js';
import { fileOfUri } from '../node/uris.js';

/** What a config may be, or may read, and what tasks include, whose names have often no ending; and all that vanishes, since a folder with configs in it vanishes in one event. */
const watchers = [
  { globPattern: '**/*.{py,yaml,yml,json,jsonl,ndjson,csv,tsv,parquet,arrow,feather,txt,jinja,jinja2}' },
  { globPattern: '**/*_{yaml,yml}' },
  { globPattern: '**/*', kind: WatchKind.Delete },
];

interface Listeners {
  readonly diagnostics: () => Diagnostics;
  readonly changes: Pick<Changes, 'affected'>;
}

/** Follows the documents in the editor and the files on disk. */
export function followDocuments(session: Session, { diagnostics, changes }: Listeners): void {
  const { connection, documents, project, uris, workspace, log } = session;

  documents.onDidChangeContent(({ document }) => {
    guardedNotification(log, workOn(session, 'Reading', document.uri), () => {
      const language = documentLanguage(fileOfUri(document.uri), document.languageId);
      if (!language) return;
      const file = uris.opened(document.uri);
      changes.affected(project.update(file, document.getText(), document.version, language));
      diagnostics().changed(file);
    });
  });

  documents.onDidClose(({ document }) => {
    guardedNotification(log, workOn(session, 'Closing', document.uri), () => {
      const file = fileOfUri(document.uri);
      if (!project.isOpen(file)) return;
      changes.affected(project.close(file));
      diagnostics().closed(file, document.uri);
      uris.closed(file);
    });
  });

  connection.onDidChangeWatchedFiles(({ changes: events }) => {
    guardedNotification(log, { what: 'Following the files' }, () => {
      session.changes++;
      for (const { uri } of events) workspace.changed?.(fileOfUri(uri));
      if (!workspace.changed && events.some(({ type }) => type !== FileChangeType.Changed)) workspace.forget();
      changes.affected(affectedBy(session, events));
    });
  });

  documents.onDidOpen(() => lookAgain(session, changes));
  documents.onDidSave(() => lookAgain(session, changes));

  documents.listen(connection);
}

/** A client that watches no files tells of none: whenever a document is opened or saved, everything is taken from the disk anew. */
function lookAgain(session: Session, changes: Listeners['changes']): void {
  const { abilities, log, project, settings, workspace } = session;
  if (abilities.watchFiles || project.openFiles().length === 0) return;
  guardedNotification(log, { what: 'Looking at the files again' }, () => {
    session.changes++;
    workspace.forget();
    project.configure(settings);
    changes.affected(project.openFiles());
  });
}

/** Of so many events at once each is looked at: a branch of a repository may change more, and then everything is computed anew but what follows changes. */
const mostEvents = 1_000;

/** Open documents whose answers may be different now. */
function affectedBy(session: Session, events: readonly FileEvent[]): readonly FileId[] {
  const { project } = session;
  const files = events.map(({ uri }) => fileOfUri(uri));
  if (files.length > mostEvents) {
    project.manyChanged(files);
    return project.openFiles();
  }
  return [...new Set(files.flatMap((file) => project.fileChanged(file)))];
}

/** Asks the client to tell of changes on disk. A client that cannot is asked for nothing: edits in the editor are known anyway. */
export async function watchFiles({ connection, abilities }: Session): Promise<void> {
  if (!abilities.watchFiles) return;
  await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
}

export function foldersOf(folders: readonly WorkspaceFolder[] | null | undefined): FileId[] {
  return (folders ?? []).map(({ uri }) => fileOfUri(uri));
}
