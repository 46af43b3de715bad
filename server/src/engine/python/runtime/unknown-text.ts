import { TracedText } from '../../core/traced-text.js';
import { StrValue, UnknownValue, type Value } from '../../core/value.js';
import { pyStr } from './semantics.js';

/** Why a part of a text cannot be known; undefined where all of it is known. */
export function unknownReason(text: TracedText): string | undefined {
  for (const { origin } of text.pieces) if (origin.kind === 'unknown') return origin.reason;
  return undefined;
}

/** `str(value)`; of an unknown value the hole that stands for it. */
export function textOrPlaceholder(value: Value): TracedText {
  if (value.kind !== 'unknown') return pyStr(value);
  return TracedText.of('⟨unknown⟩', { kind: 'unknown', reason: value.reason, span: value.span });
}

/** The value, or for a text of which a part is unknown the unknown value: what it is computed into cannot be known. */
export function wholeOrUnknown(value: Value): Value {
  const reason = value.kind === 'str' ? unknownReason(value.traced) : undefined;
  return reason === undefined ? value : new UnknownValue(reason, value.span);
}

/** The value as a text that may have holes: an unknown one becomes a hole; others stay what they are. */
export function withUnknownText(value: Value): Value {
  return value.kind === 'unknown' ? new StrValue(textOrPlaceholder(value), value.span) : value;
}
