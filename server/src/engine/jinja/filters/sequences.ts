import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { getMethod } from '../../python/runtime/types/attributes.js';
import { indexArgument, iterator, typeError } from '../../python/runtime/call-arguments.js';
import { iterationConstructors } from '../../python/runtime/types/iteration.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { SliceValue } from '../../python/runtime/objects.js';
import { getItem } from '../../python/runtime/operators/index.js';
import { floorDivide } from '../../python/runtime/operators/arithmetic.js';
import { BuiltinValue } from '../../python/runtime/runtime.js';
import { asInteger, intValue, keyOf, typeName } from '../../python/runtime/semantics.js';
import { sortValues } from '../../python/runtime/operators/sorting.js';
import { TracedText } from '../../core/traced-text.js';
import { ListValue, StrValue, TupleValue, UnknownValue, type Value } from '../../core/value.js';
import { GroupTuple } from '../runtime/group-tuple.js';
import type { Rendering } from '../runtime/rendering.js';
import { comparison, jinjaTruth, lengthOf, operate } from '../runtime/jinja-semantics.js';
import { defined, UndefinedValue } from '../runtime/undefined.js';
import { attributeGetter, attributeGetters, ignoreCase } from './attributes.js';
import { filterArgumentError, isGiven, knownText, none, pythonFilter } from './filter.js';
import { type RunFilter } from '../runtime/rendering.js';

const list: RunFilter = pythonFilter('do_list', [], (rendering, value) => new ListValue([...rendering.iterate(value)], rendering.span));

const length = pythonFilter('len', [], (rendering, value) =>
  intValue(lengthOf(value, `object of type '${typeName(value)}' has no len()`), rendering.span),
);

const first = pythonFilter('do_first', [], (rendering, value) => {
  for (const item of rendering.iterate(value)) return item;
  return rendering.undefined({ hint: 'No first item, sequence was empty.' });
});

/** `reversed(value)`. @throws PyError TypeError for what has no end to begin at */
function reversed(rendering: Rendering, value: Value): Value {
  if (value instanceof UndefinedValue) return new ListValue([...rendering.iterate(value)], rendering.span);
  return iterationConstructors.reversed!(rendering, { positional: [value], keywords: new Map() });
}

const last = pythonFilter('do_last', [], (rendering, value) => {
  for (const item of rendering.iterate(reversed(rendering, value))) return item;
  return rendering.undefined({ hint: 'No last item, sequence was empty.' });
});

const reverse = pythonFilter('do_reverse', [], (rendering, value) => {
  if (value.kind === 'str')
    return getItem(rendering, value, new SliceValue(none(rendering), none(rendering), intValue(-1, rendering.span), rendering.span));
  try {
    return reversed(rendering, value);
  } catch (error) {
    if (!(error instanceof PyError) || error.type !== 'TypeError') throw error;
  }
  try {
    return new ListValue([...rendering.iterate(value)].reverse(), rendering.span);
  } catch (error) {
    if (error instanceof PyError && error.type === 'TypeError') throw filterArgumentError('argument must be iterable');
    throw error;
  }
});

/** `str(d).join(map(str, value))`. */
const join = pythonFilter('do_join', ['d', 'attribute'], (rendering, value, [separator, attribute]) => {
  const between = separator ? knownText(rendering, separator) : TracedText.empty;
  const get = attributeGetter(rendering, attribute);
  const parts: TracedText[] = [];
  let size = 0;
  for (const item of rendering.iterate(value)) {
    const text = knownText(rendering, get(item));
    if (parts.length > 0) parts.push(between);
    parts.push(text);
    rendering.checkSize((size += text.length + between.length));
  }
  return new StrValue(TracedText.join(parts.filter((part) => part.length > 0)), rendering.span);
});

/** Sorts by keys that are lists. An undefined key cannot be compared. */
function sorted(
  rendering: Rendering,
  items: readonly Value[],
  keyOfItem: (item: Value) => readonly Value[],
  reverseArgument: Value | undefined,
): Value[] {
  const descending = reverseArgument ? asInteger(reverseArgument) : 0n;
  if (descending === undefined) throw typeError(`'${typeName(reverseArgument!)}' object cannot be interpreted as an integer`);
  const keys = new Map(items.map((item, i) => [i, keyOfItem(item)]));
  if (items.length > 1) for (const key of [...keys.values()].flat()) if (key instanceof UndefinedValue) throw key.error();
  const numbers = items.map((_, i) => intValue(i, rendering.span));
  const byNumber = new BuiltinValue(
    'key',
    rendering.span,
    (_runtime, { positional: [number] }) => new TupleValue(keys.get(Number(asInteger(number!)))!, rendering.span),
  );
  const order = sortValues(rendering, numbers, byNumber, descending !== 0n);
  if (!Array.isArray(order)) throw new UnknownSignal(order);
  return order.map((number) => items[Number(asInteger(number))]!);
}

const sort = pythonFilter(
  'do_sort',
  ['reverse', 'case_sensitive', 'attribute'],
  (rendering, value, [reverseArgument, caseSensitive, attribute]) => {
    const getters = attributeGetters(rendering, attribute, { ignoreCase: !flag(caseSensitive) });
    return new ListValue(
      sorted(rendering, [...rendering.iterate(value)], (item) => getters.map((get) => get(item)), reverseArgument),
      rendering.span,
    );
  },
);

function flag(value: Value | undefined): boolean {
  return value !== undefined && jinjaTruth(value);
}

const dictSort = pythonFilter(
  'do_dictsort',
  ['case_sensitive', 'by', 'reverse'],
  (rendering, value, [caseSensitive, by, reverseArgument]) => {
    const how = by ? (by.kind === 'str' ? by.text : '') : 'key';
    if (how !== 'key' && how !== 'value') throw filterArgumentError('You can only sort by either "key" or "value"');
    const items = [...rendering.iterate(rendering.call(rendering.getAttribute(value, 'items'), { positional: [], keywords: new Map() }))];
    const part = (item: Value): Value => (item as TupleValue).items[how === 'key' ? 0 : 1]!;
    const key = (item: Value): Value[] => [flag(caseSensitive) ? part(item) : ignoreCase(rendering, part(item))];
    return new ListValue(sorted(rendering, items, key, reverseArgument), rendering.span);
  },
);

/** Generators begin their work when they are first asked. */
function generator(rendering: Rendering, items: () => Iterable<Value>): Value {
  return iterator(rendering, 'generator', {
    *[Symbol.iterator]() {
      yield* items();
    },
  });
}

const unique = pythonFilter('do_unique', ['case_sensitive', 'attribute'], (rendering, value, [caseSensitive, attribute]) =>
  generator(rendering, function* () {
    const get = attributeGetter(rendering, attribute, { ignoreCase: !flag(caseSensitive) });
    const seen = new Set<string>();
    for (const item of rendering.iterate(value)) {
      const key = get(item);
      if (key.kind === 'unknown') throw new UnknownSignal(key);
      const id = keyOf(defined(key));
      if (!seen.has(id)) yield item;
      seen.add(id);
    }
  }),
);

/** `min` and `max`: the first of the best. */
function extreme(name: 'min' | 'max'): RunFilter {
  return pythonFilter(`do_${name}`, ['case_sensitive', 'attribute'], (rendering, value, [caseSensitive, attribute]) => {
    const items = [...rendering.iterate(value)];
    if (items.length === 0) return rendering.undefined({ hint: 'No aggregated item, sequence was empty.' });
    const get = attributeGetter(rendering, attribute, { ignoreCase: !flag(caseSensitive) });
    let best = items[0]!;
    let bestKey = get(best);
    for (const item of items.slice(1)) {
      const key = get(item);
      const better = comparison(rendering, name === 'min' ? '<' : '>', key, bestKey);
      if (jinjaTruth(better)) [best, bestKey] = [item, key];
    }
    return best;
  });
}

const sum = pythonFilter('do_sum', ['attribute', 'start'], (rendering, value, [attribute, start]) => {
  let total = start ?? intValue(0, rendering.span);
  if (total.kind === 'str') throw typeError("sum() can't sum strings [use ''.join(seq) instead]");
  const get = attributeGetter(rendering, attribute);
  for (const item of rendering.iterate(value)) total = operate(rendering, '+', total, get(item));
  return total;
});

const batch = pythonFilter(
  'do_batch',
  ['linecount', 'fill_with'],
  (rendering, value, [count, fill]) =>
    generator(rendering, function* () {
      const size = asInteger(count!) ?? -1n;
      let row: Value[] = [];
      for (const item of rendering.iterate(value)) {
        if (BigInt(row.length) === size) {
          yield new ListValue(row, rendering.span);
          row = [];
        }
        row.push(item);
      }
      if (row.length === 0) return;
      const lacking = isGiven(fill) ? Math.max(0, indexArgument(count!) - row.length) : 0;
      rendering.checkSize(lacking);
      yield new ListValue([...row, ...Array.from({ length: lacking }, () => fill!)], rendering.span);
    }),
  1,
);

const slice = pythonFilter(
  'do_slice',
  ['slices', 'fill_with'],
  (rendering, value, [count, fill]) =>
    generator(rendering, function* () {
      const items = [...rendering.iterate(value)];
      const slices = indexArgument(count!);
      const perSlice = Number(floorDivide(BigInt(items.length), BigInt(slices), 'integer division or modulo by zero'));
      const withExtra = items.length - perSlice * slices;
      let offset = 0;
      for (let number = 0; number < slices; number++) {
        rendering.step();
        const from = offset + number * perSlice;
        if (number < withExtra) offset++;
        const part = items.slice(from, offset + (number + 1) * perSlice);
        yield new ListValue(isGiven(fill) && number >= withExtra ? [...part, fill] : part, rendering.span);
      }
    }),
  1,
);

/** Groups of neighbours after sorting by an attribute. */
const groupBy = pythonFilter(
  'do_groupby',
  ['attribute', 'default', 'case_sensitive'],
  (rendering, value, [attribute, absent, caseSensitive]) => {
    const get = attributeGetter(rendering, attribute, { ignoreCase: !flag(caseSensitive), absent });
    const shown = attributeGetter(rendering, attribute, { absent });
    const groups: { key: Value; items: Value[] }[] = [];
    for (const item of sorted(rendering, [...rendering.iterate(value)], (one) => [get(one)], undefined)) {
      const key = get(item);
      const group = groups.at(-1);
      if (group && jinjaTruth(comparison(rendering, '==', group.key, key))) group.items.push(item);
      else groups.push({ key, items: [item] });
    }
    return new ListValue(
      groups.map(({ items }) => new GroupTuple([shown(items[0]!), new ListValue(items, rendering.span)], rendering.span)),
      rendering.span,
    );
  },
  1,
);

/** The pairs of a mapping; none of what is undefined. */
const items = pythonFilter('do_items', [], (rendering, value) =>
  generator(rendering, function* () {
    if (value instanceof UndefinedValue) return;
    if (value.kind !== 'dict') throw typeError('Can only get item pairs from a mapping.');
    yield* rendering.iterate(rendering.call(getMethod(value, 'items')!, { positional: [], keywords: new Map() }));
  }),
);

const random: RunFilter = (rendering, value) =>
  lengthOf(value, `object of type '${typeName(value)}' has no len()`) === 0
    ? rendering.undefined({ hint: 'No random item, sequence was empty.' })
    : new UnknownValue(say`which item |random takes differs from run to run`, rendering.span);

/** The filters that look at a sequence as a whole. */
export const sequenceFilters: Readonly<Record<string, RunFilter>> = {
  list,
  length,
  count: length,
  first,
  last,
  reverse,
  join,
  sort,
  dictsort: dictSort,
  unique,
  min: extreme('min'),
  max: extreme('max'),
  sum,
  batch,
  slice,
  groupby: groupBy,
  items,
  random,
};
