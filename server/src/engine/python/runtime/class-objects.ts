import type { Span } from '../../core/span.js';
import type { TracedText } from '../../core/traced-text.js';
import { CallableValue, DictValue, IntValue, nameKey, ObjectValue, TupleValue, type Value } from '../../core/value.js';
import type { BinaryOperator, FunctionDef, Lambda } from '../syntax/tree/ast.js';
import type { Frame } from './frame.js';
import { chargePassed } from '../../core/cost.js';
import { LibraryObject, StrSubclassValue, type ObjectProtocol } from './objects.js';
import { BuiltinValue, type Arguments } from './runtime.js';

/** A function or lambda of a config, with the frame that it was made in. */
export class FunctionValue extends CallableValue {
  readonly callableKind = 'function';
  /** Attributes set on the function object. */
  readonly attributes = new Map<string, Value>();
  constructor(
    /** `__qualname__` */
    readonly path: string,
    readonly span: Span,
    readonly node: FunctionDef | Lambda,
    readonly frame: Frame,
    /** By parameter name. */
    readonly defaults: Map<string, Value>,
  ) {
    super();
  }
}

/** What `namedtuple` and `NamedTuple` know of a class. */
export interface TupleFields {
  readonly names: readonly string[];
  readonly defaults: ReadonlyMap<string, Value>;
}

/** An object of a class made by `namedtuple` or `NamedTuple`: a tuple whose items have names. */
export class NamedTupleValue extends TupleValue {
  constructor(
    items: readonly Value[],
    span: Span,
    readonly ofClass: ClassValue,
    readonly names: readonly string[],
  ) {
    super(items, span);
  }
}

/** A class of a config. Its module is the one in which mmengine runs configs. */
export class ClassValue extends CallableValue {
  readonly callableKind = 'class';
  readonly path: string;
  /** What calls and operators make of the class itself, where a metaclass decides: of an Enum. */
  meta: (ObjectProtocol & { readonly call?: (args: Arguments) => Value }) | undefined;
  /** `__qualname__`. */
  qualifiedName: string;
  /** It is of a module of a program, whose name depends on how that is loaded. */
  ofProgram = false;
  /** Its objects are texts, ints or dicts too: `class X(str, Enum)`, `class X(dict)`. */
  mixin: 'str' | 'int' | 'dict' | undefined;
  /** What its definition derives it from; nothing for a class that has no definition. */
  bases: readonly Value[] = [];
  /** The fields of its objects, where they are tuples with names. */
  tupleFields: TupleFields | undefined;
  constructor(
    readonly name: string,
    readonly span: Span,
    /** Classes that it derives from, nearest first, without itself: its method resolution order. */
    readonly ancestors: readonly ClassValue[],
    /** The builtin exception that it derives from, if it does. */
    readonly exceptionBase: string | undefined,
    readonly members: Map<string, Value>,
    /** The names that its body annotates, with the texts of their annotations, in order. */
    readonly annotations: ReadonlyMap<string, string> = new Map(),
  ) {
    super();
    this.path = `builtins.${name}`;
    this.qualifiedName = name;
  }

  /** A member of the class or of those it derives from. */
  find(name: string): Value | undefined {
    const own = this.members.get(name);
    if (own) return own;
    chargePassed(this.ancestors.length);
    for (const c of this.ancestors) {
      const member = c.members.get(name);
      if (member) return member;
    }
    return undefined;
  }

  /** The names of all that the class and those it derives from define. */
  memberNames(): Set<string> {
    return new Set([this, ...this.ancestors].flatMap((one) => [...one.members.keys()]));
  }

  /** The special methods of the class and of those it derives from: `__len__`, `__eq__`. */
  specialMethods(): ReadonlySet<string> {
    const names = new Set<string>();
    for (const c of [this, ...this.ancestors])
      for (const [name, member] of c.members) if (name.startsWith('__') && isCode(member)) names.add(name);
    return names;
  }
}

function isCode(member: Value): boolean {
  return member instanceof FunctionValue || (member instanceof BuiltinValue && member.callableKind === 'function');
}

/** What `@property`, `@staticmethod` and `@classmethod` make of a function. */
export class DescriptorValue extends ObjectValue {
  constructor(
    readonly typeName: 'property' | 'staticmethod' | 'classmethod',
    readonly wrapped: Value,
    readonly span: Span,
    /** What a property calls where it is set, and where it is deleted. */
    readonly setter?: Value,
    readonly deleter?: Value,
  ) {
    super();
  }
}

/** The attributes of an object whose `__dict__` was asked for: what is in that dict, whoever changes it. */
class AttributesInDict extends Map<string, Value> {
  constructor(private readonly dict: DictValue) {
    super();
  }

  private get all(): Map<string, Value> {
    return new Map([...this.dict.entries.values()].flatMap(({ key, value }) => (key.kind === 'str' ? [[key.text, value] as const] : [])));
  }

  override get size(): number {
    return this.all.size;
  }

  override get(name: string): Value | undefined {
    return this.dict.get(name);
  }

  override has(name: string): boolean {
    return this.dict.get(name) !== undefined;
  }

  override set(name: string, value: Value): this {
    this.dict.set(name, value);
    return this;
  }

  override delete(name: string): boolean {
    return this.dict.entries.delete(nameKey(name));
  }

  override keys(): MapIterator<string> {
    return this.all.keys();
  }

  override values(): MapIterator<Value> {
    return this.all.values();
  }

  override entries(): MapIterator<[string, Value]> {
    return this.all.entries();
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.all.entries();
  }
}

/** The `__dict__` of an object. */
export class InstanceDict extends DictValue {
  constructor(
    readonly owner: InstanceValue,
    span: Span,
  ) {
    super(span);
  }
}

/** An object of a class of a config. */
export class InstanceValue extends LibraryObject {
  attributes: Map<string, Value> = new Map<string, Value>();
  /** Its `__dict__`, if it was asked for. */
  dict: InstanceDict | undefined;
  override readonly protocol: ObjectProtocol;
  /** @param protocol makes what the special methods of its class do with it */
  constructor(
    readonly ofClass: ClassValue,
    span: Span,
    private readonly makeProtocol?: (instance: InstanceValue) => ObjectProtocol,
  ) {
    super(ofClass.name, span, () => undefined);
    this.protocol = makeProtocol?.(this) ?? {};
  }

  /** Its `__dict__`: what is done to that is done to the attributes. */
  makeDict(span: Span): InstanceDict {
    if (this.dict) return this.dict;
    const dict = new InstanceDict(this, span);
    for (const [name, value] of this.attributes) dict.set(name, value);
    this.attributes = new AttributesInDict(dict);
    return (this.dict = dict);
  }

  /** Another object of the class, without attributes. */
  again(): InstanceValue {
    return new InstanceValue(this.ofClass, this.span, this.makeProtocol);
  }
}

/** An object of a class that derives from `dict`: a dict with attributes, and the methods of its class. */
export class OwnDictValue extends DictValue {
  readonly attributes = new Map<string, Value>();
  /** Its attributes are its items: `self.__dict__ = self`. */
  attributesAreItems = false;

  /** @param makeText what its class makes of it as a text; undefined where it leaves that to `dict` */
  constructor(
    readonly ofClass: ClassValue,
    span: Span,
    private readonly makeText: (dict: OwnDictValue, how: 'str' | 'repr') => Value | undefined,
  ) {
    super(span);
  }

  text(how: 'str' | 'repr'): TracedText | undefined {
    const text = this.makeText(this, how);
    return text?.kind === 'str' ? text.traced : undefined;
  }

  setAttribute(name: string, value: Value): void {
    if (this.attributesAreItems) this.set(name, value);
    else this.attributes.set(name, value);
  }

  /** A plain dict of the same items. */
  plain(): DictValue {
    return new DictValue(this.span, 'dict', () => new Map(this.entries));
  }
}

/** The class of an object that a program's class has made; undefined for any other value. */
export function classOfObject(value: Value): ClassValue | undefined {
  return value instanceof InstanceValue || value instanceof OwnDictValue ? value.ofClass : undefined;
}

/** What Python makes of a member of an enum that is a text or a number too, where its class decides. */
export interface MemberWays {
  readonly text: (how: 'str' | 'repr') => TracedText;
  readonly format: (spec: string) => TracedText;
  /** `member op other`, or `other op member` where `reflected`; undefined where its class leaves that to the number. */
  readonly binary?: (op: BinaryOperator, other: Value, reflected: boolean) => Value | undefined;
  readonly contains?: (item: Value) => Value;
  readonly invert?: () => Value;
}

/** A member of a `class X(str, Enum)`: a text with attributes, and the methods of its class. */
export class MemberTextValue extends StrSubclassValue {
  readonly attributes = new Map<string, Value>();
  readonly ways: MemberWays;
  constructor(
    readonly ofClass: ClassValue,
    traced: TracedText,
    span: Span,
    makeWays: (member: MemberTextValue) => MemberWays,
  ) {
    super(ofClass.name, traced, span);
    this.ways = makeWays(this);
  }
}

/** A member of a `class X(int, Enum)`, an `IntEnum` or an `IntFlag`: an int with attributes, and the methods of its class. */
export class MemberIntValue extends IntValue {
  readonly attributes = new Map<string, Value>();
  readonly ways: MemberWays;
  constructor(
    readonly ofClass: ClassValue,
    value: bigint,
    span: Span,
    makeWays: (member: MemberIntValue) => MemberWays,
  ) {
    super(value, span);
    this.ways = makeWays(this);
  }
}

export type MemberValue = MemberTextValue | MemberIntValue;

/** Whether a value is a member of an enum, and a text or an int. */
export function isMember(value: Value): value is MemberValue {
  return value instanceof MemberTextValue || value instanceof MemberIntValue;
}
