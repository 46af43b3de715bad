import { say } from '../../../core/say.js';
import { PyError } from '../../../core/errors.js';
import { dirname } from '../../../core/paths.js';
import type { FileId } from '../../../core/span.js';
import { textOf, type RefValue, type UnknownValue, type Value } from '../../../core/value.js';
import { DatasetValue } from '../../../data/datasets/dataset-value.js';
import { installedFieldOrder } from '../../../data/datasets/installed-order.js';
import { tableOfRows } from '../../../data/datasets/make-table.js';
import { workspaceDataFiles } from '../../../data/files.js';
import { columnFormOf, takingTooManyOf, type InstalledDatasets } from '../../../data/datasets/installed-datasets.js';
import { jsonReadingOf } from '../../../data/datasets/json-reading.js';
import { dataLibraries } from '../../../data/modules/index.js';
import { numberReadingOf } from '../../../rows/typed-cells.js';
import { allDoubtful, type DoubtfulColumns } from '../../../rows/dataset-rows.js';
import { moduleFollowed, moduleNameOf } from '../values/function-module.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { BaseClasses } from './base-classes.js';
import { FarHarness } from './far-harness.js';
import { PythonProgram, type RunningWorld } from '../../../python/program/program.js';
import type { Arguments } from '../../../python/runtime/runtime.js';
import { isStandardModule } from '../../../python/runtime/modules/index.js';
import { EffectsOfCode } from '../../../python/interpreter/effects-of-code.js';
import { deepCopy } from '../../../python/runtime/operators/deep-copy.js';
import { equals } from '../../../python/runtime/semantics.js';
import { orUnknown } from '../../../python/runtime/unknown-signal.js';

/** The Python functions that task files name, run by our own interpreter. */
export class TaskProgram {
  readonly program: PythonProgram;
  /** What classes of tasks derive from. */
  readonly bases = new BaseClasses();
  private readonly farHarness = new FarHarness();
  /** Functions that took all the work that may be done, each with the reason for which what it gives is unknown. */
  readonly tooMuch = new Map<string, string>();
  /** Functions whose second answer was another one. */
  private readonly kept = new WeakSet<Value>();
  /** Of functions, whether they may keep something. */
  private readonly keeping = new WeakMap<Value, boolean>();
  /** Counts what is asked from outside: what one call leaves behind, later ones do not find in a run, which asks in another order and more often. */
  private serial = 0;
  /** The columns that were loaded since the last new start for which a run may find something else; `all`: whatever was loaded. */
  private doubted: DoubtfulColumns = [];
  private readonly datasets: InstalledDatasets;

  /** @param from the task file, or any file of the harness: packages are looked for as seen from it */
  constructor(
    private readonly world: RunningWorld,
    from: FileId,
  ) {
    const note = (file: FileId): void => {
      this.program.dependencies.add(file);
    };
    this.datasets = {
      order: installedFieldOrder(world.workspace, from) ?? orderOfNew,
      reading: () => jsonReadingOf(world.datasetsRelease?.(), 'either'),
      columns: () => columnFormOf(world.datasetsRelease?.(), 'either'),
      takes: () => takingTooManyOf(world.datasetsRelease?.(), 'either'),
      numbers: () => numberReadingOf(world.pandasRelease?.(), 'either'),
      doubt: (columns) => {
        this.doubted = allDoubtful([this.doubted, columns]);
      },
    };
    const libraries = dataLibraries(() => this.serial, { datasets: this.datasets, files: workspaceDataFiles(world, note) });
    this.program = new PythonProgram(
      {
        ...world,
        packages,
        outOfReach: (name) => this.farHarness.module(name),
        library: (name) => this.bases.module(name) ?? libraries(name),
      },
      from,
    );
  }

  /** Columns of what was loaded since the last new start in which a run may find something else. */
  get doubtful(): DoubtfulColumns {
    return this.doubted;
  }

  /**
   * What `!function module.name` is (lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`, `_import_func_in_yml`): of the module beside the file in which it
   * is written, else of an importable one.
   * @throws PyError what importing it raises; LimitError
   */
  function(ref: RefValue): Value {
    const module = moduleNameOf(ref);
    const { name } = ref;
    if (module === '') {
      const folder = dirname(ref.from ?? ref.span.file);
      throw new PyError('ValueError', `Invalid function reference '${ref.path}': no module path (from YAML in ${folder})`);
    }
    const beside = moduleFollowed(ref);
    if (this.world.workspace.stat(beside)?.kind === 'file') return this.member(beside, name);
    const { interpreter } = this.program;
    if (module.includes('/')) return interpreter.unknown(say`The module ${module} is not within reach.`);
    return this.program.run(() => interpreter.getAttribute(this.program.module(interpreter, module, 0), name));
  }

  /**
   * Imports the function as the harness does when it loads the file that names it, with all that its module imports at its top.
   * @returns whether the module, or that of a package, is within reach @throws PyError what importing it raises; LimitError
   */
  imports(ref: RefValue, release: HarnessRelease): boolean {
    const beside = moduleFollowed(ref);
    const found = this.function(ref);
    if (this.world.workspace.stat(beside)?.kind !== 'file') return found.kind !== 'unknown' || isStandardModule(moduleNameOf(ref));
    this.farHarness.asOf(release, () => {
      this.program.settle(this.program.load(beside, moduleName(beside)));
    });
    return true;
  }

  /** The names of a module that has been run, where it is known that it has no other ones. @throws PyError what running it raises; LimitError */
  namesIn(file: FileId): readonly string[] {
    const { globals } = this.program.load(file, moduleName(file));
    return [...globals.entries.values()].flatMap(({ key }) => textOf(key) ?? []);
  }

  /** What is asked from here on has a budget of its own. */
  startOver(): void {
    this.doubted = [];
    this.program.interpreter.startOver();
  }

  /** @throws PyError what it raises; LimitError */
  call(f: Value, ...positional: readonly Value[]): Value {
    this.serial++;
    return this.program.call(f, ...positional);
  }

  /**
   * `f(doc)`. A function that keeps something from one call to the next (a counter, a list) is called twice: where the second answer is another one, a run's
   * turns on which rows were asked before, and how often.
   * @throws PyError what it raises; LimitError
   */
  onRow(f: Value, doc: Value): Value {
    if (!this.mayKeep(f)) return this.call(f, doc);
    const again = deepCopy(doc);
    const made = this.call(f, doc);
    if (made.kind === 'unknown') return made;
    if (equals(made, this.call(f, again)) !== true) this.kept.add(f);
    if (!this.kept.has(f)) return made;
    return this.program.interpreter.unknown(
      say`The function keeps something from one row to the next: what it gives in a run turns on the rows before.`,
    );
  }

  /** Whether calling a function may change what is there before: a name or a value of its module, for one. */
  private mayKeep(f: Value): boolean {
    const known = this.keeping.get(f);
    if (known !== undefined) return known;
    const effects = new EffectsOfCode(this.program.interpreter);
    effects.used(f);
    const keeps = [effects.changed.size, effects.rebound.length, effects.attributes.length, effects.changedItems.length].some((n) => n > 0);
    this.keeping.set(f, keeps);
    return keeps;
  }

  /** @throws PyError what it raises; LimitError */
  callWith(f: Value, args: Arguments): Value {
    this.serial++;
    return this.program.callWith(f, args);
  }

  /** `datasets.load_dataset(**keywords)`. @throws PyError what it raises; LimitError */
  loadDataset(keywords: ReadonlyMap<string, Value>): Value {
    const { interpreter } = this.program;
    const library = this.program.run(() => this.program.module(interpreter, 'datasets', 0));
    const load = this.program.run(() => interpreter.getAttribute(library, 'load_dataset'));
    return this.callWith(load, { positional: [], keywords: new Map(keywords) });
  }

  /** What `process_docs` makes of the rows of a split. @throws PyError what it raises; LimitError */
  processDocs(f: Value, rows: readonly Value[]): Value {
    const { interpreter } = this.program;
    return this.call(
      f,
      this.program.run(() => new DatasetValue(tableOfRows(interpreter, rows, this.datasets), f.span)),
    );
  }

  /** The rows of what `process_docs` gives. @throws PyError TypeError for what cannot be iterated; LimitError */
  rowsOf(made: Value): readonly Value[] | UnknownValue {
    if (made.kind === 'unknown') return made;
    // How many rows a generator gives may turn on what is not known.
    return orUnknown(() => {
      const rows = this.program.run(() => [...this.program.interpreter.iterate(made)]);
      return rows.find((row) => row.kind === 'unknown') ?? rows;
    });
  }

  /** What a module in a file defines under a name. @throws PyError what running the module raises, AttributeError; LimitError */
  member(file: FileId, name: string): Value {
    const { program } = this;
    const module = program.load(file, moduleName(file));
    return program.run(() => program.interpreter.getAttribute(module, name));
  }
}

const packages: ReadonlySet<string> = new Set(['lm_eval']);

/** The harness takes any pyarrow: where nothing says which one is installed, that of a new installation, which keeps the order of keys. */
const orderOfNew = 'met';

/** Under which name the harness loads the module in a file (`_load_module_with_cache`). */
function moduleName(file: FileId): string {
  const marker = '/lm_eval/tasks/';
  const at = file.indexOf(marker);
  if (at < 0) return file.replace(/\.py$/, '');
  return `lm_eval.tasks.${file
    .slice(at + marker.length)
    .replaceAll('.py', '')
    .replaceAll('/', '.')}`;
}
