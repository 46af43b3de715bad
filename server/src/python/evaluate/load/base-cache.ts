import { isAtOrBelow, type FileId } from '../../../text/span.js';
import type { LoadedModule } from './loaded-module.js';

/**
 * Base configs that have been loaded, kept between evaluations. One cache serves one workspace, one environment and one set of limits.
 */
export class BaseCache {
  private readonly modules = new Map<FileId, LoadedModule>();

  /** The loaded module of a file, if it was loaded from this very text. */
  get(file: FileId, text: string): LoadedModule | undefined {
    const module = this.modules.get(file);
    return module?.text === text ? module : undefined;
  }

  set(module: LoadedModule): void {
    this.modules.set(module.file, module);
  }

  /** Forgets a file that has changed, or the files of a folder that is gone, and all that was loaded with their help. */
  invalidate(file: FileId): void {
    for (const [other, { dependencies }] of this.modules)
      if (isAtOrBelow(other, file) || dependsOn(dependencies, file)) this.modules.delete(other);
  }

  /** Takes a module out whose values cannot be shared between evaluations. */
  remove(module: LoadedModule): void {
    if (this.modules.get(module.file) === module) this.modules.delete(module.file);
  }
}

/** Whether a file, or anything in a folder, is among the dependencies. */
export function dependsOn(dependencies: ReadonlySet<FileId>, file: FileId): boolean {
  if (dependencies.has(file)) return true;
  // The name of a config is not that of a folder: the long way is for the others only.
  if (/\.(py|ya?ml|jsonl?)$/.test(file)) return false;
  for (const dependency of dependencies) if (isAtOrBelow(dependency, file)) return true;
  return false;
}
