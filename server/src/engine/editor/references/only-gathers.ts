import { hasWord } from '../../core/word-places.js';

/** By what a config may put something of its own into a dataset that it has from a base. */
const changingDatasets =
  /(?:infer|reader|eval|dataset|judge)_cfg|(?:prompt|ice)_template|\*\*|__setitem__|\[\w+\]\s*=(?!=)|\b(?:update|setdefault|globals|vars|setattr|exec|eval)\s*\(/;

/** What follows the text of an answer has no part in columns: `dataset['eval_cfg']['pred_postprocessor']['type'] = …`. */
const processorOfAnswers =
  /\w+\s*\[\s*['"]eval_cfg['"]\s*\]\s*\[\s*['"]pred_postprocessor['"]\s*\](?:\s*\[\s*['"]type['"]\s*\])?\s*=(?!=)/g;

/**
 * Whether a Python config does nothing to datasets but gather them, by its text: then a column in it is one of its bases, which are looked at by themselves, and it need not load for its places to be
 * known.
 */
export function onlyGathers(text: string, column: string): boolean {
  return !hasWord(text, column) && !changingDatasets.test(text.replaceAll(processorOfAnswers, ' '));
}
