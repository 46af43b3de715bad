import type { Span } from '../../../core/span.js';
import { BoolValue, DictValue, FloatValue, IntValue, NoneValue, str, type Value } from '../../../core/value.js';
import { parseFloatText } from '../../../python/runtime/parse-number.js';
import { parseModelArgs } from './model-args.js';

/**
 * A dict of arguments, or the one that a text of them is split into (lm-evaluation-harness 0.4.13 `utils.py`, `simple_parse_args_string`, `handle_arg_string`); undefined for anything else. All that
 * comes of a text stands at the whole text.
 */
export function argumentsIn(given: Value | undefined): DictValue | undefined {
  if (given?.kind === 'dict') return given;
  if (given?.kind !== 'str') return undefined;
  const dict = new DictValue(given.span);
  for (const [name, text] of parseModelArgs(given.text)) dict.set(name, valueOf(text.trim(), given.span));
  return dict;
}

function valueOf(text: string, span: Span): Value {
  const [, quoted] = /^(["'])[^]*\1$/.test(text) && text.length > 1 ? [text, text.slice(1, -1)] : [];
  if (quoted !== undefined) return str(quoted, span);
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return new BoolValue(word === 'true', span);
  if (word === 'none') return new NoneValue(span);
  if (/^[+-]?\d+$/.test(text)) return new IntValue(BigInt(text.replace(/^\+/, '')), span);
  const number = parseFloatText(text);
  return number === undefined ? str(text, span) : new FloatValue(number, span);
}
