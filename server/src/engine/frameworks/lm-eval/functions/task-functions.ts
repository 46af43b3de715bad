import { CacheKey } from '../../../core/cache-key.js';
import { LimitError, PyError } from '../../../core/errors.js';
import { dirname, joinPath } from '../../../core/paths.js';
import { say } from '../../../core/say.js';
import type { FileId, Span } from '../../../core/span.js';
import { UnknownValue, type DictValue, type RefValue, type Value } from '../../../core/value.js';
import type { Surroundings } from '../../face/behaviour.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import type { DoubtfulColumns } from '../../../rows/dataset-rows.js';
import { ClassTask } from './class-task.js';
import { TaskProgram } from './task-program.js';

/** The Python functions that a task's fields name, called as the harness calls them. */
export interface TaskFunctions {
  /** The files that were read for them so far, data among them. */
  readonly files: readonly FileId[];
  /** All that is asked from here on has a budget of its own: a prompt, a split. */
  startOver(): void;
  /** Columns of what was loaded since then in which a run may find something else. */
  readonly doubtful: DoubtfulColumns;
  /** A call that was not followed since then, and that stops a run where it raises: a sentence. */
  readonly unfollowed: string | undefined;
  /**
   * `function(doc)`; unknown where it cannot be followed.
   * @throws PyError what it raises
   */
  onRow(field: RefValue, doc: Value): Value;
  /** What `!function` names, where that is no function but a text, a list or the like: the harness takes it as if it were written in the field. @throws PyError what importing it raises */
  written(field: RefValue): Value | undefined;
  /** `process_docs` of the rows of a split; unknown where it cannot be followed. @throws PyError what it raises */
  onRows(field: RefValue, rows: readonly Value[]): readonly Value[] | UnknownValue;
  /** `process_docs(dataset)`; unknown where it cannot be followed. @throws PyError what it raises */
  ofDataset(field: RefValue, dataset: Value): Value;
  /** The rows of a dataset, or of what a function has made in place of one. @throws PyError TypeError for what cannot be iterated */
  rowsOf(made: Value): readonly Value[] | UnknownValue;
  /** `load_dataset(**keywords)`; unknown where it cannot be followed. @param at what asks for it @throws PyError what it raises */
  loadDataset(keywords: ReadonlyMap<string, Value>, at: Value): Value;
  /** `function(**keywords)`, as for `custom_dataset`. @throws PyError what it raises */
  withKeywords(field: RefValue, keywords: ReadonlyMap<string, Value>): Value;
  /** The names that the module beside the task has once it has run, where it is certain that the function is not among them; undefined else. */
  namesWithout(field: RefValue): readonly string[] | undefined;
  /** What importing a function raises, as the harness does when it loads the file that names it; `absent` where its module is not within reach, undefined where nothing is known to be raised. */
  importing(field: RefValue, release: HarnessRelease): PyError | 'absent' | undefined;
  /** `function()`, as for `fewshot_config.samples`. @throws PyError what it raises */
  alone(field: RefValue): Value;
  /** An object of the class that `class:` names, made with the config of the file as a release makes it; unknown where it cannot be followed. @throws PyError what making it raises */
  classTask(field: RefValue, config: DictValue, release: HarnessRelease): ClassTask | UnknownValue;
  /** Does some work that a field asks for; what is too much is unknown. @throws PyError what it raises, at the field */
  reported<T>(field: RefValue, work: (program: TaskProgram) => T): T | UnknownValue;
}

const programs = new CacheKey<Map<FileId, TaskProgram>>('programs of tasks');

/** The functions of the tasks in a file's folder. Modules are run when a function of theirs is first asked for, and kept until one of their files changes. */
export function taskFunctionsOf(file: FileId, surroundings: Surroundings): TaskFunctions {
  return new ProgramFunctions(() => programOf(file, surroundings));
}

function programOf(file: FileId, surroundings: Surroundings): TaskProgram {
  const known = surroundings.remember(programs, () => {
    const value = new Map<FileId, TaskProgram>();
    const concerns = (changed: FileId): boolean => [...value.values()].some(({ program }) => program.dependencies.has(changed));
    return { value, concerns };
  });
  const folder = dirname(file);
  let program = known.get(folder);
  if (!program) known.set(folder, (program = new TaskProgram(surroundings.running(file), file)));
  return program;
}

/** An object of a class, with what it was made from. */
interface MadeClass {
  readonly config: DictValue;
  readonly release: HarnessRelease;
  readonly task: ClassTask | UnknownValue;
}

class ProgramFunctions implements TaskFunctions {
  /** The last one of each program: a program is made anew where one of its files changes. */
  private readonly classTasks = new WeakMap<TaskProgram, MadeClass>();

  constructor(private readonly program: () => TaskProgram) {}

  get files(): readonly FileId[] {
    return [...this.program().program.dependencies];
  }

  startOver(): void {
    this.program().startOver();
  }

  get doubtful(): DoubtfulColumns {
    return this.program().doubtful;
  }

  get unfollowed(): string | undefined {
    return this.program().program.unfollowed;
  }

  onRow(field: RefValue, doc: Value): Value {
    return this.asked(field, (program) => program.onRow(program.function(field), doc));
  }

  written(field: RefValue): Value | undefined {
    const found = this.asked(field, (program) => program.function(field));
    return ['str', 'int', 'list', 'dict'].includes(found.kind) ? found : undefined;
  }

  onRows(field: RefValue, rows: readonly Value[]): readonly Value[] | UnknownValue {
    const made = this.asked(field, (program) => program.processDocs(program.function(field), rows));
    return this.rowsOf(made);
  }

  ofDataset(field: RefValue, dataset: Value): Value {
    return this.asked(field, (program) => program.call(program.function(field), dataset));
  }

  rowsOf(made: Value): readonly Value[] | UnknownValue {
    return this.bounded(say`The dataset`, made, (program) => program.rowsOf(made));
  }

  loadDataset(keywords: ReadonlyMap<string, Value>, at: Value): Value {
    return this.bounded(say`Loading the dataset`, at, (program) => program.loadDataset(keywords));
  }

  withKeywords(field: RefValue, keywords: ReadonlyMap<string, Value>): Value {
    return this.asked(field, (program) => program.callWith(program.function(field), { positional: [], keywords: new Map(keywords) }));
  }

  namesWithout(field: RefValue): readonly string[] | undefined {
    const program = this.program();
    try {
      program.function(field);
    } catch (error) {
      if (!(error instanceof PyError) || error.type !== 'AttributeError' || !error.text.endsWith(`has no attribute '${field.name}'`))
        return undefined;
      const module = field.path.slice(0, field.path.lastIndexOf('.')).replaceAll('.', '/');
      return program.namesIn(joinPath(dirname(field.from ?? field.span.file), `${module}.py`));
    }
    return undefined;
  }

  importing(field: RefValue, release: HarnessRelease): PyError | 'absent' | undefined {
    const program = this.program();
    try {
      return program.imports(field, release) ? undefined : 'absent';
    } catch (error) {
      if (error instanceof PyError) return inFunction(error, field, program);
      if (error instanceof LimitError) return undefined;
      throw error;
    }
  }

  alone(field: RefValue): Value {
    return this.asked(field, (program) => program.call(program.function(field)));
  }

  classTask(field: RefValue, config: DictValue, release: HarnessRelease): ClassTask | UnknownValue {
    const program = this.program();
    const known = this.classTasks.get(program);
    program.bases.actAs(release);
    if (known?.config === config && known.release === release) return known.task;
    const task = this.reported(field, (asked) => ClassTask.of(asked, field, config, release));
    this.classTasks.set(program, { config, release, task });
    return task;
  }

  reported<T>(field: RefValue, work: (program: TaskProgram) => T): T | UnknownValue {
    try {
      return this.bounded(field.path, field, work);
    } catch (error) {
      if (error instanceof PyError) throw inFunction(error, field, this.program());
      throw error;
    }
  }

  /** Does some work; what is too much is unknown. `what` begins the sentence that says so. */
  private bounded<T>(what: string, at: Value, work: (program: TaskProgram) => T): T | UnknownValue {
    try {
      return work(this.program());
    } catch (error) {
      if (error instanceof LimitError) return new UnknownValue(say`${what} is not followed to its end: ${error.message}`, at.span);
      throw error;
    }
  }

  /** What is too much is unknown. A call that is too much by itself is not tried again, until one of the files changes. */
  private asked(field: RefValue, work: (program: TaskProgram) => Value): Value {
    const program = this.program();
    const known = program.tooMuch.get(field.path);
    if (known !== undefined) return new UnknownValue(known, field.span);
    const before = program.program.interpreter.spent;
    try {
      return work(program);
    } catch (error) {
      if (error instanceof LimitError) {
        const reason = say`${field.path} is not followed to its end: ${error.message}`;
        const { spent, limits } = program.program.interpreter;
        if (spent - before > limits.steps / 2) program.tooMuch.set(field.path, reason);
        return new UnknownValue(reason, field.span);
      }
      if (error instanceof PyError) throw inFunction(error, field, program);
      throw error;
    }
  }
}

/** The exception at the field that names the function, with the line of the code that raises it. */
function inFunction(error: PyError, field: RefValue, { program }: TaskProgram): PyError {
  const at: Span | undefined = program.interpreter.placeOf(error) ?? error.span;
  const line = at && program.lineOf(at);
  const where = at && line !== undefined ? say`, in line ${String(line + 1)} of ${at.file.slice(at.file.lastIndexOf('/') + 1)}` : '';
  return new PyError(error.type, error.text, field.span, `${field.path} raises it${where}.`);
}
