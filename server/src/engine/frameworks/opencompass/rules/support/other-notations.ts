import { readReaderCfg } from '../../../../config/reader-cfg.js';
import type { DatasetConfig } from '../../../../config/config.js';
import { oncePer } from '../../../../core/once-per.js';
import type { StrValue, Value } from '../../../../core/value.js';
import { filledTexts } from '../../columns/filled-texts.js';
import { isAboutCode } from './unformatted-code.js';
import { bracedTexts, type BracedText } from '../../columns/placeholder-faults.js';

/** An input column that a text names in the way of another tool: offsets in the text. */
export interface OtherNotation {
  readonly text: StrValue;
  readonly start: number;
  readonly end: number;
  readonly column: string;
  /** `${question}`: it is filled, and the sign stays. */
  readonly filled: boolean;
  /** `{row.question}`: as an f-string would read a row, where the text is about no code. */
  readonly dotted: boolean;
  /** `row` in `{row.question}`. */
  readonly base?: string | undefined;
}

/** `<question>`, `[question]`, `(question)`, `{item.question}`, `{row['question']}`, `$question`. */
const notation = /<(\w+)>|\[(\w+)\]|\((\w+)\)|\{(\w+)(?:\.|\[["']?)(\w+)(?:["']?\])?\}|(?<![\\$\w])\$(\w+)\b(?!\$)/g;

/** Whether a text has any of these: most have none. */
const anyNotation = new RegExp(notation.source);

/** As shells and JavaScript write it. Sums of money have a sign of their own. */
const signed = /(?<![\\$\w])\$\{(?!\w*(?:price|cost|amount|money|value|total|budget|number|num)\b)(\w+)\}(?![$}])/g;

/**
 * Input columns of a dataset that none of its templates asks for, but that one of them names in another notation. A tag that is closed somewhere is one that the model reads.
 */
export function otherNotations({ inferCfg, readerCfg }: DatasetConfig): readonly OtherNotation[] {
  const { inputColumns, outputColumn } = readReaderCfg(readerCfg);
  if (!inferCfg || inputColumns.length === 0) return [];
  const { texts, asked, found } = namedIn(inferCfg);
  return found.filter(
    ({ column, filled, dotted, base }) =>
      (inputColumns.includes(column) || (dotted && column === outputColumn?.text)) &&
      (base === undefined || !inputColumns.includes(base)) &&
      (filled || dotted || !asked.has(column)) &&
      !texts.some(({ text }) => text.includes(`</${column}>`)),
  );
}

interface Named {
  readonly texts: readonly StrValue[];
  /** The names in braces, as they are filled. */
  readonly asked: ReadonlySet<string>;
  readonly found: readonly OtherNotation[];
}

/** Hundreds of datasets of a loop have one infer_cfg. */
const namedIn = oncePer((inferCfg: Value): Named => {
  const braced = bracedTexts(filledTexts(inferCfg));
  const texts = braced.map(({ text }) => text);
  const asked = new Set(braced.flatMap(({ braces }) => braces.flatMap(({ form, name }) => (form === 'plain' ? name : []))));
  return { texts, asked, found: braced.flatMap(notationsIn) };
});

function notationsIn(braced: BracedText): readonly OtherNotation[] {
  const { text } = braced.text;
  return [...(text.includes('${') ? filledIn(braced) : []), ...(anyNotation.test(text) ? unfilledIn(braced) : [])];
}

function filledIn({ text }: BracedText): readonly OtherNotation[] {
  return [...text.text.matchAll(signed)].map(({ 0: whole, 1: column = '', index }) => ({
    text,
    start: index,
    end: index + whole.length,
    column,
    filled: true,
    dotted: false,
  }));
}

/** Those of Python's own other forms, `%(question)s` and `$question`, are found as such. */
function unfilledIn({ text, braces }: BracedText): readonly OtherNotation[] {
  const forms = braces.filter(({ form }) => form !== 'plain' && form !== 'formatted').sort((a, b) => a.start - b.start);
  let next = 0;
  return [...text.text.matchAll(notation)].flatMap((match) => {
    const { 0: whole, 4: base, index } = match;
    const column = match[1] ?? match[2] ?? match[3] ?? match[5] ?? match[6];
    const end = index + whole.length;
    while (next < forms.length && forms[next]!.end <= index) next++;
    if (next < forms.length && forms[next]!.start < end) return [];
    return column === undefined
      ? []
      : { text, start: index, end, column, filled: false, dotted: base !== undefined && !isAboutCode(text.text), base };
  });
}
