import { positional } from '../call-arguments.js';
import { countInItems, indexInItems } from './list.js';
import { storing, table, type MethodTable } from './method.js';

/** The methods of `tuple`. */
export const tupleMethods: MethodTable = table({
  index: storing('tuple', (runtime, self, args) => indexInItems(runtime, self.items, positional('tuple.index', args, 1, 3), 'tuple')),
  count: storing('tuple', (runtime, self, args) => countInItems(runtime, self.items, positional('tuple.count', args, 1, 1)[0]!)),
});
