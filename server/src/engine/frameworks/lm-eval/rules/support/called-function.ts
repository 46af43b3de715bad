import type { FunctionDef } from '../../../../python/syntax/tree/ast.js';
import type { Value } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';
import { functionSource } from '../../load/function.js';
import { partialFunction } from '../../load/partial-function.js';

/** The function that a call of a `!function` ends in, and what it is given beforehand (`partial`). */
export interface CalledFunction {
  readonly node: FunctionDef;
  readonly positional: number;
  readonly keywords: readonly string[];
}

/** The definition of a function that no decorator is wrapped around; undefined where its source is not within reach, or it is something else. */
export function calledFunction({ surroundings }: CheckContext, value: Value | undefined): CalledFunction | undefined {
  if (value?.kind !== 'ref') return undefined;
  const node = functionSource(value, surroundings)?.node;
  if (!node) return partialFunction(value, surroundings);
  return node.decorators.length === 0 ? { node, positional: 0, keywords: [] } : undefined;
}
