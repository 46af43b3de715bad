import type { ClassIndex, ClassSource } from '../../../classes/class-index.js';
import { nowhere, type FileId } from '../../../core/span.js';
import { NoneValue, UnknownValue, type DictValue, type Value } from '../../../core/value.js';
import { packageFolder } from '../../../core/workspace.js';
import { workspaceDataFiles, type LoadedFiles } from '../../../data/files.js';
import { installedFieldOrder } from '../../../data/datasets/installed-order.js';
import { columnFormOf, datasetsBefore4, takingTooManyOf } from '../../../data/datasets/installed-datasets.js';
import { jsonReadingOf } from '../../../data/datasets/json-reading.js';
import { dataLibraries } from '../../../data/modules/index.js';
import { bindMethod } from '../../../python/interpreter/calls.js';
import { PythonProgram, type RunningWorld } from '../../../python/program/program.js';
import { ClassValue, DescriptorValue, FunctionValue, InstanceValue } from '../../../python/runtime/class-objects.js';
import { pythonFunction } from '../../../python/runtime/modules/module.js';
import { BuiltinValue, type Arguments } from '../../../python/runtime/runtime.js';
import { numberReadingOf } from '../../../rows/typed-cells.js';
import { frameworkLibraries } from './framework-libraries.js';
import { say } from '../../../core/say.js';

/** Dataset classes of OpenCompass and AISBench, run by our own interpreter as far as their `load` goes. */
export class DatasetProgram {
  readonly program: PythonProgram;

  /**
   * @param packageName the framework's own package: `ais_bench`
   * @param from the config, or any file beside it: packages are looked for as seen from it
   * @param columnar gives the rows of files of columns; absent: they are not read
   */
  constructor(
    private readonly world: RunningWorld,
    private readonly classes: ClassIndex,
    private readonly packageName: string,
    source: ClassSource,
    private readonly from: FileId,
    columnar?: LoadedFiles['columnar'],
  ) {
    const own = frameworkLibraries();
    const note = (file: FileId): void => void this.program.dependencies.add(file);
    // Both frameworks ask for a release before 4, which is what runs where nothing says otherwise.
    const datasets = {
      order: installedFieldOrder(world.workspace, from) ?? datasetsBefore4.order,
      reading: () => jsonReadingOf(world.datasetsRelease?.(), 'strict'),
      columns: () => columnFormOf(world.datasetsRelease?.(), 'list'),
      takes: () => takingTooManyOf(world.datasetsRelease?.(), 'raises'),
      numbers: () => numberReadingOf(world.pandasRelease?.(), '2'),
    };
    const data = dataLibraries(() => 0, { datasets, files: workspaceDataFiles(world, note, columnar) });
    const packages = new Set([packageName, ...topPackage(world, source.module.file)]);
    const library = (name: string): Value | undefined => own(name) ?? data(name);
    this.program = new PythonProgram({ ...world, packages, library, definer: (file, name) => this.definer(file, name) }, from);
  }

  /**
   * What `load` of a class returns. A class whose `load` is no static method is made first, up to the place where its base class calls `load`
   * (OpenCompass 0.5.3 `datasets/base.py`).
   * @param args the keys of the config that the class is given
   * @throws PyError what it raises; LimitError
   */
  load(source: ClassSource, args: DictValue): Value {
    const { program } = this;
    const module = program.moduleOfFile(source.module.file) ?? program.load(source.module.file, moduleName(source.module.file));
    const made = program.run(() => program.interpreter.getAttribute(module, source.name));
    if (!(made instanceof ClassValue)) return made.kind === 'unknown' ? made : unknownClass(source);
    const load = made.find('load');
    if (!load) return unknownClass(source);
    if (!(load instanceof DescriptorValue) || hasOwnConstructor(made)) return this.loadOfInstance(made, load, this.built(args));
    const taken = argumentsOfBase(made);
    const own = namedValues(args).filter(([name]) => !taken.has(name));
    return program.callWith(bindMethod(load, made), { positional: [], keywords: new Map(own) });
  }

  private loadOfInstance(made: ClassValue, load: Value, given: Arguments): Value {
    const { program } = this;
    const instance = new InstanceValue(made, nowhere);
    const init = made.find('__init__');
    const handed = init ? this.handedToLoad(instance, init, given) : given;
    return handed instanceof UnknownValue ? handed : program.callWith(bindMethod(load, instance), handed);
  }

  /** The arguments that an object is made with. */
  private built(args: DictValue): Arguments {
    const named = new Map(namedValues(args));
    if (this.takesNameOut()) named.delete('abbr');
    if (this.handsTaskOver()) named.set('task_state_manager', taskStateManager());
    return { positional: [], keywords: named };
  }

  /** Whether a dataset is built without its `abbr`, as OpenCompass does before 0.4.1 (73c80953, #1886; `utils/build.py`). */
  private takesNameOut(): boolean {
    return this.holdsText('utils/build.py', "dataset_cfg.pop('abbr'");
  }

  /** Whether a dataset is built with the task that it is loaded for, as AISBench 3.1.0 does (`utils/config/build.py`). */
  private handsTaskOver(): boolean {
    return this.holdsText('benchmark/utils/config/build.py', 'dataset_cfg["task_state_manager"]');
  }

  private holdsText(file: string, text: string): boolean {
    const { workspace } = this.world;
    const folder = packageFolder(workspace, this.packageName, this.from);
    const read = folder === undefined ? undefined : workspace.read(`${folder}/${file}`);
    return read?.kind === 'text' && read.text.includes(text);
  }

  /** With which arguments the constructor calls `load`. */
  private handedToLoad(instance: InstanceValue, init: Value, given: Arguments): Arguments | UnknownValue {
    const capture = new BuiltinValue('load', nowhere, (_runtime, args) => {
      throw new LoadReached(args);
    });
    instance.attributes.set('load', capture);
    try {
      const result = this.program.callWith(bindMethod(init, instance), given);
      return result instanceof UnknownValue ? result : new UnknownValue(say`Its constructor does not load the data.`, nowhere);
    } catch (error) {
      if (!(error instanceof LoadReached)) throw error;
      return error.args;
    } finally {
      instance.attributes.delete('load');
    }
  }

  private definer(file: FileId, name: string): FileId | undefined {
    const found = this.classes.findInFile(file, name);
    return found?.kind === 'class' || found?.kind === 'function' ? found.source.module.file : undefined;
  }
}

/** The arguments that the base class takes for itself (`datasets/base.py`). */
const baseArguments: ReadonlySet<string> = new Set(['reader_cfg', 'k', 'n', 'abbr', 'task_state_manager']);

/** Those that the constructor of the base class at hand takes: in releases before `k` and `n` were its own, `load` is given them. */
function argumentsOfBase(made: ClassValue): ReadonlySet<string> {
  const init = [made, ...made.ancestors].find(({ name }) => name === 'BaseDataset')?.members.get('__init__');
  if (!(init instanceof FunctionValue)) return baseArguments;
  const { positional, keywordOnly } = init.node.parameters;
  const named = new Set([...positional, ...keywordOnly].map(({ name }) => name.name));
  return new Set([...baseArguments].filter((name) => !repeating.has(name) || named.has(name)));
}

const repeating: ReadonlySet<string> = new Set(['k', 'n']);

/** Whether another constructor than that of the base class decides what `load` is given. */
function hasOwnConstructor(made: ClassValue): boolean {
  const owner = [made, ...made.ancestors].find(({ members }) => members.has('__init__'));
  return owner !== undefined && owner.name !== 'BaseDataset';
}

/** Whom a task tells how far it has come (AISBench 3.1.0 `tasks/base.py`): nothing comes back. */
function taskStateManager(): InstanceValue {
  const update = pythonFunction(
    'ais_bench.benchmark.tasks.base.TaskStateManager.update_task_state',
    (runtime) => new NoneValue(runtime.span),
  );
  return new InstanceValue(new ClassValue('TaskStateManager', nowhere, [], undefined, new Map([['update_task_state', update]])), nowhere);
}

/** The constructor has come to the call of `load`: nothing of it matters any more. */
class LoadReached extends Error {
  constructor(readonly args: Arguments) {
    super();
  }
}

function namedValues(args: DictValue): (readonly [string, Value])[] {
  return [...args.entries.values()].flatMap(({ key, value }) => (key.kind === 'str' ? [[key.text, value] as const] : []));
}

function unknownClass(source: ClassSource): UnknownValue {
  return new UnknownValue(say`What ${source.name} is is only known when its module runs.`, new NoneValue(nowhere).span);
}

/** The package that a class of the user lies in, so that its imports are followed too. */
function topPackage({ workspace }: RunningWorld, file: FileId): string[] {
  let folder = file.slice(0, file.lastIndexOf('/'));
  if (workspace.stat(`${folder}/__init__.py`) === undefined) return [];
  for (;;) {
    const above = folder.slice(0, folder.lastIndexOf('/'));
    if (above === '' || workspace.stat(`${above}/__init__.py`) === undefined) return [folder.slice(above.length + 1)];
    folder = above;
  }
}

function moduleName(file: FileId): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.py$/, '');
}
