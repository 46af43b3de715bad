import type { FileId } from '../core/span.js';

/** A config and what is taken from it: its `models`, or its lists of datasets by their names. */
export interface Part {
  readonly file: FileId;
  readonly names: readonly string[];
}

interface Literals {
  readonly models?: readonly string[] | undefined;
  readonly datasets?: readonly string[] | undefined;
}

/**
 * The config that a framework's command line stands for, as a document of its own: it imports what was named and lists it.
 * @param at the file that the document takes the place of; relative imports start from its folder
 * @param literals models and datasets that no file holds, as Python
 * @param adds further statements
 * @param inPackage the directory of the framework's package: what lies below it is imported by its full name
 * @throws Error for a file that no import can name
 */
export function assembledConfig(
  at: FileId,
  models: readonly Part[],
  datasets: readonly Part[],
  {
    literals = {},
    adds,
    inPackage,
  }: { readonly literals?: Literals; readonly adds?: string | undefined; readonly inPackage?: FileId | undefined } = {},
): string {
  const lines: string[] = [];
  const listed = (kind: string, parts: readonly Part[], added: readonly string[] = []): string => {
    const names = parts.flatMap((part) => part.names.map((name) => ({ part, name })));
    const spread = names.map(({ part, name }, i) => {
      const alias = `${kind}_${String(i + 1)}`;
      lines.push(`    from ${moduleOf(part.file, at, inPackage)} import ${name} as ${alias}`);
      return `*${alias}`;
    });
    return `${kind} = [${[...spread, ...added].join(', ')}]`;
  };
  const withModels = models.length > 0 || literals.models !== undefined;
  const lists = [...(withModels ? [listed('models', models, literals.models)] : []), listed('datasets', datasets, literals.datasets)];
  const imports = lines.length > 0 ? ['from mmengine.config import read_base', '', 'with read_base():', ...lines, ''] : [];
  return [...imports, ...lists, ...(adds === undefined ? [] : [adds]), ''].join('\n');
}

/** The module by which a document at `at` imports a file: by its full name from the package, else relative to the folder. */
function moduleOf(file: FileId, at: FileId, inPackage: FileId | undefined): string {
  const path = file.replace(/\.py$/, '').split('/');
  if (inPackage !== undefined && file.startsWith(`${inPackage}/`))
    return named(path.slice(inPackage.split('/').length - 1), file).join('.');
  const from = at.split('/').slice(0, -1);
  let common = 0;
  while (common < from.length && common < path.length - 1 && from[common] === path[common]) common++;
  return '.'.repeat(from.length - common + 1) + named(path.slice(common), file).join('.');
}

/** @throws Error where a part of the path is no Python name */
function named(parts: readonly string[], file: FileId): readonly string[] {
  const odd = parts.find((part) => !/^[\p{XID_Start}_][\p{XID_Continue}]*$/u.test(part));
  if (odd !== undefined)
    throw new Error(`${file} cannot be imported by another config, since '${odd}' is not a Python name: it is not paired.`);
  return parts;
}
