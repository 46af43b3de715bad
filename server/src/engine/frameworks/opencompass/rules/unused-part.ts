import { findComments, type Comment } from '../../../checks/run/comments.js';
import { say } from '../../../core/say.js';
import { textOf } from '../../../core/value.js';
import type { ConfigRule, Finding } from '../../face/rule.js';

/** Names of what a dataset is made of. */
const ofPart = /(?:^|_)(?:infer_cfg|reader_cfg|eval_cfg|generation_kwargs)$/;
/** Where one ends: looked for first, since most of a text is none. */
const ending = /(?:infer_cfg|reader_cfg|eval_cfg|generation_kwargs)(?![\p{L}\p{N}_])/gu;
/** Halves of a character beyond the first 65,536 count as letters. */
const ofName = /[\p{L}\p{N}_\uD800-\uDFFF]/u;
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
    const { file, evaluation, config, text } = context;
    if (evaluation.language !== 'python' || !config.datasets.some(({ value }) => value.span.file === file)) return;
    let used: ReadonlySet<string> | undefined;
    for (const { key, keySpan, value } of evaluation.value.entries.values()) {
      const name = textOf(key);
      if (name === undefined || value.kind !== 'dict' || !ofPart.test(name) || keySpan.file !== file) continue;
      if (!used && byName.test(text(file))) return;
      used ??= usedParts(text(file));
      if (used.has(name)) continue;
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

/** The names of parts that stand anywhere but in a comment, at the left of `=`, and as the key of an argument: found in one go, since a text may have thousands. */
function usedParts(source: string): ReadonlySet<string> {
  const used = new Set<string>();
  let comments: readonly Comment[] | undefined;
  let next = 0;
  for (const { 0: last, index: at } of source.matchAll(ending)) {
    const index = startOfName(source, at);
    const name = source.slice(index, at + last.length);
    // An attribute is another name.
    if (source[index - 1] === '.' || used.has(name) || isGiven(source, at + last.length)) continue;
    comments ??= findComments(source, 'python');
    while (next < comments.length && comments[next]!.end <= index) next++;
    if ((comments[next]?.start ?? source.length) > index) used.add(name);
  }
  return used;
}

function startOfName(source: string, within: number): number {
  let start = within;
  while (start > 0 && ofName.test(source[start - 1]!)) start--;
  return start;
}

function isGiven(source: string, at: number): boolean {
  return /^[ \t]*=(?!=)/.test(source.slice(at, at + 40));
}
