import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { valueError } from './call-arguments.js';

/** The int ratio that a float is, in lowest terms. @throws PyError OverflowError, ValueError for infinities and nan */
export function integerRatio(x: number): readonly [bigint, bigint] {
  if (Number.isNaN(x)) throw valueError('cannot convert NaN to integer ratio');
  if (!Number.isFinite(x)) throw new PyError('OverflowError', 'cannot convert Infinity to integer ratio');
  let numerator = x;
  let power = 0n;
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    power++;
  }
  charge(Number(power) >> 4);
  return [BigInt(numerator), 1n << power];
}
