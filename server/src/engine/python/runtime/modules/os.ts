import { BoolValue, NoneValue, UnknownValue, str, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { positional, typeError, unknownArgument } from '../call-arguments.js';
import { keyError } from '../dicts.js';
import { LibraryObject } from '../objects.js';
import { BuiltinValue, ModuleValue, type Arguments, type Runtime } from '../runtime.js';
import { pyRepr, typeName } from '../semantics.js';
import { UnknownSignal } from '../unknown-signal.js';
import { environmentSet, environmentUsed, notHandedOver, takenAsUnknown } from './environment-used.js';
import { listDirectory, walkDirectories, workingDirectory } from './os-directories.js';
import { builtin, lookingFunction, pythonFunction, unknowable } from './module.js';
import { osPath } from './os-path.js';
import { pathText } from '../builtins/file.js';
import { leave } from '../builtins/leave.js';
import { say } from '../../../core/say.js';

/** What a config itself has set in `os.environ`, by run; undefined for a variable that it has removed. */
const changes = new WeakMap<Runtime, Map<string, Value | undefined>>();

function changed(runtime: Runtime): Map<string, Value | undefined> {
  const there = changes.get(runtime) ?? new Map<string, Value | undefined>();
  changes.set(runtime, there);
  return there;
}

/** What may have been set or removed, by run and name, with the reason; under `everything` where it may be any variable. */
const perhapsChanged = new WeakMap<Runtime, Map<string | symbol, UnknownValue>>();
const everything = Symbol('everything');

function forget(runtime: Runtime, unknown: UnknownValue, name: string | symbol): void {
  const there = perhapsChanged.get(runtime) ?? new Map<string | symbol, UnknownValue>();
  perhapsChanged.set(runtime, there.set(name, unknown));
}

function perhaps(runtime: Runtime, name: string): UnknownValue | undefined {
  const there = perhapsChanged.get(runtime);
  return there?.get(name) ?? (there?.has(everything) && !changed(runtime).has(name) ? there.get(everything) : undefined);
}

const raised = 'this raises KeyError';

/** @param without what the code does where the variable is not set, for the user */
function variable(runtime: Runtime, name: Value, without: string): Value | undefined {
  if (name.kind === 'unknown') return name;
  if (name.kind !== 'str') throw typeError(`str expected, not ${typeName(name)}`);
  const lost = perhaps(runtime, name.text);
  if (lost) return lost;
  const own = changed(runtime);
  if (own.has(name.text)) return own.get(name.text);
  const found = runtime.environment(name.text);
  if (found.kind !== 'set' && found.kind !== 'unset') return withheld(runtime, notHandedOver(name.text, found.kind));
  if (found.kind === 'unset') runtime.assume(`The environment variable ${name.text} is not set here: ${without}.`, name.text);
  else runtime.assume(environmentUsed(name.text));
  return found.kind === 'unset' ? undefined : str(found.value, runtime.span);
}

function withheld(runtime: Runtime, reason: string): UnknownValue {
  runtime.assume(`${reason} ${takenAsUnknown}`);
  return new UnknownValue(reason, runtime.span);
}

/** `name in os.environ`: that a variable is set tells nothing of its value, so a config may know it where it may know anything. */
function isSet(runtime: Runtime, name: Value): Value {
  if (name.kind === 'str' && !changed(runtime).has(name.text) && runtime.environment(name.text).kind === 'secret') {
    runtime.assume(environmentSet(name.text));
    return new BoolValue(true, runtime.span);
  }
  const lost = name.kind === 'str' ? perhaps(runtime, name.text) : undefined;
  if (lost) return lost;
  const value = variable(runtime, name, 'the config is evaluated without it');
  const own = name.kind === 'str' && changed(runtime).has(name.text);
  return value?.kind === 'unknown' && !own ? value : new BoolValue(value !== undefined, runtime.span);
}

function setVariable(runtime: Runtime, name: Value, value: Value): void {
  if (name.kind === 'unknown') return;
  if (name.kind !== 'str') throw typeError(`str expected, not ${typeName(name)}`);
  if (value.kind !== 'str' && value.kind !== 'unknown') throw typeError(`str expected, not ${typeName(value)}`);
  perhapsChanged.get(runtime)?.delete(name.text);
  changed(runtime).set(name.text, value);
}

function removeVariable(runtime: Runtime, name: Value): Value {
  const value = variable(runtime, name, raised);
  if (!value) throw keyError(name);
  if (name.kind === 'str') changed(runtime).set(name.text, undefined);
  return value;
}

/** What `os.environ[name]` is where only the shell that starts the framework may set it: a config that needs it is not wrong. */
function absentVariable(runtime: Runtime, name: Value): Value {
  if (name.kind !== 'str' || changed(runtime).has(name.text)) throw keyError(name);
  return new UnknownValue(say`The environment variable ${name.text} is set outside of the config.`, runtime.span);
}

/** `os.environ`: variables that the host tells, and what the config itself sets. Nothing outside of the evaluation changes. */
function environ(runtime: Runtime): LibraryObject {
  const method = (name: string, run: (r: Runtime, args: Arguments) => Value): Value => new BuiltinValue(`_Environ.${name}`, nowhere, run);
  const methods: Record<string, Value> = {
    get: method('get', getVariable),
    setdefault: method('setdefault', (r, args) => {
      const [name, value] = positional('setdefault', args, 2, 2);
      const there = variable(r, name!, `the default ${pyRepr(value!).text} is used`);
      if (!there) setVariable(r, name!, value!);
      return there ?? value!;
    }),
    pop: method('pop', (r, args) => {
      const [name, absent] = positional('pop', args, 1, 2);
      return absent && !variable(r, name!, `the default ${pyRepr(absent).text} is used`) ? absent : removeVariable(r, name!);
    }),
    update: method('update', (r, args) => {
      for (const [name, value] of args.keywords) setVariable(r, str(name, r.span), value);
      const [source] = args.positional;
      if (source?.kind === 'dict') for (const entry of source.entries.values()) setVariable(r, entry.key, entry.value);
      return new NoneValue(r.span);
    }),
  };
  return new LibraryObject(
    '_Environ',
    runtime.span,
    (name) => methods[name] ?? new UnknownValue(say`os.environ.${name} depends on the machine`, runtime.span),
    {
      getItem: (name) => {
        const value = variable(runtime, name, 'its value is unknown, and the framework raises KeyError unless it is set');
        return value ?? absentVariable(runtime, name);
      },
      setItem: (name, value) => setVariable(runtime, name, value),
      deleteItem: (name) => void removeVariable(runtime, name),
      forget: (unknown, name: string | symbol = everything) => {
        if (name === everything) changed(runtime).clear();
        forget(runtime, unknown, name);
      },
      contains: (name) => isSet(runtime, name),
      iterate: () => {
        throw new UnknownSignal(new UnknownValue(say`The environment as a whole is not known.`, runtime.span));
      },
    },
  );
}

/** `os.environ.get` and `os.getenv`. */
function getVariable(runtime: Runtime, args: Arguments): Value {
  const name = args.positional[0] ?? args.keywords.get('key');
  if (!name) throw typeError("get() missing 1 required positional argument: 'key'");
  const standard = args.positional[1] ?? args.keywords.get('default');
  const without = standard ? `the default ${pyRepr(standard).text} is used` : 'None is used';
  return variable(runtime, name, without) ?? standard ?? new NoneValue(runtime.span);
}

const effects = 'a config is evaluated without touching the file system';

const members: Readonly<Record<string, Value>> = {
  path: osPath,
  getenv: pythonFunction('os.getenv', getVariable),
  putenv: pythonFunction('posix.putenv', (runtime, args) => {
    const [name, value] = positional('putenv', args, 2, 2);
    setVariable(runtime, name!, value!);
    return new NoneValue(runtime.span);
  }),
  fspath: pythonFunction('posix.fspath', (runtime, args) => {
    const hole = unknownArgument(args);
    const [path] = positional('fspath', args, 1, 1);
    const text = pathText(path!);
    if (text === undefined && !hole) throw typeError(`expected str, bytes or os.PathLike object, not ${typeName(path!)}`);
    return hole ?? (path!.kind === 'str' ? path! : str(text!, runtime.span));
  }),
  getcwd: builtin('posix.getcwd', workingDirectory),
  listdir: builtin('posix.listdir', listDirectory),
  walk: lookingFunction('os.walk', walkDirectories),
  scandir: unknowable('posix.scandir', say`directories are not listed while a config is evaluated`, 'builtin'),
  cpu_count: unknowable('posix.cpu_count', say`the number of processors depends on the machine`, 'builtin'),
  getpid: unknowable('posix.getpid', say`process ids differ from run to run`, 'builtin'),
  // Nothing of the config is left: what the framework is told does not matter.
  _exit: builtin('posix._exit', leave(false)),
  abort: builtin('posix.abort', leave(false)),
  system: unknowable('posix.system', say`no commands are run`, 'builtin'),
  popen: unknowable('os.popen', say`no commands are run`),
  makedirs: unknowable('os.makedirs', effects),
  mkdir: unknowable('posix.mkdir', effects, 'builtin'),
  remove: unknowable('posix.remove', effects, 'builtin'),
  sep: str('/', nowhere),
  linesep: str('\n', nowhere),
  pathsep: str(':', nowhere),
  curdir: str('.', nowhere),
  pardir: str('..', nowhere),
  extsep: str('.', nowhere),
  name: str('posix', nowhere),
};

/** The module `os`, as on Linux. */
export const os = new ModuleValue('os', nowhere, (runtime, name) =>
  name === 'environ' ? environ(runtime) : Object.hasOwn(members, name) ? members[name] : undefined,
);
