import { readInferCfg } from '../../../../config/infer-cfg.js';
import { readReaderCfg } from '../../../../config/reader-cfg.js';
import { say } from '../../../../core/say.js';
import type { DatasetConfig } from '../../../../config/config.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { filledTexts } from '../../columns/filled-texts.js';
import { bracedTexts, lostLetters } from '../../columns/placeholder-faults.js';
import { findingAt, placeIn, rewriteFix } from './dataset-faults.js';

/** The columns of a row's options of which one is asked for nowhere, and all others are: the model does not see that option. */
export function* lostOptions(context: CheckContext, dataset: DatasetConfig): Iterable<Finding> {
  const inferCfg = readInferCfg(dataset.inferCfg);
  if (inferCfg?.promptTemplate?.className !== 'PromptTemplate' && !inferCfg?.iceTemplate) return;
  const texts = bracedTexts(filledTexts(dataset.inferCfg));
  const { inputColumns } = readReaderCfg(dataset.readerCfg);
  const all = texts.flatMap(({ braces }) => braces);
  const [lost, ...more] = lostLetters(inputColumns, all);
  // Another letter in braces is meant for it, of which is told there.
  if (lost === undefined || more.length > 0 || all.some(({ name }) => name.length === 1 && !inputColumns.includes(name))) return;
  const { text, braces } = texts.find((each) => each.braces.some(({ name }) => name.length === 1 && inputColumns.includes(name)))!;
  const last = braces.findLast(({ name }) => name.length === 1)!;
  // `D) D`, where the braces were forgotten.
  const bare = new RegExp(`(?<![\\w{])${lost}[).:．、:]\\s*(${lost})(?![\\w}])`).exec(text.text);
  const end = bare ? bare.index + bare[0].length : last.end;
  const start = bare ? end - lost.length : last.start;
  yield findingAt(context, dataset, placeIn(text, start, end), {
    severity: 'warning',
    message: say`The other options are asked for, and {${lost}} nowhere: the model does not see this one.`,
    fixes: bare ? rewriteFix(context, text, start, end, `{${lost}}`, say`Write ${`{${lost}}`}`) : [],
  });
}
