import { say } from '../../../server/src/engine/core/say.js';
import type { PairState } from '../../../server/src/protocol/preview.js';

/** The sign of a pair's state. */
export const stateSigns: Readonly<Record<PairState['state'], string>> = { fine: '✓', warning: '⚠', error: '✖' };

/** The name of a pair's state, as it is read out. */
export function stateName(state: PairState['state']): string {
  switch (state) {
    case 'fine':
      return say`fine`;
    case 'warning':
      return say`warning`;
    case 'error':
      return say`error`;
  }
}
