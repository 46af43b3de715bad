import { BoolValue, IntValue, NoneValue, TupleValue, type ObjectValue, type Value } from '../../../core/value.js';
import { positional } from '../call-arguments.js';
import { DictViewValue, ExceptionValue, LibraryObject, RangeValue, SliceValue } from '../objects.js';
import { sliceIndices } from '../slices.js';
import { BuiltinValue, IteratorValue, type Arguments, type Runtime } from '../runtime.js';
import { asInteger, intValue, keyOf } from '../semantics.js';
import { PyError } from '../../../core/errors.js';
import { countInItems, indexInItems } from './list.js';
import { collectMembers } from './set.js';

/** An attribute or bound method of an object that is no plain value; undefined where there is none. */
export function objectAttribute(object: ObjectValue, name: string): Value | undefined {
  if (object instanceof LibraryObject) return object.attribute(name);
  if (object instanceof RangeValue) return rangeAttribute(object, name);
  if (object instanceof SliceValue) return sliceAttribute(object, name);
  if (object instanceof DictViewValue) return viewAttribute(object, name);
  if (object instanceof ExceptionValue) return exceptionAttribute(object, name);
  return object instanceof IteratorValue ? iteratorAttribute(object, name) : undefined;
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
  // CPython's SystemExit has several arguments as one code, and None where there is none.
  if (name === 'code' && exception.typeName === 'SystemExit')
    return exception.args.length === 1
      ? exception.args[0]
      : exception.args.length === 0
        ? new NoneValue(exception.span)
        : new TupleValue(exception.args, exception.span);
  return name === 'value' && exception.typeName === 'StopIteration' ? exception.args[0] : undefined;
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
