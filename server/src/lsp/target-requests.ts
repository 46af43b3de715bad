import { ResponseError } from 'vscode-languageserver';
import { baseName, type Span } from '../engine/core/span.js';
import { say } from '../engine/core/say.js';
import { mostOfName, shownLine } from '../engine/core/shown.js';
import type { TargetOf } from '../engine/editor/target-shape.js';
import { viewTargets } from '../engine/editor/targets.js';
import { fileOfUri } from '../node/uris.js';
import type { PlaceLink } from '../protocol/place.js';
import type { ViewTarget, TargetsAnswer } from '../protocol/targets.js';
import { guarded, workOn } from './guard.js';
import { linkOf } from './preview-requests.js';
import type { Session } from './session.js';

/** Answers what a document has to be previewed. @param raw what a client gave, of any shape */
export async function answerTargets(session: Session, raw: unknown): Promise<TargetsAnswer | ResponseError<void>> {
  const uri = (raw as { readonly uri?: unknown } | null | undefined)?.uri;
  if (typeof uri !== 'string') throw new Error('the request must be an object with a "uri"');
  const work = workOn(session, 'Targets', uri);
  const once = (): ReturnType<typeof viewTargets> | ResponseError<void> =>
    guarded(session.log, work, () => viewTargets(session.project, fileOfUri(uri)));
  let found = once();
  if (found === undefined) {
    await session.project.reads.names();
    found = once();
  }
  if (found instanceof ResponseError) return found;
  const version = work.version ?? 0;
  if (found === undefined) return { kind: 'none', version, reason: say`The names of the tasks are being read.` };
  if (typeof found === 'string') return { kind: 'none', version, reason: found };
  const shown = ({ at, members, ...target }: TargetOf<Span>): ViewTarget => ({
    ...target,
    name: shownLine(target.name, mostOfName),
    ...(target.problem !== undefined && { problem: shownLine(target.problem) }),
    ...(at && { at: placeOf(session, at) }),
    members: members.map(shown),
  });
  return {
    kind: 'targets',
    version,
    targets: { ...found, datasets: found.datasets.map(shown), models: found.models.map(shown) },
  };
}

/** The start of a file is known without reading it: a group may name thousands. */
function placeOf(session: Session, span: Span): PlaceLink {
  if (span.end > 0) return linkOf(session, span);
  const start = { line: 0, character: 0 };
  return { uri: session.uris.uri(span.file), range: { start, end: start }, label: shownLine(baseName(span.file), mostOfName) };
}
