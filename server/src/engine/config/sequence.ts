import { original, type Value } from '../core/value.js';

/** The items of a list or tuple; undefined for anything else. */
export function itemsOf(value: Value | undefined): readonly Value[] | undefined {
  const seen = original(value);
  return seen?.kind === 'list' || seen?.kind === 'tuple' ? seen.items : undefined;
}

/** A value that stands for itself or for a list of such: `begin='text'` is the same as `begin=['text']`. */
export function oneOrMany(value: Value | undefined): readonly Value[] {
  if (!value) return [];
  return value.kind === 'list' ? value.items : [value];
}
