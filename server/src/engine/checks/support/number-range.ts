import { say } from '../../core/say.js';
import type { Value } from '../../core/value.js';

/** What a number may be at least and at most, both allowed. */
export interface NumberRange {
  readonly least?: number;
  readonly most?: number;
}

/** That a number is not in its range, as a sentence; undefined where it is in it, or is no number. */
export function outOfRange(name: string, value: Value, { least = -Infinity, most = Infinity }: NumberRange): string | undefined {
  if (value.kind !== 'int' && value.kind !== 'float') return undefined;
  const number = Number(value.value);
  if (!(number < least || number > most)) return undefined;
  const range = most === Infinity ? say`at least ${String(least)}` : say`between ${String(least)} and ${String(most)}`;
  return say`\`${name}\` must be ${range}: models refuse ${String(value.value)}.`;
}

/** The parameters of sampling with the ranges that transformers, vLLM and services agree on. */
export const samplingRanges: Readonly<Record<string, NumberRange>> = {
  temperature: { least: 0 },
  top_p: { least: 0, most: 1 },
  min_p: { least: 0, most: 1 },
  top_k: { least: -1 },
  num_beams: { least: 1 },
  num_return_sequences: { least: 1 },
  repetition_penalty: { least: 0 },
};
