import type { StrValue, Value } from '../../core/value.js';
import type { MeaningToken } from './editor.js';

/** The matches of a pattern in a text, each where a document writes it character for character; none for what is no text. */
export function textTokens(value: Value | undefined, pattern: RegExp, meaning: MeaningToken['meaning']): MeaningToken[] {
  if (value?.kind !== 'str') return [];
  return [...value.text.matchAll(pattern)].flatMap(({ 0: text, index }) => partToken(value, index, index + text.length, meaning));
}

/** Names without blanks in a text, with their braces; where these are doubled in the document, as in f-strings, the name alone. In doubled braces of the text it is none. */
export function bracedTokens(value: Value | undefined, names: ReadonlySet<string>, meaning: MeaningToken['meaning']): MeaningToken[] {
  if (value?.kind !== 'str') return [];
  return [...value.text.matchAll(/(?<!\{)\{([^{}\s]+)\}/g)].flatMap(({ 0: { length }, 1: name, index }) => {
    if (!names.has(name!)) return [];
    const whole = partToken(value, index, index + length, meaning);
    return whole.length > 0 ? whole : partToken(value, index + 1, index + length - 1, meaning);
  });
}

/** The whole of a text, where a document writes it character for character. */
export function wholeText(value: Value | undefined, meaning: MeaningToken['meaning']): MeaningToken[] {
  return value?.kind === 'str' && value.text !== '' ? partToken(value, 0, value.text.length, meaning) : [];
}

/** A part of a text, where a document writes it character for character. */
export function partToken({ traced }: StrValue, start: number, end: number, meaning: MeaningToken['meaning']): MeaningToken[] {
  const [piece, more] = traced.slice(start, end).pieces;
  const { origin } = piece!;
  return !more && origin.kind === 'source' && origin.exact ? [{ span: origin.span, meaning }] : [];
}
