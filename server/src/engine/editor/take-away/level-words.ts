import type { PreviewData } from '../preview/data.js';

/** What the seal says of a prompt, in the English of texts that are kept: the same on each machine. */
export const levelWords: Readonly<Record<PreviewData['exactness']['level'], string>> = {
  exact: 'exact',
  'stand-in-shots': 'exact · stand-in shots',
  'placeholder-rows': 'exact · placeholder rows',
  close: 'close',
  'never-sent': 'never sent',
  unknown: 'unknown',
  raises: 'the framework raises',
};
