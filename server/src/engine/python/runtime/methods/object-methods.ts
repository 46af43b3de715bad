import { BoolValue, IntValue, NoneValue, str, TupleValue, UnknownValue, type ObjectValue, type Value } from '../../../core/value.js';
import { positional } from '../call-arguments.js';
import { DictViewValue, ExceptionValue, LibraryObject, RangeValue, SliceValue } from '../objects.js';
import { sliceIndices } from '../slices.js';
import { BuiltinValue, IteratorValue, type Arguments, type Runtime } from '../runtime.js';
import { asInteger, intValue, keyOf } from '../semantics.js';
import { DescriptorValue } from '../class-objects.js';
import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { causeOf, isSubclass } from '../exceptions.js';
import { countInItems, indexInItems } from './list.js';
import { collectMembers } from './set.js';

/** An attribute or bound method of an object that is no plain value; undefined where there is none. */
export function objectAttribute(object: ObjectValue, name: string): Value | undefined {
  if (object instanceof LibraryObject) return object.attribute(name);
  if (object instanceof RangeValue) return rangeAttribute(object, name);
  if (object instanceof SliceValue) return sliceAttribute(object, name);
  if (object instanceof DictViewValue) return viewAttribute(object, name);
  if (object instanceof ExceptionValue) return exceptionAttribute(object, name);
  if (object instanceof DescriptorValue) return descriptorAttribute(object, name);
  return object instanceof IteratorValue ? iteratorAttribute(object, name) : undefined;
}

/** `setter` and its like make another property. */
function descriptorAttribute(descriptor: DescriptorValue, name: string): Value | undefined {
  const { typeName, wrapped, setter, deleter, span } = descriptor;
  if (typeName !== 'property') return name === '__func__' || name === '__wrapped__' ? wrapped : undefined;
  if (name === 'fget') return wrapped;
  if (name === 'fset') return setter ?? new NoneValue(span);
  if (name === 'fdel') return deleter ?? new NoneValue(span);
  if (name !== 'getter' && name !== 'setter' && name !== 'deleter') return undefined;
  return boundMethod(descriptor, name, (runtime, args) => {
    const [f] = positional(`property.${name}`, args, 1, 1);
    return new DescriptorValue(
      'property',
      name === 'getter' ? f! : wrapped,
      runtime.span,
      name === 'setter' ? f : setter,
      name === 'deleter' ? f : deleter,
    );
  });
}

/** A method bound to an object. */
function boundMethod(object: ObjectValue, name: string, run: (runtime: Runtime, args: Arguments) => Value): BuiltinValue {
  return new BuiltinValue(`${object.typeName}.${name}`, object.span, run);
}

function rangeAttribute(range: RangeValue, name: string): Value | undefined {
  if (name === 'start' || name === 'stop' || name === 'step') return new IntValue(range[name], range.span);
  if (name === 'index')
    return boundMethod(range, name, (runtime, args) =>
      indexInItems(runtime, rangeItems(runtime, range), positional('range.index', args, 1, 1), 'range'),
    );
  if (name === 'count')
    return boundMethod(range, name, (runtime, args) =>
      countInItems(runtime, rangeItems(runtime, range), positional('range.count', args, 1, 1)[0]!),
    );
  return undefined;
}

function rangeItems(runtime: Runtime, range: RangeValue): readonly Value[] {
  runtime.checkSize(Number(range.count));
  return [...runtime.iterate(range)];
}

function sliceAttribute(slice: SliceValue, name: string): Value | undefined {
  if (name === 'start' || name === 'stop' || name === 'step') return slice[name];
  if (name !== 'indices') return undefined;
  return boundMethod(slice, name, (runtime, args) => {
    const [length] = positional('slice.indices', args, 1, 1);
    const { start, stop, step } = sliceIndices(slice, Number(asInteger(length!) ?? 0n));
    return new TupleValue(
      [start, stop, step].map((n) => intValue(n, runtime.span)),
      runtime.span,
    );
  });
}

function viewAttribute(view: DictViewValue, name: string): Value | undefined {
  if (name === 'mapping') return view.dict;
  if (name !== 'isdisjoint' || view.view === 'values') return undefined;
  return boundMethod(view, name, (runtime, args) => {
    const [other] = positional(`${view.typeName}.isdisjoint`, args, 1, 1);
    const members = collectMembers(runtime, other!);
    return new BoolValue(
      [...view.items()].every((item) => !members.has(keyOf(item))),
      runtime.span,
    );
  });
}

function exceptionAttribute(exception: ExceptionValue, name: string): Value | undefined {
  if (name === 'args') return new TupleValue(exception.args, exception.span);
  if (name === '__cause__') return causeOf(exception);
  // CPython's SystemExit has several arguments as one code, and None where there is none.
  if (name === 'code' && exception.typeName === 'SystemExit')
    return exception.args.length === 1
      ? exception.args[0]
      : exception.args.length === 0
        ? new NoneValue(exception.span)
        : new TupleValue(exception.args, exception.span);
  if (name === 'value' && exception.typeName === 'StopIteration') return exception.args[0] ?? new NoneValue(exception.span);
  if (exception.typeName === 'JSONDecodeError') return placeInJson(exception, name);
  if (exception.typeName === 'error') return placeInPattern(exception, name);
  const family = Object.keys(factsOf).find((one) => isSubclass(exception.typeName, one));
  return family !== undefined && factsOf[family]!.split(' ').includes(name)
    ? new UnknownValue(say`${name} of a ${exception.typeName} is not modelled`, exception.span)
    : undefined;
}

/** What exceptions tell beside their arguments. */
const factsOf: Readonly<Record<string, string>> = {
  OSError: 'errno strerror filename filename2 characters_written',
  UnicodeError: 'encoding object start end reason',
  SyntaxError: 'msg filename lineno offset text end_lineno end_offset print_file_and_line',
  ImportError: 'msg name path',
  AttributeError: 'name obj',
  NameError: 'name',
};

/** What a JSONDecodeError tells of its place, which its text tells as well (CPython `json/decoder.py`). */
function placeInJson(exception: ExceptionValue, name: string): Value | undefined {
  if (!['msg', 'doc', 'pos', 'lineno', 'colno'].includes(name)) return undefined;
  const [text] = exception.args;
  const told = text?.kind === 'str' ? /^([\s\S]*): line (\d+) column (\d+) \(char (\d+)\)$/.exec(text.text) : null;
  const part = { msg: told?.[1], lineno: told?.[2], colno: told?.[3], pos: told?.[4] }[name];
  if (part === undefined) return new UnknownValue(say`${name} of a ${exception.typeName} is not modelled`, exception.span);
  return name === 'msg' ? str(part, exception.span) : new IntValue(BigInt(part), exception.span);
}

/** What a `re.error` tells of its place, which its text tells as well. */
function placeInPattern(exception: ExceptionValue, name: string): Value | undefined {
  if (!['msg', 'pattern', 'pos', 'lineno', 'colno'].includes(name)) return undefined;
  const [text] = exception.args;
  const told = text?.kind === 'str' ? /^(.*) at position (\d+)$/.exec(text.text) : null;
  if (told && name === 'msg') return str(told[1]!, exception.span);
  if (told && name === 'pos') return new IntValue(BigInt(told[2]!), exception.span);
  return new UnknownValue(say`${name} of a ${exception.typeName} is not modelled`, exception.span);
}

function iteratorAttribute(iterator: IteratorValue, name: string): Value | undefined {
  const own = iterator.attribute?.(name);
  if (own) return own;
  if (name === '__iter__') return boundMethod(iterator, name, () => iterator);
  if (name !== '__next__') return undefined;
  return boundMethod(iterator, name, () => {
    const item = iterator.next();
    if (!item) throw new PyError('StopIteration', '');
    return item;
  });
}
