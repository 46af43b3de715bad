import type { DictValue, Value } from '../../core/value.js';

/** What a `collections.defaultdict` calls for a missing key. */
export const defaultFactories = new WeakMap<DictValue, Value>();
