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
  for (const at of wordPlaces(source, name, ofName)) if (!isGiven(source, at + name.length) && !isInComment(source, at)) return true;
  return byName.test(source);
}

function isGiven(source: string, at: number): boolean {
  return /^[ \t]*=(?!=)/.test(source.slice(at, at + 40));
}

/** Comments are looked for where a line has what may begin one. */
function isInComment(source: string, at: number): boolean {
  const sign = source.lastIndexOf('#', at);
  if (sign < 0 || sign < source.lastIndexOf('\n', at)) return false;
  return findComments(source, 'python').some(({ start, end }) => start <= at && at < end);
}
