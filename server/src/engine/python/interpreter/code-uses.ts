import type { Value } from '../../core/value.js';
import { ClassValue, DescriptorValue, FunctionValue, InstanceValue, classOfObject } from '../runtime/class-objects.js';
import { LibraryObject } from '../runtime/objects.js';
import { BuiltinValue, ModuleValue } from '../runtime/runtime.js';
import type { Expression } from '../syntax/tree/ast.js';
import { targetNames } from '../syntax/tree/bound-names.js';
import { capturedNames } from '../syntax/tree/captured-names.js';
import { namesIn, walk, type Node } from '../syntax/tree/walk.js';
import { isReading, isMethodOfBuiltins, mayChangeArguments, makesNew } from './changing-methods.js';

/** A method that is called by its name. */
export interface CalledCode {
  readonly object: Value;
  readonly method: string;
}

/** How far a change goes: into the object itself, or into what it holds as well. */
export type Depth = 'itself' | 'within';

/** What is known of names and functions while code is looked at, without running it. */
export interface KnownOfCode {
  /** The value of a name or of a chain of names. */
  valueOf(node: Expression): Value | undefined;
  /** How far a function changes an argument, by its place or its name; undefined where it leaves it alone. */
  changesOf(f: FunctionValue, parameter: number | string): Depth | undefined;
}

/** How code uses the names that are written in it. */
export class CodeUses {
  /** All names that are written. */
  readonly mentioned: ReadonlySet<string>;
  /** Values that are found by a chain of names: `random.shuffle`. */
  readonly mentionedValues = new Set<Value>();
  /** Values of such chains that could be changed in place: `os.environ`. */
  readonly changedValues = new Set<Value>();
  /** Items of such values that alone could be changed, by their keys: of `os.environ`. */
  readonly changedItems: (readonly [LibraryObject, string])[] = [];
  /** Names of which items are taken: `found[key]`. */
  readonly indexed = new Set<string>();
  readonly called: CalledCode[] = [];
  /** Attributes of functions and classes that are set. */
  readonly setAttributes: (readonly [Value, string])[] = [];
  private readonly changed = new Map<string, Depth>();
  /** Which names a name may share its object with (`itself`), or only what that holds (`within`), and of which it may be a part (`part`). */
  private readonly sources = new Map<string, Map<string, Source>>();

  constructor(
    nodes: readonly Node[],
    private readonly known: KnownOfCode,
  ) {
    this.mentioned = namesIn(nodes);
    walk(nodes, (node) => {
      this.look(node);
      return true;
    });
    this.spread();
  }

  /** Names whose objects may change, those included that share an object with one, and how far. */
  get changedNames(): ReadonlyMap<string, Depth> {
    return this.changed;
  }

  private spread(): void {
    const open = [...this.changed.keys()];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const depth = this.changed.get(name)!;
      for (const [source, how] of this.sources.get(name) ?? []) {
        const further = how === 'itself' ? depth : how === 'part' || depth === 'within' ? 'within' : undefined;
        if (further && this.changesName(source, further)) open.push(source);
      }
    }
  }

  /** @returns whether that is news */
  private changesName(name: string, depth: Depth): boolean {
    const there = this.changed.get(name);
    if (there === 'within' || there === depth) return false;
    this.changed.set(name, depth);
    return true;
  }

  private look(node: Node): void {
    switch (node.type) {
      case 'Assign':
        for (const target of node.targets) this.assigned(target, node.value);
        break;
      case 'AnnAssign':
      case 'NamedExpression':
        if (node.value) this.assigned(node.target, node.value);
        break;
      case 'For':
        this.assigned(node.target, node.iter, 'part');
        break;
      case 'With':
        for (const { target, context } of node.items) if (target) this.assigned(target, context, 'part');
        break;
      case 'Match':
        for (const { pattern } of node.cases)
          for (const { name, start, end } of capturedNames(pattern))
            this.assigned({ type: 'Name', name, start, end }, node.subject, 'part');
        break;
      case 'Comprehension':
        for (const clause of node.clauses) this.assigned(clause.target, clause.iter, 'part');
        break;
      case 'AugAssign':
        this.changes(node.target);
        this.assigned(node.target, node.value, 'within');
        break;
      case 'Delete':
        for (const target of node.targets) if (target.type === 'Attribute' || target.type === 'Subscript') this.changes(target.object);
        break;
      case 'Call':
        this.call(node);
        break;
      case 'Attribute': {
        const value = this.known.valueOf(node);
        if (value) this.mentionedValues.add(value);
        break;
      }
      case 'Subscript':
        for (const name of namesIn([node.object])) this.indexed.add(name);
        break;
    }
  }

  private assigned(target: Expression, value: Expression, how = this.sharing(target, value)): void {
    const from = namesIn([value]);
    for (const name of targetNames(target)) {
      const sources = this.sources.get(name) ?? new Map<string, Source>();
      for (const source of from) if (rank[how] >= rank[sources.get(source) ?? 'within']) sources.set(source, how);
      this.sources.set(name, sources);
    }
    walk([target], (node) => {
      if (node.type === 'Attribute') this.changes(node.object);
      if (node.type === 'Subscript' && !this.changesItem(node.object, node.index)) this.changes(node.object);
      if (node.type === 'Attribute') this.setsAttribute(node.object, node.attribute.name);
      return true;
    });
  }

  /** What a name that is given a value has to do with the names in it. */
  private sharing(target: Expression, value: Expression): Source {
    if (target.type !== 'Name') return 'part';
    if (value.type === 'Name') return 'itself';
    if (value.type === 'Comprehension' || value.type === 'List' || value.type === 'Dict' || value.type === 'Set' || value.type === 'Tuple')
      return 'within';
    const callee = value.type === 'Call' && value.callee.type === 'Name' ? this.known.valueOf(value.callee) : undefined;
    return callee instanceof BuiltinValue && makesNew(callee) ? 'within' : 'part';
  }

  private setsAttribute(object: Expression, name: string): void {
    const owner = this.known.valueOf(object);
    if (owner instanceof ClassValue || owner instanceof FunctionValue) this.setAttributes.push([owner, name]);
  }

  /** Whether the one item is all that is changed, of a value that is found by a chain of names. */
  private changesItem(object: Expression, index: Expression | undefined): boolean {
    const value = object.type === 'Attribute' && index?.type === 'String' ? this.known.valueOf(object) : undefined;
    if (!(value instanceof LibraryObject) || value.protocol.forget === undefined || index?.type !== 'String') return false;
    this.changedItems.push([value, index.traced.text]);
    return true;
  }

  private changes(object: Expression, depth: Depth = 'itself'): void {
    if (object.type === 'Name') this.changesName(object.name, depth);
    else for (const name of namesIn([object])) this.changesName(name, 'within');
    const value = object.type === 'Attribute' ? this.known.valueOf(object) : undefined;
    if (value) this.changedValues.add(value);
  }

  private call(node: Expression & { type: 'Call' }): void {
    const { callee } = node;
    const value = this.known.valueOf(callee);
    if (callee.type === 'Attribute') this.method(node, callee, value);
    else if (value instanceof FunctionValue) this.passes(node, value, 0);
    else if (value instanceof ClassValue && !value.meta) this.passesToClass(node, value);
    else if (value instanceof BuiltinValue) this.passesToBuiltin(node, value);
    else this.changesAll(node);
  }

  private method(node: Expression & { type: 'Call' }, callee: Expression & { type: 'Attribute' }, member: Value | undefined): void {
    const { name } = callee.attribute;
    const object = this.known.valueOf(callee.object);
    if (object) this.called.push({ object, method: name });
    const own = object && classOfObject(object) && member instanceof FunctionValue ? member : undefined;
    if (own) {
      const depth = this.known.changesOf(own, 0);
      if (depth) this.changes(callee.object, depth);
      this.passes(node, own, 1);
      return;
    }
    const ofItem = (name === 'setdefault' || name === 'pop') && this.changesItem(callee.object, node.positional[0]);
    if (!ofItem && !isReading(name)) this.changes(callee.object);
    if (object instanceof ModuleValue && member instanceof FunctionValue) this.passes(node, member, 0);
    else if (object instanceof ModuleValue && member instanceof ClassValue && !member.meta) this.passesToClass(node, member);
    else if (member instanceof BuiltinValue) this.passesToBuiltin(node, member);
    else if (!leavesArguments(name, object)) this.changesAll(node);
  }

  /** The arguments of a function that is known, each as far as that changes its parameter. */
  private passes(node: Expression & { type: 'Call' }, f: FunctionValue, first: number): void {
    for (const [i, argument] of node.positional.entries()) {
      const depth = argument.type === 'Starred' ? 'within' : this.known.changesOf(f, first + i);
      if (depth) this.changes(argument, depth);
    }
    for (const { name, value } of node.keywords) {
      const depth = name ? this.known.changesOf(f, name.name) : 'within';
      if (depth) this.changes(value, depth);
    }
  }

  private passesToClass(node: Expression & { type: 'Call' }, value: ClassValue): void {
    const init = value.find('__init__');
    if (init instanceof FunctionValue) this.passes(node, init, 1);
    else if (init instanceof DescriptorValue || init) this.changesAll(node);
  }

  private passesToBuiltin({ positional: [first] }: Expression & { type: 'Call' }, called: BuiltinValue): void {
    if (first && mayChangeArguments(called)) this.changes(first.type === 'Starred' ? first.value : first);
  }

  private changesAll(node: Expression & { type: 'Call' }): void {
    for (const argument of [...node.positional, ...node.keywords.map(({ value }) => value)]) this.changes(argument, 'within');
  }
}

type Source = Depth | 'part';
const rank: Readonly<Record<Source, number>> = { within: 0, itself: 1, part: 2 };

/** Whether a method that is not known does not change what it is given. */
function leavesArguments(name: string, object: Value | undefined): boolean {
  if (!object) return isReading(name) || isMethodOfBuiltins(name);
  if (object instanceof ModuleValue || object instanceof ClassValue || object instanceof InstanceValue) return false;
  if (object instanceof LibraryObject) return !name.includes('shuffle');
  return object.kind !== 'unknown' && object.kind !== 'ref' && object.kind !== 'callable';
}
