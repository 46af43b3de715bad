// The work of scripts/class-table.mjs.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ClassIndex, type ClassSource } from '../../server/src/engine/classes/class-index.js';
import { readSource, type SourceModule } from '../../server/src/engine/classes/source-module.js';
import { writeKeywords, type ClassTableFile, type ModelEntry } from '../../server/src/engine/classes/class-table.js';
import { methodSignature } from '../../server/src/engine/classes/signature.js';
import { aisBenchClasses } from '../../server/src/engine/frameworks/aisbench/classes/class-conventions.js';
import { aisBench } from '../../server/src/engine/frameworks/aisbench/index.js';
import { ClassReader, type ClassConventions, type ClassKind } from '../../server/src/engine/frameworks/opencompass/classes/class-facts.js';
import { openCompassClasses } from '../../server/src/engine/frameworks/opencompass/classes/class-conventions.js';
import { openCompass } from '../../server/src/engine/frameworks/opencompass/index.js';
import { createNodeWorkspace } from '../../server/src/node/node-workspace.js';
import { fileOfPath } from '../../server/src/node/uris.js';
import { loadPythonGrammar } from '../../server/src/engine/python/syntax/parse.js';
import type { Workspace } from '../../server/src/engine/core/workspace.js';

const frameworks = {
  opencompass: {
    conventions: openCompassClasses,
    release: openCompass.version,
    repository: 'https://github.com/open-compass/opencompass',
  },
  aisbench: { conventions: aisBenchClasses, release: aisBench.version, repository: 'https://github.com/AISBench/benchmark' },
} as const;

async function main([id, folder, option]: readonly string[]): Promise<void> {
  if ((id !== 'opencompass' && id !== 'aisbench') || folder === undefined || (option !== undefined && option !== '--check'))
    throw new Error('Usage: node scripts/class-table.mjs opencompass|aisbench DIR [--check]');
  await loadPythonGrammar({
    runtime: readFileSync('node_modules/web-tree-sitter/web-tree-sitter.wasm'),
    grammar: readFileSync('node_modules/tree-sitter-python/tree-sitter-python.wasm'),
  });
  const { conventions, release, repository } = frameworks[id];
  const file = `schemas/class-tables/${id}.json`;
  const before = readFileSync(file, 'utf8');
  const { commit } = option === undefined ? { commit: commitOf(folder) } : (JSON.parse(before) as ClassTableFile).source;
  const table = new Maker(conventions, fileOfPath(resolve(folder))).table(release, { repository, commit });
  if (option === undefined) writeFileSync(file, written(table));
  else if (written(table) !== before) throw new Error(`${file} is not what the source of ${commit} gives.`);
  console.log(`${release}: ${Object.keys(table.models).length} models, ${Object.keys(table.datasets).length} datasets`);
}

/** @throws Error where the folder is no checkout, or one with changes: nobody could make the table again */
function commitOf(folder: string): string {
  const git = (...args: string[]): string => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
  if (git('status', '--porcelain', '--untracked-files=no', '--', '*.py') !== '')
    throw new Error(`${folder} has changes that are not committed.`);
  return git('rev-parse', 'HEAD');
}

class Maker {
  private readonly workspace: Workspace;
  private readonly classes: ClassIndex;
  private readonly reader: ClassReader;

  constructor(
    private readonly conventions: ClassConventions,
    private readonly folder: string,
  ) {
    this.workspace = createNodeWorkspace({ folders: [folder], packageRoots: [folder] });
    this.classes = new ClassIndex(this.workspace);
    this.reader = new ClassReader(conventions);
  }

  table(release: string, source: ClassTableFile['source']): ClassTableFile {
    const models = this.entries('model', (source) => this.model(source));
    const base = this.baseDataset();
    const datasets = this.entries('dataset', (source) => this.loading(source));
    return { release, source, models, dataset: base, datasets, modules: this.gathered() };
  }

  /** The names of each module that another one of the package gathers: its own, and of a package those that it imports from its modules. */
  private gathered(): Record<string, string> {
    const top = topOf(this.conventions.package);
    const found = new Map<string, string>();
    for (const module of this.modules(this.conventions.package)) {
      if (module.startsWith(`${this.conventions.package}.configs.`)) continue;
      for (const star of this.gatheredBy(module)) {
        const names = [...this.namesIn(star, new Set())].sort();
        found.set(star.slice(top.length + 1).replaceAll('.', '/'), names.join(' '));
      }
    }
    return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The modules that a module imports all of, and those of which the packages of models and datasets import names. */
  private gatheredBy(module: string): readonly string[] {
    const isHub = (['model', 'dataset'] as const).some((kind) => module === `${this.conventions.package}.${kind}s.__init__`);
    const gathered = (this.source(module)?.bindings ?? []).flatMap((binding) =>
      binding.kind === 'star' || (isHub && binding.kind === 'import' && binding.level === 1) ? [targetOf(module, binding)] : [],
    );
    return gathered.filter((target) => this.source(target));
  }

  private namesIn(module: string, seen: Set<string>): Set<string> {
    const names = new Set<string>();
    const source = seen.has(module) ? undefined : this.source(module);
    seen.add(module);
    const own = source?.file.endsWith('/__init__.py') === true ? `${module}.__init__` : module;
    for (const binding of source?.bindings ?? []) {
      if (binding.kind === 'star') for (const name of this.namesIn(targetOf(own, binding), seen)) names.add(name);
      else if (binding.kind === 'import' && (own === module || !isWithin(targetOf(own, binding), this.conventions.package))) continue;
      else if (source!.exports?.has(binding.name) ?? !binding.name.startsWith('_')) names.add(binding.name);
    }
    return names;
  }

  /** The source of a module or package. */
  private source(module: string): SourceModule | undefined {
    const path = `${this.folder}/${module.replaceAll('.', '/')}`;
    for (const file of [`${path}/__init__.py`, `${path}.py`]) {
      const read = this.workspace.read(file);
      if (read.kind === 'text') return readSource(file, read.text);
    }
    return undefined;
  }

  private model(source: ClassSource): ModelEntry | undefined {
    const { signature, parser, metaTemplate: meta } = this.reader.factsOf('model', source, this.classes);
    if (!parser) return undefined; // A helper beside the models.
    return { parser, ...(meta && { meta }), ...(signature && { takes: writeKeywords(signature) }) };
  }

  /** Without what the base class of all datasets takes. */
  private loading(source: ClassSource): string | undefined {
    const { signature } = this.reader.factsOf('dataset', source, this.classes);
    const load = signature && methodSignature(this.classes, source, 'load');
    return load && writeKeywords({ ...load, keys: new Map([...signature.keys].filter(([key]) => load.keys.has(key))) });
  }

  private baseDataset(): string {
    const found = this.classes.find(`${this.conventions.package}.datasets.base.BaseDataset`, `${this.folder}/x.py`);
    const signature = found.kind === 'class' ? methodSignature(this.classes, found.source, '__init__') : undefined;
    if (!signature) throw new Error('The base class of all datasets cannot be read.');
    return writeKeywords({ keys: new Map([...signature.keys].filter(([key]) => !this.conventions.given.has(key))), open: false });
  }

  /** By last name; a name that stands for classes that differ is left out. */
  private entries<T>(kind: ClassKind, make: (source: ClassSource) => T | undefined): Record<string, T> {
    const made = new Map<string, { readonly entry: T; readonly text: string } | undefined>();
    for (const source of this.sources(kind)) {
      const entry = make(source);
      const text = JSON.stringify(entry) ?? '';
      if (made.has(source.name) && made.get(source.name)?.text !== text) made.set(source.name, undefined);
      else made.set(source.name, entry === undefined ? undefined : { entry, text });
    }
    const found = [...made].flatMap(([name, value]) => (value ? [[name, value.entry] as const] : []));
    return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private *sources(kind: ClassKind): Iterable<ClassSource> {
    for (const module of this.modules(`${this.conventions.package}.${kind}s`)) {
      const read = this.workspace.read(`${this.folder}/${module.replaceAll('.', '/')}.py`);
      const text = read.kind === 'text' ? read.text : '';
      for (const [, name] of text.matchAll(/^class[ \t]+(\w+)/gm)) {
        const found = this.classes.find(`${module}.${name!}`, `${this.folder}/x.py`);
        if (found.kind === 'class' && found.source.name === name) yield found.source;
      }
    }
  }

  /** The dotted names of all modules below a package. */
  private *modules(name: string): Iterable<string> {
    const folder = `${this.folder}/${name.replaceAll('.', '/')}`;
    for (const entry of this.workspace.list(folder) ?? []) {
      if (entry.endsWith('.py')) yield `${name}.${entry.slice(0, -3)}`;
      else if (this.workspace.stat(`${folder}/${entry}`)?.kind === 'directory') yield* this.modules(`${name}.${entry}`);
    }
  }
}

function topOf(dotted: string): string {
  return dotted.split('.')[0]!;
}

function isWithin(module: string, name: string): boolean {
  return module.startsWith(`${name}.`);
}

/** The dotted name of what an import statement of a module names. */
function targetOf(module: string, { level, module: name }: { readonly level: number; readonly module: string }): string {
  if (level === 0) return name;
  const parts = module.split('.');
  // Names of packages end in `__init__` here.
  return [...parts.slice(0, parts.length - level), ...(name === '' ? [] : [name])].join('.');
}

/** One line a class, so that a new release shows what changed. */
function written({ release, source, models, dataset, datasets, modules }: ClassTableFile): string {
  const lines = (entries: Readonly<Record<string, unknown>>): string =>
    Object.entries(entries)
      .map(([name, entry]) => `    ${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
      .join(',\n');
  const { repository, commit } = source;
  const from = `{"repository": ${JSON.stringify(repository)}, "commit": ${JSON.stringify(commit)}}`;
  return `{\n  "release": ${JSON.stringify(release)},\n  "source": ${from},\n  "models": {\n${lines(models)}\n  },\n  "dataset": ${JSON.stringify(dataset)},\n  "datasets": {\n${lines(datasets)}\n  },\n  "modules": {\n${lines(modules)}\n  }\n}\n`;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
