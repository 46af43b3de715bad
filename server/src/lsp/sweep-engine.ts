import { getHeapStatistics } from 'node:v8';
import { languageByEnding } from '../engine/core/language.js';
import { isAtOrBelow, type FileId } from '../engine/core/span.js';
import { looksLikeConfig } from '../engine/frameworks/registry.js';
import type { Diagnostic } from '../engine/frameworks/face/rule.js';
import { searchedFiles, type LeftOutListener } from '../node/folder-search.js';
import { HiddenFiles } from '../node/hidden-files.js';
import { fileOfPath, isPath } from '../node/uris.js';
import { checkInParts } from '../worker/check-steps.js';
import { beacon } from '../worker/own-beacon.js';
import { boundedDiagnostics } from './bounded-diagnostics.js';
import { settle } from './turns.js';
import type { Session } from './session.js';
import { worldOf } from './world.js';
import {
  sweepCheckRequest,
  sweepFindRequest,
  type SweepCheck,
  type SweepChecked,
  type SweepFound,
  type SweptFile,
} from './sweep-messages.js';

/** Configs that are checked, and files and folders that are looked at for them: a checkout of lm-evaluation-harness has 13,879 tasks. */
const mostConfigs = 20_000;
const mostLooked = 200_000;

/** As long as this, in milliseconds, files are checked for one answer; a message that arrives meanwhile waits for one file. */
const patience = 150;
/** As long as this, in milliseconds, a search goes on before messages that have arrived are taken. */
const slice = 12;

/** What is left out because it cannot be read is none of a background's business to tell. */
const silent: LeftOutListener = { add: () => undefined, failed: () => undefined };

/** Answers the relay's questions of a sweep, in an engine that does nothing else. */
export function serveSweep(session: Session): void {
  let hidden: Promise<Hidden> | undefined;
  session.connection.onRequest(sweepFindRequest, async (): Promise<SweepFound> => {
    await session.ready;
    return find(session, await (hidden = hiddenIn(session)));
  });
  session.connection.onRequest(sweepCheckRequest, async ({ files }: SweepCheck): Promise<SweepChecked> => {
    await session.ready;
    return check(session, files, await (hidden ??= hiddenIn(session)));
  });
}

async function find(session: Session, hidden: Hidden): Promise<SweepFound> {
  const files = new Set<FileId>();
  const world = worldOf(session);
  let looked = 0;
  let end = performance.now() + slice;
  for (const [folder, hides] of hidden) {
    const search = searchedFiles(folder, silent, (path, isFolder) => hides.excludes(path, isFolder) || isLeftOut(session, path, isFolder));
    for (let next = step(search); next.done !== true; next = step(search)) {
      if (files.size === mostConfigs || ++looked > mostLooked) return { files: [...files], cut: true, world };
      const file = next.value === undefined ? undefined : fileOfPath(next.value);
      if (file !== undefined && isConfig(session, file)) files.add(file);
      if (performance.now() < end) continue;
      await settle();
      end = performance.now() + slice;
    }
  }
  return { files: [...files], cut: false, world };
}

function step(search: Generator<string | undefined>): IteratorResult<string | undefined> {
  return beacon.during({ what: 'Searching for configs' }, () => search.next());
}

/** What the editor and git hide in each folder that is open. */
type Hidden = readonly (readonly [folder: FileId, HiddenFiles])[];

async function hiddenIn({ folders, abilities, connection }: Session): Promise<Hidden> {
  let excluded: unknown;
  try {
    excluded = abilities.configuration ? await connection.workspace.getConfiguration('files.exclude') : undefined;
  } catch {
    // An editor without this setting hides nothing.
  }
  return folders.filter(isPath).map((folder) => [folder, new HiddenFiles(folder, excluded)] as const);
}

/** What a `preflight.json` leaves out, beside what the editor and git hide. */
function isLeftOut({ project }: Session, path: string, isFolder: boolean): boolean {
  return project.excludes(fileOfPath(path), isFolder);
}

/** What was too much already is one: that must be said. */
function isConfig({ project }: Session, file: FileId): boolean {
  const language = languageByEnding(file);
  if (!language) return false;
  if (project.refusal(file)) return true;
  return beacon.during({ what: 'reading', file }, () => {
    const read = project.workspace.read(file);
    return read.kind === 'text' && looksLikeConfig(read.text, language);
  });
}

async function check(session: Session, files: readonly FileId[], hidden: Hidden): Promise<SweepChecked> {
  const world = worldOf(session);
  const end = performance.now() + patience;
  const swept: SweptFile[] = [];
  for (const file of files) {
    swept.push(await checked(session, file, hidden));
    session.project.release(file);
    if (performance.now() >= end) break;
    // What was typed meanwhile counts for the next file.
    await settle();
  }
  return { files: swept, heap: getHeapStatistics().used_heap_size, world };
}

async function checked(session: Session, file: FileId, hidden: Hidden): Promise<SweptFile> {
  const { project, uris } = session;
  const nothing = { file, uri: uris.uri(file), isConfig: false, diagnostics: [], dependencies: [], lacksBase: false };
  const around = hidden.find(([folder]) => isAtOrBelow(file, folder));
  if (!around || around[1].hides(file) || isLeftOut(session, file, false) || !isConfig(session, file)) return nothing;
  const found = await findings(session, file);
  const evaluation = project.refusal(file) ? undefined : project.evaluate(file);
  return {
    ...nothing,
    isConfig: true,
    diagnostics: boundedDiagnostics(session, found),
    dependencies: [...(evaluation?.dependencies ?? [])],
    lacksBase: evaluation?.problems.some(({ kind }) => kind === 'base-not-found' || kind === 'base-broken') ?? false,
  };
}

/** With those that need rows of a dataset, where that is on this machine. A fault of our own on one file does not end the sweep. */
async function findings({ project, log }: Session, file: FileId): Promise<readonly Diagnostic[]> {
  const work = { what: 'Checking the workspace', file };
  const once = (): readonly Diagnostic[] => checkInParts(project, work);
  try {
    const first = once();
    if (!project.reads.pending) return first;
    await project.reads.pending;
    return once();
  } catch (error) {
    log.failure(`Checking ${file}`, error);
    return [];
  }
}
