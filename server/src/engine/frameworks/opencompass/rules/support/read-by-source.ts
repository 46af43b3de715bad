import type { ConfigKind } from '../../../../config/config.js';
import { dirname } from '../../../../core/paths.js';
import type { FileId } from '../../../../core/span.js';
import type { CheckContext } from '../../../face/rule.js';

/** Files of a folder of the package that are looked through for a key. */
const mostLookedAt = 100;

/**
 * Whether the framework's own source, as far as it is within reach, has a key as a text: a fork, or another release, may read keys of a dict that ours does not.
 * @param beside the other files of the same folders count as well: a task of the fork's own may read the dict, too
 */
export function isReadBySource(context: CheckContext, kind: ConfigKind, key: string, beside: boolean): boolean {
  const files = sourcesOf(context, kind);
  const { workspace } = context.surroundings;
  const has = (file: FileId): boolean => {
    const read = workspace.read(file);
    return read.kind === 'text' && (read.text.includes(`'${key}'`) || read.text.includes(`"${key}"`));
  };
  if (files.some(has)) return true;
  const folders = beside ? new Set(files.map(dirname)) : [];
  return [...folders].some((folder) =>
    (workspace.list(folder) ?? [])
      .filter((name) => name.endsWith('.py'))
      .slice(0, mostLookedAt)
      .some((name) => has(`${folder}/${name}`)),
  );
}

/** The files that are known to read a kind of dict, in the package around the config. */
function sourcesOf({ framework: { fields }, file, surroundings: { workspace } }: CheckContext, kind: ConfigKind): readonly FileId[] {
  const named = new Set([...(fields.keys(kind) ?? [])].flatMap((key) => fields.field(kind, key)?.source ?? []));
  return [...named].flatMap((path) => {
    const root = workspace.packageRoot(path.slice(0, path.indexOf('/')), file);
    return root === undefined ? [] : [`${root}/${path}`];
  });
}
