import type { Shown } from '../../../server/src/protocol/page.js';
import type { Preview } from '../../../server/src/protocol/preview.js';

/** @returns the prompt that is shown: the new one, the last good one, or none */
export function previewOf(shown: Shown | undefined): Preview | undefined {
  return shown?.kind === 'preview' ? shown.preview : shown?.last;
}

/** @returns the document that is shown */
export function uriOf(shown: Shown): string {
  return shown.kind === 'preview' ? shown.preview.uri : shown.uri;
}
