import type { BytesValue, StrValue, Value } from '../../value.js';
import { unknown } from '../call-arguments.js';
import type { Runtime } from '../runtime.js';
export function formatPercent(runtime: Runtime, _left: StrValue | BytesValue, _right: Value): Value {
  return unknown(runtime, 'percent formatting is not modelled');
}
