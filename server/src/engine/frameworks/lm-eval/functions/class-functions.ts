import type { PyError } from '../../../core/errors.js';
import type { FileId } from '../../../core/span.js';
import type { DictValue, RefValue, UnknownValue, Value } from '../../../core/value.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import type { DoubtfulColumns } from '../../../rows/dataset-rows.js';
import type { ClassTask } from './class-task.js';
import type { TaskFunctions } from './task-functions.js';
import type { TaskProgram } from './task-program.js';

/** The functions of a task that is a class: its methods are among them. */
export class ClassFunctions implements TaskFunctions {
  constructor(
    private readonly functions: TaskFunctions,
    private readonly task: ClassTask,
  ) {}

  get files(): readonly FileId[] {
    return this.functions.files;
  }

  startOver(): void {
    this.functions.startOver();
  }

  get doubtful(): DoubtfulColumns {
    return this.functions.doubtful;
  }

  get unfollowed(): string | undefined {
    return this.functions.unfollowed;
  }

  onRow(field: RefValue, doc: Value): Value {
    const method = this.task.method(field);
    return method ? this.functions.reported(field, () => method(doc)) : this.functions.onRow(field, doc);
  }

  written(field: RefValue): Value | undefined {
    return this.task.method(field) ? undefined : this.functions.written(field);
  }

  onRows(field: RefValue, rows: readonly Value[]): readonly Value[] | UnknownValue {
    return this.functions.onRows(field, rows);
  }

  ofDataset(field: RefValue, dataset: Value): Value {
    return this.functions.ofDataset(field, dataset);
  }

  rowsOf(made: Value): readonly Value[] | UnknownValue {
    return this.functions.rowsOf(made);
  }

  loadDataset(keywords: ReadonlyMap<string, Value>, at: Value): Value {
    return this.functions.loadDataset(keywords, at);
  }

  withKeywords(field: RefValue, keywords: ReadonlyMap<string, Value>): Value {
    return this.functions.withKeywords(field, keywords);
  }

  namesWithout(field: RefValue): readonly string[] | undefined {
    return this.functions.namesWithout(field);
  }

  importing(field: RefValue, release: HarnessRelease): PyError | 'absent' | undefined {
    return this.functions.importing(field, release);
  }

  alone(field: RefValue): Value {
    return this.functions.alone(field);
  }

  classTask(field: RefValue, config: DictValue, release: HarnessRelease): ClassTask | UnknownValue {
    return this.functions.classTask(field, config, release);
  }

  reported<T>(field: RefValue, work: (program: TaskProgram) => T): T | UnknownValue {
    return this.functions.reported(field, work);
  }
}
