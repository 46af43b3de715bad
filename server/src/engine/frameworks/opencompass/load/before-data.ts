import type { ClassSource } from '../../../classes/class-index.js';
import { LimitError, PyError } from '../../../core/errors.js';
import { dirname } from '../../../core/paths.js';
import type { FileId } from '../../../core/span.js';
import type { DictValue } from '../../../core/value.js';
import { packageFolder, type ReadResult, type Stat, type Workspace } from '../../../core/workspace.js';
import { WorkspaceAbove } from '../../../core/workspace-above.js';
import type { Surroundings } from '../../face/behaviour.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';
import { DatasetProgram } from './dataset-program.js';

/** Far more than what leads to the data: how a path is looked up, how arguments are told apart. */
const mostSteps = 50_000;

/** The load has come to where data would be looked for: what it makes of it is another matter. */
class DataReached extends Error {}

/** Shows the modules of packages alone. */
class ModulesOnly extends WorkspaceAbove {
  constructor(
    below: Workspace,
    private readonly folders_: readonly FileId[],
  ) {
    super(below);
  }

  override read(file: FileId): ReadResult {
    return this.isModule(file) ? super.read(file) : reached();
  }

  override readHead(file: FileId, bytes: number): ReadResult {
    return this.isModule(file) ? super.readHead(file, bytes) : reached();
  }

  override stat(file: FileId): Stat | undefined {
    return this.isModule(file) || this.isWithin(file) ? super.stat(file) : reached();
  }

  override list(directory: FileId): readonly string[] | undefined {
    return this.isWithin(directory) ? super.list(directory) : reached();
  }

  private isModule(file: FileId): boolean {
    return file.endsWith('.py');
  }

  private isWithin(path: FileId): boolean {
    return this.folders_.some((folder) => path === folder || path.startsWith(`${folder}/`));
  }
}

function reached(): never {
  throw new DataReached();
}

/**
 * What the `load` of a dataset class raises before it looks for any data, so that it does so on every machine; undefined where it comes to the data, or
 * where that is not known.
 * @param args the keys of the config that the class is built with
 * @param packageName the framework's own package
 */
export function raisedBeforeData(
  source: ClassSource,
  args: DictValue,
  packageName: string,
  surroundings: Surroundings,
): PyError | undefined {
  const start = args.span.file;
  const world = surroundings.running(start);
  const framework = packageFolder(world.workspace, packageName, start);
  const own = dirname(source.module.file);
  const workspace = new ModulesOnly(world.workspace, framework === undefined ? [own] : [own, framework]);
  const limits = { ...world.limits, steps: Math.min(world.limits.steps, mostSteps) };
  try {
    new DatasetProgram({ ...world, workspace, limits }, surroundings.classes, packageName, source, start).load(source, args);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof PyError) return thrown;
    if (thrown instanceof LimitError || thrown instanceof UnknownPrompt || thrown instanceof DataReached) return undefined;
    throw thrown;
  }
}
