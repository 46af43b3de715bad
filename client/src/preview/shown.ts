import type { Lack, Shown } from '../../../server/src/protocol/page.js';
import type { Preview } from '../../../server/src/protocol/preview.js';

/** @returns the prompt that is shown: the new one, the last good one, or none */
export function previewOf(shown: Shown | undefined): Preview | undefined {
  return shown?.kind === 'preview' ? shown.preview : shown?.last;
}

/** @returns the document that is shown */
export function uriOf(shown: Shown): string {
  return shown.kind === 'preview' ? shown.preview.uri : shown.uri;
}

/** What is shown with its prompt apart: that one stays when it is no longer up to date. */
export interface ShownParts {
  readonly state: { readonly kind: 'preview'; readonly renderMs: number } | Lack;
  readonly preview: Preview | null;
}

export function partsOf(shown: Shown): ShownParts {
  if (shown.kind === 'preview') {
    const { preview, ...state } = shown;
    return { state, preview };
  }
  const { last = null, ...state } = shown;
  return { state, preview: last };
}

/** The inverse of `partsOf`. */
export function shownOf({ state, preview }: ShownParts): Shown {
  if (state.kind === 'preview') return { ...state, preview: preview! };
  return { ...state, ...(preview && { last: preview }) };
}
