import { LimitError, PyError } from '../core/errors.js';
import { say } from '../core/say.js';
import { textOf, UnknownValue, type DictValue } from '../core/value.js';
import type { Load } from './load.js';
import { Measure } from './config-shape.js';

/**
 * Values that hold themselves raise where mmengine converts them to ConfigDicts. They and those that are huge when written out become
 * unknown, so that everything that walks the values of a config comes to an end.
 */
export function dropMismatches(run: Load, names: DictValue): void {
  const most = Math.floor(run.context.limits.size / 5);
  const longest = run.context.limits.size * 6;
  const measure = new Measure(most, longest);
  for (const entry of names.entries.values()) {
    const mismatch = measure.mismatch(entry.value);
    if (measure.stateful) run.stateful.add(textOf(entry.key) ?? '');
    if (mismatch === undefined) continue;
    const { keySpan } = entry;
    if (mismatch === 'endless') run.report.raised(new PyError('RecursionError', 'maximum recursion depth exceeded'), keySpan, keySpan);
    else {
      const what =
        mismatch === 'long'
          ? say`With this value the config's texts have more than ${String(longest)} characters.`
          : say`This value holds more than ${String(most)} others, or all values together hold too many.`;
      run.report.gaveUp(new LimitError('size', keySpan, what), keySpan);
    }
    entry.value = new UnknownValue(say`This value is too deep or too large to be shown.`, keySpan);
  }
  run.size = measure.size;
}
