import { chargeCharacters } from '../../../core/cost.js';
import { endWithout } from '../../../core/text-ends.js';
import { BytesValue, ListValue, str } from '../../../core/value.js';
import { bind, positional, typeError, unknown } from '../call-arguments.js';
import { typeName } from '../semantics.js';
import { decode } from './bytes-codec.js';
import { looking, table, type MethodTable } from './method.js';
import { say } from '../../../core/say.js';

/** The methods of `bytes` that configs use. */
export const bytesMethods: MethodTable = table({
  decode: looking('bytes', (runtime, self, args) => {
    const [encoding, errors] = bind('decode', args, ['encoding', 'errors'], 0);
    const name = encoding?.kind === 'str' ? encoding.text : 'utf-8';
    chargeCharacters(self.bytes.length);
    const text = decode(self.bytes, name, errors?.kind === 'str' ? errors.text : 'strict');
    return text === undefined ? unknown(runtime, say`these bytes are not decoded from ${name}`) : str(text, runtime.span);
  }),
  hex: looking('bytes', (runtime, self, args) => {
    positional('bytes.hex', args, 0, 0);
    chargeCharacters(4 * self.bytes.length);
    return str(Array.from(self.bytes, (c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join(''), runtime.span);
  }),
  split: looking('bytes', (runtime, self, args) => {
    const [separator] = positional('bytes.split', args, 1, 1);
    if (separator!.kind !== 'bytes') throw typeError(`a bytes-like object is required, not '${typeName(separator!)}'`);
    const parts = self.bytes.split(separator.bytes);
    runtime.step(parts.length);
    return new ListValue(
      parts.map((part) => new BytesValue(part, runtime.span)),
      runtime.span,
    );
  }),
  strip: looking('bytes', (runtime, self, args) => {
    positional('bytes.strip', args, 0, 0);
    return new BytesValue(stripped(self.bytes), runtime.span);
  }),
});

const blanks = ' \t\n\r\v\f';

function stripped(bytes: string): string {
  const kept = bytes.slice(0, endWithout(bytes, blanks));
  let start = 0;
  while (start < kept.length && blanks.includes(kept[start]!)) start++;
  return kept.slice(start);
}
