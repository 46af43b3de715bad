import { PyError } from '../../core/errors.js';
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

const list: RunFilter = pythonFilter('do_list', [], (it, value) => new ListValue([...it.iterate(value)], it.span));

const length = pythonFilter('len', [], (it, value) => intValue(lengthOf(value, `object of type '${typeName(value)}' has no len()`), it.span));

const first = pythonFilter('do_first', [], (it, value) => {
  for (const item of it.iterate(value)) return item;
  return it.undefined({ hint: 'No first item, sequence was empty.' });
});

/** `reversed(value)`. @throws PyError TypeError for what has no end to begin at */
function reversed(it: Rendering, value: Value): Value {
  if (value instanceof UndefinedValue) return new ListValue([...it.iterate(value)], it.span);
  return iterationConstructors.reversed!(it, { positional: [value], keywords: new Map() });
}

const last = pythonFilter('do_last', [], (it, value) => {
  for (const item of it.iterate(reversed(it, value))) return item;
  return it.undefined({ hint: 'No last item, sequence was empty.' });
});

const reverse = pythonFilter('do_reverse', [], (it, value) => {
  if (value.kind === 'str') return getItem(it, value, new SliceValue(none(it), none(it), intValue(-1, it.span), it.span));
  try {
    return reversed(it, value);
  } catch (error) {
    if (!(error instanceof PyError) || error.type !== 'TypeError') throw error;
  }
  try {
    return new ListValue([...it.iterate(value)].reverse(), it.span);
  } catch (error) {
    if (error instanceof PyError && error.type === 'TypeError') throw filterArgumentError('argument must be iterable');
    throw error;
  }
});

/** `str(d).join(map(str, value))`. */
const join = pythonFilter('do_join', ['d', 'attribute'], (it, value, [separator, attribute]) => {
  const between = separator ? knownText(it, separator) : TracedText.empty;
  const get = attributeGetter(it, attribute);
  const parts: TracedText[] = [];
  let size = 0;
  for (const item of it.iterate(value)) {
    const text = knownText(it, get(item));
    if (parts.length > 0) parts.push(between);
    parts.push(text);
    it.checkSize((size += text.length + between.length));
  }
  return new StrValue(TracedText.join(parts.filter((part) => part.length > 0)), it.span);
});

/** Sorts by keys that are lists. An undefined key cannot be compared. */
function sorted(it: Rendering, items: readonly Value[], keyOfItem: (item: Value) => readonly Value[], reverseArgument: Value | undefined): Value[] {
  const descending = reverseArgument ? asInteger(reverseArgument) : 0n;
  if (descending === undefined) throw typeError(`'${typeName(reverseArgument!)}' object cannot be interpreted as an integer`);
  const keys = new Map(items.map((item, i) => [i, keyOfItem(item)]));
  if (items.length > 1) for (const key of [...keys.values()].flat()) if (key instanceof UndefinedValue) throw key.error();
  const numbers = items.map((_, i) => intValue(i, it.span));
  const byNumber = new BuiltinValue('key', it.span, (_runtime, { positional: [number] }) => new TupleValue(keys.get(Number(asInteger(number!)))!, it.span));
  const order = sortValues(it, numbers, byNumber, descending !== 0n);
  if (!Array.isArray(order)) throw new UnknownSignal(order);
  return order.map((number) => items[Number(asInteger(number))]!);
}

const sort = pythonFilter('do_sort', ['reverse', 'case_sensitive', 'attribute'], (it, value, [reverseArgument, caseSensitive, attribute]) => {
  const getters = attributeGetters(it, attribute, { ignoreCase: !flag(caseSensitive) });
  return new ListValue(sorted(it, [...it.iterate(value)], (item) => getters.map((get) => get(item)), reverseArgument), it.span);
});

function flag(value: Value | undefined): boolean {
  return value !== undefined && jinjaTruth(value);
}

const dictSort = pythonFilter('do_dictsort', ['case_sensitive', 'by', 'reverse'], (it, value, [caseSensitive, by, reverseArgument]) => {
  const how = by ? (by.kind === 'str' ? by.text : '') : 'key';
  if (how !== 'key' && how !== 'value') throw filterArgumentError('You can only sort by either "key" or "value"');
  const items = [...it.iterate(it.call(it.getAttribute(value, 'items'), { positional: [], keywords: new Map() }))];
  const part = (item: Value): Value => (item as TupleValue).items[how === 'key' ? 0 : 1]!;
  const key = (item: Value): Value[] => [flag(caseSensitive) ? part(item) : ignoreCase(it, part(item))];
  return new ListValue(sorted(it, items, key, reverseArgument), it.span);
});

/** Generators begin their work when they are first asked. */
function generator(it: Rendering, items: () => Iterable<Value>): Value {
  return iterator(it, 'generator', {
    *[Symbol.iterator]() {
      yield* items();
    },
  });
}

const unique = pythonFilter('do_unique', ['case_sensitive', 'attribute'], (it, value, [caseSensitive, attribute]) =>
  generator(it, function* () {
    const get = attributeGetter(it, attribute, { ignoreCase: !flag(caseSensitive) });
    const seen = new Set<string>();
    for (const item of it.iterate(value)) {
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
  return pythonFilter(`do_${name}`, ['case_sensitive', 'attribute'], (it, value, [caseSensitive, attribute]) => {
    const items = [...it.iterate(value)];
    if (items.length === 0) return it.undefined({ hint: 'No aggregated item, sequence was empty.' });
    const get = attributeGetter(it, attribute, { ignoreCase: !flag(caseSensitive) });
    let best = items[0]!;
    let bestKey = get(best);
    for (const item of items.slice(1)) {
      const key = get(item);
      const better = comparison(it, name === 'min' ? '<' : '>', key, bestKey);
      if (jinjaTruth(better)) [best, bestKey] = [item, key];
    }
    return best;
  });
}

const sum = pythonFilter('do_sum', ['attribute', 'start'], (it, value, [attribute, start]) => {
  let total = start ?? intValue(0, it.span);
  if (total.kind === 'str') throw typeError("sum() can't sum strings [use ''.join(seq) instead]");
  const get = attributeGetter(it, attribute);
  for (const item of it.iterate(value)) total = operate(it, '+', total, get(item));
  return total;
});

const batch = pythonFilter(
  'do_batch',
  ['linecount', 'fill_with'],
  (it, value, [count, fill]) =>
    generator(it, function* () {
      const size = asInteger(count!) ?? -1n;
      let row: Value[] = [];
      for (const item of it.iterate(value)) {
        if (BigInt(row.length) === size) {
          yield new ListValue(row, it.span);
          row = [];
        }
        row.push(item);
      }
      if (row.length === 0) return;
      const lacking = isGiven(fill) ? Math.max(0, indexArgument(count!) - row.length) : 0;
      it.checkSize(lacking);
      yield new ListValue([...row, ...Array.from({ length: lacking }, () => fill!)], it.span);
    }),
  1,
);

const slice = pythonFilter(
  'do_slice',
  ['slices', 'fill_with'],
  (it, value, [count, fill]) =>
    generator(it, function* () {
      const items = [...it.iterate(value)];
      const slices = indexArgument(count!);
      const perSlice = Number(floorDivide(BigInt(items.length), BigInt(slices), 'integer division or modulo by zero'));
      const withExtra = items.length - perSlice * slices;
      let offset = 0;
      for (let number = 0; number < slices; number++) {
        it.step();
        const from = offset + number * perSlice;
        if (number < withExtra) offset++;
        const part = items.slice(from, offset + (number + 1) * perSlice);
        yield new ListValue(isGiven(fill) && number >= withExtra ? [...part, fill] : part, it.span);
      }
    }),
  1,
);

/** Groups of neighbours after sorting by an attribute. */
const groupBy = pythonFilter(
  'do_groupby',
  ['attribute', 'default', 'case_sensitive'],
  (it, value, [attribute, absent, caseSensitive]) => {
    const get = attributeGetter(it, attribute, { ignoreCase: !flag(caseSensitive), absent });
    const shown = attributeGetter(it, attribute, { absent });
    const groups: { key: Value; items: Value[] }[] = [];
    for (const item of sorted(it, [...it.iterate(value)], (one) => [get(one)], undefined)) {
      const key = get(item);
      const group = groups.at(-1);
      if (group && jinjaTruth(comparison(it, '==', group.key, key))) group.items.push(item);
      else groups.push({ key, items: [item] });
    }
    return new ListValue(groups.map(({ items }) => new GroupTuple([shown(items[0]!), new ListValue(items, it.span)], it.span)), it.span);
  },
  1,
);

/** The pairs of a mapping; none of what is undefined. */
const items = pythonFilter('do_items', [], (it, value) =>
  generator(it, function* () {
    if (value instanceof UndefinedValue) return;
    if (value.kind !== 'dict') throw typeError('Can only get item pairs from a mapping.');
    yield* it.iterate(it.call(getMethod(value, 'items')!, { positional: [], keywords: new Map() }));
  }),
);

const random: RunFilter = (it, value) =>
  lengthOf(value, `object of type '${typeName(value)}' has no len()`) === 0
    ? it.undefined({ hint: 'No random item, sequence was empty.' })
    : new UnknownValue('which item |random takes differs from run to run', it.span);

/** The filters that look at a sequence as a whole. */
export const sequenceFilters: Readonly<Record<string, RunFilter>> = {
  list, length, count: length, first, last, reverse, join, sort, dictsort: dictSort, unique, min: extreme('min'), max: extreme('max'), sum, batch, slice,
  groupby: groupBy, items, random,
};
