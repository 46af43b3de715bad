import { PyError } from '../../core/errors.js';
import type { Value } from '../../core/value.js';
import { ClassValue, DescriptorValue, FunctionValue, InstanceValue, classOfObject, OwnDictValue } from '../runtime/class-objects.js';
import { defaultFactories } from '../runtime/default-factories.js';
import type { Frame } from '../runtime/frame.js';
import { builtins } from '../runtime/builtins/index.js';
import { aliasesOf, isChangeable, heldBy, reachable } from '../runtime/holdings.js';
import { LibraryObject } from '../runtime/objects.js';
import { BuiltinValue, IteratorValue, ModuleValue } from '../runtime/runtime.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import type { Expression } from '../syntax/tree/ast.js';
import { functionNames } from '../syntax/tree/bound-names.js';
import { walk, type Node } from '../syntax/tree/walk.js';
import { isReading } from './changing-methods.js';
import { CodeUses, type CalledCode, type Depth } from './code-uses.js';
import type { Interpreter } from './interpreter.js';
import { lookUpQuietly } from './names.js';

/** How many of the values that a name holds are looked at for iterators and functions: more than anybody keeps these with. */
const mostLookedAt = 30;

/** Special methods that are not called for an object that is there already. */
const ofNewObjects = new Set(['__init__', '__new__', '__post_init__', '__init_subclass__', '__class_getitem__']);

/** The methods that Python calls without their names being written, or where they are written as attributes. */
function calledUnseen(ofClass: ClassValue): string[] {
  return [...ofClass.memberNames()].filter(
    (name) => (name.startsWith('__') && !ofNewObjects.has(name)) || ofClass.find(name) instanceof DescriptorValue,
  );
}

/** What code could change that may run any number of times: of all that is there before, as far as it can be found by its names. */
export class EffectsOfCode {
  /** Values that could be changed in place. */
  readonly changed = new Set<Value>();
  /** Names of other frames that functions declare and bind. */
  readonly rebound: (readonly [Frame, string])[] = [];
  /** Attributes of functions and classes that could be set. */
  readonly attributes: (readonly [Value, string])[] = [];
  /** Items of libraries' objects that alone could be changed, by their keys. */
  readonly changedItems: (readonly [LibraryObject, string])[] = [];
  private readonly followed = new Map<FunctionValue, CodeUses | undefined>();
  private readonly lookedAt = new Set<Value>();

  constructor(private readonly interpreter: Interpreter) {}

  /** What code does that runs in a frame. @param own names that are not looked up: they are bound when the code runs */
  ofCode(nodes: readonly Node[], frame: Frame, own: ReadonlySet<string> = noNames): CodeUses {
    const scope: Scope = { frame, own, imported: this.importedBy(nodes, frame) };
    const uses = new CodeUses(nodes, {
      valueOf: (node) => this.valueIn(scope, node),
      changesOf: (f, parameter) => this.changesOf(f, parameter),
    });
    for (const [name, depth] of uses.changedNames) {
      const value = this.valueOfName(scope, name);
      if (value) this.changes(value, depth);
    }
    for (const value of uses.changedValues) this.changes(value, 'within');
    if (this.bindsUnwritten(scope, uses)) this.changed.add(moduleFrame(frame).globals);
    for (const value of this.valuesOf(scope, uses.mentioned)) this.mentions(value);
    for (const value of uses.mentionedValues) this.used(value);
    for (const value of this.valuesOf(scope, uses.indexed)) this.fills(value);
    for (const called of uses.called) this.calls(called);
    this.changedItems.push(...uses.changedItems);
    this.attributes.push(...uses.setAttributes);
    return uses;
  }

  /** Whether code may bind names of its module without writing them: through the dict that holds them, or by running a text. */
  private bindsUnwritten(scope: Scope, { changedNames, mentioned }: CodeUses): boolean {
    const isBuiltin = (name: string): boolean => this.valueOfName(scope, name) === builtins.get(name);
    const isModule = scope.frame.kind === 'module' && scope.own === noNames;
    const dicts = isModule ? ['globals', 'locals', 'vars'] : ['globals'];
    return dicts.some((name) => changedNames.has(name) && isBuiltin(name)) || (mentioned.has('exec') && isBuiltin('exec'));
  }

  /** How far a function changes an argument. Of one that calls itself it is taken that it changes all. */
  private changesOf(f: FunctionValue, parameter: number | string): Depth | undefined {
    const { positionalOnly, positional, keywordOnly, varArgs, kwArgs } = f.node.parameters;
    const byPlace = [...positionalOnly, ...positional];
    const known =
      typeof parameter === 'number' ? byPlace[parameter] : [...byPlace, ...keywordOnly].find(({ name }) => name.name === parameter);
    const name = (known ?? (typeof parameter === 'number' ? varArgs : kwArgs))?.name.name;
    const uses = this.follow(f);
    if (!uses || name === undefined) return 'within';
    const depth = uses.changedNames.get(name);
    // What is gathered in `*args` is new, what it holds is not.
    return known || depth === undefined ? depth : 'within';
  }

  private valuesOf(scope: Scope, names: Iterable<string>): Value[] {
    return [...names].flatMap((name) => this.valueOfName(scope, name) ?? []);
  }

  /** What a function does that is not followed, with a value that it is given. */
  given(value: Value): void {
    for (const part of reachable(value)) {
      if (isChangeable(part)) this.changed.add(part);
      this.used(part);
      if (part instanceof InstanceValue || part instanceof OwnDictValue) this.methods(part.ofClass, part.ofClass.memberNames(), undefined);
    }
  }

  /** What calling a value does, or taking items from it. */
  used(value: Value): void {
    if (this.lookedAt.has(value)) return;
    this.lookedAt.add(value);
    if (value instanceof FunctionValue) this.follow(value);
    else if (value instanceof IteratorValue) {
      this.changed.add(value);
      if (value.code) this.ofCode(value.code.nodes, value.code.frame);
      for (const part of heldBy(value)) this.used(part);
    } else if (value instanceof BuiltinValue) this.usesMethod(value);
    else if (value instanceof InstanceValue || value instanceof OwnDictValue) this.usesInstance(value);
    else if (value instanceof ClassValue) this.usesClass(value);
    else if (value instanceof DescriptorValue) for (const part of heldBy(value)) this.used(part);
    else if (value instanceof LibraryObject) {
      if (value.protocol.isConsumed) this.changed.add(value);
      for (const part of heldBy(value)) this.used(part);
    }
  }

  /** A name that is written: what it holds may be called, or run through. */
  private mentions(value: Value): void {
    if (this.lookedAt.has(value)) return;
    if (value.kind === 'list' || value.kind === 'tuple' || value.kind === 'dict') {
      for (const part of reachable(value, mostLookedAt)) if (part.kind === 'object' || part.kind === 'callable') this.used(part);
      this.lookedAt.add(value);
    } else this.used(value);
  }

  private usesMethod({ self, path }: BuiltinValue): void {
    if (!self || isReading(path.slice(path.lastIndexOf('.') + 1))) return;
    const ofClass = classOfObject(self);
    if (!ofClass) this.changes(self, 'within');
    else this.methods(ofClass, [path.slice(path.lastIndexOf('.') + 1)], self);
  }

  private usesInstance(value: InstanceValue | OwnDictValue): void {
    if (value.ofClass.find('__next__')) this.changes(value, 'within');
    this.methods(value.ofClass, calledUnseen(value.ofClass), value);
  }

  private usesClass(value: ClassValue): void {
    if (!value.meta) this.methods(value, ['__init__', '__post_init__', '__new__'], undefined);
  }

  private methods(ofClass: ClassValue, names: Iterable<string>, self: Value | undefined): void {
    for (const name of names) {
      const member = ofClass.find(name);
      for (const method of member instanceof DescriptorValue ? heldBy(member) : [member])
        if (method instanceof FunctionValue) this.follow(method, self);
    }
  }

  private calls({ object, method }: CalledCode): void {
    const ofClass = classOfObject(object);
    if (ofClass) this.methods(ofClass, [method], object);
    if (object instanceof ClassValue) this.methods(object, [method], undefined);
  }

  private changes(value: Value, depth: Depth): void {
    for (const alias of aliasesOf(value, depth === 'within')) this.changed.add(alias);
  }

  /** What is read of a dict by a key that it lacks may be put into it. */
  private fills(value: Value): void {
    for (const part of reachable(value, mostLookedAt))
      if (part.kind === 'dict' && (part instanceof OwnDictValue || defaultFactories.has(part))) this.changed.add(part);
  }

  /** What a function does to what it sees from outside. @param self what it is bound to. @returns undefined while that is being found out */
  private follow(value: FunctionValue, self?: Value): CodeUses | undefined {
    const uses = this.followed.has(value) ? this.followed.get(value) : this.usesOf(value);
    const { positionalOnly, positional } = value.node.parameters;
    const [first] = [...positionalOnly, ...positional];
    const depth = first && (uses ? uses.changedNames.get(first.name.name) : 'within');
    if (self && depth) this.changes(self, depth);
    return uses;
  }

  private usesOf(value: FunctionValue): CodeUses {
    this.followed.set(value, undefined);
    const { node, frame } = value;
    const names = functionNames(node, frame.module.baseModules);
    const uses = this.ofCode(node.type === 'Lambda' ? [node.body] : node.body, frame, names.locals);
    this.followed.set(value, uses);
    for (const name of names.globals) this.rebound.push([moduleFrame(frame), name]);
    for (const name of names.nonlocals) this.rebound.push([frameOf(frame, name), name]);
    // A parameter that is not given is what it is by default, each time.
    for (const [name, held] of value.defaults) {
      const depth = uses.changedNames.get(name);
      if (depth) this.changes(held, depth);
    }
    return uses;
  }

  /** What names stand for that code imports when it runs, for those who ask. */
  private importedBy(nodes: readonly Node[], frame: Frame): Map<string, () => Value | undefined> {
    const { interpreter } = this;
    const found = new Map<string, () => Value | undefined>();
    const module = (name: string, level: number) => (): Value | undefined =>
      quietly(() => interpreter.within(frame, () => interpreter.host.importer?.module(interpreter, name, level)));
    walk(nodes, (node) => {
      if (node.type === 'Import')
        for (const { name, asName } of node.names) {
          const top = name.name.split('.')[0]!;
          found.set(asName?.name ?? top, module(asName ? name.name : top, 0));
        }
      if (node.type === 'ImportFrom')
        for (const { name, asName } of node.names)
          found.set((asName ?? name).name, () => {
            const from = module(node.module, node.level)();
            return from instanceof ModuleValue ? quietly(() => from.member(interpreter, name.name)) : undefined;
          });
      return true;
    });
    return found;
  }

  private lookUp(frame: Frame, name: string): Value | undefined {
    return quietly(() => this.interpreter.within(frame, () => lookUpQuietly(this.interpreter, name)));
  }

  private valueOfName({ frame, own, imported }: Scope, name: string): Value | undefined {
    return (own.has(name) ? undefined : this.lookUp(frame, name)) ?? imported.get(name)?.();
  }

  /** The value of a name, or of a chain of names behind a module, an object or a class, found without running the code. */
  private valueIn(scope: Scope, node: Expression): Value | undefined {
    if (node.type === 'Name') return this.valueOfName(scope, node.name);
    if (node.type !== 'Attribute') return undefined;
    const object = this.valueIn(scope, node.object);
    const { name } = node.attribute;
    if (object instanceof ModuleValue) return quietly(() => object.member(this.interpreter, name));
    if (object instanceof InstanceValue || object instanceof OwnDictValue) return object.attributes.get(name) ?? object.ofClass.find(name);
    return object instanceof ClassValue ? object.find(name) : undefined;
  }
}

/** Where code runs, and what its names stand for. */
interface Scope {
  readonly frame: Frame;
  /** Names that the code itself binds. */
  readonly own: ReadonlySet<string>;
  readonly imported: ReadonlyMap<string, () => Value | undefined>;
}

const noNames: ReadonlySet<string> = new Set();

function quietly(find: () => Value | undefined): Value | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof PyError || error instanceof UnknownSignal) return undefined;
    throw error;
  }
}

function moduleFrame(frame: Frame): Frame {
  let at = frame;
  while (at.parent) at = at.parent;
  return at;
}

/** The frame of the function around, in which a `nonlocal` name is bound. */
function frameOf(frame: Frame, name: string): Frame {
  for (let at: Frame | undefined = frame; at && at.kind !== 'module'; at = at.parent)
    if (at.kind === 'function' && (at.names?.locals.has(name) ?? at.locals.has(name))) return at;
  return frame;
}
