import { say } from '../../core/say.js';
import { PyError } from '../../core/errors.js';
import { nameKey, textOf, type DictValue, type UnknownValue, type Value } from '../../core/value.js';
import { DeferredEntry } from '../runtime/deferred-entry.js';
import { ModuleValue } from '../runtime/runtime.js';
import { iterateItems } from '../runtime/semantics.js';
import type { Identifier, Import, ImportFrom } from '../syntax/tree/ast.js';
import type { Interpreter } from './interpreter.js';
import { bindHere } from './statements.js';

/** How the code of a program gets at other modules. */
export interface ModuleImporter {
  /**
   * The module of a dotted name, unknown where it cannot be followed. Its code is run when something of it is first asked for.
   * @throws PyError ModuleNotFoundError for one that is known not to be there; ImportError for a relative import outside of a package
   * @param level how many dots stand before the name, as seen from the running code
   */
  module(interpreter: Interpreter, name: string, level: number): Value;
  /** What a module that is read from source defines: run by then. undefined for any other module. */
  namesOf(module: ModuleValue): DictValue | undefined;
  /** The module that defines a name which another one gathers, where that is known without running it; unknown where that will be known when its file is there. */
  definer(module: ModuleValue, name: string): ModuleValue | UnknownValue | undefined;
}

/** Runs `import a.b as c` in a program. */
export function importModules(interpreter: Interpreter, node: Import, importer: ModuleImporter): void {
  for (const { name, asName } of node.names) {
    const module = importer.module(interpreter, name.name, 0);
    if (asName) bindHere(interpreter, asName.name, module, asName);
    else {
      const top = name.name.split('.')[0]!;
      bindHere(interpreter, top, top === name.name ? module : importer.module(interpreter, top, 0), name);
    }
  }
}

/** Runs `from m import a` in a program. What a module at its top imports from one that is read from source, is looked up when it is used. */
export function importFromModule(interpreter: Interpreter, node: ImportFrom, importer: ModuleImporter): void {
  if (node.module === '__future__' && node.names.some(({ name }) => name.name === 'annotations'))
    interpreter.frame.module.lateAnnotations = true;
  const module = importer.module(interpreter, node.module, node.level);
  if (node.star) {
    importAll(interpreter, node, module, importer);
    return;
  }
  for (const { name, asName } of node.names) {
    const target = asName ?? name;
    const member = (): Value => memberOf(interpreter, definerOf(importer, module, name.name), name.name);
    if (module instanceof ModuleValue && isDeferred(interpreter)) defer(interpreter, target, member, module);
    else bindHere(interpreter, target.name, member(), target);
  }
}

function definerOf(importer: ModuleImporter, module: Value, name: string): Value {
  return (module instanceof ModuleValue ? importer.definer(module, name) : undefined) ?? module;
}

/** In a `try` it is known at once what a handler is for. */
function isDeferred({ frame, tries }: Interpreter): boolean {
  return frame.kind === 'module' && tries === 0;
}

function defer(interpreter: Interpreter, target: Identifier, make: () => Value, module: ModuleValue): void {
  const entry = new DeferredEntry(target.name, interpreter.spanOf(target), make, module);
  interpreter.frame.globals.entries.set(nameKey(target.name), entry);
}

/** @throws PyError ImportError where the module has no such name */
function memberOf(interpreter: Interpreter, module: Value, name: string): Value {
  if (!(module instanceof ModuleValue)) return module;
  // What running it raises is no lack of a name.
  interpreter.host.importer?.namesOf(module);
  try {
    return interpreter.getAttribute(module, name);
  } catch (error) {
    if (!(error instanceof PyError) || error.type !== 'AttributeError') throw error;
    throw new PyError('ImportError', `cannot import name '${name}' from '${module.path}'`, interpreter.span);
  }
}

/** `from m import *`: the names of `__all__`, else those without an underscore; which they are is known only of modules that are read from source. */
function importAll(interpreter: Interpreter, node: ImportFrom, module: Value, importer: ModuleImporter): void {
  const names = module instanceof ModuleValue ? importer.namesOf(module) : undefined;
  if (!names) {
    interpreter.frame.module.incomplete = `The module ${node.module} is not run, so the names that it defines are not known.`;
    return;
  }
  for (const name of exported(names)) bindHere(interpreter, name, interpreter.getAttribute(module, name), node.moduleRange);
}

function exported(names: DictValue): string[] {
  const all = names.get('__all__');
  const listed = all && all.kind !== 'unknown' ? iterateItems(all) : undefined;
  if (listed) return [...listed].map(textOf).filter((name) => name !== undefined);
  const own: string[] = [];
  for (const { key } of names.entries.values()) if (key.kind === 'str' && !key.text.startsWith('_')) own.push(key.text);
  return own;
}

/** The unknown value for a library that is not followed. */
export function unknownLibrary(interpreter: Interpreter, name: string): UnknownValue {
  return interpreter.unknown(say`The library ${name.split('.')[0]!} is not followed.`);
}
