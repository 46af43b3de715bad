import { positional } from '../call-arguments.js';
import { countOf, indexOf } from './list.js';
import { storing, table, type MethodTable } from './method.js';

/** The methods of `tuple`. */
export const tupleMethods: MethodTable = table({
  index: storing('tuple', (runtime, self, args) => indexOf(runtime, self.items, positional('tuple.index', args, 1, 3), 'tuple')),
  count: storing('tuple', (runtime, self, args) => countOf(runtime, self.items, positional('tuple.count', args, 1, 1)[0]!)),
});
