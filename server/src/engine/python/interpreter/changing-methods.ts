import { builtins } from '../runtime/builtins/index.js';
import { tableOfType } from '../runtime/methods/tables.js';
import type { BuiltinValue } from '../runtime/runtime.js';

/** Methods that leave their object as it is. */
const reading = new Set(
  `get items keys values copy index count format join split strip lstrip rstrip replace startswith endswith lower upper title splitlines find union
  intersection difference issubset issuperset encode tolist to_list to_dict iterrows`.split(/\s+/),
);

/** Whether a method of this name leaves its object as it is, whatever that is. */
export function isReading(method: string): boolean {
  return reading.has(method);
}

const typesWithMethods = ['str', 'list', 'tuple', 'dict', 'OrderedDict', 'Counter', 'set', 'int', 'float', 'bytes'];
const methodsOfStreamsAndQueues = new Set(['appendleft', 'extendleft', 'popleft', 'rotate', 'read', 'readline', 'readlines', 'close']);

/** Whether a builtin type has a method of this name: none of them changes what it is given. */
export function isMethodOfBuiltins(method: string): boolean {
  return methodsOfStreamsAndQueues.has(method) || typesWithMethods.some((type) => tableOfType(type)?.[method] !== undefined);
}

const makers = new Set(
  'dict list set tuple frozenset sorted str int float bool len sum repr zip enumerate range format abs round'.split(' '),
);

/** Whether a builtin gives something new, which shares no more with its arguments than what these hold. */
export function makesNew(called: BuiltinValue): boolean {
  return makers.has(called.path.replace(/^builtins\./, '')) && !called.self;
}

/** Functions of modules that change the first of what they are given. */
const changingFunctions =
  /(?:^|\.)(?:shuffle|setitem|delitem|i(?:add|and|concat|floordiv|lshift|matmul|mod|mul|or|pow|rshift|sub|truediv|xor)|setattr|delattr|put)$/;

/** Whether a builtin function may change the first of the values that it is given. */
export function mayChangeArguments(called: BuiltinValue): boolean {
  return called === builtins.get('setattr') || called === builtins.get('delattr') || changingFunctions.test(called.path);
}
