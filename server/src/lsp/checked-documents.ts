import type { FileId } from '../engine/core/span.js';
import type { Diagnostic } from '../engine/frameworks/face/rule.js';
import { documentCheckedNotification, type DocumentChecked } from '../protocol/commands.js';
import { checkSteps } from '../worker/check-steps.js';
import type { Work } from '../worker/beacon.js';
import { guarded, logFailure } from './guard.js';
import type { Session } from './session.js';
import { settle } from './turns.js';

/** As long as this, in milliseconds, a message that arrives may have to wait; a rule that takes longer is not interrupted. */
const slice = 12;

const told = new WeakSet<readonly Diagnostic[]>();

/**
 * Checks a document in slices, between which messages that have arrived are answered: then `checkDocument` has the answer at hand. A document that changes
 * meanwhile ends it.
 */
export async function checkInSlices(session: Session, what: string, file: FileId): Promise<void> {
  const version = session.project.document(file)?.version;
  const work: Work & { file: FileId } = { what, file, version: version ?? 0 };
  const step = checkSteps(session.project, work, 'server');
  for (let over = false; !over;) {
    const end = performance.now() + slice;
    do {
      over = guarded(session.log, work, step) !== false;
    } while (!over && performance.now() < end);
    if (over) return;
    await settle();
    if (session.project.document(file)?.version !== version) return;
  }
}

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
