import { dirname, joinPath } from '../../../core/paths.js';
import type { FileId } from '../../../core/span.js';
import type { RefValue } from '../../../core/value.js';

/** The dotted name of the module of a `!function`; '' where it names none. */
export function moduleNameOf({ path }: RefValue): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** Where the harness first looks for the module of a `!function`: beside the file in which that is written, dots as folders. @param module another name of it */
export function moduleBeside(ref: RefValue, module = moduleNameOf(ref)): FileId {
  return joinPath(dirname(ref.from ?? ref.span.file), `${module.replaceAll('.', '/')}.py`);
}

/** Where the code of a `!function` is that was imported: until 0.4.11 a path is followed as one (`utils.py`, `import_function`), later it raises before anybody looks (`HarnessRelease.followsFunctionPaths`). */
export function moduleFollowed(ref: RefValue): FileId {
  const module = moduleNameOf(ref);
  return module.includes('/') ? joinPath(dirname(ref.from ?? ref.span.file), `${module}.py`) : moduleBeside(ref);
}
