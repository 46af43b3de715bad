import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { RefValue, UnknownValue, type Value } from '../../core/value.js';
import type { Alias, Import, ImportFrom } from '../syntax/tree/ast.js';
import { isStandardModule, standardModule } from '../runtime/modules/index.js';
import { lacks } from '../runtime/known-modules/known-names.js';
import { isPythonFunction, starNames } from '../runtime/known-modules/star-names.js';
import { BuiltinValue, type ModuleValue } from '../runtime/runtime.js';
import { typeNamed } from '../runtime/types/types.js';
import type { Interpreter } from './interpreter.js';
import { moduleName } from '../syntax/tree/bound-names.js';
import { importFromModule, importModules } from './program-imports.js';
import { bindHere } from './statements.js';

/**
 * Whether mmengine really imports a module while it loads a config (0.11 `config/utils.py`, `_is_builtin_module`): the standard library
 * and its own config package.
 */
export function isReallyImported(module: string): boolean {
  return module.startsWith('mmengine.config') || isStandardModule(module);
}

/** Runs `import a.b as c`. On the lazy path a module that is not really imported is a reference. */
export function runImport(interpreter: Interpreter, node: Import): void {
  const { importer } = interpreter.host;
  if (importer) {
    importModules(interpreter, node, importer);
    return;
  }
  for (const alias of node.names) {
    const name = alias.name.name;
    if (isReallyImported(name)) importModule(interpreter, alias);
    else if (alias.asName && interpreter.frame.module.lazy)
      bindHere(interpreter, alias.asName.name, new RefValue(name, interpreter.spanOf(alias.asName), 'module'), alias.asName);
    else if (interpreter.frame.kind !== 'module' || !interpreter.frame.module.lazy)
      bindAlias(interpreter, alias, interpreter.unknown(say`The module ${name} is not run.`));
    // `import torch` at the top of a lazy config is bound before the code runs; deeper in it, it is really run.
    else if (!interpreter.frame.globals.entry(name.split('.')[0]!))
      bindAlias(interpreter, alias, interpreter.unknown(say`The module ${name} is not run.`));
  }
}

function bindAlias(interpreter: Interpreter, alias: Alias, value: Value): void {
  const { name, asName } = alias;
  if (asName) bindHere(interpreter, asName.name, value, asName);
  else bindHere(interpreter, name.name.split('.')[0]!, value, name);
}

function importModule(interpreter: Interpreter, alias: Alias): void {
  const name = alias.asName ? alias.name.name : alias.name.name.split('.')[0]!;
  requireConfigModule(interpreter, alias.name.name);
  bindAlias(interpreter, alias, moduleValue(interpreter, name));
}

function moduleValue(interpreter: Interpreter, name: string): Value {
  if (name.startsWith('mmengine')) return new RefValue(name, interpreter.span, 'module');
  return standardModule(name) ?? interpreter.unknown(say`The module ${name} is not followed.`);
}

/** Runs `from m import a`. What is not really imported is, on the lazy path, a reference (mmengine 0.11 `ImportTransformer`). */
export function runImportFrom(interpreter: Interpreter, node: ImportFrom): void {
  const { importer } = interpreter.host;
  if (importer) {
    importFromModule(interpreter, node, importer);
    return;
  }
  const module = moduleName(node);
  if (module === '__future__' && node.names.some(({ name }) => name.name === 'annotations'))
    interpreter.frame.module.lateAnnotations = true;
  const { lazy, baseModules } = interpreter.frame.module;
  if (lazy && baseModules.has(module)) return;
  if (node.level === 0 && isReallyImported(module)) importMembers(interpreter, node);
  else if (lazy) for (const alias of node.names) bindReference(interpreter, node, alias);
  else importElsewhere(interpreter, node);
}

function bindReference(interpreter: Interpreter, node: ImportFrom, alias: Alias): void {
  const target = alias.asName ?? alias.name;
  const path = `${moduleName(node)}.${alias.name.name}`;
  bindHere(
    interpreter,
    target.name,
    new RefValue(path, interpreter.spanOf(target), 'lazy', node.level > 0 ? interpreter.file : undefined),
    target,
  );
}

/** `from torch import nn` on the plain path would run the module. */
function importElsewhere(interpreter: Interpreter, node: ImportFrom): void {
  if (node.level > 0) throw new PyError('KeyError', '"\'__name__\' not in globals"', interpreter.span);
  if (node.star) interpreter.frame.module.incomplete = `The module ${node.module} is not run, so the names that it defines are not known.`;
  for (const alias of node.names) {
    const target = alias.asName ?? alias.name;
    bindHere(
      interpreter,
      target.name,
      configMember(interpreter, node.module, alias.name.name) ?? interpreter.unknown(say`The module ${node.module} is not run.`),
      target,
    );
  }
}

function importMembers(interpreter: Interpreter, node: ImportFrom): void {
  requireConfigModule(interpreter, node.module);
  const module = node.module.startsWith('mmengine') ? undefined : standardModule(node.module);
  if (node.star) {
    importAll(interpreter, node, module);
    return;
  }
  for (const alias of node.names) {
    const target = alias.asName ?? alias.name;
    interpreter.node = target;
    requireConfigMember(interpreter, node.module, alias.name.name);
    bindHere(interpreter, target.name, memberOf(interpreter, node.module, module, alias.name.name), target);
  }
}

/** `from math import *`, which only the plain path allows. */
function importAll(interpreter: Interpreter, node: ImportFrom, module: ModuleValue | undefined): void {
  const names = node.module === 'mmengine.config' ? Object.keys(configMembers) : starNames(node.module);
  if (!names) interpreter.frame.module.incomplete = `Which names the module ${node.module} defines is not followed.`;
  for (const name of names ?? []) bindHere(interpreter, name, memberOf(interpreter, node.module, module, name), node.moduleRange);
}

/** What a member that is not modelled is: on the plain path mmengine leaves Python's functions out of the result, so that much must be known of it. */
function memberOf(interpreter: Interpreter, path: string, module: ModuleValue | undefined, name: string): Value {
  const member = configMember(interpreter, path, name) ?? module?.member(interpreter, name);
  if (!member && module && lacks(module.path, name))
    throw new PyError('ImportError', `cannot import name '${name}' from '${module.path}'`, interpreter.span);
  if (member && member.kind !== 'unknown') return member;
  if (!interpreter.frame.module.lazy && isPythonFunction(path, name)) return new RefValue(`${path}.${name}`, interpreter.span, 'function');
  return member ?? interpreter.unknown(say`${path}.${name} is not followed.`);
}

/** What mmengine's config package offers to configs. */
const configMembers: Readonly<Record<string, 'class' | 'function'>> = {
  Config: 'class',
  ConfigDict: 'class',
  DictAction: 'class',
  read_base: 'function',
};

const configModules: ReadonlySet<string> = new Set([
  'mmengine.config',
  'mmengine.config.config',
  'mmengine.config.lazy',
  'mmengine.config.utils',
]);

/** @throws PyError for a module that mmengine imports because of how its name begins (`mmengine.configs`), and that is not there */
function requireConfigModule(interpreter: Interpreter, module: string): void {
  if (module.startsWith('mmengine.config') && !configModules.has(module))
    throw new PyError('ModuleNotFoundError', `No module named '${module}'`, interpreter.span);
}

/** @throws PyError for what mmengine's config package does not offer */
function requireConfigMember(interpreter: Interpreter, module: string, name: string): void {
  if (module !== 'mmengine.config' || Object.hasOwn(configMembers, name) || configModules.has(`${module}.${name}`) || name.startsWith('__'))
    return;
  throw new PyError('ImportError', `cannot import name '${name}' from 'mmengine.config'`, interpreter.span);
}

/** Where mmengine defines it. */
export const readBasePath = 'mmengine.config.config.read_base';

function configMember(interpreter: Interpreter, module: string, name: string): Value | undefined {
  if (module !== 'mmengine' && !module.startsWith('mmengine.config')) return undefined;
  if (module === 'mmengine.config' && configModules.has(`${module}.${name}`))
    return new RefValue(`${module}.${name}`, interpreter.span, 'module');
  const kind = Object.hasOwn(configMembers, name) ? configMembers[name] : undefined;
  if (name === 'ConfigDict') return typeNamed(name);
  const path = `mmengine.config.config.${name}`;
  return (
    kind &&
    new BuiltinValue(
      path,
      interpreter.span,
      (runtime) => new UnknownValue(say`What ${path}(…) returns is not followed.`, runtime.span),
      kind,
    )
  );
}
