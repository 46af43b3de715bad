import { PyError } from '../core/errors.js';
import { dirname, joinPath } from '../core/paths.js';
import { say } from '../core/say.js';
import type { FileId, Span } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';
import { isStandardModule } from '../python/runtime/modules/index.js';
import { meantNames } from './meant-names.js';

/** Where a base config is: its file, the exception that mmengine raises where it can be nowhere, or why that cannot be known here. */
export type Located =
  /** `root`: the directory of the package, for an import that is not relative. */
  | { readonly file: FileId; readonly root?: FileId }
  | { readonly error: PyError; readonly hint: string; readonly meant?: string }
  | { readonly unknown: string; readonly places: readonly FileId[] };

/**
 * The file of a module in `with read_base():` (mmengine 0.11 `Config._parse_lazy_import`): a relative one is looked for from the directory of the
 * importing file, one dot meaning that directory; an absolute one below the directory of its installed package. Packages with an
 * `__init__.py` are no bases.
 */
export function locateBase(module: string, from: FileId, workspace: Workspace, span: Span): Located {
  const level = /^\.*/.exec(module)![0].length;
  const path = module.slice(level).replaceAll('.', '/') + '.py';
  if (level > 0) return { file: joinPath(dirname(from), '../'.repeat(level - 1) + path) };
  const [name, ...rest] = module.split('.');
  if (rest.length === 0) {
    const text = `The imported configuration file should not be an independent package ${module}.`;
    return { error: new PyError('ConfigParsingError', text, span), hint: say`Import a module of the package: package.module.` };
  }
  const root = workspace.packageRoot(name!, from);
  if (root !== undefined) return { file: joinPath(root, path), root };
  if (isStandardModule(name!)) {
    const text = `${path} not found! It means that incorrect module is defined in \`with read_base(): = from ${module} import ...\``;
    return { error: new PyError('ConfigParsingError', text, span), hint: say`${module} belongs to Python and is not a config.` };
  }
  const folders = foldersAround(from);
  const meant = besideName(name!, path.slice(name!.length), from, folders, workspace);
  if (meant === undefined)
    return {
      places: folders.map((folder) => joinPath(folder, path)),
      unknown: say`The package ${name!} was not found. Name the directory that holds it by packageRoots, in preflight.json or in the settings, or install it in the Python environment in use.`,
    };
  return {
    error: new PyError('PackageNotFoundError', `No package metadata was found for ${name!}`, span),
    hint: say`There is no package ${name!}. Did you mean ${meant}?`,
    meant: [meant, ...rest].join('.'),
  };
}

function foldersAround(file: FileId): FileId[] {
  const folders: FileId[] = [];
  for (let folder = dirname(file); folder !== '' && folders.at(-1) !== folder; folder = dirname(folder)) folders.push(folder);
  return folders;
}

/** A package with a name like this one, in a folder around the file, that has the module. */
function besideName(name: string, path: string, from: FileId, folders: readonly FileId[], workspace: Workspace): string | undefined {
  for (const folder of folders) {
    const beside = meantNames(
      name,
      (workspace.list(folder) ?? []).filter((other) => /^\w+$/.test(other)),
    );
    const found = beside.find((other) => workspace.packageRoot(other, from) === folder && workspace.stat(joinPath(folder, other + path)));
    if (found !== undefined) return found;
  }
  return undefined;
}
