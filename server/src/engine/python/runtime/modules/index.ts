import { UnknownValue } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { LibraryObject } from '../objects.js';
import { ModuleValue } from '../runtime.js';
import { ast } from './ast.js';
import { base64 } from './base64.js';
import { collections, collectionsAbc } from './collections.js';
import { copy } from './copy.js';
import { functools } from './functools.js';
import { glob } from './glob.js';
import { gzip } from './gzip.js';
import { hashlib } from './hashlib.js';
import { itertools } from './itertools.js';
import { json } from './json.js';
import { math } from './math.js';
import { unknownModule } from './module.js';
import { standardModuleNames } from './module-names.js';
import { operator } from './operator.js';
import { os } from './os.js';
import { osPath } from './os-path.js';
import { pathlib } from './pathlib.js';
import { re } from './re.js';
import { stringModule } from './string.js';
import { sys } from './sys.js';
import { textwrap } from './textwrap.js';
import { typing } from './typing.js';
import { unicodedata } from './unicodedata.js';
import { say } from '../../../core/say.js';

/** Modules of which nothing can be known, each with the reason. */
const unknowable: Readonly<Record<string, string>> = {
  random: 'random numbers differ from run to run',
  secrets: 'random numbers differ from run to run',
  uuid: 'new ids differ from run to run',
  datetime: 'the time of a run is not known',
  time: 'the time of a run is not known',
  calendar: 'the time of a run is not known',
  platform: 'what the machine is depends on where the config runs',
  socket: 'a config is evaluated without a network',
  subprocess: 'no commands are run',
  tempfile: 'a config is evaluated without touching the file system',
  shutil: 'a config is evaluated without touching the file system',
  logging: 'logging is not modelled',
  warnings: 'warnings are not modelled',
  importlib: 'imports by importlib are not followed',
};

const modelled: Readonly<Record<string, ModuleValue>> = {
  ast,
  base64,
  gzip,
  hashlib,
  operator,
  os,
  'os.path': osPath,
  posixpath: osPath,
  math,
  copy,
  json,
  re,
  itertools,
  functools,
  glob,
  string: stringModule,
  collections,
  'collections.abc': collectionsAbc,
  textwrap,
  pathlib,
  typing,
  unicodedata,
  sys,
  __future__: futureModule(),
};

/** `__future__`: its features are objects without use. */
function futureModule(): ModuleValue {
  return new ModuleValue('__future__', nowhere, (runtime, name) =>
    name === 'annotations'
      ? new LibraryObject('_Feature', runtime.span, () => undefined, { repr: "_Feature((3, 7, 0, 'beta', 1), None, 16777216)" })
      : new UnknownValue(say`__future__.${name} is not modelled`, runtime.span),
  );
}

/** Whether a module belongs to Python 3.11's standard library, by its top-level name. */
export function isStandardModule(name: string): boolean {
  return standardModuleNames.has(name.split('.')[0]!);
}

/**
 * A module of the standard library; members that are not modelled are unknown.
 * @param name dotted: `os`, `os.path`
 * @returns undefined for any other module, and for a submodule that is not modelled
 */
export function standardModule(name: string): ModuleValue | undefined {
  if (Object.hasOwn(modelled, name)) return modelled[name];
  if (!standardModuleNames.has(name)) return undefined;
  const reason = Object.hasOwn(unknowable, name) ? unknowable[name]! : `the module ${name} is not modelled`;
  return unknownModule(name, reason);
}
