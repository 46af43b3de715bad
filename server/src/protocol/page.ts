import type { TakenForm } from './take-away.js';
import type { CompareAnswer } from './compare.js';
import type { JsonChanges } from './json-changes.js';
import type { CursorPlace, PlaceLink } from './place.js';
import type { TokensAnswer } from './tokens.js';
import type { Choices, PairState, Preview, PreviewAnswer, PreviewSelection } from './preview.js';

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

/** How a page looks at its prompt: which stage, whether all pairs instead, whether whitespace, all examples and what a stage adds are shown. */
export interface PageLook {
  readonly stage?: string;
  readonly matrix: boolean;
  readonly whitespace: boolean;
  readonly unfolded: boolean;
  readonly added?: boolean;
}

/** What a prompt is compared with, as the user chose it. `name`: what the page calls it. */
export type ComparedWith =
  | { readonly kind: 'dataset' | 'model' | 'label' | 'chatTemplate'; readonly id: string; readonly name: string }
  | { readonly kind: 'shots'; readonly count: number }
  | { readonly kind: 'release'; readonly release: string }
  | { readonly kind: 'commit' | 'files' }
  /** `uri` of a file of predictions. */
  | { readonly kind: 'saved'; readonly uri: string };

/** What a page keeps across a reload of the window. */
export interface PageState {
  readonly uri: string;
  readonly selection: PreviewSelection;
  readonly locked: boolean;
  /** How the prompt is looked at. */
  readonly look?: PageLook;
  /** What it is compared with. */
  readonly compared?: ComparedWith;
  /** The last good prompt, unless it is very large. */
  readonly last?: Preview;
}

/** Another prompt beside the one that is shown. */
export interface ShownComparison {
  /** What the other one is called, and the one that is shown. */
  readonly name: string;
  readonly now: string;
  /** As the user chose it. */
  readonly with: ComparedWith;
  /** Absent until it is known. */
  readonly answer?: CompareAnswer;
}

/** What the tokenizer says of the prompt that is shown. */
export interface TokensShown {
  /** Which prompt it is about: `promptKey`. */
  readonly of: string;
  readonly answer: TokensAnswer;
  /** How many tokens the texts of other stages have, by their ids. */
  readonly stages: Readonly<Record<string, number>>;
  /** How many examples the run keeps, and how many tokens are left then; absent: all of them, or it is not known yet. */
  readonly shotsKept?: number;
  readonly kept?: number;
}

/** Tells a prompt from others, before and after it. */
export function promptKey({ uri, version, selection }: Preview): string {
  return JSON.stringify([uri, version, selection]);
}

/** Where the cursor is in a text editor. `follow`: the page scrolls to what is made there. */
export interface CursorShown {
  readonly cursor: CursorPlace;
  readonly follow: boolean;
}

/** Panel → webview. `cursor`: it moved, too. */
export type ToWebview =
  /** Absent: the prompt alone is shown again. */
  | { readonly type: 'compare'; readonly compared?: ShownComparison }
  | {
      readonly type: 'show';
      readonly number: number;
      readonly shown: Shown;
      readonly locked: boolean;
      readonly look?: PageLook;
      readonly cursor?: CursorShown;
    }
  /** What makes this, as `ShownParts`, of what was sent with the number `of`; null where it is the same. A page that has something else asks for all with `ready`. */
  | {
      readonly type: 'changed';
      readonly number: number;
      readonly of: number;
      readonly changes: JsonChanges | null;
      readonly locked: boolean;
      readonly cursor?: CursorShown;
    }
  /** What was asked for with `choices`: `of` says for what. `recent`: ids, what was used last first. */
  | { readonly type: 'choices'; readonly of: string; readonly choices: Choices; readonly recent: readonly string[] }
  /** As `StatesAnswer`, and what was asked; no states where nothing is known. */
  | {
      readonly type: 'states';
      readonly uri: string;
      readonly datasets: readonly string[];
      readonly models: readonly string[];
      readonly states: readonly PairState[];
    }
  /** What came of a search: whether a row has the text. */
  | { readonly type: 'foundRow'; readonly found: boolean }
  | { readonly type: 'tokens'; readonly tokens: TokensShown }
  /** The cursor moved in a text editor. */
  | ({ readonly type: 'cursor' } & CursorShown);

/** Webview → panel. */
export type FromWebview =
  | { readonly type: 'ready' }
  /** All that there is to pick is asked for; `of` comes back with the answer. */
  | { readonly type: 'choices'; readonly of: string }
  | { readonly type: 'states'; readonly datasets: readonly string[]; readonly models: readonly string[] }
  /** The next row that has a text is to be shown; the answer is a new prompt, and `foundRow`. */
  | { readonly type: 'findRow'; readonly text: string; readonly back: boolean }
  /** The user wants to choose where rows come from. */
  | { readonly type: 'chooseRows' }
  /** The row that is shown is to be named in `preflight.json`. */
  | { readonly type: 'saveRows' }
  /** The same for the rows of the examples. */
  | { readonly type: 'chooseTrainRows' }
  | { readonly type: 'select'; readonly selection: PreviewSelection }
  | { readonly type: 'open'; readonly link: PlaceLink }
  | { readonly type: 'fix'; readonly problem: number; readonly fix: number; readonly version: number }
  | { readonly type: 'copy'; readonly text: string }
  /** The prompt is copied in this form. */
  | { readonly type: 'take'; readonly form: TakenForm }
  /** The user is asked what to compare with; the comparison goes away. */
  | { readonly type: 'compare' }
  | { readonly type: 'endCompare' }
  /** The user wants to choose a file with a tokenizer. */
  | { readonly type: 'pick-tokenizer' }
  /** Another stage is shown; absent: the one that the prompt leaves. */
  | { readonly type: 'stage'; readonly stage?: string }
  | { readonly type: 'lock'; readonly locked: boolean };
