import type { FileId } from '../../engine/core/span.js';
import type { Sight } from '../../worker/beacon.js';
import { verdictText, type Verdict } from '../../worker/watchdog.js';
import { folderGone, isFolderGone } from './explain.js';

/** Why an engine of the command line is no more. */
export interface Gone {
  /** What it was at, where that was too much for it; undefined also where it died of a fault of our own. */
  readonly file: FileId | undefined;
  /** Where in the file it had come to: a UTF-16 offset. */
  readonly offset: number | undefined;
  /** What was too much comes from the files before: the file itself may do well in a new engine. */
  readonly inherited: boolean;
  /** A whole sentence about that file. */
  readonly message: string;
  /** The same with the name of the file. */
  readonly whole: string;
}

/** What an engine was at that had to be ended. */
export function engineTooMuch(verdict: Pick<Verdict, 'why' | 'sight' | 'processorMs' | 'byClock' | 'inherited'>): Gone {
  const { work, place } = verdict.sight;
  const file = work?.file ?? place?.file;
  const message = verdictText(verdict);
  return {
    file,
    offset: place?.file === file ? place?.offset : undefined,
    inherited: verdict.inherited === true,
    message,
    whole: file === undefined ? message : `${file}: ${message}`,
  };
}

/** Why an engine is gone that nobody had ended: V8 has ended it for its memory, or it is a fault of our own. */
export function whyGone(sight: Sight, error: Error | undefined): Gone {
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return engineTooMuch({ why: 'memory', sight, processorMs: 0 });
  const message = isFolderGone(error) ? folderGone : `an error in Prompt Preflight itself: ${error?.message ?? 'the engine ended'}.`;
  return { file: undefined, offset: undefined, inherited: false, message, whole: message };
}
