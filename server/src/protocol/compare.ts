import type { ComparedPreviews } from '../engine/editor/compare/compare-previews.js';
import type { PreviewRequest, PreviewSelection } from './preview.js';

export type { ComparedPiece, PromptComparison, TurnComparison } from '../engine/compare/compare-prompts.js';
export type { ComparedSide } from '../engine/editor/compare/compare-previews.js';

/** The server's command behind "Compare With…": takes one `CompareRequest`, answers `CompareAnswer`. */
export const comparePromptsCommand = 'promptPreflight.comparePrompts';

/** The server's command that takes in a file of predictions: takes one `SavedRequest`, answers `SavedAnswer`. */
export const readSavedCommand = 'promptPreflight.readSaved';

/** The server's command behind the list of releases: takes an object with a `uri`, answers `ReleasesAnswer`. */
export const releasesCommand = 'promptPreflight.releases';

/**
 * What a prompt is compared with. `selection`: the same document with these picked; `release`: as another release of the framework makes it; `files`: with other texts of
 * files than they have now, null for one that is not there, and as they lie on disk otherwise; `saved`: the prompt that a run has saved of the same row.
 */
export type OtherPrompt =
  | { readonly kind: 'selection'; readonly selection: PreviewSelection }
  | { readonly kind: 'release'; readonly release: string }
  | { readonly kind: 'files'; readonly texts: readonly { readonly uri: string; readonly text: string | null }[] }
  | { readonly kind: 'saved'; readonly id: string };

export interface CompareRequest {
  readonly uri: string;
  readonly request: PreviewRequest;
  readonly other: OtherPrompt;
}

/** `lost`: the file of predictions is not known any more, and has to be read again. */
export type CompareAnswer =
  | ({ readonly kind: 'comparison'; readonly uri: string; readonly version: number; readonly note?: string } & ComparedPreviews)
  | { readonly kind: 'none' | 'lost'; readonly uri: string; readonly reason: string };

export interface SavedRequest {
  readonly id: string;
  readonly text: string;
}

/** How many rows the file has prompts of. */
export interface SavedAnswer {
  readonly rows: number;
}

/** The releases of the document's framework that are known, the oldest first, and the one whose prompt is shown. */
export interface ReleasesAnswer {
  readonly known: readonly string[];
  readonly shown: string | undefined;
}
