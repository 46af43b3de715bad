import { say } from '../core/say.js';
import { countIn, notCompared, onlyKeys, optionalPart, textIn } from './tokenizer-part.js';

/** Cuts tokens to a length: what `truncation` of a `tokenizer.json` does to a single text. */
export interface Truncation {
  readonly most: number;
  readonly keepsEnd: boolean;
}

/** Fills up to a length: what `padding` does. */
export interface Padding {
  /** Undefined: the text's own length, up to a multiple. */
  readonly to: number | undefined;
  readonly multiple: number;
  readonly left: boolean;
  readonly id: number;
  readonly piece: string;
}

export function truncationOf(raw: unknown): Truncation | undefined {
  const part = optionalPart(raw, 'truncation');
  if (!part) return undefined;
  onlyKeys(part, ['direction', 'max_length', 'strategy', 'stride'], 'truncation');
  const strategy = part.get('strategy');
  if (strategy !== 'LongestFirst' && strategy !== 'OnlyFirst') throw notCompared(say`such a truncation`);
  if (countIn(part, 'stride', 'truncation') > 0) throw notCompared(say`a truncation with a stride`);
  return { most: countIn(part, 'max_length', 'truncation'), keepsEnd: part.get('direction') === 'Left' };
}

export function paddingOf(raw: unknown): Padding | undefined {
  const part = optionalPart(raw, 'padding');
  if (!part) return undefined;
  onlyKeys(part, ['strategy', 'direction', 'pad_to_multiple_of', 'pad_id', 'pad_type_id', 'pad_token'], 'padding');
  const strategy = part.get('strategy');
  const fixed = strategy === 'BatchLongest' ? undefined : optionalPart(strategy, 'padding');
  const to = fixed && countIn(fixed, 'Fixed', 'padding');
  if ((to ?? 0) > 1_000_000) throw notCompared(say`such a padding`);
  const multiple =
    part.get('pad_to_multiple_of') === null || part.get('pad_to_multiple_of') === undefined
      ? 0
      : countIn(part, 'pad_to_multiple_of', 'padding');
  if (multiple > 1_000_000) throw notCompared(say`such a padding`);
  return {
    to,
    multiple,
    left: part.get('direction') === 'Left',
    id: countIn(part, 'pad_id', 'padding'),
    piece: textIn(part, 'pad_token', 'padding'),
  };
}
