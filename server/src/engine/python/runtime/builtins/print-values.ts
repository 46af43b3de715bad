import { TracedText } from '../../../core/traced-text.js';
import { NoneValue, StrValue, type Value } from '../../../core/value.js';
import { typeError } from '../call-arguments.js';
import { unknownInText } from '../find-unknown.js';
import type { Arguments, Runtime } from '../runtime.js';
import { pyStr, typeName } from '../semantics.js';

/** `print(…)`: nothing is written but into a file object that the program has made itself. */
export function printValues(runtime: Runtime, { positional, keywords }: Arguments): Value {
  const none = new NoneValue(runtime.span);
  const file = keywords.get('file');
  if (!file || file.kind === 'none' || file.kind === 'unknown') return none;
  const write = runtime.getAttribute(file, 'write');
  if (write.kind === 'unknown') return none;
  const between = textArgument(keywords.get('sep'), ' ', 'sep', none);
  const parts = positional.flatMap((value, i) => (i > 0 ? [between, pyStr(value)] : [pyStr(value)]));
  const text = TracedText.join([...parts, textArgument(keywords.get('end'), '\n', 'end', none)]);
  const hole = positional.map((value) => unknownInText(value, text)).find((unknown) => unknown !== undefined);
  runtime.call(write, { positional: [hole ?? new StrValue(text, runtime.span)], keywords: new Map() });
  return none;
}

function textArgument(value: Value | undefined, absent: string, name: string, none: NoneValue): TracedText {
  if (!value || value.kind === 'none') return TracedText.computed(absent, none.span);
  if (value.kind !== 'str') throw typeError(`${name} must be None or a string, not ${typeName(value)}`);
  return value.traced;
}
