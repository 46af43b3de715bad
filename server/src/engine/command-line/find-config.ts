import { pushAll } from '../core/push-all.js';
import type { FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';
import { namePattern } from '../core/name-pattern.js';

export type NamedKind = 'models' | 'datasets';

/** What a name on the command line leads to. */
export type FoundConfig =
  /** `others` match too; the framework takes the first, with a warning. */
  | { readonly file: FileId; readonly others: readonly FileId[] }
  /** `nearest`: the names of configs that may be meant. */
  | { readonly nearest: readonly string[] };

/** How many names are suggested. */
const most = 5;

/**
 * The directories in which a framework looks for the configs that its command line names, in order: those of the user's config directory, then its
 * own. OpenCompass 0.5.3 `utils/run.py`, AISBench 3.1.0 `cli/config_manager.py`.
 * @param configDirectory what `--config-dir` gives, absolute
 * @param packaged the framework's own directory of configs; undefined where the package is out of reach
 */
export function configFolders(kind: NamedKind, configDirectory: FileId, packaged: FileId | undefined): FileId[] {
  const names = kind === 'models' ? ['models'] : ['datasets', 'dataset_collections'];
  return [configDirectory, ...(packaged === undefined ? [] : [packaged])].flatMap((folder) => names.map((name) => `${folder}/${name}`));
}

/**
 * Finds the config that a name means: a pattern of file names, with or without `.py`, that is looked for at any depth of the folders. Of several the
 * framework takes the first by folder, then by name.
 */
export function findConfig(workspace: Workspace, folders: readonly FileId[], name: string): FoundConfig {
  const matches = namePattern(name.endsWith('.py') ? name : `${name}.py`, { ignoreCase: true });
  const all = folders.map((folder) => filesBelow(workspace, folder));
  const [file, ...others] = all.flatMap((files) =>
    files.filter((path) => matches(nameOf(path)) && workspace.stat(path)?.kind !== 'directory').sort(byName),
  );
  if (file !== undefined) return { file, others };
  return {
    nearest: nearestNames(
      name.replace(/\.py$/, ''),
      all.flat().map((path) => nameOf(path).replace(/\.py$/, '')),
    ),
  };
}

/** As `os.walk`, which follows no links to folders. */
function filesBelow(workspace: Workspace, folder: FileId): FileId[] {
  const files: FileId[] = [];
  for (const entry of workspace.list(folder) ?? []) {
    const path = `${folder}/${entry}`;
    if (entry.endsWith('.py')) files.push(path);
    // Other files have endings; a folder that has one is rare, and asked for.
    else if (!entry.startsWith('.') && entry !== '__pycache__' && workspace.stat(path)?.kind === 'directory' && !workspace.isLink?.(path))
      pushAll(files, filesBelow(workspace, path));
  }
  return files;
}

function nameOf(path: FileId): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** As Python sorts strings. Files of one name stay in the order in which the folders were looked through. */
function byName(a: FileId, b: FileId): number {
  return nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0;
}

/** Names that share most pairs of letters with the one that was asked for. */
function nearestNames(name: string, names: readonly string[]): string[] {
  const wanted = pairsOf(name);
  const scored = [...new Set(names)].map((candidate) => ({ candidate, score: likeness(wanted, pairsOf(candidate)) }));
  const near = scored.filter(({ score }) => score > 0.3).sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1));
  return near.slice(0, most).map(({ candidate }) => candidate);
}

function pairsOf(name: string): Set<string> {
  const letters = name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, i) => letters.slice(i, i + 2)));
}

/** From 0, nothing in common, to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}
