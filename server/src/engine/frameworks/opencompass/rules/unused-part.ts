import { findComments } from '../../../checks/run/comments.js';
import { say } from '../../../core/say.js';
import { textOf } from '../../../core/value.js';
import { ofName, wordPlaces } from '../../../core/word-places.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';

/** Names of what a dataset is made of. */
const ofPart = /(?:^|_)(?:infer_cfg|reader_cfg|eval_cfg|generation_kwargs)$/;
/** Code that may find a name without writing it. */
const byName = /\b(?:locals|globals|vars|exec|eval|import_module)\s*\(/;

/**
 * A part of a dataset that a config makes and that nothing in it uses: another one counts, or none. Only where the config has datasets of its own, since one that has
 * parts alone may be the base of others.
 */
export const unusedPart: ConfigRule = {
  id: 'unused-part',
  title: 'A part of a dataset that nothing uses',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'information',
  prevents: 'Arguments and templates that look as if they counted',
  scope: 'document',
  *check(context): Iterable<Finding> {
    const { file, evaluation, config } = context;
    if (evaluation.language !== 'python' || !config.datasets.some(({ value }) => value.span.file === file)) return;
    for (const { key, keySpan, value } of evaluation.value.entries.values()) {
      const name = textOf(key);
      if (name === undefined || value.kind !== 'dict' || !ofPart.test(name) || keySpan.file !== file || isUsed(name, context)) continue;
      const isArguments = name.endsWith('generation_kwargs');
      yield {
        span: keySpan,
        unnecessary: true,
        message: isArguments
          ? say`Nothing uses ${name}: no inferencer is given it, so the answers are generated with the model's own arguments. Write ${`generation_kwargs=${name}`} in the inferencer.`
          : say`Nothing uses ${name}: no dataset of this file has it.`,
        ...(isArguments && { severity: 'warning' as const }),
      };
    }
  },
};

/** Whether a name stands anywhere but in a comment, at the left of `=`, and as the key of an argument. */
function isUsed(name: string, { file, text }: CheckContext): boolean {
  const source = text(file);
  if (byName.test(source)) return true;
  const comments = findComments(source, 'python');
  for (const at of wordPlaces(source, name, ofName)) {
    const isGiven = /^[ \t]*=(?!=)/.test(source.slice(at + name.length, at + name.length + 40));
    if (!isGiven && !comments.some(({ start, end }) => start <= at && at < end)) return true;
  }
  return false;
}
