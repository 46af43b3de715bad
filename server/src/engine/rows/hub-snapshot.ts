import { parse } from 'yaml';
import type { FileId } from '../core/span.js';
import { pathPattern } from '../core/path-pattern.js';
import type { Workspace } from '../core/workspace.js';
import { listedNames, noConfig, pickConfig } from './dataset-configs.js';
import type { DatasetRows } from './dataset-rows.js';
import { rowFileEndings } from './open-rows.js';
import { splitsByNames } from './split-files.js';
import { say } from '../core/say.js';

/** Files of a snapshot that are looked at, at most. */
const mostFiles = 5000;

/** What the head of a README says of one configuration. */
export interface PublishedConfig {
  readonly name: string;
  readonly isDefault: boolean;
  /** Patterns of paths by split; undefined where only the names of the files tell. */
  readonly patterns: ReadonlyMap<string, readonly string[]> | undefined;
  readonly folder: string;
  /** What else it says: how its files are read (`sep`). */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * The files of a split among those that were downloaded from the Hub: `<hub>/datasets--<org>--<name>/snapshots/<revision>/…`.
 * @returns undefined where nothing of the dataset was downloaded
 */
export function findPublishedRows(
  workspace: Workspace,
  hub: FileId,
  path: string,
  name: string | undefined,
  split: string,
): DatasetRows | undefined {
  const snapshot = snapshotOf(workspace, `${hub}/datasets--${path.replaceAll('/', '--')}`);
  if (snapshot === undefined) return undefined;
  const paths = filesBelow(workspace, snapshot);
  const data = paths.filter((file) => !/(^|\/)(\.|README|LICENSE|dataset_infos?\.json$)/i.test(file));
  const found = choose(publishedConfigs(workspace, snapshot), data, path, name, split);
  if ('problem' in found) return found;
  const unpacked = (file: string): string => file.toLowerCase().replace(/(?<=\.(?:jsonl?|ndjson|csv|tsv))\.gz$/, '');
  const readable = found.files.filter((file) => rowFileEndings.some((ending) => unpacked(file).endsWith(ending)));
  if (readable.length === 0)
    return { problem: say`The files of ${path} on this machine are of a kind that is not read: ${listedNames(found.files)}.` };
  return { files: readable.map((file) => `${snapshot}/${file}`) };
}

/** The files by their paths in the snapshot. */
function choose(
  configs: readonly PublishedConfig[],
  paths: readonly string[],
  path: string,
  name: string | undefined,
  split: string,
): DatasetRows {
  if (configs.length === 0) return byNames(below(paths, name ?? ''), path, split);
  const chosen = name === undefined ? configs.find(({ isDefault }) => isDefault) : undefined;
  const configName =
    chosen?.name ??
    pickConfig(
      configs.map((config) => config.name),
      name,
    );
  const config = configs.find((one) => one.name === configName);
  if (!config)
    return {
      problem: noConfig(
        path,
        name,
        configs.map((one) => one.name),
      ),
    };
  const within = below(paths, config.folder);
  if (!config.patterns) return byNames(within, path, split);
  const patterns = config.patterns.get(split);
  if (!patterns) return { problem: noSplit(path, split, [...config.patterns.keys()]) };
  const prefix = config.folder === '' ? '' : `${config.folder}/`;
  const shapes = patterns.map((pattern) => pathPattern(prefix + pattern));
  const files = within.filter((file) => shapes.some((shape) => shape.fits(file)));
  return files.length > 0 ? { files } : { problem: say`The files of split '${split}' of ${path} are not on this machine.` };
}

/** Where the README names no splits. */
function byNames(paths: readonly string[], path: string, split: string): DatasetRows {
  const splits = splitsByNames(paths);
  const files = splits.get(split);
  return files ? { files: [...new Set(files)] } : { problem: noSplit(path, split, [...splits.keys()]) };
}

function noSplit(path: string, split: string, splits: readonly string[]): string {
  return say`The dataset ${path} has no split '${split}' on this machine; it has ${listedNames(splits)}.`;
}

/** The paths in a folder; all where there is no such folder. */
function below(paths: readonly string[], folder: string): readonly string[] {
  const inside = folder === '' ? [] : paths.filter((path) => path.startsWith(`${folder}/`));
  return inside.length > 0 ? inside : paths;
}

/** The snapshot that `refs/main` names, else the only or last one. */
function snapshotOf(workspace: Workspace, folder: FileId): FileId | undefined {
  const revisions = workspace.list(`${folder}/snapshots`) ?? [];
  const main = workspace.read(`${folder}/refs/main`);
  const named = main.kind === 'text' ? main.text.trim() : '';
  const revision = revisions.includes(named) ? named : revisions.at(-1);
  return revision === undefined ? undefined : `${folder}/snapshots/${revision}`;
}

/** Paths relative to the folder, sorted. */
export function filesBelow(workspace: Workspace, folder: FileId): string[] {
  const found: string[] = [];
  const visit = (prefix: string, depth: number): void => {
    for (const name of workspace.list(prefix === '' ? folder : `${folder}/${prefix}`) ?? []) {
      if (found.length >= mostFiles) return;
      const path = prefix === '' ? name : `${prefix}/${name}`;
      if (workspace.stat(`${folder}/${path}`)?.kind !== 'directory') found.push(path);
      else if (depth < 6) visit(path, depth + 1);
    }
  };
  visit('', 0);
  return found.sort();
}

/** `configs` in the YAML at the head of the README (datasets 3.6 `utils/metadata.py`); none where it has none, or cannot be read. */
export function publishedConfigs(workspace: Workspace, snapshot: FileId): readonly PublishedConfig[] {
  const readme = workspace.read(`${snapshot}/README.md`);
  const head = readme.kind === 'text' ? /^---\r?\n([\s\S]*?)\r?\n---/.exec(readme.text)?.[1] : undefined;
  if (head === undefined) return [];
  try {
    const { configs } = parse(head, { logLevel: 'silent' }) as { readonly configs?: unknown };
    return Array.isArray(configs) ? configs.flatMap((config: unknown) => configOf(config) ?? []) : [];
  } catch {
    return [];
  }
}

function configOf(raw: unknown): PublishedConfig | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const {
    config_name: name,
    data_files: files,
    data_dir: folder,
    default: isDefault,
    ...options
  } = raw as Readonly<Record<string, unknown>>;
  return {
    name: typeof name === 'string' ? name : 'default',
    isDefault: isDefault === true,
    patterns: files === undefined ? undefined : patternsOf(files),
    folder: typeof folder === 'string' ? folder.replace(/^\.\/|\/$/g, '') : '',
    options,
  };
}

/** A path or list of paths is the train split. */
function patternsOf(files: unknown): ReadonlyMap<string, readonly string[]> {
  const splits = new Map<string, readonly string[]>();
  for (const entry of Array.isArray(files) ? files : [files]) {
    const { split, path } = (typeof entry === 'object' && entry !== null ? entry : { split: 'train', path: entry }) as {
      readonly split?: unknown;
      readonly path?: unknown;
    };
    const paths = (Array.isArray(path) ? path : [path]).filter((one): one is string => typeof one === 'string');
    const name = String(split);
    splits.set(name, [...(splits.get(name) ?? []), ...paths]);
  }
  return splits;
}
