import { NoneValue, TupleValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import type { BinaryOperator, CompareOperator } from '../../syntax/tree/ast.js';
import { positional, typeError } from '../call-arguments.js';
import { LibraryObject } from '../objects.js';
import { binary, compare, contains, deleteItem, getItem, setItem, unary } from '../operators/index.js';
import { operatorsByName } from '../operators/special-methods.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { pyRepr } from '../semantics.js';
import { builtin, moduleClass, moduleOf, type Members, type ModuleFunction } from './module.js';

const { and, or, ...unreserved } = operatorsByName;
const binaryOperators: Readonly<Record<string, BinaryOperator>> = { ...unreserved, and_: and, or_: or, concat: '+' };
const comparisons: Readonly<Record<string, CompareOperator>> = {
  lt: '<',
  le: '<=',
  eq: '==',
  ne: '!=',
  ge: '>=',
  gt: '>',
  is_: 'is',
  is_not: 'is not',
};
const unaryOperators: Readonly<Record<string, '-' | '+' | '~' | 'not'>> = { neg: '-', pos: '+', inv: '~', invert: '~', not_: 'not' };

type Look = (runtime: Runtime, object: Value) => Value;

/** `itemgetter(a, b)` and `attrgetter(a, b)`: an object that looks up one thing, or a tuple of several. */
function getter(name: string, lookOf: (wanted: Value) => Look): ModuleFunction {
  return (runtime, args) => {
    if (args.positional.length === 0) throw typeError(`${name} expected 1 argument, got 0`);
    const looks = args.positional.map(lookOf);
    return caller(runtime, name, args, (r, object) =>
      looks.length === 1
        ? looks[0]!(r, object)
        : new TupleValue(
            looks.map((look) => look(r, object)),
            r.span,
          ),
    );
  };
}

/** An object of this module that is called with the one object to work on. */
function caller(runtime: Runtime, name: string, made: Arguments, run: Look): Value {
  const call = new BuiltinValue(`${name}.__call__`, nowhere, (r, args) => {
    const [object] = positional(name, args, 1, 1);
    return object!.kind === 'unknown' ? object! : run(r, object!);
  });
  const shown = made.positional.map((value) => pyRepr(value).text).join(', ');
  return new LibraryObject(name, runtime.span, (attribute) => (attribute === '__call__' ? call : undefined), {
    repr: `operator.${name}(${shown})`,
  });
}

/** `a.b` looks up `b` in what `a` gives. @throws PyError TypeError for what is no str */
function attributeLook(wanted: Value): Look {
  if (wanted.kind === 'unknown') return () => wanted;
  if (wanted.kind !== 'str') throw typeError('attribute name must be a string');
  return (runtime, object) => wanted.text.split('.').reduce((found, name) => runtime.getAttribute(found, name), object);
}

const methodCaller: ModuleFunction = (runtime, args) => {
  const [name, ...rest] = args.positional;
  if (!name) throw typeError('methodcaller needs at least one argument, the method name');
  if (name.kind === 'unknown') return name;
  if (name.kind !== 'str') throw typeError('method name must be a string');
  return caller(runtime, 'methodcaller', args, (r, object) => r.call(r.getAttribute(object, name.text), { ...args, positional: rest }));
};

function functionsOf<T>(
  operators: Readonly<Record<string, T>>,
  count: number,
  run: (runtime: Runtime, op: T, values: readonly Value[]) => Value,
): Members {
  return Object.fromEntries(
    Object.entries(operators).map(([name, op]) => [
      name,
      builtin(`_operator.${name}`, (runtime, args) => run(runtime, op, positional(name, args, count, count))),
    ]),
  );
}

/** The module `operator`. */
export const operator = moduleOf('operator', {
  ...functionsOf(binaryOperators, 2, (runtime, op, [left, right]) => binary(runtime, op, left!, right!)),
  ...functionsOf(comparisons, 2, (runtime, op, [left, right]) => compare(runtime, op, left!, right!)),
  ...functionsOf(unaryOperators, 1, (runtime, op, [operand]) => unary(runtime, op, operand!)),
  contains: builtin('_operator.contains', (runtime, args) => {
    const [container, item] = positional('contains', args, 2, 2);
    return contains(runtime, container!, item!);
  }),
  getitem: builtin('_operator.getitem', (runtime, args) => {
    const [object, index] = positional('getitem', args, 2, 2);
    return getItem(runtime, object!, index!);
  }),
  setitem: builtin('_operator.setitem', (runtime, args) => {
    const [object, index, value] = positional('setitem', args, 3, 3);
    setItem(runtime, object!, index!, value!);
    return new NoneValue(runtime.span);
  }),
  delitem: builtin('_operator.delitem', (runtime, args) => {
    const [object, index] = positional('delitem', args, 2, 2);
    deleteItem(runtime, object!, index!);
    return new NoneValue(runtime.span);
  }),
  itemgetter: moduleClass(
    'operator.itemgetter',
    getter('itemgetter', (wanted) => (runtime, object) => getItem(runtime, object, wanted)),
  ),
  attrgetter: moduleClass('operator.attrgetter', getter('attrgetter', attributeLook)),
  methodcaller: moduleClass('operator.methodcaller', methodCaller),
});
