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
export function defineClass(interpreter: Interpreter, node: ClassDef): void {
  const decorators = node.decorators.map((d) => evaluate(interpreter, d));
  const bases = node.bases.map((base) => evaluate(interpreter, base));
  const name = node.name.name;
  interpreter.node = node;
  const outer = interpreter.frame;
  const frame: Frame = { ...outer, kind: 'class', locals: new Map(), parent: outer, names: undefined, prefix: `${outer.prefix}${name}.` };
  interpreter.within(frame, () => executeBlock(interpreter, node.body));
  interpreter.node = node;
  const made = makeClass(interpreter, name, bases, frame.locals);
  bindHere(interpreter, name, decorate(interpreter, made, decorators), node.name);
}

function makeClass(interpreter: Interpreter, name: string, bases: readonly Value[], members: Map<string, Value>): Value {
  const ancestors: ClassValue[] = [];
  let exceptionBase: string | undefined;
  let unknown: UnknownValue | undefined;
  for (const base of bases) {
    if (base.kind === 'ref' && isLazy(base)) throw lazyUse(base, 'subclassed', interpreter.span);
    const exception = exceptionType(base);
    if (base instanceof ClassValue) {
      interpreter.step(1 + base.ancestors.length);
      interpreter.checkSize(ancestors.length + base.ancestors.length);
      ancestors.push(base);
      for (const ancestor of base.ancestors) ancestors.push(ancestor);
      exceptionBase ??= base.exceptionBase;
    } else if (exception !== undefined) exceptionBase ??= exception;
    else if (!isBuiltin(base, 'object'))
      unknown ??= base.kind === 'unknown' ? base : interpreter.unknown(`What ${name} inherits is not followed.`);
  }
  return unknown ?? new ClassValue(name, interpreter.span, ancestors, exceptionBase, members);
}
