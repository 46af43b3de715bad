import type { Choice, PreviewOf, PreviewSelection, RequestOf, SegmentOf, StageOf, TurnOf } from '../engine/editor/preview/shape.js';
import type { PlaceLink, Position, Range } from './place.js';

export type { Choice, PreviewSelection };

/** What is asked of the command behind "Preview Prompt". */
export interface PreviewRequest extends RequestOf<Position> {
  readonly uri: string;
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
