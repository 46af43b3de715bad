import type { FileId } from '../core/span.js';
import type { FrameworkPackage, GatheredModules } from './face/framework-package.js';
import { frameworks } from './registry.js';

/** What reads the configs of most frameworks. */
const mmengine: FrameworkPackage = { name: 'mmengine', marks: ['__init__.py', 'config/config.py'], data: [] };

const packages: ReadonlyMap<string, FrameworkPackage> = new Map(
  [...frameworks.map((framework) => framework.package), mmengine].map((known) => [known.name, known]),
);

/** The package of a framework, or mmengine, that is called so; undefined for any other name. */
export function packageNamed(name: string): FrameworkPackage | undefined {
  return packages.get(name);
}

/**
 * The public names of a module in the newest release of the framework whose package it lies in; undefined where that is not known. Only of modules that others import all of.
 * @param path without ending
 */
export function namesInRelease(path: FileId): ReadonlySet<string> | undefined {
  const within = packageAround(path);
  return within?.gathered.namesOf(within.path);
}

/**
 * The modules below a package that define a name which it gathers, in the newest release of the framework, as paths without ending.
 * @param path of the package
 */
export function definersInRelease(path: FileId, name: string): readonly FileId[] {
  const within = packageAround(path);
  if (!within) return [];
  const { gathered } = within;
  const giving = gathered.modulePaths.filter((module) => module.startsWith(`${within.path}/`) && gathered.namesOf(module)!.has(name));
  const definers = giving.filter((module) => !giving.some((other) => other.startsWith(`${module}/`)));
  return definers.map((module) => path + module.slice(within.path.length));
}

function packageAround(path: FileId): { readonly gathered: GatheredModules; readonly path: string } | undefined {
  for (const { name, gathered } of packages.values()) {
    const at = path.lastIndexOf(`/${name}/`);
    if (gathered && at >= 0) return { gathered, path: path.slice(at + name.length + 2) };
  }
  return undefined;
}

/** Endings of what configs, tasks and their templates are made of, and rows; and no ending at all, as templates of tasks have it. */
const readInConfigs = /^(?:[^.]+|.*\.(?:py|ya?ml|jsonc?|jsonl|ndjson|csv|tsv|txt|md|parquet|arrow|feather|jinja2?|j2))$/i;

/**
 * Whether a config has a reason to read a file of a package that lies outside of the folders that the user opened: Python anywhere in it, and texts and
 * rows in its folders of configs and data. What is hidden is not read. In a package that is no framework's any folder may hold configs.
 * @param names those that lead from the package to the file
 */
export function mayReadInPackage(packageName: string, names: readonly string[]): boolean {
  const file = names.at(-1);
  if (file === undefined || isHidden(names)) return false;
  if (/\.py$/.test(file)) return true;
  const data = packages.get(packageName)?.data;
  const path = names.join('/');
  return readInConfigs.test(file) && (data === undefined || data.some((folder) => path.startsWith(`${folder}/`)));
}

/** Whether a path leads through something hidden. */
export function isHidden(names: readonly string[]): boolean {
  return names.some((name) => name.startsWith('.'));
}
