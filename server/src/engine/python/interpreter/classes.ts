import type { UnknownValue, Value } from '../../core/value.js';
import type { ClassDef } from '../syntax/tree/ast.js';
import { isLazy } from './attribute-access.js';
import { lazyUse } from './calls.js';
import { evaluate } from './expressions.js';
import { exceptionType } from '../runtime/exceptions.js';
import { decorate } from './functions.js';
import { isBuiltin } from './call-expression.js';
import type { Interpreter } from './interpreter.js';
import { ClassValue } from '../runtime/class-objects.js';
import type { Frame } from '../runtime/frame.js';
import { bindHere, executeBlock } from './statements.js';

/**
 * Runs a `class`. A class that derives from a lazily imported one raises as mmengine's LazyObject does when it is called; one that derives
 * from code that is not run is unknown.
 */
export function defineClass(it: Interpreter, node: ClassDef): void {
  const decorators = node.decorators.map((d) => evaluate(it, d));
  const bases = node.bases.map((base) => evaluate(it, base));
  const name = node.name.name;
  it.node = node;
  const outer = it.frame;
  const frame: Frame = { ...outer, kind: 'class', locals: new Map(), parent: outer, names: undefined, prefix: `${outer.prefix}${name}.` };
  it.within(frame, () => executeBlock(it, node.body));
  it.node = node;
  const made = makeClass(it, name, bases, frame.locals);
  bindHere(it, name, decorate(it, made, decorators), node.name);
}

function makeClass(it: Interpreter, name: string, bases: readonly Value[], members: Map<string, Value>): Value {
  const ancestors: ClassValue[] = [];
  let exceptionBase: string | undefined;
  let unknown: UnknownValue | undefined;
  for (const base of bases) {
    if (base.kind === 'ref' && isLazy(base)) throw lazyUse(base, 'subclassed', it.span);
    const exception = exceptionType(base);
    if (base instanceof ClassValue) {
      it.step(1 + base.ancestors.length);
      it.checkSize(ancestors.length + base.ancestors.length);
      ancestors.push(base);
      for (const ancestor of base.ancestors) ancestors.push(ancestor);
      exceptionBase ??= base.exceptionBase;
    } else if (exception !== undefined) exceptionBase ??= exception;
    else if (!isBuiltin(base, 'object')) unknown ??= base.kind === 'unknown' ? base : it.unknown(`What ${name} inherits is not followed.`);
  }
  return unknown ?? new ClassValue(name, it.span, ancestors, exceptionBase, members);
}
