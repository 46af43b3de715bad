import { CacheKey } from '../../../core/cache-key.js';
import { LimitError, PyError } from '../../../core/errors.js';
import { dirname } from '../../../core/paths.js';
import type { FileId, Span } from '../../../core/span.js';
import { UnknownValue, type RefValue, type Value } from '../../../core/value.js';
import type { Surroundings } from '../../face/behaviour.js';
import { TaskProgram } from './task-program.js';

/** The Python functions that a task's fields name, called as the harness calls them. */
export interface TaskFunctions {
  /** All that is asked from here on has a budget of its own: a prompt, a split. */
  startOver(): void;
  /**
   * `function(doc)`; unknown where it cannot be followed.
   * @throws PyError what it raises
   */
  onRow(field: RefValue, doc: Value): Value;
  /** `process_docs` of the rows of a split; unknown where it cannot be followed. @throws PyError what it raises */
  onRows(field: RefValue, rows: readonly Value[]): readonly Value[] | UnknownValue;
  /** `function()`, as for `fewshot_config.samples`. @throws PyError what it raises */
  alone(field: RefValue): Value;
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

class ProgramFunctions implements TaskFunctions {
  constructor(private readonly program: () => TaskProgram) {}

  startOver(): void {
    this.program().startOver();
  }

  onRow(field: RefValue, doc: Value): Value {
    return this.asked(field, (program) => program.call(program.function(field), doc));
  }

  onRows(field: RefValue, rows: readonly Value[]): readonly Value[] | UnknownValue {
    const made = this.asked(field, (program) => program.processDocs(program.function(field), rows));
    if (made.kind === 'unknown') return made;
    return this.program().rowsOf(made);
  }

  alone(field: RefValue): Value {
    return this.asked(field, (program) => program.call(program.function(field)));
  }

  /** What is too much, or raised in a module's code where that is not known to be so in a run, is unknown. */
  private asked(field: RefValue, work: (program: TaskProgram) => Value): Value {
    const program = this.program();
    try {
      return work(program);
    } catch (error) {
      if (error instanceof LimitError) return new UnknownValue(`${field.path} is not followed to its end: ${error.message}`, field.span);
      if (error instanceof PyError) throw inFunction(error, field, program);
      throw error;
    }
  }
}

/** The exception at the field that names the function, with the line of the code that raises it. */
function inFunction(error: PyError, field: RefValue, { program }: TaskProgram): PyError {
  const at: Span | undefined = program.interpreter.placeOf(error) ?? error.span;
  const line = at && program.lineOf(at);
  const where = at && line !== undefined ? `, in line ${String(line + 1)} of ${at.file.slice(at.file.lastIndexOf('/') + 1)}` : '';
  return new PyError(error.type, error.text, field.span, `${field.path} raises it${where}.`);
}
