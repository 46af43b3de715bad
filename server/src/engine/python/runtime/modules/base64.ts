import { chargeCharacters } from '../../../core/cost.js';
import { say } from '../../../core/say.js';
import { BytesValue, type Value } from '../../../core/value.js';
import { positional, typeError, unknown } from '../call-arguments.js';
import type { Runtime } from '../runtime.js';
import { typeName } from '../semantics.js';
import { builtin, moduleOf, type ModuleFunction } from './module.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** @param bytes code units below 256 */
function encoded(bytes: string): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((at) => (i + at < bytes.length ? bytes.charCodeAt(i + at) : 0)) as [number, number, number];
    const group = (a << 16) | (b << 8) | c;
    const digits = [18, 12, 6, 0].map((shift) => alphabet[(group >> shift) & 63]!).join('');
    text += digits.slice(0, Math.min(4, bytes.length - i + 1)).padEnd(4, '=');
  }
  return text;
}

/** @param text whole groups of four, the last one padded */
function decoded(text: string): string {
  let bytes = '';
  for (let i = 0; i < text.length; i += 4) {
    const digits = text.slice(i, i + 4).replaceAll('=', '');
    const group = [...digits.padEnd(4, 'A')].reduce((sum, digit) => (sum << 6) | alphabet.indexOf(digit), 0);
    bytes += String.fromCharCode((group >> 16) & 255, (group >> 8) & 255, group & 255).slice(0, digits.length - 1);
  }
  return bytes;
}

function decode(runtime: Runtime, data: Value, urlSafe: boolean): Value {
  if (data.kind !== 'str' && data.kind !== 'bytes')
    throw typeError(`argument should be a bytes-like object or ASCII string, not '${typeName(data)}'`);
  const given = data.kind === 'str' ? data.text : data.bytes;
  chargeCharacters(given.length);
  const text = urlSafe ? given.replaceAll('-', '+').replaceAll('_', '/') : given;
  // What is passed over, and what raises, is a matter of its own.
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text))
    return unknown(runtime, say`base64 that is not plainly valid is not modelled`);
  return new BytesValue(decoded(text), runtime.span);
}

function encoder(name: string, urlSafe: boolean): ModuleFunction {
  return (runtime, args) => {
    const [data] = positional(name, args, 1, 1);
    if (data!.kind !== 'bytes') throw typeError(`a bytes-like object is required, not '${typeName(data!)}'`);
    chargeCharacters(data!.bytes.length);
    const text = encoded(data!.bytes);
    return new BytesValue(urlSafe ? text.replaceAll('+', '-').replaceAll('/', '_') : text, runtime.span);
  };
}

function decoder(name: string, urlSafe: boolean): ModuleFunction {
  return (runtime, args) => decode(runtime, positional(name, args, 1, 1)[0]!, urlSafe);
}

/** The module `base64` (CPython 3.11) as far as its plain and its URL-safe alphabet. */
export const base64 = moduleOf('base64', {
  b64encode: builtin('base64.b64encode', encoder('b64encode', false)),
  b64decode: builtin('base64.b64decode', decoder('b64decode', false)),
  standard_b64encode: builtin('base64.standard_b64encode', encoder('standard_b64encode', false)),
  standard_b64decode: builtin('base64.standard_b64decode', decoder('standard_b64decode', false)),
  urlsafe_b64encode: builtin('base64.urlsafe_b64encode', encoder('urlsafe_b64encode', true)),
  urlsafe_b64decode: builtin('base64.urlsafe_b64decode', decoder('urlsafe_b64decode', true)),
});
