import { say } from '../../core/say.js';
import { PyError } from '../../core/errors.js';
import type { UnknownValue, Value } from '../../core/value.js';
import type { ClassDef } from '../syntax/tree/ast.js';
import { isLazy } from './attribute-access.js';
import { lazyUse } from './calls.js';
import { evaluate } from './expressions.js';
import { exceptionType, isSubclass } from '../runtime/exceptions.js';
import { decorate } from './functions.js';
import { isBuiltin } from './call-expression.js';
import { EnumBody, isEnum } from './enum-body.js';
import type { Interpreter } from './interpreter.js';
import { ClassValue, DescriptorValue, type TupleFields } from '../runtime/class-objects.js';
import { withPrivateNames } from './private-names.js';
import { GenericAlias } from '../runtime/objects.js';
import { typeNamed } from '../runtime/types/types.js';
import type { Frame } from '../runtime/frame.js';
import { bindHere, executeBlock } from './statements.js';

/**
 * Runs a `class`. A class that derives from a lazily imported one raises as mmengine's LazyObject does when it is called; one that derives
 * from code that is not run is unknown.
 */
export function defineClass(interpreter: Interpreter, written: ClassDef): void {
  const node = interpreter.host.importer ? withPrivateNames(written, interpreter.frame.module.text) : written;
  const decorators = node.decorators.map((d) => evaluate(interpreter, d));
  const bases = node.bases.map((base) => evaluate(interpreter, base));
  const name = node.name.name;
  interpreter.node = node;
  const outer = interpreter.frame;
  const locals = interpreter.host.importer && bases.some(isEnum) ? new EnumBody(interpreter, bases) : new Map<string, Value>();
  const frame: Frame = { ...outer, kind: 'class', locals, parent: outer, names: undefined, prefix: `${outer.prefix}${name}.` };
  interpreter.within(frame, () => executeBlock(interpreter, node.body));
  interpreter.node = node;
  const made = makeClass(interpreter, node, bases, frame.locals);
  bindHere(interpreter, name, decorate(interpreter, made, decorators), node.name);
}

function makeClass(interpreter: Interpreter, node: ClassDef, given: readonly Value[], members: Map<string, Value>): Value {
  const name = node.name.name;
  const classes: ClassValue[] = [];
  let exceptionBase: string | undefined;
  let unknown: UnknownValue | undefined;
  let fields: TupleFields | undefined;
  let mixin: ClassValue['mixin'];
  const annotations = annotationsIn(interpreter, node);
  for (const base of [...given, ...metaclassOf(interpreter, node)].map((one) => (one instanceof GenericAlias ? one.origin : one))) {
    if (base.kind === 'ref' && isLazy(base)) throw lazyUse(base, 'subclassed', interpreter.span);
    if (base.kind === 'ref' && base.path === 'typing.TypedDict') return typeNamed('dict');
    const exception = exceptionOf(base);
    exceptionBase = exception === undefined ? exceptionBase : nearestException(exceptionBase, exception);
    if (base instanceof ClassValue) {
      interpreter.step(1 + base.ancestors.length);
      classes.push(base);
      fields ??= base.tupleFields;
      mixin ??= base.mixin;
    } else if (base.kind === 'ref' && base.path === 'typing.NamedTuple') fields = fieldsOf(annotations, members);
    else if (mixinOf(interpreter, base, given)) mixin ??= mixinOf(interpreter, base, given);
    else if (exception === undefined && !isBuiltin(base, 'object') && !(base.kind === 'ref' && withoutEffect.has(base.path)))
      unknown ??= base.kind === 'unknown' ? base : interpreter.unknown(say`What ${name} inherits is not followed.`);
  }
  if (exceptionBase === unclear) unknown ??= interpreter.unknown(say`What ${name} inherits is not followed.`);
  if (unknown) return unknown;
  const ancestors = resolutionOrder(interpreter, classes);
  interpreter.checkSize(ancestors.length);
  const made = new ClassValue(name, interpreter.span, ancestors, exceptionBase, members, annotations);
  made.qualifiedName = interpreter.frame.prefix + name;
  made.bases = given;
  made.tupleFields = fields;
  made.mixin = mixin;
  made.ofProgram = interpreter.host.importer !== undefined;
  return initialized(interpreter, made, node);
}

/** The builtin exception that a base is, or derives from. */
function exceptionOf(base: Value): string | undefined {
  return exceptionType(base) ?? (base instanceof ClassValue ? base.exceptionBase : undefined);
}

/** In place of a builtin exception, where a class derives from several. */
const unclear = '';

/** Of two builtin exceptions that a class derives from the one that derives from the other. */
function nearestException(first: string | undefined, second: string): string {
  if (first === undefined || (first !== unclear && isSubclass(second, first))) return second;
  return first !== unclear && isSubclass(first, second) ? first : unclear;
}

/** What a class derives from, in the order in which names are looked up (C3). @throws PyError TypeError where there is none */
function resolutionOrder(interpreter: Interpreter, bases: readonly ClassValue[]): ClassValue[] {
  const order: ClassValue[] = [];
  let lists = [...bases.map((base) => [base, ...base.ancestors]), [...bases]].filter((list) => list.length > 0);
  while (lists.length > 0) {
    interpreter.step(lists.length);
    const next = lists.map(([first]) => first!).find((first) => lists.every((list) => list.indexOf(first) <= 0));
    if (!next)
      throw new PyError(
        'TypeError',
        `Cannot create a consistent method resolution\norder (MRO) for bases ${bases.map((base) => base.name).join(', ')}`,
      );
    order.push(next);
    lists = lists.map((list) => (list[0] === next ? list.slice(1) : list)).filter((list) => list.length > 0);
  }
  return order;
}

/** The builtin type whose values the objects of a class are too, where that is followed: dicts, and texts and ints that are members of an enum. */
function mixinOf(interpreter: Interpreter, base: Value, bases: readonly Value[]): ClassValue['mixin'] {
  if (isBuiltin(base, 'dict')) return interpreter.host.importer ? 'dict' : undefined;
  if (!bases.some(isEnum)) return undefined;
  return isBuiltin(base, 'str') ? 'str' : isBuiltin(base, 'int') ? 'int' : undefined;
}

/** Bases that are for annotations alone. */
const withoutEffect: ReadonlySet<string> = new Set(['typing.Generic', 'typing.Protocol']);

/** What stands for a metaclass among the bases: nothing of any but `ABCMeta` is followed. */
function metaclassOf(interpreter: Interpreter, node: ClassDef): readonly Value[] {
  if (!interpreter.host.importer) return [];
  return node.keywords.flatMap(({ name, value }) =>
    name?.name === 'metaclass' ? [metaclass(interpreter, evaluate(interpreter, value))] : [],
  );
}

function metaclass(interpreter: Interpreter, value: Value): Value {
  return value instanceof ClassValue && value.name === 'ABCMeta' ? value : interpreter.unknown(say`A metaclass is not followed.`);
}

/** The names that the body itself annotates, each with the text of the annotation. */
function annotationsIn(interpreter: Interpreter, node: ClassDef): Map<string, string> {
  const annotations = new Map<string, string>();
  const { text } = interpreter.frame.module;
  for (const statement of node.body)
    if (statement.type === 'AnnAssign' && statement.target.type === 'Name')
      annotations.set(
        statement.target.name,
        text.slice(statement.annotation.start, statement.annotation.end).replace(/^(['"])(.*)\1$/s, '$2'),
      );
  return annotations;
}

/** Of a `NamedTuple`: its members by the names of fields are their defaults. */
function fieldsOf(annotations: ReadonlyMap<string, string>, members: Map<string, Value>): TupleFields {
  const names = [...annotations.keys()];
  const defaults = new Map(names.flatMap((name) => (members.has(name) ? [[name, members.get(name)!] as const] : [])));
  for (const name of names) members.delete(name);
  return { names, defaults };
}

/** The class, after the `__init_subclass__` of those that it derives from. */
function initialized(interpreter: Interpreter, made: ClassValue, node: ClassDef): Value {
  if (!interpreter.host.importer) return made;
  const hook = made.ancestors.map((ancestor) => ancestor.members.get('__init_subclass__')).find((member) => member !== undefined);
  if (!hook) return made;
  const method = hook instanceof DescriptorValue ? hook.wrapped : hook;
  const keywords = new Map<string, Value>();
  for (const { name, value } of node.keywords) {
    if (!name) return interpreter.unknown(say`What a class is given by ** is not followed.`);
    if (name.name !== 'metaclass') keywords.set(name.name, evaluate(interpreter, value));
  }
  const result = interpreter.call(method, { positional: [made], keywords });
  return result.kind === 'unknown' ? result : made;
}
