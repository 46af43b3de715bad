import { readInferCfg } from '../../../../config/infer-cfg.js';
import { readReaderCfg } from '../../../../config/reader-cfg.js';
import { say } from '../../../../core/say.js';
import type { DatasetConfig } from '../../../../config/config.js';
import type { StrValue } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import type { Braced } from '../../../../rows/braces.js';
import { filledTexts } from '../../columns/filled-texts.js';
import { bracedTexts, lostLetters, timesOf, type BracedText } from '../../columns/placeholder-faults.js';
import { findingAt, placeIn, rewriteFix } from './dataset-faults.js';

/** The columns of a row's options of which one is asked for nowhere, and all others are: the model does not see that option. */
export function* lostOptions(context: CheckContext, dataset: DatasetConfig): Iterable<Finding> {
  const inferCfg = readInferCfg(dataset.inferCfg);
  if (inferCfg?.promptTemplate?.className !== 'PromptTemplate' && !inferCfg?.iceTemplate) return;
  const texts = bracedTexts(filledTexts(dataset.inferCfg));
  const { inputColumns } = readReaderCfg(dataset.readerCfg);
  const all = texts.flatMap(({ braces }) => braces);
  const copied = copiedColumn(inputColumns, texts);
  if (copied) return void (yield copiedFinding(context, dataset, copied));
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

/** A column that stands twice in one text, where the other of its kind does not: it was copied, and not changed. */
interface CopiedColumn {
  readonly text: StrValue;
  readonly braced: Braced;
  readonly lost: string;
}

/** `sol1`, `textA`, `option_a`, `A`: what stands before the number or the letter. */
const numbered = /^(.*?)(?:\d+|(?<![A-Z])[A-H]|(?<=_)[a-h])$/;

function copiedColumn(inputs: readonly string[], texts: readonly BracedText[]): CopiedColumn | undefined {
  // Most rows have no columns of one kind.
  if (inputs.filter((name) => numbered.test(name)).length < 2) return undefined;
  const asked = texts.map(({ braces }) => timesOf(braces));
  for (const [i, { text, braces }] of texts.entries()) {
    for (const [name, times] of asked[i]!) {
      const stem = times === 2 && inputs.includes(name) ? numbered.exec(name)?.[1] : undefined;
      if (stem === undefined) continue;
      const [lost, ...more] = inputs.filter((other) => numbered.exec(other)?.[1] === stem && !asked[i]!.has(other));
      // What only other texts ask for may be left to them, unless they ask for both, as for each label of a template.
      if (lost === undefined || more.length > 0 || asked.some((one) => one.has(lost) && one.get(name) !== 1)) continue;
      const both = braces.filter((braced) => braced.form === 'plain' && braced.name === name);
      return { text, braced: both[lost < name ? 0 : 1]!, lost };
    }
  }
  return undefined;
}

function copiedFinding(context: CheckContext, dataset: DatasetConfig, { text, braced: { start, end, name }, lost }: CopiedColumn): Finding {
  return findingAt(context, dataset, placeIn(text, start, end), {
    severity: 'warning',
    message: say`{${name}} stands here twice, and {${lost}} not at all: the model does not see that one.`,
    fixes: rewriteFix(context, text, start, end, `{${lost}}`, say`Write ${`{${lost}}`}`),
  });
}
