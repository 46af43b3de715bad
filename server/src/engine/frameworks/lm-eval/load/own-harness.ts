import type { DatasetConfig } from '../../../config/config.js';
import type { FileId } from '../../../core/span.js';
import type { StrValue } from '../../../core/value.js';
import type { Workspace } from '../../../core/workspace.js';
import type { TaskFunctions } from '../functions/task-functions.js';
import type { Descendant } from './descendant.js';
import { harnessSourceOf, isRegisteredIn } from './harness-source.js';

/** Where the harness defines its output types, its samplers, its metrics and its filters. */
export const outputTypeModules: readonly string[] = ['api/instance.py', 'api/task.py', 'config/task.py'];
export const samplerModules: readonly string[] = ['api/samplers.py'];
export const metricModules: readonly string[] = ['api/metrics.py'];
export const filterModules: readonly string[] = ['filters/'];

/** What the harness around a task may have beyond the release that we speak for: people work with older ones, and with ones that they have extended. */
export interface OwnHarness {
  hasTaskField(key: string): boolean;
  hasFewshotField(key: string): boolean;
  hasOutputType(name: StrValue): boolean;
  hasSampler(name: StrValue): boolean;
  hasFilter(name: StrValue): boolean;
  hasMetric(name: StrValue): boolean;
}

/** A task with the harness around it, and with the functions that its fields name. */
export interface TaskDataset extends DatasetConfig {
  readonly harness?: OwnHarness | undefined;
  readonly functions?: TaskFunctions | undefined;
  /** Whose task it is, where it is not the harness's. */
  readonly descendant?: Descendant | undefined;
}

/** One that takes whatever is given to it. */
const anyHarness: OwnHarness = {
  hasTaskField: () => true,
  hasFewshotField: () => true,
  hasOutputType: () => true,
  hasSampler: () => true,
  hasFilter: () => true,
  hasMetric: () => true,
};

/**
 * The harness around a file. Its source is only read where it is asked for what the release does not have.
 * @param descendant the program that the file belongs to, where it is not the harness: what that refuses is left to the rules
 */
export function ownHarnessOf(file: FileId, workspace: Workspace, descendant?: Descendant): OwnHarness {
  if (descendant) return anyHarness;
  const source = (): ReturnType<typeof harnessSourceOf> => harnessSourceOf(file, workspace);
  return {
    hasTaskField: (key) => source()?.taskFields.has(key) ?? false,
    // Older releases hand the whole dict on.
    hasFewshotField: (key) => {
      const harness = source();
      return harness !== undefined && (harness.fewshotFields?.has(key) ?? true);
    },
    hasOutputType: (name) => isOwnName(file, workspace, outputTypeModules, name),
    hasSampler: (name) => isOwnName(file, workspace, samplerModules, name),
    hasFilter: (name) => isOwnName(file, workspace, filterModules, name),
    hasMetric: (name) => isOwnName(file, workspace, metricModules, name),
  };
}

/** Whether the harness around a file has a name in one of some modules, or the modules beside the name's file do: they may register more. */
export function isOwnName(file: FileId, workspace: Workspace, modules: readonly string[], { text, span }: StrValue): boolean {
  return (
    (harnessSourceOf(file, workspace)?.names(modules, text) ?? false) ||
    isRegisteredIn(span.file.slice(0, span.file.lastIndexOf('/')), text, workspace)
  );
}
