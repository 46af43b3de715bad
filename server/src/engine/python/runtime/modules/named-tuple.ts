import { keywords } from '../../syntax/fast/scanner.js';
import { charge, chargePassed } from '../../../core/cost.js';
import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { nowhere, type Span } from '../../../core/span.js';
import { DictValue, str, textOf, TupleValue, UnknownValue, type Value } from '../../../core/value.js';
import { bind, missingArguments, positional, typeError, valueError } from '../call-arguments.js';
import { ClassValue, NamedTupleValue, type TupleFields } from '../class-objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { iterateItems, pyRepr, truthy } from '../semantics.js';
import { lookingFunction } from './module.js';

/** `collections.namedtuple(typename, field_names, *, rename=False, defaults=None, module=None)`. */
export const namedtuple = lookingFunction('collections.namedtuple', (runtime, args) => {
  const [type, fields, rename, defaults] = bind('namedtuple', args, ['typename', 'field_names', 'rename', 'defaults', 'module'], 2, 2);
  const given = fields!.kind === 'str' ? fields.text.replaceAll(',', ' ').split(/\s+/).filter(Boolean) : textsOf(fields!);
  const name = textOf(type!);
  const renames = rename !== undefined && truthy(rename);
  if (name === undefined || !given || typeof renames !== 'boolean' || ![name, ...given].every((one) => /^[\x20-\x7e]*$/.test(one)))
    return new UnknownValue(say`These names of a namedtuple are not followed.`, runtime.span);
  const names = renames ? renamed(given) : given;
  checkNames(name, names, renames);
  const last = defaults && defaults.kind !== 'none' ? [...(iterateItems(defaults) ?? [])] : [];
  if (last.length > names.length) throw typeError('Got more default values than field names');
  const made = new ClassValue(name, runtime.span, [], undefined, new Map());
  const first = names.length - last.length;
  made.tupleFields = { names, defaults: new Map(last.map((value, i) => [names[first + i]!, value])) };
  return made;
});

function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

/** `rename=True`: what cannot be a name, or is one already, is called by its place. */
function renamed(names: readonly string[]): string[] {
  return names.map((name, i) =>
    isName(name) && !keywords.has(name) && !name.startsWith('_') && names.indexOf(name) === i ? name : `_${String(i)}`,
  );
}

/** @throws PyError ValueError where the names cannot be those of a class and its fields (CPython 3.11 `collections.namedtuple`) */
function checkNames(name: string, fields: readonly string[], renames: boolean): void {
  for (const one of [name, ...fields]) {
    const shown = pyRepr(str(one, nowhere)).text;
    if (!isName(one)) throw valueError(`Type names and field names must be valid identifiers: ${shown}`);
    if (keywords.has(one)) throw valueError(`Type names and field names cannot be a keyword: ${shown}`);
  }
  fields.forEach((one, i) => {
    if (one.startsWith('_') && !renames) throw valueError(`Field names cannot start with an underscore: '${one}'`);
    if (fields.indexOf(one) < i) throw valueError(`Encountered duplicate field name: '${one}'`);
  });
}

function textsOf(value: Value): string[] | undefined {
  const texts = [...(iterateItems(value) ?? [])].map(textOf);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** `K(…)` of a class whose objects are tuples with names. @throws PyError TypeError where the arguments do not fit */
export function namedTuple(span: Span, ofClass: ClassValue, { names, defaults }: TupleFields, args: Arguments): Value {
  if (args.positional.length > names.length) {
    const takes = `${defaults.size > 0 ? `from ${String(names.length + 1 - defaults.size)} to ` : ''}${String(names.length + 1)}`;
    throw typeError(
      `${ofClass.name}.__new__() takes ${takes} positional argument${takes === '1' ? '' : 's'} but ${String(args.positional.length + 1)} were given`,
    );
  }
  for (const [keyword] of args.keywords) {
    const at = names.indexOf(keyword);
    if (at < 0) throw typeError(`${ofClass.name}.__new__() got an unexpected keyword argument '${keyword}'`);
    if (at < args.positional.length) throw typeError(`${ofClass.name}.__new__() got multiple values for argument '${keyword}'`);
  }
  charge(names.length);
  const items = names.map((name, i) => args.positional[i] ?? args.keywords.get(name) ?? defaults.get(name));
  const missing = names.filter((_, i) => !items[i]);
  if (missing.length > 0) throw missingArguments(`${ofClass.name}.__new__`, missing, 'positional');
  return new NamedTupleValue(items as Value[], span, ofClass, names);
}

/** What a tuple with names has beside what tuples have; undefined for what its class defines, and for what is not there. */
export function namedTupleAttribute(runtime: Runtime, tuple: NamedTupleValue, name: string): Value | undefined {
  const at = tuple.names.indexOf(name);
  chargePassed(tuple.names.length);
  if (at >= 0) return tuple.items[at];
  if (name === '_asdict') return method(tuple, name, (args) => (positional('_asdict', args, 0, 0), asDict(tuple, runtime.span)));
  if (name !== '_replace') return tupleClassAttribute(runtime.span, tuple.ofClass, name);
  return method(tuple, name, (args) => {
    for (const keyword of args.keywords.keys())
      if (!tuple.names.includes(keyword)) throw valueError(`Got unexpected field names: ['${keyword}']`);
    charge(tuple.names.length);
    const items = tuple.names.map((field, i) => args.keywords.get(field) ?? tuple.items[i]!);
    return new NamedTupleValue(items, runtime.span, tuple.ofClass, tuple.names);
  });
}

/** `_fields`, `_field_defaults` and `_make` of the class. */
export function tupleClassAttribute(span: Span, ofClass: ClassValue, name: string): Value | undefined {
  const fields = ofClass.tupleFields;
  if (!fields) return undefined;
  if (name === '_fields')
    return new TupleValue(
      fields.names.map((field) => str(field, span)),
      span,
    );
  if (name === '_field_defaults') {
    const dict = new DictValue(span);
    for (const [field, value] of fields.defaults) dict.set(field, value);
    return dict;
  }
  if (fields.names.includes(name) || name === 'count' || name === 'index')
    return new UnknownValue(say`what a class of named tuples has of its own is not modelled`, span);
  if (name !== '_make') return undefined;
  return new BuiltinValue(`${ofClass.name}._make`, nowhere, (runtime, args) => {
    const [source] = positional('_make', args, 1, 1);
    const items = [...runtime.iterate(source!)];
    if (items.length !== fields.names.length)
      throw new PyError('TypeError', `Expected ${String(fields.names.length)} arguments, got ${String(items.length)}`);
    return new NamedTupleValue(items, runtime.span, ofClass, fields.names);
  });
}

function method(tuple: NamedTupleValue, name: string, run: (args: Arguments) => Value): Value {
  return new BuiltinValue(`${tuple.ofClass.name}.${name}`, tuple.span, (_runtime, args) => run(args), 'method');
}

function asDict(tuple: NamedTupleValue, span: Span): Value {
  const dict = new DictValue(span);
  tuple.names.forEach((name, i) => dict.set(name, tuple.items[i]!));
  return dict;
}
