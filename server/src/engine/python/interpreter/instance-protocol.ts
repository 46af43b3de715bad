import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { TracedText } from '../../core/traced-text.js';
import { str, UnknownValue, type Value } from '../../core/value.js';
import type { BinaryOperator } from '../syntax/tree/ast.js';
import type { ClassValue, InstanceValue } from '../runtime/class-objects.js';
import { ExceptionValue, type ObjectProtocol } from '../runtime/objects.js';
import { notImplemented } from '../runtime/not-implemented.js';
import { operatorsByName } from '../runtime/operators/special-methods.js';
import { textOfArguments } from '../runtime/exceptions.js';
import { asInteger, iterateItems, keyOf, pyRepr, pyStr, truthy, typeName } from '../runtime/semantics.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { bindMethod } from './calls.js';
import type { Interpreter } from './interpreter.js';

const methodOfOperator = new Map<BinaryOperator, string>(Object.entries(operatorsByName).map(([name, op]) => [op, name]));
const orderMethods = { '<': '__lt__', '<=': '__le__', '>': '__gt__', '>=': '__ge__' } as const;

/** Special methods that are followed, or that change nothing that is followed. */
const followed: ReadonlySet<string> = new Set(
  [
    ...['init', 'post_init', 'call', 'str', 'repr', 'format', 'del', 'len', 'bool', 'iter', 'next', 'getitem', 'setitem', 'delitem'],
    ...[
      'contains',
      'eq',
      'ne',
      'hash',
      'lt',
      'le',
      'gt',
      'ge',
      'enter',
      'exit',
      'getattr',
      'invert',
      'neg',
      'pos',
      'abs',
      'int',
      'float',
      'trunc',
      'floor',
      'ceil',
      'round',
      'divmod',
      'rdivmod',
      'key',
      'setattr',
      'init_subclass',
      'class_getitem',
      'reversed',
    ],
    ...Object.keys(operatorsByName).flatMap((name) => [name, `r${name}`, `i${name}`]),
  ].map((name) => `__${name}__`),
);

/** Special methods that objects of a config's classes may have: what is made of them outside of its evaluation is not followed. */
const inConfigs: ReadonlySet<string> = new Set(['__init__', '__call__', '__str__', '__repr__', '__format__', '__del__']);

/** A special method of a class that is not followed, if it has one. */
export function unfollowedMethod(interpreter: Interpreter, names: ReadonlySet<string>): string | undefined {
  const known = interpreter.host.importer ? followed : inConfigs;
  for (const name of names) if (!known.has(name)) return name;
  return undefined;
}

/**
 * What Python's protocols find in the objects of a class that a program defines. Where what a special method gives is not known, an UnknownSignal is thrown.
 * @param names the class's special methods
 */
export function protocolMaker(
  interpreter: Interpreter,
  ofClass: ClassValue,
  names: ReadonlySet<string>,
): ((instance: InstanceValue) => ObjectProtocol) | undefined {
  if (!interpreter.host.importer) return undefined;
  const plain = [...names].every((name) => withoutProtocol.has(name));
  return plain && ofClass.exceptionBase === undefined ? undefined : (instance) => new Methods(interpreter, instance, names).protocol();
}

const withoutProtocol: ReadonlySet<string> = new Set([
  '__init__',
  '__post_init__',
  '__call__',
  '__del__',
  '__class_getitem__',
  '__enter__',
  '__exit__',
  '__getattr__',
  '__setattr__',
  '__init_subclass__',
]);

/** The special methods of one object. */
class Methods {
  constructor(
    private readonly interpreter: Interpreter,
    private readonly instance: InstanceValue,
    private readonly names: ReadonlySet<string>,
  ) {}

  protocol(): ObjectProtocol {
    const { names } = this;
    const has = (name: string): boolean => names.has(`__${name}__`);
    const call = (name: string, ...args: readonly Value[]): Value => this.known(name, ...args);
    return {
      ...(this.hasText() && { text: (how: 'str' | 'repr') => this.text(how) }),
      ...(has('format') && { format: (spec: string) => pyStr(call('__format__', str(spec, this.instance.span))) }),
      ...((has('bool') || has('len')) && { truth: () => this.truth() }),
      ...(has('len') && { size: () => Number(asInteger(call('__len__')) ?? 0n) }),
      ...((has('iter') || has('getitem')) && { iterate: () => this.items() }),
      ...(has('next') && { next: () => this.next() }),
      ...(has('getitem') && { getItem: (index: Value) => this.call('__getitem__', index) }),
      ...(has('setitem') && { setItem: (index: Value, value: Value) => void this.known('__setitem__', index, value) }),
      ...(has('delitem') && { deleteItem: (index: Value) => void this.known('__delitem__', index) }),
      ...(has('contains') && { contains: (item: Value) => this.interpreter.bool(this.isTrue('__contains__', item)) }),
      ...((has('eq') || has('ne')) && { equals: (other: Value) => this.equals(other) }),
      ...((has('eq') || has('hash')) && { key: () => this.key() }),
      ...(has('invert') && { invert: () => this.call('__invert__') }),
      order: (op, other) => (names.has(orderMethods[op]) ? this.answer(orderMethods[op], other) : undefined),
      binary: (op, other, reflected) => this.binary(op, other, reflected),
    };
  }

  private call(name: string, ...positional: readonly Value[]): Value {
    const method = this.instance.ofClass.find(name);
    if (!method) throw new PyError('TypeError', `'${typeName(this.instance)}' object has no ${name}`);
    return this.interpreter.call(bindMethod(method, this.instance), { positional, keywords: new Map() });
  }

  private known(name: string, ...positional: readonly Value[]): Value {
    const value = this.call(name, ...positional);
    if (value.kind === 'unknown') throw new UnknownSignal(value);
    return value;
  }

  private isTrue(name: string, ...positional: readonly Value[]): boolean {
    const answer = truthy(this.call(name, ...positional));
    if (typeof answer !== 'boolean') throw new UnknownSignal(answer);
    return answer;
  }

  /** What a comparison says; undefined where it gives NotImplemented. */
  private answer(name: string, other: Value): boolean | undefined {
    if (other.kind === 'unknown') throw new UnknownSignal(other);
    const value = this.known(name, other);
    if (value === notImplemented) return undefined;
    const answer = truthy(value);
    if (typeof answer !== 'boolean') throw new UnknownSignal(answer);
    return answer;
  }

  private hasText(): boolean {
    return this.instance.ofClass.exceptionBase !== undefined || this.names.has('__str__') || this.names.has('__repr__');
  }

  /** What cannot be known, or raises, leaves a hole in a text. */
  private text(how: 'str' | 'repr'): TracedText | undefined {
    const name = how === 'str' && this.names.has('__str__') ? '__str__' : '__repr__';
    // An exception's `__str__` does not ask for its `__repr__`.
    const ofException = how === 'str' && name === '__repr__' && this.instance.ofClass.exceptionBase !== undefined;
    if (ofException || !this.names.has(name)) return this.exceptionText(how);
    const value = this.call(name);
    if (value.kind === 'unknown') return TracedText.of('⟨unknown⟩', { kind: 'unknown', reason: value.reason, span: value.span });
    if (value.kind !== 'str') throw new PyError('TypeError', `${name} returned non-string (type ${typeName(value)})`);
    return value.traced;
  }

  private exceptionText(how: 'str' | 'repr'): TracedText | undefined {
    const { ofClass, attributes, span } = this.instance;
    if (ofClass.exceptionBase === undefined) return undefined;
    const args = attributes.get('args');
    if (how === 'str') return textOfArguments(this.instance);
    return pyRepr(new ExceptionValue(ofClass.name, args?.kind === 'tuple' ? args.items : [], span));
  }

  private truth(): boolean {
    return this.names.has('__bool__') ? this.isTrue('__bool__') : asInteger(this.known('__len__')) !== 0n;
  }

  private items(): Iterable<Value> {
    if (!this.names.has('__iter__')) return this.byIndex();
    const made = this.known('__iter__');
    if (made === this.instance) return this.untilEnd();
    const items = iterateItems(made);
    if (!items) throw new PyError('TypeError', `iter() returned non-iterator of type '${typeName(made)}'`);
    return items;
  }

  private *untilEnd(): Iterable<Value> {
    for (let item = this.next(); item !== undefined; item = this.next()) yield item;
  }

  private next(): Value | undefined {
    return this.until('StopIteration', () => this.call('__next__'));
  }

  private *byIndex(): Iterable<Value> {
    for (let i = 0; ; i++) {
      const item = this.until('IndexError', () => this.call('__getitem__', this.interpreter.int(i)));
      if (!item) return;
      yield item;
    }
  }

  private until(type: string, give: () => Value): Value | undefined {
    const { interpreter } = this;
    const { nesting, callDepth } = interpreter;
    const frames = interpreter.frames.length;
    interpreter.step();
    try {
      return give();
    } catch (error) {
      if (!(error instanceof PyError) || error.type !== type) throw error;
      interpreter.frames.length = frames;
      Object.assign(interpreter, { nesting, callDepth });
      return undefined;
    }
  }

  private equals(other: Value): boolean | undefined {
    if (this.names.has('__eq__')) return this.answer('__eq__', other);
    const differs = this.answer('__ne__', other);
    return differs === undefined ? undefined : !differs;
  }

  /** Equal objects must have one key: `__key__`, of classes that we write ourselves, says what makes them equal. */
  private key(): string {
    if (!this.names.has('__hash__')) throw new PyError('TypeError', `unhashable type: '${typeName(this.instance)}'`);
    if (this.names.has('__key__')) return keyOf(this.known('__key__'));
    throw new UnknownSignal(new UnknownValue(say`Objects with a hash of their own are not followed as keys.`, this.instance.span));
  }

  private binary(op: BinaryOperator, other: Value, reflected: boolean): Value | undefined {
    const name = methodOfOperator.get(op);
    const method = name && `__${reflected ? 'r' : ''}${name}__`;
    if (method === undefined || !this.names.has(method)) return undefined;
    const value = this.call(method, other);
    return value === notImplemented ? undefined : value;
  }
}
