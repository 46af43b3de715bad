import { TracedText } from '../../../core/traced-text.js';
import { BoolValue, StrValue, TupleValue, str, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { endWithout } from '../../../core/text-ends.js';
import { positional, typeError, unknown, valueError } from '../call-arguments.js';
import { pathText } from '../builtins/file.js';
import type { Runtime } from '../runtime.js';
import { typeName } from '../semantics.js';
import { lookingFunction, moduleOf, unknowable, type ModuleFunction } from './module.js';
import { say } from '../../../core/say.js';

/** A path argument: a text, or a `pathlib` path. @throws PyError TypeError */
function traced(v: Value): TracedText {
  if (v.kind === 'str') return v.traced;
  const text = pathText(v);
  if (text === undefined) throw typeError(`expected str, bytes or os.PathLike object, not ${typeName(v)}`);
  return TracedText.computed(text, v.span);
}

/** A function of one path. @param module that defines it: what holds on every system is in `genericpath` */
function ofPath(
  name: string,
  run: (runtime: Runtime, path: TracedText) => Value,
  module: 'posixpath' | 'genericpath' = 'posixpath',
): ReturnType<typeof lookingFunction> {
  return lookingFunction(`${module}.${name}`, (runtime, args) => run(runtime, traced(positional(name, args, 1, 1)[0]!)));
}

const made = (runtime: Runtime, text: TracedText): Value => new StrValue(text, runtime.span);

/** `posixpath.join`: an absolute part starts anew. Parts keep their origins. */
function joinPaths(runtime: Runtime, parts: readonly TracedText[]): TracedText {
  let path = parts[0]!;
  const slash = TracedText.computed('/', runtime.span);
  for (const part of parts.slice(1)) {
    if (part.text.startsWith('/')) path = part;
    else path = (path.text === '' || path.text.endsWith('/') ? path : path.concat(slash)).concat(part);
  }
  return path;
}

const join: ModuleFunction = (runtime, args) => {
  const parts = positional('join', args, 1, Infinity).map(traced);
  return made(runtime, joinPaths(runtime, parts));
};

/** Where the last part of a path starts, and where its directory ends. */
function cut(path: TracedText): { readonly head: TracedText; readonly tail: TracedText } {
  const at = path.text.lastIndexOf('/') + 1;
  const head = path.slice(0, at);
  const kept = endWithout(head.text, '/');
  return { head: kept === 0 ? head : head.slice(0, kept), tail: path.slice(at) };
}

/** Where the extension starts; the text's end where there is none. Leading dots are no extension. */
function extensionStart(path: string): number {
  const base = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  return dot > base && /[^.]/.test(path.slice(base, dot)) ? dot : path.length;
}

/** `posixpath.normpath`. */
function normalPath(path: string): string {
  if (path === '') return '.';
  const slashes = path.startsWith('//') && !path.startsWith('///') ? '//' : path.startsWith('/') ? '/' : '';
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..' || (slashes === '' && kept.length === 0) || kept.at(-1) === '..') kept.push(part);
    else kept.pop();
  }
  return slashes + kept.join('/') || '.';
}

const needsDirectory = 'the working directory is not known';

const exists = (runtime: Runtime, path: TracedText): Value => {
  const there = runtime.fileExists(path.text);
  return typeof there === 'boolean' ? new BoolValue(there, runtime.span) : there;
};

/** `isfile` and `isdir` where directories are known. */
function isOfKind(runtime: Runtime, path: TracedText, wanted: 'file' | 'directory'): Value | undefined {
  const kind = runtime.directories?.kind(path.text);
  return typeof kind === 'string' ? new BoolValue(kind === wanted, runtime.span) : kind;
}

/** `isdir`: what is not there is no directory; what is there may be either. */
const isDirectory = (runtime: Runtime, path: TracedText): Value => {
  const known = isOfKind(runtime, path, 'directory');
  if (known) return known;
  const there = exists(runtime, path);
  return there.kind === 'bool' && there.value ? unknown(runtime, say`whether a path is a directory is not looked up`) : there;
};

const relative: ModuleFunction = (runtime, args) => {
  const [path, start] = positional('relpath', args, 1, 2).map((v) => normalPath(traced(v).text));
  if (!path!.startsWith('/') || start?.startsWith('/') !== true) return unknown(runtime, needsDirectory);
  const to = path!.split('/').filter((p) => p !== '');
  const from = start.split('/').filter((p) => p !== '');
  let shared = 0;
  while (shared < to.length && shared < from.length && to[shared] === from[shared]) shared++;
  return str([...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/') || '.', runtime.span);
};

const commonPrefix: ModuleFunction = (runtime, args) => {
  const paths = [...runtime.iterate(positional('commonprefix', args, 1, 1)[0]!)].map((v) => traced(v).text);
  if (paths.length === 0) return str('', runtime.span);
  let end = 0;
  const shortest = paths.reduce((least, { length }) => Math.min(least, length), Infinity);
  runtime.step((shortest * paths.length) >> 2);
  while (paths.every((p) => end < p.length && p[end] === paths[0]![end])) end++;
  return str(paths[0]!.slice(0, end), runtime.span);
};

const commonPath: ModuleFunction = (runtime, args) => {
  const paths = [...runtime.iterate(positional('commonpath', args, 1, 1)[0]!)].map((v) => traced(v).text);
  if (paths.length === 0) throw valueError('commonpath() arg is an empty sequence');
  const absolute = paths.filter((p) => p.startsWith('/')).length;
  if (absolute !== 0 && absolute !== paths.length) throw valueError("Can't mix absolute and relative paths");
  const split = paths.map((p) => p.split('/').filter((part) => part !== '' && part !== '.'));
  let shared = 0;
  const fewest = split.reduce((least, { length }) => Math.min(least, length), Infinity);
  runtime.step((fewest * split.length) >> 1);
  while (split.every((parts) => shared < parts.length && parts[shared] === split[0]![shared])) shared++;
  return str((absolute > 0 ? '/' : '') + split[0]!.slice(0, shared).join('/'), runtime.span);
};

function pair(runtime: Runtime, a: TracedText, b: TracedText): Value {
  return new TupleValue([made(runtime, a), made(runtime, b)], runtime.span);
}

const absolute = (runtime: Runtime, path: TracedText): Value => {
  if (path.text.startsWith('/')) return made(runtime, path.recomputed(normalPath(path.text)));
  const working = runtime.directories?.working;
  return working === undefined ? unknown(runtime, needsDirectory) : made(runtime, path.recomputed(normalPath(`${working}/${path.text}`)));
};

/** `os.path`. Parts of paths keep their origins; what depends on the machine is unknown. */
export const osPath = moduleOf('posixpath', {
  join: lookingFunction('posixpath.join', join),
  dirname: ofPath('dirname', (runtime, path) => made(runtime, cut(path).head)),
  basename: ofPath('basename', (runtime, path) => made(runtime, cut(path).tail)),
  split: ofPath('split', (runtime, path) => pair(runtime, cut(path).head, cut(path).tail)),
  splitext: ofPath('splitext', (runtime, path) => {
    const at = extensionStart(path.text);
    return pair(runtime, path.slice(0, at), path.slice(at));
  }),
  normpath: ofPath('normpath', (runtime, path) => made(runtime, path.recomputed(normalPath(path.text)))),
  isabs: ofPath('isabs', (runtime, path) => new BoolValue(path.text.startsWith('/'), runtime.span)),
  abspath: ofPath('abspath', absolute),
  exists: ofPath('exists', exists, 'genericpath'),
  lexists: ofPath('lexists', exists),
  isfile: ofPath('isfile', (runtime, path) => isOfKind(runtime, path, 'file') ?? exists(runtime, path), 'genericpath'),
  isdir: ofPath('isdir', isDirectory, 'genericpath'),
  expanduser: ofPath('expanduser', (runtime, path) => {
    if (!path.text.startsWith('~')) return made(runtime, path);
    const home = /^~(?:\/|$)/.test(path.text) ? runtime.directories?.home : undefined;
    return home === undefined
      ? unknown(runtime, say`home directories are not known`)
      : made(runtime, path.recomputed(home + path.text.slice(1)));
  }),
  expandvars: ofPath('expandvars', (runtime, path) =>
    path.text.includes('$') ? unknown(runtime, say`variables in paths are not filled in`) : made(runtime, path),
  ),
  normcase: ofPath('normcase', (runtime, path) => made(runtime, path)),
  relpath: lookingFunction('posixpath.relpath', relative),
  commonprefix: lookingFunction('genericpath.commonprefix', commonPrefix),
  commonpath: lookingFunction('posixpath.commonpath', commonPath),
  realpath: unknowable('posixpath.realpath', say`links in the file system are not followed`),
  sep: str('/', nowhere),
  pardir: str('..', nowhere),
  curdir: str('.', nowhere),
  pathsep: str(':', nowhere),
  extsep: str('.', nowhere),
});
