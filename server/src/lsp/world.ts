import { fingerprintOf } from './fingerprint.js';
import type { Session } from './session.js';

/** Tells the folders, settings and rights from others. */
export function worldOf({ settings, folders, interpreter, trusted }: Session): string {
  return fingerprintOf([settings, folders, interpreter, trusted]);
}
