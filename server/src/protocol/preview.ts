import type {
  Choice,
  Choices,
  PairState,
  PreviewOf,
  PreviewSelection,
  RequestOf,
  RestOf,
  SegmentOf,
  StageOf,
  TurnOf,
} from '../engine/editor/preview/preview-shape.js';
import type { JsonChanges } from './json-changes.js';
import type { PlaceLink, Position, Range } from './place.js';

export type { Choice, Choices, PairState, PreviewSelection };

/** What is asked of the command behind "Preview Prompt". */
export interface PreviewRequest extends RequestOf<Position> {
  readonly uri: string;
  /** The `name` of the last answer, which the client still has, '' for none: the answer then is a `SentAnswer`, and what both share is sent once. */
  readonly holds?: string;
}

/** Parts of a preview, with places that a client can open. */
export type PreviewSegment = SegmentOf<PlaceLink>;
export type PreviewTurn = TurnOf<PlaceLink>;
export type PreviewStage = StageOf<PlaceLink>;

export interface PreviewProblem {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly rule: string;
  readonly href: string;
  readonly link: PlaceLink;
  readonly fixes: readonly {
    readonly title: string;
    readonly edits: readonly { readonly uri: string; readonly range: Range; readonly newText: string }[];
  }[];
}

/** All that the preview page shows. */
export interface Preview extends PreviewOf<PlaceLink, PreviewProblem> {
  readonly uri: string;
  /** Version of the document that this was computed from; the client drops what is older than the document. */
  readonly version: number;
}

/**
 * `preview`: a new prompt. `stale`: the document has errors, so that a prompt which is shown of it is out of date, and why. `none`: nothing to
 * preview, with a sentence that says what would be.
 */
export type PreviewAnswer =
  | { readonly kind: 'preview'; readonly preview: Preview; readonly renderMs: number }
  | { readonly kind: 'stale'; readonly uri: string; readonly version: number; readonly reason: string; readonly link?: PlaceLink }
  | { readonly kind: 'none'; readonly uri: string; readonly version: number; readonly reason: string };

/** An answer to a client that keeps the last one. `changed`: what makes this preview of the one that was sent under the name `of`; null where they are the same. */
export type SentAnswer =
  | PreviewAnswer
  | (Extract<PreviewAnswer, { readonly kind: 'preview' }> & { readonly name: string })
  | {
      readonly kind: 'changed';
      readonly name: string;
      readonly of: string;
      readonly changes: JsonChanges | null;
      readonly renderMs: number;
    };

/** What of a preview comes later. */
export type PreviewRest = RestOf<PlaceLink, PreviewProblem>;

/** The rest of the preview that was sent under a name: what makes the whole of it. */
export interface RestSent {
  readonly name: string;
  readonly changes: JsonChanges;
}

/** All that the document can be previewed with; `null` where it cannot be. */
export type ChoicesAnswer = Choices | null;

/** Asks for the next row that has a text, behind the row `from`, or in front of it; round at the ends. */
export interface FindRowRequest extends PreviewRequest {
  readonly text: string;
  readonly from: number;
  readonly back?: boolean;
}

/** `row`: the index of the row that was found; absent where none of those that were `searched` has the text. */
export interface FindRowAnswer {
  readonly row?: number;
  readonly searched: number;
}

/** Asks what is known of each of these datasets with each of these models: ids of choices. No models: of tasks. */
export interface StatesRequest {
  readonly uri: string;
  readonly datasets: readonly string[];
  readonly models: readonly string[];
}

/**
 * The states of the pairs in the order in which they were asked, all models of the first dataset first: as many as could be had in a short time, at least
 * one. Whoever wants the others asks again.
 */
export interface StatesAnswer {
  readonly version: number;
  readonly states: readonly PairState[];
}
