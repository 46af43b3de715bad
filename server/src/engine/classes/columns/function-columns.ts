import type { ClassIndex, FunctionSource } from '../class-index.js';
import { callFunction } from './calls.js';
import { openData, type KnownColumns } from './column-shape.js';
import { Reader, TooMuchCode } from './reader.js';
import { State } from './state.js';

/**
 * The columns of what a function gives that is handed a dataset, with all places of the code that write their names, as keys that it gives to rows
 * or asks rows for. Undefined where it gives no dataset, or that is not known.
 */
export function functionColumns(index: ClassIndex, { node, module, at }: FunctionSource): KnownColumns | undefined {
  const state = new State();
  try {
    const given = { positional: [openData], named: new Map() };
    const result = callFunction(
      new Reader(index, undefined),
      state,
      { kind: 'function', node, module, at, inner: false, owner: undefined },
      given,
    );
    return result.kind === 'data' ? result.columns : undefined;
  } catch (error) {
    if (!(error instanceof TooMuchCode) && !(error instanceof RangeError)) throw error;
    return undefined;
  }
}
