import { nowhere } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import { StrValue, UnknownValue, type Value } from '../../core/value.js';
import type { FormattedValue, FString, FStringPart } from '../syntax/tree/ast.js';
import { isMember } from '../runtime/class-objects.js';
import { asciiText } from '../runtime/escape.js';
import { formatValue } from '../runtime/format/format.js';
import { pyRepr, pyStr } from '../runtime/semantics.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';

/** The text of an f-string: each part keeps its origin. Unknown where a part is. */
export function formatString(interpreter: Interpreter, node: FString): Value {
  const text = join(interpreter, node.parts);
  return text instanceof UnknownValue ? text : new StrValue(text, interpreter.spanOf(node));
}

function join(interpreter: Interpreter, parts: readonly FStringPart[]): TracedText | UnknownValue {
  let unknown: UnknownValue | undefined;
  let size = 0;
  const texts = parts.map((part) => {
    const text = part instanceof TracedText ? part : format(interpreter, part);
    if (!(text instanceof UnknownValue)) {
      interpreter.checkSize((size += text.length));
      return text;
    }
    unknown ??= text;
    return TracedText.empty;
  });
  return unknown ?? TracedText.join(texts);
}

function format(interpreter: Interpreter, node: FormattedValue): TracedText | UnknownValue {
  const value = evaluate(interpreter, node.value);
  const spec = node.spec && join(interpreter, node.spec);
  interpreter.node = node;
  if (value.kind === 'unknown') return value;
  if (spec instanceof UnknownValue) return spec;
  const converted = convert(interpreter, value, node.conversion);
  const own = converted.kind === 'object' || isMember(converted);
  const text = spec === undefined && !own ? pyStr(converted) : formatValue(interpreter, converted, spec?.text ?? '');
  // What Python has by itself is written nowhere: its text comes from where it is asked for.
  const isBuiltin = value.kind === 'callable' && value.span === nowhere;
  return wholly(interpreter, value, isBuiltin ? TracedText.computed(text.text, interpreter.spanOf(node.value)) : text);
}

function convert(interpreter: Interpreter, value: Value, conversion: FormattedValue['conversion']): Value {
  if (conversion === undefined) return value;
  const text = conversion === 's' ? pyStr(value) : pyRepr(value);
  return new StrValue(conversion === 'a' ? asciiText(text) : text, interpreter.span);
}

/** The text of a container may hold what cannot be known. */
function wholly(interpreter: Interpreter, value: Value, text: TracedText): TracedText | UnknownValue {
  if (value.kind === 'str' || value.kind === 'int') return text;
  for (const { origin } of text.pieces) if (origin.kind === 'unknown') return interpreter.unknown(origin.reason);
  return text;
}
