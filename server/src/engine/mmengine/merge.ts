import { PyError } from '../core/errors.js';
import { say } from '../core/say.js';
import type { Span } from '../core/span.js';
import { DictValue, ListValue, nameKey, TupleValue, UnknownValue, type StrValue, type Value } from '../core/value.js';
import { copyDict, putEntry, toConfigDict } from '../python/runtime/dicts.js';
import { typeName } from '../python/runtime/semantics.js';

/**
 * The config that a child and its base make (mmengine 0.11 `Config._merge_a_into_b`): dicts that meet are merged, anything else of the child takes the
 * place of the base's; `_delete_=True` in a dict of the child throws the base's away. Neither is changed.
 * @throws PyError TypeError where a dict of the child meets something else in the base
 */
export function mergeConfig(child: DictValue, base: DictValue): DictValue {
  const result = copyDict(base, child.span);
  for (const [id, entry] of child.entries) {
    const there = result.entries.get(id)?.value;
    putEntry(result, entry.key, merged(entry.key, entry.value, there), entry.keySpan, entry.valueSpan);
  }
  return result;
}

function merged(key: Value, value: Value, there: Value | undefined): Value {
  if (value.kind !== 'dict' || there?.kind === 'unknown') return there?.kind === 'unknown' && value.kind === 'dict' ? there : value;
  if (there === undefined) return toConfigDict(value);
  const { rest, deletes } = withoutDelete(value);
  if (deletes) return toConfigDict(rest);
  if (there.kind === 'dict') return mergeConfig(rest, there);
  const name = key.kind === 'str' ? key.text : '';
  throw new PyError(
    'TypeError',
    `${name} in child config cannot inherit from base because ${name} is a dict in the child config but is of type ` +
      `<class '${typeName(there)}'> in base config. You may set \`_delete_=True\` to ignore the base config.`,
    value.span,
  );
}

function withoutDelete(value: DictValue): { readonly rest: DictValue; readonly deletes: boolean } {
  const mark = value.get('_delete_');
  if (!mark) return { rest: value, deletes: false };
  const rest = copyDict(value, value.span);
  rest.entries.delete(nameKey('_delete_'));
  return { rest, deletes: mark.kind === 'bool' && mark.value };
}

/**
 * Puts variables of the base in the place of the strings that stand for them (mmengine 0.11 `Config._substitute_base_vars`).
 * @param variables by the string that stands for it: the dotted path of the variable
 * @throws PyError KeyError, TypeError where the base has no such variable
 */
export function substituteBaseVariables(names: DictValue, variables: ReadonlyMap<string, string>, base: DictValue): DictValue {
  if (variables.size === 0) return names;
  return withStrings(names, (value) => {
    const path = variables.get(value.text);
    if (path !== undefined) return variableOf(base, path, value.span);
    return [...variables.keys()].some((standIn) => value.text.includes(standIn)) ? new UnknownValue(withinText, value.span) : value;
  }) as DictValue;
}

/** A value with other values in the place of the strings that its dicts, lists and tuples hold; their keys stay. */
export function withStrings(value: Value, swap: (value: StrValue) => Value): Value {
  switch (value.kind) {
    case 'str':
      return swap(value);
    case 'list':
      return new ListValue(
        value.items.map((item) => withStrings(item, swap)),
        value.span,
      );
    case 'tuple':
      return new TupleValue(
        value.items.map((item) => withStrings(item, swap)),
        value.span,
      );
    case 'dict': {
      const result = new DictValue(value.span, value.className);
      for (const [id, entry] of value.entries) result.entries.set(id, { ...entry, value: withStrings(entry.value, swap) });
      return result;
    }
    default:
      return value;
  }
}

const withinText = say`Within a larger text, mmengine leaves a name of its own in the place of a variable of the base, a different one in each run.`;

function variableOf(base: DictValue, path: string, span: Span): Value {
  let value: Value = base;
  for (const name of path.split('.')) {
    if (value.kind === 'unknown') return value;
    if (value.kind !== 'dict') throw new PyError('TypeError', noMapping(value), span);
    const next = value.get(name);
    if (!next) throw new PyError('KeyError', `'${name}'`, span);
    value = next;
  }
  return value;
}

/** What Python says where a name is looked up in something else than a dict. */
function noMapping(value: Value): string {
  if (value.kind === 'str') return "string indices must be integers, not 'str'";
  if (value.kind === 'list' || value.kind === 'tuple') return `${value.kind} indices must be integers or slices, not str`;
  return `'${typeName(value)}' object is not subscriptable`;
}
