// The work of scripts/loaders.mjs.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ClassIndex, type ClassSource } from '../../server/src/engine/classes/class-index.js';
import { loadedColumns, type LoadedColumns } from '../../server/src/engine/classes/columns/load-columns.js';
import { configUses, type ConfigUse } from './config-uses.js';
import { readSource } from '../../server/src/engine/classes/source-module.js';
import { loadPythonGrammar } from '../../server/src/engine/python/syntax/parse.js';
import { createNodeWorkspace } from '../../server/src/node/node-workspace.js';
import { fileOfPath } from '../../server/src/node/uris.js';

const packages = { opencompass: 'opencompass/datasets', aisbench: 'ais_bench/benchmark/datasets' } as const;

/** What is told of one class. */
interface Row {
  readonly framework: string;
  readonly class: string;
  readonly file: string;
  /** `by configs`: its source does not tell, but all configs that the framework ships for it read these columns. */
  readonly known: LoadedColumns['known'] | 'by configs';
  readonly columns: readonly string[];
  readonly some: readonly string[];
  readonly splits: Readonly<Record<string, readonly string[]>> | undefined;
  readonly why: string | undefined;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { sources: { type: 'string', multiple: true }, json: { type: 'string' } } });
  if (!values.sources) throw new Error('Usage: npm run loaders -- --sources DIR [--sources DIR] [--json FILE]');
  await loadPythonGrammar({
    runtime: readFileSync('node_modules/web-tree-sitter/web-tree-sitter.wasm'),
    grammar: readFileSync('node_modules/tree-sitter-python/tree-sitter-python.wasm'),
  });
  const rows = values.sources.flatMap((folder) => checkoutsIn(fileOfPath(resolve(folder))).flatMap(rowsOf));
  for (const row of rows) console.log(lineOf(row));
  for (const framework of Object.keys(packages)) summarize(framework, rows);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows, undefined, 1));
}

interface Checkout {
  readonly framework: string;
  readonly root: string;
  readonly folder: string;
}

/** The folder itself and those in it, where they hold a framework's package. */
function checkoutsIn(folder: string): readonly Checkout[] {
  const workspace = createNodeWorkspace({ folders: [folder] });
  const roots = [folder, ...(workspace.list(folder) ?? []).map((name) => `${folder}/${name}`)];
  return roots.flatMap((root) =>
    Object.entries(packages).flatMap(([framework, path]) =>
      workspace.stat(`${root}/${path}`)?.kind === 'directory' ? [{ framework, root, folder: `${root}/${path}` }] : [],
    ),
  );
}

function rowsOf({ framework, root, folder }: Checkout): Row[] {
  const workspace = createNodeWorkspace({ folders: [root], packageRoots: [root] });
  const index = new ClassIndex(workspace);
  const uses = configUses(framework, root, workspace);
  return filesBelow(folder, (path) => workspace.list(path)).flatMap((file) => {
    const read = workspace.read(file);
    if (read.kind !== 'text') return [];
    return readSource(file, read.text).bindings.flatMap((binding) => {
      if (binding.kind !== 'class' || !binding.node()?.body.some((inner) => inner.type === 'FunctionDef' && inner.name.name === 'load'))
        return [];
      const found = index.findInFile(file, binding.name);
      const loaded = found?.kind === 'class' ? columnsIn(index, found.source, uses.get(`${file} ${binding.name}`) ?? []) : undefined;
      const shown = file.slice(root.length + 1);
      return loaded && binding.name !== 'BaseDataset' ? [rowOf(framework, binding.name, shown, loaded)] : [];
    });
  });
}

/** What the source tells of a class for the arguments of each config that names it, else for any; else what these configs read. */
function columnsIn(index: ClassIndex, source: ClassSource, uses: readonly ConfigUse[]): Told | undefined {
  const plain = loadedColumns(index, source);
  if (!plain || plain.known === 'exact') return plain;
  const told = uses.map(({ given }) => loadedColumns(index, source, given) ?? plain);
  const better = inAllUses(told) ?? inSomeSplit(plain);
  if (better.known !== 'unknown') return better;
  const read = uses[0]?.columns.filter((name) => uses.every(({ columns }) => columns.includes(name))) ?? [];
  if (read.length === 0) return better;
  return { ...better, known: 'by configs', columns: read, why: 'Its source does not tell; the configs that name it read these.' };
}

/** What the source tells for the arguments of every config that names the class; undefined where it tells nothing that holds for them all. */
function inAllUses(told: readonly LoadedColumns[]): LoadedColumns | undefined {
  const [first, ...others] = told;
  if (!first) return undefined;
  const columns = first.columns.filter((name) => others.every((other) => other.columns.includes(name)));
  if (columns.length === 0) return undefined;
  if (told.every((one) => one.known === first.known && one.columns.length === columns.length)) return first;
  const some = new Set(told.flatMap((one) => [...one.columns, ...one.some]).filter((name) => !columns.includes(name)));
  return { ...first, known: 'at least', columns, some: [...some], why: 'Its configs give different columns.' };
}

/** Where the columns of a split are known and those of another are not: at least these, in that split. */
function inSomeSplit(plain: LoadedColumns): LoadedColumns {
  const known = [...(plain.splits ?? [])].filter(([, { sure }]) => sure.length > 0);
  if (plain.known !== 'unknown' || known.length === 0) return plain;
  const shown = known.map(([split, { sure }]) => `${split}: ${sure.join(' ')}`).join('; ');
  return { ...plain, known: 'at least', columns: [], why: `Those of a split are known (${shown}); others come from the data.` };
}

type Told = Omit<LoadedColumns, 'known'> & { readonly known: Row['known'] };

function rowOf(framework: string, name: string, file: string, { known, columns, some, splits, why }: Told): Row {
  const bySplit = splits && Object.fromEntries([...splits].map(([split, of]) => [split, of.sure]));
  return {
    framework,
    class: `${file.replace(/\.py$/, '').replaceAll('/', '.')}.${name}`,
    file,
    known,
    columns,
    some,
    splits: bySplit,
    why,
  };
}

function filesBelow(folder: string, list: (path: string) => readonly string[] | undefined): string[] {
  return (list(folder) ?? []).flatMap((name) => {
    const path = `${folder}/${name}`;
    return name.endsWith('.py') ? [path] : /\./.test(name) ? [] : filesBelow(path, list);
  });
}

function lineOf({ class: name, known, columns, some, why }: Row): string {
  const level = { exact: 'exactly   ', 'at least': 'at least  ', 'by configs': 'by configs', unknown: 'unknown   ' }[known];
  const others = some.length > 0 ? ` (some: ${some.join(' ')})` : '';
  return `${level} ${name}: ${columns.join(' ')}${others}${why === undefined ? '' : ` — ${why}`}`;
}

function summarize(framework: string, rows: readonly Row[]): void {
  const own = rows.filter((row) => row.framework === framework);
  if (own.length === 0) return;
  const count = (known: Row['known']): number => own.filter((row) => row.known === known).length;
  const bySource = count('exact') + count('at least');
  const percent = (part: number): string => ((100 * part) / own.length).toFixed(1);
  console.log(
    `${framework}: ${String(own.length)} classes, ${String(count('exact'))} exact, ${String(count('at least'))} at least, ${String(count('by configs'))} by configs, ` +
      `${String(count('unknown'))} unknown: ${percent(own.length - count('unknown'))} % with columns, ${percent(bySource)} % by their source alone`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
