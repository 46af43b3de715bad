import { PyError } from '../../../core/errors.js';
import { unknownReason } from '../../../python/runtime/unknown-text.js';
import { asInteger, iterateItems, keyOf, pyRepr, typeName } from '../../../python/runtime/semantics.js';
import { itemOfText } from '../../../python/runtime/text-index.js';
import { isDigit, isSpace } from '../../../python/runtime/unicode.js';
import { StrValue, UnknownValue, type DictValue, type Value } from '../../../core/value.js';

/** What the harness's Python does to values: the few operations that prompts need, with the exceptions of CPython 3.11. */

/** `value is None`, or absent. */
export function isNone(value: Value | undefined): boolean {
  return value === undefined || value.kind === 'none';
}

/** The dicts in a list. */
export function dictsIn(list: Value | undefined): DictValue[] {
  return list?.kind === 'list' ? list.items.filter((item) => item.kind === 'dict') : [];
}

/** `isinstance(value, int)`: a bool is one. */
export function isInt(value: Value): boolean {
  return value.kind === 'int' || value.kind === 'bool';
}

/** `bool(value)` of a field of a config; an unknown value counts as true, since it is there. */
export function isSet(value: Value | undefined): value is Value {
  switch (value?.kind) {
    case undefined:
    case 'none':
      return false;
    case 'str':
      return value.text !== '';
    case 'bool':
      return value.value;
    case 'int':
      return value.value !== 0n;
    case 'float':
      return value.value !== 0;
    case 'list':
    case 'tuple':
      return value.items.length > 0;
    case 'dict':
      return value.entries.size > 0;
    default:
      return true;
  }
}

/** `container[index]`. @throws PyError IndexError, KeyError, TypeError */
export function itemAt(container: Value, index: Value): Value {
  if (container.kind === 'unknown') return container;
  if (index.kind === 'unknown') return index;
  if (container.kind === 'dict') return container.entries.get(keyOf(index))?.value ?? raise('KeyError', pyRepr(index).text);
  if (container.kind !== 'list' && container.kind !== 'tuple' && container.kind !== 'str')
    return raise('TypeError', `'${typeName(container)}' object is not subscriptable`);
  const at = asInteger(index);
  const string = container.kind === 'str';
  if (at === undefined && string) return raise('TypeError', `string indices must be integers, not '${typeName(index)}'`);
  if (at === undefined) return raise('TypeError', `${container.kind} indices must be integers or slices, not ${typeName(index)}`);
  return (
    (string ? characterAt(container, at) : container.items.at(positionOf(at, container.items.length))) ??
    raise('IndexError', `${string ? 'string' : container.kind} index out of range`)
  );
}

function characterAt(text: StrValue, at: bigint): Value | undefined {
  const hole = unknownReason(text.traced);
  if (hole !== undefined) return new UnknownValue(hole, text.span);
  const found = itemOfText(text.traced, at);
  return found && new StrValue(found, text.span);
}

/** An index for `Array.at`, which counts from the end as Python does; one outside of the list stays outside. */
function positionOf(at: bigint, length: number): number {
  return at >= BigInt(length) || at < -BigInt(length) ? length : Number(at);
}

function raise(type: string, text: string): never {
  throw new PyError(type, text);
}

/** The items of an iterable; undefined of an unknown value. @throws PyError TypeError */
export function iteratedItems(value: Value): readonly Value[] | undefined {
  if (value.kind === 'unknown') return undefined;
  const items = iterateItems(value);
  return items ? [...items] : raise('TypeError', `'${typeName(value)}' object is not iterable`);
}

/** `text[0].isspace()`. @throws PyError TypeError, AttributeError, IndexError, KeyError for what is no string, or an empty one */
export function startsWithSpace(text: Value): boolean {
  if (text.kind === 'str' && text.text !== '') return isSpace(text.text[0]!);
  return isSpaceCharacter(itemAt(text, zero));
}

/** `text[-1].isspace()`. @throws as `startsWithSpace` */
export function endsWithSpace(text: Value): boolean {
  if (text.kind === 'str' && text.text !== '') return isSpace(text.text.at(-1)!);
  return isSpaceCharacter(itemAt(text, minusOne));
}

const zero: Value = { kind: 'int', value: 0n, span: { file: '', start: 0, end: 0 } };
const minusOne: Value = { ...zero, value: -1n };

function isSpaceCharacter(character: Value): boolean {
  if (character.kind === 'unknown') return false;
  if (character.kind !== 'str') return raise('AttributeError', `'${typeName(character)}' object has no attribute 'isspace'`);
  return character.text !== '' && [...character.text].every(isSpace);
}

/** `text.isdigit()`. */
export function isDigits(text: string): boolean {
  return text !== '' && [...text].every(isDigit);
}
