import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { environmentFor, type Environment } from '../../engine/core/environment.js';
import { loadGrammarFromDisk } from '../../node/load-grammar.js';
import { createNodeWorkspace } from '../../node/node-workspace.js';
import { fileOfPath } from '../../node/uris.js';
import { preflightName } from '../../engine/project/preflight-file.js';
import { createProject, type Project, type ProjectOptions } from '../../engine/project/project.js';
import { defaultSettings } from '../../engine/core/settings.js';
import type { FileId } from '../../engine/core/span.js';
import type { Workspace } from '../../engine/core/workspace.js';
import { beacon } from '../../worker/own-beacon.js';
import { CommandError } from './command.js';
import { explain } from './explain.js';
import { shownPath } from './shown-path.js';
import { note } from './terminal.js';
import { RememberingWorkspace } from '../../engine/core/remembering-workspace.js';

/** What marks the root of a user's project. */
const rootMarks = ['.git', 'pyproject.toml', 'setup.py', 'setup.cfg', '.vscode'];

/** It marks a root where nothing else does: one in a folder of a project is about that folder alone. */
const lastMarks = [preflightName];

/** A run goes from file to file and seldom comes back: less of the bases is kept than a server keeps. */
const keptBaseValues = 60_000;

/** Files with rows: of the one that is asked, and of the examples; and folders in which those of datasets are looked for. */
export interface RowFiles {
  readonly rowFile?: string | undefined;
  readonly trainRowFile?: string | undefined;
  readonly dataRoots?: readonly string[];
}

export interface OpenOptions extends Pick<ProjectOptions, 'aroundRule'> {
  /** Directories that hold framework packages, looked at first. */
  readonly packageRoots?: readonly string[] | undefined;
  /** Directories with tasks of lm-evaluation-harness. */
  readonly includePaths?: readonly string[] | undefined;
  readonly rows?: RowFiles;
  /** The setting of that name. */
  readonly release?: Readonly<Record<string, string>> | undefined;
  /** Whether project files may name what lies out of the project. */
  readonly trust?: boolean | undefined;
  /** Stands between the project and what it reads. */
  readonly around?: ((workspace: Workspace) => Workspace) | undefined;
}

/**
 * A project over the folders of the given paths: for each, the project that it lies in (the nearest folder above with `.git`,
 * `pyproject.toml` …), else its own folder.
 * @param paths files and folders as the user gave them
 * @throws CommandError where a directory that the user names is not there; Error where the Python grammar is missing from the installation
 */
export async function openProject(
  paths: readonly string[],
  { packageRoots = [], includePaths = [], rows = {}, release = {}, trust = false, around, aroundRule }: OpenOptions = {},
): Promise<Project> {
  const { rowFile, trainRowFile, dataRoots = [] } = rows;
  await loadGrammarFromDisk();
  // What the user names is read, also where that leads through a link out of the project around it.
  const folders = [...new Set(paths.flatMap((path) => [resolve(path), ...linked(path)]).map((path) => fileOfPath(projectRoot(path))))];
  const roots = packageRoots.map((root) => fileOfPath(resolve(root)));
  for (const path of includePaths) if (!isDirectory(path)) throw new CommandError(`--include-path ${path}: there is no such directory.`);
  const included = includePaths.map((path) => fileOfPath(resolve(path)));
  for (const path of dataRoots) if (!isDirectory(path)) throw new CommandError(`--data-root ${path}: there is no such directory.`);
  const data = dataRoots.map((path) => fileOfPath(resolve(path)));
  const settings = {
    ...defaultSettings,
    packageRoots: roots,
    includePaths: included,
    dataRoots: data,
    release,
    rowFile: rowFile === undefined ? undefined : fileOfPath(resolve(rowFile)),
    rowFileFirst: rowFile !== undefined,
    trainRowFile: trainRowFile === undefined ? undefined : fileOfPath(resolve(trainRowFile)),
  };
  const workspace = new RememberingWorkspace(
    createNodeWorkspace({ folders, packageRoots: roots, includePaths: [...included, ...data], followsProjects: trust }),
  );
  return createProject(around?.(workspace) ?? workspace, settings, {
    environment: environment(),
    keptBaseValues,
    progress: beacon,
    ruleFailed,
    aroundRule,
  });
}

/** One rule that fails does not keep the others from being run. */
function ruleFailed(file: FileId, rule: string, error: unknown): void {
  note(`${shownPath(file)}: the rule ${rule} is left out. ${explain(error, 'check').trimEnd()}`);
}

/** The environment of the process, which is the one that the framework would see if it were started here, as far as configs are told of it. */
export function environment(): Environment {
  return environmentFor({ ...process.env }, () => true);
}

/** Where a path really leads, if through a link. */
function linked(path: string): string[] {
  try {
    const real = realpathSync(path);
    return real === resolve(path) ? [] : [real];
  } catch {
    return []; // It does not exist, which is reported later.
  }
}

function projectRoot(path: string): string {
  const own = isDirectory(path) ? path : dirname(path);
  return nearestWith(rootMarks, own) ?? nearestWith(lastMarks, own) ?? own;
}

function nearestWith(marks: readonly string[], own: string): string | undefined {
  for (let folder = own; ; folder = dirname(folder)) {
    if (marks.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Opens a config by its path.
 * @returns its FileId
 * @throws CommandError with the reason where it cannot be read as a config
 */
export function openConfig(project: Project, path: string): FileId {
  const file = fileOfPath(resolve(path));
  if (project.document(file)) return file;
  const read = project.workspace.read(file);
  if (read.kind === 'none') throw new CommandError(read.why === 'missing' ? `${path} does not exist.` : read.reason);
  throw new CommandError(`${path} is not a config: only .py, .yaml, .yml, .json and .jsonc files can be.`);
}
