import type { ClassIndex, FunctionSource } from '../class-index.js';
import { callFunction } from './calls.js';
import { openData, type FunctionShape, type KnownColumns } from './column-shape.js';
import { Reader, unlessTooMuch } from './reader.js';
import { State } from './state.js';

/**
 * The columns of what a function gives that is handed a dataset, with all places of the code that write their names, as keys that it gives to rows
 * or asks rows for. Undefined where it gives no dataset, or that is not known.
 */
export function functionColumns(index: ClassIndex, { node, module, at }: FunctionSource): KnownColumns | undefined {
  const run: FunctionShape = { kind: 'function', node, module, at, inner: false, owner: undefined };
  const given = { positional: [openData], named: new Map() };
  const result = unlessTooMuch(() => callFunction(new Reader(index, undefined), new State(), run, given));
  return result?.kind === 'data' ? result.columns : undefined;
}
