import { dirname, joinPath } from '../engine/core/paths.js';
import type { FileId } from '../engine/core/span.js';

/**
 * The files that a config most likely is made of, by a look at its text alone: they are fetched with it, before it is evaluated. A guess that is wrong costs a look into a folder.
 * Modules named relative to it (mmengine, `read_base`), and files that a task includes.
 */
export function basesIn(file: FileId, text: string): FileId[] {
  const folder = dirname(file);
  if (file.endsWith('.py')) return text.includes('read_base') ? modulesIn(folder, text) : [];
  if (!/\.ya?ml$/.test(file)) return [];
  const included = [...text.matchAll(/^include:\s*["']?([^\s"'#]+)/gm)].map(([, path]) => joinPath(folder, path!));
  const functions = [...text.matchAll(/!function\s+([\w.]+)\.\w+/g)].map(([, module]) =>
    joinPath(folder, `${module!.replaceAll('.', '/')}.py`),
  );
  return [...new Set([...included, ...functions])];
}

function modulesIn(folder: FileId, text: string): FileId[] {
  const modules = [...text.matchAll(/^\s+from\s+(\.+)([\w.]+)\s+import\b/gm)].map(([, dots, module]) =>
    joinPath(folder, `${'../'.repeat(dots!.length - 1)}${module!.replaceAll('.', '/')}.py`),
  );
  return [...new Set(modules)];
}
