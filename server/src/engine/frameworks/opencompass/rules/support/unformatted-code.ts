import type { DatasetConfig } from '../../../../config/config.js';
import { oncePer } from '../../../../core/once-per.js';
import type { StrValue } from '../../../../core/value.js';
import { filledTexts } from '../../columns/filled-texts.js';

/** Code of Python in the braces of a text: offsets in it. */
export interface UnformattedCode {
  readonly text: StrValue;
  readonly start: number;
  readonly end: number;
}

/**
 * A call of a method, with what it is called on: `{json.dumps(rows)}`, `{chr(10).join(lines)}`. What other languages write so has something before it:
 * `${…}`, `f"{…}"`, a backslash of LaTeX.
 */
const call = /(?<![$\\\w{}"'#])\{([A-Za-z_]\w*(?:\([^(){}]*\))?(?:\.[A-Za-z_]\w*)*\.[a-z_]\w*\([^{}]*\))\}(?!\})/g;

/** What all of them have, and few texts. */
const method = /\.[a-z_]\w*\(/;

/** Whether a text is about code, or shows some: what is in braces there may be meant to be read. */
const aboutCode = /\bf["']|\bprint\(|\bdef \w+\(|\breturn\b|```(?:py|python|js|javascript|java)\b/;

export function isAboutCode(text: string): boolean {
  return aboutCode.test(text);
}

/** Where the templates of a dataset have code of Python in braces that an f-string would have run: none is one, and a model is no reader of code. */
export function unformattedCode({ inferCfg }: DatasetConfig): readonly UnformattedCode[] {
  return filledTexts(inferCfg).flatMap(({ text }) => codeIn(text));
}

/** Hundreds of datasets of a loop have one text. */
const codeIn = oncePer((text: StrValue): readonly UnformattedCode[] => {
  if (!method.test(text.text)) return [];
  const found = [...text.text.matchAll(call)].map(({ 0: whole, index }) => ({ text, start: index, end: index + whole.length }));
  return found.length > 0 && isAboutCode(text.text) ? [] : found;
});
