import type { Diagnostic } from 'vscode-languageserver';
import type { FileId } from '../engine/core/span.js';

// A sweep is a check of all configs of the workspace. An engine of its own does the work; the relay says what is next, and publishes what it finds.

/** Relay → sweep's engine: `SweepFound`. */
export const sweepFindRequest = 'promptPreflight/sweepFind';
/** The configs of the folders that are open. */
export interface SweepFound {
  readonly files: readonly FileId[];
  /** There are more than are checked. */
  readonly cut: boolean;
  /** As in `SweepWanted`: with which settings this engine works. */
  readonly world: string;
}

/** Relay → sweep's engine: `SweepCheck`, answered by `SweepChecked`. */
export const sweepCheckRequest = 'promptPreflight/sweepCheck';
export interface SweepCheck {
  readonly files: readonly FileId[];
}
export interface SweepChecked {
  /** The first ones of those that were asked for: as many as could be had in a short time, at least one. */
  readonly files: readonly SweptFile[];
  /** What the engine holds, in bytes. */
  readonly heap: number;
  readonly world: string;
}

/** What came of a file. */
export interface SweptFile {
  readonly file: FileId;
  readonly uri: string;
  /** It is there, looks like a config and is not left out; else it has no findings, and is not one of the configs of the workspace. */
  readonly isConfig: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** What it was made of: where one of these changes it is checked again. */
  readonly dependencies: readonly FileId[];
  /** It names a base that was not found: any new file may be it. */
  readonly lacksBase: boolean;
}

/** Any engine of documents → relay: `SweepWanted`. */
export const sweepWantedRequest = 'promptPreflight/sweepWanted';
export interface SweepWanted {
  /** Whether the workspace is checked all the time: the setting `promptPreflight.workspaceDiagnostics`. */
  readonly on: boolean;
  /** Tells the folders and settings from others: what was found with others is not true any more. */
  readonly world: string;
}

/** Sweep's engine → relay, without parameters: classes have changed, so any config may have other findings. */
export const sweepStaleRequest = 'promptPreflight/sweepStale';
