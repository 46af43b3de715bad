import type { TakenForm } from '../engine/editor/take-away/take-away.js';
import type { PreviewRequest } from './preview.js';

export type { TakenForm };

/** The server's command behind "Copy Prompt As…": takes one `TakeRequest`, answers `TakeAnswer`. */
export const takeAwayCommand = 'promptPreflight.takeAway';

export interface TakeRequest {
  readonly uri: string;
  readonly request: PreviewRequest;
  readonly form: TakenForm;
}

/** `reason`: why there is nothing to take away. */
export type TakeAnswer = { readonly text: string } | { readonly reason: string };
