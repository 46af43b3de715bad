import type { DictValue, Value } from '../../../core/value.js';

/** `gen` cuts the prompt where the model is to write; `ppl` scores it whole. */
export type ParseMode = 'gen' | 'ppl';

export interface Parsed {
  /** A text; for the API parser with a meta template a list of dicts with `role` and `prompt`; for raw messages what the framework leaves. */
  readonly value: Value;
  /** The role at which the prompt was cut, as filled for that round; absent where nothing was cut. */
  readonly generateRole?: DictValue;
}

/** Makes of a prompt list what the model class is given. */
export interface Parser {
  /** @throws PyError what the framework raises on this prompt */
  parse(prompt: Value, mode: ParseMode): Parsed;
}
