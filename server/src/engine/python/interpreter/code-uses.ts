import type { Value } from '../../core/value.js';
import { ClassValue, FunctionValue, InstanceValue } from '../runtime/class-objects.js';
import { LibraryObject } from '../runtime/objects.js';
import { BuiltinValue, ModuleValue } from '../runtime/runtime.js';
import type { Expression } from '../syntax/tree/ast.js';
import { targetNames } from '../syntax/tree/bound-names.js';
import { capturedNames } from '../syntax/tree/captured-names.js';
import { namesIn, walk, type Node } from '../syntax/tree/walk.js';
import { isReading, isMethodOfBuiltins, mayChangeArguments } from './changing-methods.js';

/** A method that is called by its name. */
export interface CalledCode {
  readonly object: Value;
  readonly method: string;
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
  private readonly changed = new Set<string>();
  /** Which names a name may share its object, or parts of it, with. */
  private readonly sources = new Map<string, Set<string>>();

  /** @param valueOf the value of a name or of a chain of names, where it is known without running code */
  constructor(
    nodes: readonly Node[],
    private readonly valueOf: (node: Expression) => Value | undefined,
  ) {
    this.mentioned = namesIn(nodes);
    walk(nodes, (node) => {
      this.look(node);
      return true;
    });
  }

  /** Names whose objects may change, those included that share an object with one. */
  changedNames(): ReadonlySet<string> {
    const open = [...this.changed];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const source of this.sources.get(name) ?? []) {
        if (this.changed.has(source)) continue;
        this.changed.add(source);
        open.push(source);
      }
    }
    return this.changed;
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
        this.assigned(node.target, node.iter);
        break;
      case 'With':
        for (const { target, context } of node.items) if (target) this.assigned(target, context);
        break;
      case 'Match':
        for (const { pattern } of node.cases)
          for (const { name, start, end } of capturedNames(pattern)) this.assigned({ type: 'Name', name, start, end }, node.subject);
        break;
      case 'Comprehension':
        for (const clause of node.clauses) this.assigned(clause.target, clause.iter);
        break;
      case 'AugAssign':
        this.changes(node.target);
        this.assigned(node.target, node.value);
        break;
      case 'Delete':
        for (const target of node.targets) if (target.type !== 'Name') this.changes(target);
        break;
      case 'Call':
        this.call(node.callee, [...node.positional, ...node.keywords.map((k) => k.value)]);
        break;
      case 'Attribute': {
        const value = this.valueOf(node);
        if (value) this.mentionedValues.add(value);
        break;
      }
      case 'Subscript':
        for (const name of namesIn([node.object])) this.indexed.add(name);
        break;
    }
  }

  private assigned(target: Expression, value: Expression): void {
    const from = namesIn([value]);
    for (const name of targetNames(target)) {
      const sources = this.sources.get(name) ?? new Set();
      for (const source of from) sources.add(source);
      this.sources.set(name, sources);
    }
    walk([target], (node) => {
      if (node.type === 'Attribute') this.changes(node.object);
      if (node.type === 'Subscript' && !this.changesItem(node.object, node.index)) this.changes(node.object);
      if (node.type === 'Attribute') this.setsAttribute(node.object, node.attribute.name);
      return true;
    });
  }

  private setsAttribute(object: Expression, name: string): void {
    const owner = this.valueOf(object);
    if (owner instanceof ClassValue || owner instanceof FunctionValue) this.setAttributes.push([owner, name]);
  }

  /** Whether the one item is all that is changed, of a value that is found by a chain of names. */
  private changesItem(object: Expression, index: Expression | undefined): boolean {
    const value = object.type === 'Attribute' && index?.type === 'String' ? this.valueOf(object) : undefined;
    if (!(value instanceof LibraryObject) || value.protocol.forget === undefined || index?.type !== 'String') return false;
    this.changedItems.push([value, index.traced.text]);
    return true;
  }

  private changes(object: Expression): void {
    for (const name of namesIn([object])) this.changed.add(name);
    const value = object.type === 'Attribute' ? this.valueOf(object) : undefined;
    if (value) this.changedValues.add(value);
  }

  private call(callee: Expression, args: readonly Expression[]): void {
    if (callee.type === 'Attribute') {
      const { name } = callee.attribute;
      const ofItem = (name === 'setdefault' || name === 'pop') && this.changesItem(callee.object, args[0]);
      if (!ofItem && !isReading(name)) this.changes(callee.object);
      const object = this.valueOf(callee.object);
      if (object) this.called.push({ object, method: name });
      if (!this.leavesArguments(callee, object)) for (const argument of args) this.changes(argument);
      return;
    }
    const value = this.valueOf(callee);
    if (value instanceof BuiltinValue && !mayChangeArguments(value)) return;
    for (const argument of args) this.changes(argument);
  }

  /** Whether a method does not change what it is given. */
  private leavesArguments(callee: Expression & { type: 'Attribute' }, object: Value | undefined): boolean {
    const { name } = callee.attribute;
    if (!object) return isReading(name) || isMethodOfBuiltins(name);
    if (object instanceof ModuleValue || object instanceof ClassValue || object instanceof InstanceValue) {
      const member = this.valueOf(callee);
      return member instanceof BuiltinValue && !mayChangeArguments(member);
    }
    if (object instanceof LibraryObject) return !/shuffle/.test(name);
    return object.kind !== 'unknown' && object.kind !== 'ref' && object.kind !== 'callable';
  }
}
