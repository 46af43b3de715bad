import { classPathOf } from '../../../../config/class-name.js';
import type { Value } from '../../../../core/value.js';
import { say } from '../../../../core/say.js';

/** The parts of a stage that a class stands for. */
export type StagePart = 'partitioner' | 'runner' | 'task';

const words: Readonly<Record<string, string>> = {
  runners: say`a runner`,
  partitioners: say`a partitioner`,
  tasks: say`a task`,
  models: say`a model`,
  summarizers: say`a summarizer`,
};

/**
 * What a class is that stands in the place of another part of a stage, as the package tells that the framework keeps it in: `a runner` for
 * `opencompass.runners.LocalRunner` in the place of a partitioner. Undefined where it may be what it should be: classes of one's own, and those of
 * packages that tell nothing.
 */
export function classOfOtherPart(type: Value | undefined, part: StagePart): string | undefined {
  const path = classPathOf(type);
  const folder = path === undefined ? undefined : /^(?:opencompass|ais_bench\.benchmark)\.(\w+)\./.exec(path)?.[1];
  return folder === undefined || folder === `${part}s` || !Object.hasOwn(words, folder) ? undefined : words[folder];
}
