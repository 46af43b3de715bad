import type { ConfigRule, Finding } from '../../face/rule.js';
import { datasetFaults, findingAt, placeIn, rewriteFix } from './support/dataset-faults.js';
import { say } from '../../../core/say.js';

/** Two pairs of braces around a column: they are no escape. OpenCompass 0.5.3 `utils/prompt.py`, `safe_format`. */
export const doubleBraces: ConfigRule = {
  id: 'double-braces',
  title: 'Two pairs of braces around a column',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'A prompt in which every value stands in braces',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const { dataset, fault } of datasetFaults(context)) {
      if (fault.kind !== 'doubled') continue;
      const { text, braced } = fault;
      const written = `{${braced.name}}`;
      const [start, end] = [braced.start - 1, braced.end + 1];
      yield findingAt(context, dataset, placeIn(text, start, end), {
        message: say`Only the inner braces of ${`{${written}}`} are filled: the model reads the column's value in braces. Write ${written}.`,
        fixes: rewriteFix(context, text, start, end, written, say`Write ${written}`),
      });
    }
  },
};
