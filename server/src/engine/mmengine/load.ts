import type { Environment } from '../core/environment.js';
import { LimitError } from '../core/errors.js';
import type { BaseImport, Limits, Progress } from '../core/evaluation.js';
import { say } from '../core/say.js';
import type { FileId, Span } from '../core/span.js';
import type { DictValue } from '../core/value.js';
import type { Workspace } from '../core/workspace.js';
import type { BaseCache } from './base-cache.js';
import type { LoadedModule } from './loaded-module.js';
import type { LoadReport } from './report.js';

/** What loading needs beside the text. */
export interface LoadContext {
  readonly workspace: Workspace;
  readonly limits: Limits;
  readonly environment: Environment;
  readonly workingDirectory: FileId | undefined;
  readonly progress?: Progress | undefined;
  readonly bases: BaseCache;
  /** The folders of configs of the packages that a file can import from. Absent: there are none. */
  readonly configFolders?: (file: FileId) => readonly FileId[];
  /** The directories that hold the packages of frameworks within reach of a file: a framework is likely to be started in one of them. Absent: there are none. */
  readonly packageDirectories?: (file: FileId) => readonly FileId[];
  /** Files whose loading is under way, outermost first. */
  readonly open: readonly FileId[];
  /** Bases of this one document that take part in an import cycle: each is loaded once, or every way through the cycle would be gone. */
  readonly cyclic: Map<FileId, LoadedModule>;
}
/** What one load gathers beside its names. */
export interface Load {
  readonly file: FileId;
  readonly text: string;
  readonly context: LoadContext;
  readonly report: LoadReport;
  dependencies: Set<FileId>;
  readonly baseImports: BaseImport[];
  /** Names of the config that hold something with a state of its own, like a function. */
  readonly stateful: Set<string>;
  /** How many values the config's names hold. */
  size: number;
  /** The work of reading and running the file and its bases, in steps. */
  cost: number;
  /** Files under way that an import leads back to. */
  readonly cycles: Set<FileId>;
}

/**
 * The run depends on what a base depends on. Files of one import cycle all depend on each other: they have one set, or a cycle of a thousand files had half a
 * million entries.
 */
export function takeDependencies(run: Load, { dependencies, cycles }: LoadedModule): void {
  const isOfCycle = cycles.size > 0;
  if (isOfCycle && dependencies.size > run.dependencies.size) {
    for (const dependency of run.dependencies) dependencies.add(dependency);
    run.dependencies = dependencies;
  } else for (const dependency of dependencies) run.dependencies.add(dependency);
}

/** What running a config's code gives. */
export interface Outcome {
  readonly names: DictValue;
  readonly importedNames: ReadonlySet<string>;
  readonly complete: boolean;
  readonly incomplete: string | undefined;
}
/**
 * Counts the work of a base, also where it was done before, as the result must not depend on that.
 * @throws LimitError at `span` where the bases together are more than one config alone may be
 */
export function payForBases(run: Load, span: Span): void {
  if (run.cost <= run.context.limits.steps) return;
  throw new LimitError('steps', span, say`The bases before this one take more work than is followed here: it is not loaded.`);
}
