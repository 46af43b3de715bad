import { PyError } from '../../core/errors.js';
import { typeError, unknownArgument } from '../../python/runtime/call-arguments.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { callable } from '../../python/runtime/builtins/reflection.js';
import type { Arguments } from '../../python/runtime/runtime.js';
import { identical, intValue, isNumber, iterateItems, keyOf, length } from '../../python/runtime/semantics.js';
import { RangeValue } from '../../python/runtime/objects.js';
import type { CompareOperator } from '../../python/syntax/tree/ast.js';
import { BoolValue, StrValue, type Value } from '../../core/value.js';
import type { Test } from '../syntax/jinja-ast.js';
import { filterNames, testNames } from '../analysis/builtin-names.js';
import { evaluateArguments } from './evaluate-expression.js';
import { knownText, strMethod } from '../filters/filter.js';
import { MarkupValue } from '../runtime/markup.js';
import type { Rendering } from '../runtime/rendering.js';
import { comparison, operate } from '../runtime/jinja-semantics.js';
import { defined, UndefinedValue } from '../runtime/undefined.js';

/** The answer of a test, or a value that stands for it. */
type RunTest = (rendering: Rendering, value: Value, given: readonly Value[]) => boolean | Value;

interface TestDefinition {
  /** Names of the parameters behind the value; all of them must be given. */
  readonly parameters: readonly string[];
  readonly run: RunTest;
}

function test(run: RunTest, ...parameters: string[]): TestDefinition {
  return { parameters, run };
}

function comparing(op: CompareOperator): TestDefinition {
  return test((rendering, value, [other]) => comparison(rendering, op, value, other!), 'other');
}

/** `value % by == rest`. */
function remainder(rendering: Rendering, value: Value, by: Value, rest: number): Value {
  return comparison(rendering, '==', operate(rendering, '%', value, by), intValue(rest, rendering.span));
}

function isNamed(names: ReadonlySet<string>): RunTest {
  return (_it, value) => {
    keyOf(defined(value));
    return value.kind === 'str' && names.has(value.text);
  };
}

/** What has a length and takes indices. */
function isSequence(value: Value): boolean {
  if (value instanceof UndefinedValue) return !value.strict;
  if (value.kind === 'object') return value instanceof RangeValue;
  return length(value) !== undefined && value.kind !== 'set';
}

function isIterable(value: Value): boolean {
  defined(value);
  return iterateItems(value) !== undefined;
}

const isDefined: RunTest = (_it, value) => !(value instanceof UndefinedValue);
const isBoolean = (value: Value, wanted?: boolean): boolean => value.kind === 'bool' && (wanted === undefined || value.value === wanted);

const [eq, ne, gt, ge, lt, le] = (['==', '!=', '>', '>=', '<', '<='] as const).map(comparing) as [
  TestDefinition,
  TestDefinition,
  TestDefinition,
  TestDefinition,
  TestDefinition,
  TestDefinition,
];

/** jinja2 3.1 `tests.py`. */
const tests: Readonly<Record<string, TestDefinition>> = {
  odd: test((rendering, value) => remainder(rendering, value, intValue(2, rendering.span), 1)),
  even: test((rendering, value) => remainder(rendering, value, intValue(2, rendering.span), 0)),
  divisibleby: test((rendering, value, [by]) => remainder(rendering, value, by!, 0), 'num'),
  defined: test(isDefined),
  undefined: test((_it, value) => value instanceof UndefinedValue),
  filter: test(isNamed(filterNames)),
  test: test(isNamed(testNames)),
  none: test((_it, value) => value.kind === 'none'),
  boolean: test((_it, value) => isBoolean(value)),
  false: test((_it, value) => isBoolean(value, false)),
  true: test((_it, value) => isBoolean(value, true)),
  integer: test((_it, value) => value.kind === 'int'),
  float: test((_it, value) => value.kind === 'float'),
  lower: test((rendering, value) => strMethod(rendering, new StrValue(knownText(rendering, value), rendering.span), 'islower')),
  upper: test((rendering, value) => strMethod(rendering, new StrValue(knownText(rendering, value), rendering.span), 'isupper')),
  string: test((_it, value) => value.kind === 'str'),
  mapping: test((_it, value) => value.kind === 'dict'),
  number: test((_it, value) => isNumber(value)),
  sequence: test((_it, value) => isSequence(value)),
  iterable: test((_it, value) => isIterable(value)),
  callable: test(
    (rendering, value) => value instanceof UndefinedValue || callable(rendering, { positional: [value], keywords: new Map() }),
  ),
  sameas: test((_it, value, [other]) => identical(value, other!), 'other'),
  escaped: test((_it, value) => value instanceof MarkupValue),
  in: test((rendering, value, [sequence]) => comparison(rendering, 'in', value, sequence!), 'seq'),
  '==': eq,
  eq,
  equalto: eq,
  '!=': ne,
  ne,
  '>': gt,
  gt,
  greaterthan: gt,
  '>=': ge,
  ge,
  '<': lt,
  lt,
  lessthan: lt,
  '<=': le,
  le,
};

/**
 * Calls a test by its name, as `|select` does.
 * @throws PyError what the test raises; TemplateRuntimeError where there is none of that name
 */
export function callTest(rendering: Rendering, name: string, value: Value, args: Arguments): Value {
  const found = Object.hasOwn(tests, name) ? tests[name] : undefined;
  if (!found) throw new PyError('TemplateRuntimeError', `No test named '${name}'.`);
  rendering.step();
  // What is unknown is there all the same.
  if (value.kind === 'unknown' && name !== 'defined' && name !== 'undefined') return value;
  const hole = unknownArgument(args);
  if (hole) return hole;
  try {
    const answer = found.run(rendering, value, bind(name, found.parameters, args));
    return typeof answer === 'boolean' ? new BoolValue(answer, rendering.span) : answer;
  } catch (error) {
    if (error instanceof UnknownSignal) return error.value;
    throw error;
  }
}

function bind(name: string, parameters: readonly string[], args: Arguments): Value[] {
  const given = parameters.map((parameter, i) => args.positional[i] ?? args.keywords.get(parameter));
  const fits = args.positional.length + args.keywords.size === parameters.length && given.every((value) => value !== undefined);
  if (!fits) throw typeError(`test_${name}() does not take these arguments`);
  return given.filter((value) => value !== undefined);
}

/** `value is name(args)`. Inside of an `if` a test that does not exist raises here. */
export function applyTest(rendering: Rendering, node: Test, value: Value): Value {
  const args = evaluateArguments(rendering, node.args);
  rendering.node = node;
  if (!Object.hasOwn(tests, node.name)) throw new PyError('TemplateRuntimeError', `No test named '${node.name}' found.`);
  return callTest(rendering, node.name, value, args);
}
