import { BoolValue, ListValue, TupleValue, UnknownValue, str, type Value } from '../../../core/value.js';
import { chargeCharacters } from '../../../core/cost.js';
import { nowhere, type Span } from '../../../core/span.js';
import { ordering } from '../operators/ordering.js';
import { bind, iterator, positional, typeError, unknown, unknownArgument, valueError } from '../call-arguments.js';
import { open, pathText } from '../builtins/file.js';
import { LibraryObject } from '../objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { pyRepr, typeName } from '../semantics.js';
import { isPaths, matchingPaths } from './glob-pattern.js';
import { moduleClass, moduleOf } from './module.js';
import { say } from '../../../core/say.js';

/** A path of parts joined as `pathlib` does: an absolute part starts anew, `.` and doubled slashes go. */
function normalized(parts: readonly string[]): string {
  chargeCharacters(parts.reduce((sum, part) => sum + part.length, 0));
  let joined = '';
  for (const part of parts)
    joined = part.startsWith('/') ? part : joined === '' || joined.endsWith('/') ? joined + part : `${joined}/${part}`;
  const root = joined.startsWith('//') && !joined.startsWith('///') ? '//' : joined.startsWith('/') ? '/' : '';
  const kept = joined.split('/').filter((part) => part !== '' && part !== '.');
  return root + kept.join('/') || '.';
}

function heldBy(path: string): string[] {
  const root = /^\/+/.exec(path)?.[0];
  const names = path.split('/').filter((part) => part !== '' && part !== '.');
  return root === undefined ? names : [root, ...names];
}

function nameOf(path: string): string {
  const last = heldBy(path).at(-1) ?? '';
  return last.startsWith('/') ? '' : last;
}

function suffixOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && dot < name.length - 1 ? name.slice(dot) : '';
}

function parentOf(path: string): string {
  const parts = heldBy(path);
  return parts.length <= 1 && !path.startsWith('/') ? '.' : normalized(parts.length > 1 ? parts.slice(0, -1) : parts);
}

/** Paths are ordered by their parts. */
function partsValue(path: string, span: Span): Value {
  return new TupleValue(
    heldBy(path).map((part) => str(part, span)),
    span,
  );
}

/** A path object as a Linux machine makes it. What it says of the file system is known only as far as the host tells. */
function pathObject(runtime: Runtime, path: string, typeNameOfIt: string): LibraryObject {
  // Its name is looked for, and its text is made.
  chargeCharacters(2 * path.length);
  const { span } = runtime;
  const again = (text: string): Value => pathObject(runtime, text, typeNameOfIt);
  const text = (value: string): Value => str(value, span);
  const method = (name: string, run: (r: Runtime, args: Arguments) => Value): Value =>
    new BuiltinValue(`${typeNameOfIt}.${name}`, span, (r, args) => unknownArgument(args) ?? run(r, args));
  const name = nameOf(path);
  const suffix = suffixOf(name);
  const members: Record<string, () => Value> = {
    __fspath__: () => text(path),
    name: () => text(name),
    stem: () => text(suffix === '' ? name : name.slice(0, -suffix.length)),
    suffix: () => text(suffix),
    suffixes: () =>
      new ListValue(
        name
          .replace(/^\.+/, '')
          .split('.')
          .slice(1)
          .map((part) => text('.' + part)),
        span,
      ),
    parent: () => again(parentOf(path)),
    parts: () => new TupleValue(heldBy(path).map(text), span),
    as_posix: () => method('as_posix', () => text(path)),
    is_absolute: () => method('is_absolute', (r) => new BoolValue(path.startsWith('/'), r.span)),
    exists: () => method('exists', (r) => exists(r, path)),
    is_file: () => method('is_file', (r) => isOfKind(r, path, 'file') ?? exists(r, path)),
    is_dir: () =>
      method('is_dir', (r) => isOfKind(r, path, 'directory') ?? unknown(r, say`whether a path is a directory is not looked up`)),
    iterdir: () => method('iterdir', (r) => entriesOf(r, path, again)),
    glob: () => method('glob', (r, args) => matching(r, path, positional('glob', args, 1, 1)[0]!, again)),
    resolve: () => method('resolve', (r) => absolutePath(r, path, again)),
    absolute: () => method('absolute', (r) => absolutePath(r, path, again)),
    joinpath: () => method('joinpath', (_r, args) => again(normalized([path, ...args.positional.map(textOf)]))),
    with_suffix: () =>
      method('with_suffix', (_r, args) => again(withSuffix(path, name, suffix, textOf(positional('with_suffix', args, 1, 1)[0]!)))),
    with_name: () =>
      method('with_name', (_r, args) => again(normalized([parentOf(path), textOf(positional('with_name', args, 1, 1)[0]!)]))),
    open: () => method('open', (r, args) => open(r, { ...args, positional: [text(path), ...args.positional] })),
    read_text: () => method('read_text', (r, args) => readText(r, text(path), args)),
  };
  const missing = (attribute: string): Value | undefined =>
    attribute.startsWith('__') ? undefined : new UnknownValue(say`${attribute} of a path depends on the machine`, span);
  const object: LibraryObject = new LibraryObject(
    typeNameOfIt,
    span,
    (attribute) => (Object.hasOwn(members, attribute) ? members[attribute]!() : missing(attribute)),
    {
      repr: `${typeNameOfIt}(${pyRepr(text(path)).text})`,
      str: path,
      binary: (op, other, reflected) =>
        op !== '/' || pathText(other) === undefined
          ? undefined
          : again(normalized(reflected ? [textOf(other), path] : [path, textOf(other)])),
      equals: (other) => pathText(other) === path && other.kind === 'object',
      order: (op, other) => {
        const text = other.kind === 'object' ? pathText(other) : undefined;
        return text === undefined ? undefined : ordering(op, partsValue(path, span), partsValue(text, span));
      },
    },
  );
  return object;
}

function textOf(v: Value): string {
  const text = pathText(v);
  if (text === undefined) throw typeError(`expected str, bytes or os.PathLike object, not ${typeName(v)}`);
  return text;
}

function withSuffix(path: string, name: string, old: string, suffix: string): string {
  if (suffix !== '' && (!suffix.startsWith('.') || suffix === '.')) throw valueError(`Invalid suffix ${pyRepr(str(suffix, nowhere)).text}`);
  if (name === '') throw valueError(`PosixPath('${path}') has an empty name`);
  return normalized([parentOf(path), (old === '' ? name : name.slice(0, -old.length)) + suffix]);
}

function isOfKind(runtime: Runtime, path: string, wanted: 'file' | 'directory'): Value | undefined {
  const kind = runtime.directories?.kind(path);
  return typeof kind === 'string' ? new BoolValue(kind === wanted, runtime.span) : kind;
}

/** What `iterdir`, `glob` and `rglob` give: objects of `names`, which lie below `path`. */
function pathsBelow(runtime: Runtime, path: string, names: readonly string[] | Value, again: (text: string) => Value): Value {
  if (!isPaths(names)) return names;
  const found = names.map((name) => again(normalized([path, name])));
  return iterator(runtime, 'generator', found);
}

function entriesOf(runtime: Runtime, path: string, again: (text: string) => Value): Value {
  return pathsBelow(runtime, path, runtime.directories?.list(path) ?? unknown(runtime, notListed), again);
}

function matching(runtime: Runtime, path: string, pattern: Value, again: (text: string) => Value): Value {
  const found = runtime.directories ? matchingPaths(runtime.directories, textOf(pattern), path) : unknown(runtime, notListed);
  return pathsBelow(runtime, path, found, again);
}

const notListed = 'directories are not listed while a config is evaluated';

function absolutePath(runtime: Runtime, path: string, again: (text: string) => Value): Value {
  if (path.startsWith('/')) return again(path);
  const working = runtime.directories?.working;
  return working === undefined ? unknown(runtime, say`the working directory is not known`) : again(normalized([working, path]));
}

function exists(runtime: Runtime, path: string): Value {
  const there = runtime.fileExists(path);
  return typeof there === 'boolean' ? new BoolValue(there, runtime.span) : there;
}

function readText(runtime: Runtime, path: Value, args: Arguments): Value {
  const [encoding] = bind('read_text', args, ['encoding', 'errors'], 0);
  const file = open(runtime, { positional: [path], keywords: encoding ? new Map([['encoding', encoding]]) : new Map<string, Value>() });
  if (file.kind === 'unknown') return file;
  return runtime.call(runtime.getAttribute(file, 'read'), { positional: [], keywords: new Map() });
}

function pathClass(name: string, typeNameOfIt: string): Value {
  return moduleClass(
    `pathlib.${name}`,
    (runtime, args) => unknownArgument(args) ?? pathObject(runtime, normalized(args.positional.map(textOf)), typeNameOfIt),
    name === 'Path' ? { cwd: unknownMethod('cwd'), home: unknownMethod('home') } : {},
  );
}

function unknownMethod(name: string): Value {
  return new BuiltinValue(`Path.${name}`, nowhere, (runtime) => unknown(runtime, say`directories of the machine are not known`));
}

/** The module `pathlib`, as on Linux. */
export const pathlib = moduleOf('pathlib', {
  Path: pathClass('Path', 'PosixPath'),
  PosixPath: pathClass('PosixPath', 'PosixPath'),
  PurePath: pathClass('PurePath', 'PurePosixPath'),
  PurePosixPath: pathClass('PurePosixPath', 'PurePosixPath'),
});
