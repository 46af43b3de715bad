import { textOf, type Value } from '../../../../core/value.js';

/** None, or a text of nothing: AISBench takes both for a field that is not given (3.1.0 `utils/config/build.py`). */
export function isAbsentText(value: Value): boolean {
  return value.kind === 'none' || textOf(value) === '';
}
