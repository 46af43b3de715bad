import { ListValue, str, type Value } from '../../../core/value.js';
import { pathText } from '../builtins/file.js';
import { bind, iterator, typeError } from '../call-arguments.js';
import type { Arguments, Runtime } from '../runtime.js';
import { truthy, typeName } from '../semantics.js';
import { isPaths, matchingPaths } from './glob-pattern.js';
import { lookingFunction, moduleOf } from './module.js';
import { unlisted } from './os-directories.js';

/** The paths that a call of `glob.glob` finds. */
function found(runtime: Runtime, name: string, args: Arguments): Value[] | Value {
  const [pattern, root, , recursive] = bind(name, args, ['pathname', 'root_dir', 'dir_fd', 'recursive', 'include_hidden'], 1);
  const text = pathText(pattern!);
  if (text === undefined) throw typeError(`expected str, bytes or os.PathLike object, not ${typeName(pattern!)}`);
  const { directories } = runtime;
  if (!directories) return unlisted(runtime);
  const below = root && root.kind !== 'none' ? pathText(root) : '';
  const paths = matchingPaths(directories, text, below, recursive !== undefined && truthy(recursive) === true);
  return isPaths(paths) ? paths.filter((path) => path !== '').map((path) => str(path, runtime.span)) : paths;
}

/** The module `glob`; unknown while a config is loaded. */
export const glob = moduleOf('glob', {
  glob: lookingFunction('glob.glob', (runtime, args) => {
    const paths = found(runtime, 'glob', args);
    return Array.isArray(paths) ? new ListValue(paths, runtime.span) : paths;
  }),
  iglob: lookingFunction('glob.iglob', (runtime, args) => {
    const paths = found(runtime, 'iglob', args);
    return Array.isArray(paths) ? iterator(runtime, 'generator', paths) : paths;
  }),
});
