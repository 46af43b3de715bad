import { DictValue, IntValue, NoneValue, type Value } from '../../../core/value.js';
import { firstUnknown, positional, typeError, valueError } from '../call-arguments.js';
import { putEntry } from '../dicts.js';
import type { Arguments, Runtime } from '../runtime.js';
import { codePointLength } from '../../../core/code-points.js';

/** `str.maketrans(…)`: a dict from code points. @throws PyError TypeError, ValueError */
export function maketrans(runtime: Runtime, args: Arguments): Value {
  const [from, to, removed] = positional('maketrans', args, 1, 3);
  const unknown = firstUnknown([from, to, removed]);
  if (unknown) return unknown;
  return to ? fromTexts(runtime, from!, to, removed) : fromDict(runtime, from!);
}

function code(runtime: Runtime, character: string): Value {
  return new IntValue(BigInt(character.codePointAt(0)!), runtime.span);
}

function fromDict(runtime: Runtime, mapping: Value): Value {
  if (mapping.kind !== 'dict') throw typeError('if you give only one argument to maketrans it must be a dict');
  const result = new DictValue(runtime.span);
  for (const { key, value } of mapping.entries.values()) {
    if (key.kind !== 'str') putEntry(result, key, value);
    else if (codePointLength(key.text) !== 1) throw valueError('string keys in translate table must be of length 1');
    else putEntry(result, code(runtime, key.text), value);
  }
  return result;
}

function fromTexts(runtime: Runtime, from: Value, to: Value, removed: Value | undefined): Value {
  if (from.kind !== 'str') throw typeError('first maketrans argument must be a string if there is a second argument');
  if (to.kind !== 'str') throw typeError('maketrans() argument 2 must be str');
  if (removed && removed.kind !== 'str') throw typeError('maketrans() argument 3 must be str');
  const targets = [...to.text];
  if (codePointLength(from.text) !== targets.length) throw valueError('the first two maketrans arguments must have equal length');
  const result = new DictValue(runtime.span);
  [...from.text].forEach((character, i) => {
    putEntry(result, code(runtime, character), code(runtime, targets[i]!));
  });
  for (const character of removed?.text ?? '') putEntry(result, code(runtime, character), new NoneValue(runtime.span));
  return result;
}
