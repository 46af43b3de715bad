import { PyError } from '../../core/errors.js';
import { unknownArgument } from '../../python/runtime/call-arguments.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { objectAttribute } from '../../python/runtime/methods/object-methods.js';
import type { Arguments } from '../../python/runtime/runtime.js';
import { str, type Value } from '../../core/value.js';
import type { Filter } from '../syntax/jinja-ast.js';
import { evaluateArguments } from './evaluate-expression.js';
import type { Rendering } from '../runtime/rendering.js';
import { jinjaTruth, pythonAttribute } from '../runtime/jinja-semantics.js';
import { UndefinedValue } from '../runtime/undefined.js';
import { pythonFilter } from '../filters/filter.js';
import { type RunFilter } from '../runtime/rendering.js';
import { htmlFilters } from '../filters/html.js';
import { numberFilters } from '../filters/number-filters.js';
import { selectFilters } from './select-filters.js';
import { sequenceFilters } from '../filters/sequences.js';
import { textFilters } from '../filters/text.js';

/** The default where the value is undefined or, if asked for, false. */
const withDefault: RunFilter = pythonFilter('do_default', ['default_value', 'boolean'], (rendering, value, [absent, boolean]) => {
  const taken = value instanceof UndefinedValue || (boolean !== undefined && jinjaTruth(boolean) && !jinjaTruth(value));
  return taken ? (absent ?? str('', rendering.span)) : value;
});

/** The attribute, never the item. */
const attr: RunFilter = pythonFilter(
  'do_attr',
  ['name'],
  (rendering, value, [name]) => {
    if (name!.kind !== 'str') throw new PyError('TypeError', `attribute name must be string, not '${name!.kind}'`);
    if (value instanceof UndefinedValue)
      return objectAttribute(value, name!.text) ?? rendering.undefined({ object: value, name: name!.text });
    return pythonAttribute(rendering, value, name!.text) ?? rendering.undefined({ object: value, name: name!.text });
  },
  1,
);

const filters: ReadonlyMap<string, RunFilter> = new Map(
  Object.entries({
    ...textFilters,
    ...numberFilters,
    ...sequenceFilters,
    ...selectFilters(callFilter),
    ...htmlFilters,
    default: withDefault,
    d: withDefault,
    attr,
  }),
);

/** The environment's own filter of a name, else the built-in one. */
function filterNamed(rendering: Rendering, name: string): RunFilter | undefined {
  return rendering.jinja.filters.get(name) ?? filters.get(name);
}

/**
 * Calls a filter by its name, as `|map` does.
 * @throws PyError what the filter raises; TemplateRuntimeError where there is none of that name
 */
function callFilter(rendering: Rendering, name: string, value: Value, args: Arguments): Value {
  const filter = filterNamed(rendering, name);
  if (!filter) throw new PyError('TemplateRuntimeError', `No filter named '${name}'.`);
  rendering.step();
  if (value.kind === 'unknown') return value;
  rendering.lookThrough(value);
  try {
    return rendering.made(filter(rendering, value, args));
  } catch (error) {
    if (error instanceof UnknownSignal) return error.value;
    throw error;
  }
}

/** `value | name(args)`. Inside of an `if` a filter that does not exist raises here. */
export function applyFilter(rendering: Rendering, node: Filter, value: Value): Value {
  const args = evaluateArguments(rendering, node.args);
  rendering.node = node;
  if (!filterNamed(rendering, node.name)) throw new PyError('TemplateRuntimeError', `No filter named '${node.name}' found.`);
  // Filters that take any arguments do not look for unknown ones themselves.
  return unknownArgument(args) ?? callFilter(rendering, node.name, value, args);
}
