import type { ConfigKind } from '../../../../config/config.js';
import { dirname } from '../../../../core/paths.js';
import type { FileId } from '../../../../core/span.js';
import type { CheckContext } from '../../../face/rule.js';

/** Files of a folder of the package that are looked through for a key. */
const mostLookedAt = 100;
/** Characters before a key that may say what it is read of. */
const mostBefore = 80;

/**
 * Whether the framework's own source, as far as it is within reach, reads a key of a dict: a fork, or another release, may read keys that ours does not.
 * @param anyhow a mention of the key is enough where it is not read of a dict of another kind, in the other files of the same folders too: a task of the fork's own may read the dict
 */
export function isReadBySource(context: CheckContext, kind: ConfigKind, key: string, anyhow: boolean): boolean {
  const files = sourcesOf(context, kind);
  const { workspace } = context.surroundings;
  const owner = kind.replaceAll('-', '_');
  const has = (file: FileId): boolean => {
    const read = workspace.read(file);
    if (read.kind !== 'text') return false;
    return ownersOf(read.text, key).some((name) => name === owner || (anyhow && !name?.endsWith('_cfg')));
  };
  if (files.some(has)) return true;
  const folders = anyhow ? new Set(files.map(dirname)) : [];
  return [...folders].some((folder) =>
    (workspace.list(folder) ?? [])
      .filter((name) => name.endsWith('.py'))
      .slice(0, mostLookedAt)
      .some((name) => has(`${folder}/${name}`)),
  );
}

/** What a key is read of at each place that has it as a text: `eval_cfg` in `self.eval_cfg.get('k')` and in `cfg['eval_cfg']['k']`; undefined where it is read of nothing. */
function ownersOf(text: string, key: string): readonly (string | undefined)[] {
  const owners: (string | undefined)[] = [];
  for (const quote of ["'", '"']) {
    const quoted = `${quote}${key}${quote}`;
    for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + 1))
      owners.push(/(\w+)['"]?[\])]*(?:\.(?:get|pop|setdefault)\(|\[)\s*$/.exec(text.slice(Math.max(0, at - mostBefore), at))?.[1]);
  }
  return owners;
}

/** The files that are known to read a kind of dict, in the package around the config. */
function sourcesOf({ framework: { fields }, file, surroundings: { workspace } }: CheckContext, kind: ConfigKind): readonly FileId[] {
  const named = new Set([...(fields.keys(kind) ?? [])].flatMap((key) => fields.field(kind, key)?.source ?? []));
  return [...named].flatMap((path) => {
    const root = workspace.packageRoot(path.slice(0, path.indexOf('/')), file);
    return root === undefined ? [] : [`${root}/${path}`];
  });
}
