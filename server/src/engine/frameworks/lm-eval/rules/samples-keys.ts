import type { Finding } from '../../face/rule.js';
import { listed } from '../../../checks/support/words.js';
import { usesIn } from './support/columns.js';
import { exampleTemplates, usedSamples } from './support/samples.js';
import { taskRule } from './support/task-rule.js';
import { spanWithin } from './support/template.js';
import { say } from '../../../core/say.js';

/** A sample without a column that others have and the templates of examples use (lm-evaluation-harness 0.4.13 `utils.py`: StrictUndefined). */
export const samplesKeys = taskRule(
  {
    id: 'samples-keys',
    title: 'A sample without a column that the templates use',
    severity: 'error',
    prevents: 'UndefinedError, in the first prompt with that example',
  },
  function* (task): Iterable<Finding> {
    const samples = usedSamples(task);
    if (!samples) return;
    for (const { key, value } of exampleTemplates(task)) {
      for (const use of usesIn(value.text)) {
        if (use.missing !== 'raises' || use.guarded) continue;
        const lacking = samples.filter((row) => !row.entry(use.name));
        const first = lacking[0];
        // What none of them has is no column at all.
        if (!first || lacking.length === samples.length) continue;
        const who =
          lacking.length === 1
            ? say`This sample has`
            : say`Samples ${listed(lacking.map((row) => String(task.samples!.indexOf(row))))} (counted from 0) have`;
        yield {
          span: first.span,
          severity: use.conditional || !task.hasShots ? 'warning' : 'error',
          message: say`${who} no ${use.name}, which \`${key}\` uses: a prompt with that example raises UndefinedError: '${use.name}' is undefined.`,
          related: [{ span: spanWithin(value, use.start, use.end), message: say`it is used here` }],
        };
      }
    }
  },
);
