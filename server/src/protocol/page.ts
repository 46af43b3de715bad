import type { CursorPlace, PlaceLink } from './place.js';
import type { Preview, PreviewAnswer, PreviewSelection } from './preview.js';

/**
 * Why a document has no prompt that is up to date: what the server says of it, or that the server has not answered yet (`reading`) or will not
 * (`failed`).
 */
export interface Lack {
  readonly kind: 'stale' | 'none' | 'reading' | 'failed';
  readonly uri: string;
  readonly reason: string;
  readonly link?: PlaceLink;
}

/** What the page shows: a prompt that is up to date, or why there is none, with the last good one of the same document, where it had one. */
export type Shown = Extract<PreviewAnswer, { readonly kind: 'preview' }> | (Lack & { readonly last?: Preview });

/** What a page keeps across a reload of the window. */
export interface PageState {
  readonly uri: string;
  readonly selection: PreviewSelection;
  readonly locked: boolean;
  /** The last good prompt, unless it is very large. */
  readonly last?: Preview;
}

/** Panel → webview. */
export type ToWebview =
  | { readonly type: 'show'; readonly shown: Shown; readonly locked: boolean }
  /** The cursor moved in a text editor. `follow`: the page scrolls to what is made there. */
  | { readonly type: 'cursor'; readonly cursor: CursorPlace; readonly follow: boolean };

/** Webview → panel. */
export type FromWebview =
  | { readonly type: 'ready' }
  | { readonly type: 'select'; readonly selection: PreviewSelection }
  | { readonly type: 'open'; readonly link: PlaceLink }
  | { readonly type: 'fix'; readonly problem: number; readonly fix: number; readonly version: number }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'lock'; readonly locked: boolean };
