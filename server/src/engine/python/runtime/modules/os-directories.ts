import { ListValue, TupleValue, str, type UnknownValue, type Value } from '../../../core/value.js';
import { pathText } from '../builtins/file.js';
import { isPaths } from './glob-pattern.js';
import { bind, iterator, typeError, unknown } from '../call-arguments.js';
import type { Arguments, Directories, Runtime } from '../runtime.js';
import { typeName } from '../semantics.js';
import { say } from '../../../core/say.js';

const notListed = 'directories are not listed while a config is evaluated';

/** `os.getcwd()` */
export function workingDirectory(runtime: Runtime): Value {
  const working = runtime.directories?.working;
  return working === undefined ? unknown(runtime, say`the working directory is not known`) : str(working, runtime.span);
}

/** `os.listdir(path)`: in the order in which the file system keeps them, where that is known. @throws PyError what the file system raises */
export function listDirectory(runtime: Runtime, args: Arguments): Value {
  const [path] = bind('listdir', args, ['path'], 0);
  const names = runtime.directories?.list(path ? textOf(path) : '.') ?? unknown(runtime, notListed);
  return isPaths(names) ? new ListValue(namesOf(runtime, names), runtime.span) : names;
}

/** `os.walk(top)`: top down, what cannot be read is left out. */
export function walkDirectories(runtime: Runtime, args: Arguments): Value {
  const [top, topDown] = bind('walk', args, ['top', 'topdown', 'onerror', 'followlinks'], 1);
  const { directories } = runtime;
  if (!directories) return unknown(runtime, notListed);
  if (topDown && !(topDown.kind === 'bool' && topDown.value)) return unknown(runtime, say`os.walk from below is not followed`);
  return iterator(runtime, 'generator', walked(runtime, directories, textOf(top!)));
}

function* walked(runtime: Runtime, directories: Directories, top: string): Iterable<Value> {
  const kind = directories.kind(top);
  if (kind !== 'directory') {
    if (typeof kind !== 'string') yield kind;
    return;
  }
  const names = directories.list(top);
  if (!isPaths(names)) {
    yield names;
    return;
  }
  const path = (name: string): string => (top.endsWith('/') ? top + name : `${top}/${name}`);
  const folders = names.filter((name) => directories.kind(path(name)) === 'directory');
  const inside = new ListValue(namesOf(runtime, folders), runtime.span);
  const files = new ListValue(
    namesOf(
      runtime,
      names.filter((name) => !folders.includes(name)),
    ),
    runtime.span,
  );
  yield new TupleValue([str(top, runtime.span), inside, files], runtime.span);
  // Whoever takes names out of the list keeps the walk from going there.
  for (const name of inside.items) if (name.kind === 'str') yield* walked(runtime, directories, path(name.text));
}

function namesOf(runtime: Runtime, names: readonly string[]): Value[] {
  runtime.step(names.length);
  return names.map((name) => str(name, runtime.span));
}

function textOf(path: Value): string {
  const text = pathText(path);
  if (text === undefined) throw typeError(`listdir: path should be string, bytes, os.PathLike or None, not ${typeName(path)}`);
  return text;
}

/** `glob.glob`, `glob.iglob` need directories; where there are none to know, what they give is unknown. */
export function unlisted(runtime: Runtime): UnknownValue {
  return unknown(runtime, notListed);
}
