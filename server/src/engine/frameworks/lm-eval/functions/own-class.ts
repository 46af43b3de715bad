import { say } from '../../../core/say.js';
import { textOf, UnknownValue, type DictValue, type RefValue } from '../../../core/value.js';
import { isNone } from '../values/harness-values.js';
import { newestHarness, type HarnessRelease } from '../releases/harness-release.js';
import { ClassFunctions } from './class-functions.js';
import type { ClassTask } from './class-task.js';
import type { TaskFunctions } from './task-functions.js';

/** A task whose YAML names a class, as far as it can be told what the class does. */
export interface OwnClass {
  readonly task: ClassTask;
  /** The field `class`. */
  readonly field: RefValue;
  /** What a YAML file would say in its place. */
  readonly config: DictValue;
  readonly functions: TaskFunctions;
}

/**
 * The class that a task's config names; undefined without one.
 * @throws PyError what making an object of it raises
 */
export function ownClassOf(
  config: DictValue,
  functions: TaskFunctions | undefined,
  release: HarnessRelease = newestHarness,
): OwnClass | UnknownValue | undefined {
  const field = config.get('class');
  if (!field || isNone(field)) return undefined;
  if (field.kind !== 'ref' || !functions) {
    const name = field.kind === 'ref' ? field.path : (textOf(field) ?? '');
    return new UnknownValue(say`The task is the Python class ${name}, which is not run.`, field.span);
  }
  if (release.build === 'classes') return new UnknownValue(say`Classes are followed up to 0.4.13 only.`, field.span);
  const task = functions.classTask(field, config, release);
  if ('reason' in task) return task;
  return { task, field, config: task.config, functions: new ClassFunctions(functions, task) };
}
