import { iterator } from '../../python/runtime/call-arguments.js';
import { PyError } from '../../core/errors.js';
import { pyRepr, typeName } from '../../python/runtime/semantics.js';
import { typeError } from '../../python/runtime/call-arguments.js';
import type { Arguments } from '../../python/runtime/runtime.js';
import { str, type Value } from '../../core/value.js';
import type { Rendering } from '../runtime/rendering.js';
import { jinjaTruth } from '../runtime/jinja-semantics.js';
import { callTest } from './tests.js';
import { attributeGetter } from '../filters/attributes.js';
import { filterArgumentError } from '../filters/filter.js';
import { type RunFilter } from '../runtime/rendering.js';

/** A generator over the items of a value that is looked at when it is first asked for one; nothing comes of an empty one. */
function overItems(rendering: Rendering, value: Value, prepare: () => (item: Value) => Value | undefined): Value {
  return iterator(rendering, 'generator', {
    *[Symbol.iterator]() {
      if (!jinjaTruth(value)) return;
      const take = prepare();
      for (const item of rendering.iterate(value)) {
        const taken = take(item);
        if (taken) yield taken;
      }
    },
  });
}

/** `map('filter', …)` and `map(attribute=…)`. */
const map =
  (callFilter: CallFilter): RunFilter =>
  (rendering, value, args) =>
    overItems(rendering, value, () => {
      const attribute = args.keywords.get('attribute');
      if (args.positional.length === 0 && attribute) {
        const other = [...args.keywords.keys()].find((name) => name !== 'attribute' && name !== 'default');
        if (other !== undefined) throw filterArgumentError(`Unexpected keyword argument ${pyRepr(str(other, rendering.span)).text}`);
        return attributeGetter(rendering, attribute, { absent: args.keywords.get('default') });
      }
      const [name, ...rest] = args.positional;
      if (!name) throw filterArgumentError('map requires a filter argument');
      return (item) => callFilter(rendering, nameOf(name, 'filter'), item, { positional: rest, keywords: args.keywords });
    });

function nameOf(name: Value, what: 'filter' | 'test'): string {
  if (name.kind === 'str') return name.text;
  if (name.kind === 'list' || name.kind === 'dict' || name.kind === 'set') throw typeError(`unhashable type: '${typeName(name)}'`);
  throw new PyError('TemplateRuntimeError', `No ${what} named ${pyRepr(name).text}.`);
}

/** `select`, `reject` and the same by an attribute: keeps items by a test, or by their truth. */
function selecting(wanted: boolean, byAttribute: boolean): RunFilter {
  return (rendering, value, args) =>
    overItems(rendering, value, () => {
      const [attribute, ...behind] = args.positional;
      if (byAttribute && !attribute) throw filterArgumentError('Missing parameter for attribute name');
      const get = byAttribute ? attributeGetter(rendering, attribute) : (item: Value) => item;
      const [test, ...rest] = byAttribute ? behind : args.positional;
      const holds = test ? testing(rendering, test, { positional: rest, keywords: args.keywords }) : jinjaTruth;
      return (item) => (holds(get(item)) === wanted ? item : undefined);
    });
}

function testing(rendering: Rendering, test: Value, args: Arguments): (value: Value) => boolean {
  return (value) => jinjaTruth(callTest(rendering, nameOf(test, 'test'), value, args));
}

/** Calls a filter by its name. */
type CallFilter = (rendering: Rendering, name: string, value: Value, args: Arguments) => Value;

/** The filters that go through items with another filter or a test. */
export function selectFilters(callFilter: CallFilter): Readonly<Record<string, RunFilter>> {
  return {
    map: map(callFilter),
    select: selecting(true, false),
    reject: selecting(false, false),
    selectattr: selecting(true, true),
    rejectattr: selecting(false, true),
  };
}
