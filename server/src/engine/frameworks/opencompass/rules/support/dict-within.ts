import { original, type DictValue, type Value } from '../../../../core/value.js';

/** The dict under a key of a dict, as it was before anything was looked up in it; undefined where either is none. */
export function dictWithin(owner: Value | undefined, key: string): DictValue | undefined {
  const held = owner?.kind === 'dict' ? owner.get(key) : undefined;
  const dict = held && original(held);
  return dict?.kind === 'dict' ? dict : undefined;
}
