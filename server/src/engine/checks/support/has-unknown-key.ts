import type { DictValue } from '../../core/value.js';

/** Whether a dict has a key that is not known, which may be any: then of none it can be said that it is not there. */
export function hasUnknownKey({ entries }: DictValue): boolean {
  return [...entries.values()].some(({ key }) => key.kind === 'unknown');
}
