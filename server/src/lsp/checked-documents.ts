import type { FileId } from '../engine/core/span.js';
import type { Diagnostic } from '../engine/frameworks/face/rule.js';
import { documentCheckedNotification, type DocumentChecked } from '../protocol/commands.js';
import { logFailure } from './guard.js';
import type { Session } from './session.js';

const told = new WeakSet<readonly Diagnostic[]>();

/** The diagnostics of a document that is open; the client is told how long they took, once. */
export function checkDocument(session: Session, file: FileId): readonly Diagnostic[] {
  const { project, connection, uris, log } = session;
  const start = performance.now();
  const found = project.check(file);
  const milliseconds = performance.now() - start;
  if (told.has(found) || !project.isOpen(file)) return found;
  told.add(found);
  const framework = frameworkOf(session, file);
  const message: DocumentChecked = {
    uri: uris.uri(file),
    version: project.document(file)!.version,
    milliseconds,
    ...(framework !== undefined && { framework }),
  };
  logFailure(log, 'Telling of a check', connection.sendNotification(documentCheckedNotification, message));
  return found;
}

/** `OpenCompass 0.5.4`. */
function frameworkOf({ project }: Session, file: FileId): string | undefined {
  const loaded = project.load(file);
  if (!loaded) return undefined;
  const { framework, surroundings } = loaded;
  const release = framework.releases?.find(file, surroundings).name;
  return release === undefined ? framework.title : `${framework.title} ${release}`;
}
