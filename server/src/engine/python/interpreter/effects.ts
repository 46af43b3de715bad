import type { UnknownValue, Value } from '../../core/value.js';
import { LibraryObject } from '../runtime/objects.js';
import { BuiltinValue } from '../runtime/runtime.js';
import type { Expression } from '../syntax/tree/ast.js';
import { invalidate, aliasesOf } from './invalidate.js';
import type { Interpreter } from './interpreter.js';
import { bindUnknown, lookUpQuietly } from './names.js';
import { FunctionValue } from '../runtime/class-objects.js';
import { boundNames, targetNames } from '../syntax/tree/bound-names.js';
import { capturedNames } from '../syntax/tree/captured-names.js';
import { namesIn, walk, type Node } from '../syntax/tree/walk.js';

/**
 * Forgets all that code could change which may or may not have run: names that it binds become unknown, and so does every container that it
 * could mutate, directly, through another name, or in a function of the config that it calls.
 */
export function invalidateEffects(interpreter: Interpreter, nodes: readonly Node[], unknown: UnknownValue): void {
  const effects = new Effects(interpreter);
  effects.gather(nodes);
  const mutated = effects.mutatedNames();
  const aliases = new Set<Value>();
  for (const name of mutated) {
    const value = lookUpQuietly(interpreter, name);
    if (value) for (const container of aliasesOf(value, true)) aliases.add(container);
  }
  invalidate(interpreter, aliases, unknown);
  for (const name of boundNames(nodes, interpreter.frame.module.baseModules)) bindUnknown(interpreter, name, unknown);
  for (const name of effects.globals) interpreter.frame.globals.set(name, unknown);
}

/** Methods that leave their object as it is. */
const reading = new Set([
  'get',
  'items',
  'keys',
  'values',
  'copy',
  'index',
  'count',
  'format',
  'join',
  'split',
  'strip',
  'lstrip',
  'rstrip',
  'replace',
  'startswith',
  'endswith',
  'lower',
  'upper',
  'title',
  'splitlines',
  'find',
  'union',
  'intersection',
  'difference',
  'issubset',
  'issuperset',
  'read',
  'encode',
]);

class Effects {
  /** Global names that called functions declare and bind. */
  readonly globals = new Set<string>();
  private readonly mutated = new Set<string>();
  /** Which names a name may share its object, or parts of it, with. */
  private readonly sources = new Map<string, Set<string>>();
  private readonly followed = new Set<object>();

  constructor(private readonly interpreter: Interpreter) {}

  gather(nodes: readonly Node[]): void {
    walk(nodes, (node) => {
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
        case 'Match':
          for (const { pattern } of node.cases)
            for (const { name, start, end } of capturedNames(pattern)) this.assigned({ type: 'Name', name, start, end }, node.subject);
          break;
        case 'Comprehension':
          for (const clause of node.clauses) this.assigned(clause.target, clause.iter);
          break;
        case 'AugAssign':
          this.mutates(node.target);
          this.assigned(node.target, node.value);
          break;
        case 'Delete':
          for (const target of node.targets) if (target.type !== 'Name') this.mutates(target);
          break;
        case 'Call':
          this.called(node.callee, [...node.positional, ...node.keywords.map((k) => k.value)]);
          break;
      }
      return true;
    });
  }

  /** Names whose objects may change, those included that share an object with one. */
  mutatedNames(): ReadonlySet<string> {
    const open = [...this.mutated];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const source of this.sources.get(name) ?? []) {
        if (this.mutated.has(source)) continue;
        this.mutated.add(source);
        open.push(source);
      }
    }
    return this.mutated;
  }

  private assigned(target: Expression, value: Expression): void {
    const from = namesIn([value]);
    for (const name of targetNames(target)) {
      const sources = this.sources.get(name) ?? new Set();
      for (const source of from) sources.add(source);
      this.sources.set(name, sources);
    }
    walk([target], (node) => {
      if (node.type === 'Attribute' || node.type === 'Subscript') this.mutates(node.object);
      return true;
    });
  }

  private mutates(object: Expression): void {
    for (const name of namesIn([object])) this.mutated.add(name);
  }

  private called(callee: Expression, args: readonly Expression[]): void {
    if (callee.type === 'Attribute' && !reading.has(callee.attribute.name)) this.mutates(callee.object);
    if (callee.type !== 'Name') return;
    const value = lookUpQuietly(this.interpreter, callee.name);
    if (value instanceof BuiltinValue) return;
    for (const argument of args) this.mutates(argument);
    const f = value instanceof LibraryObject ? value.attribute('__wrapped__') : value;
    if (f instanceof FunctionValue && !this.followed.has(f.node)) this.follow(f);
  }

  /** What a function of the config does to what it sees from outside. */
  private follow(value: FunctionValue): void {
    this.followed.add(value.node);
    const body = value.node.type === 'Lambda' ? [value.node.body] : value.node.body;
    walk(body, (node) => {
      if (node.type === 'Global') for (const { name } of node.names) this.globals.add(name);
      return true;
    });
    this.gather(body);
  }
}
