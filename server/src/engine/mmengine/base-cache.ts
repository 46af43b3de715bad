import { isAtOrBelow, type FileId } from '../core/span.js';
import type { LoadedModule } from './loaded-module.js';

/** So many values are kept, which is enough for the largest collections of configs, and some 60 MB. */
const defaultCapacity = 250_000;

/**
 * Base configs that have been loaded, kept between evaluations; those not used for longest are let go when there are too many. One cache serves
 * one workspace, one environment, one working directory and one set of limits.
 */
export class BaseCache {
  /** In the order of their last use. */
  private readonly modules = new Map<FileId, LoadedModule>();
  private size = 0;

  /** @param capacity the number of values that all kept modules may hold together */
  constructor(private readonly capacity = defaultCapacity) {}

  /** The loaded module of a file, if it was loaded from this very text. */
  get(file: FileId, text: string): LoadedModule | undefined {
    const module = this.modules.get(file);
    if (module?.text !== text) return undefined;
    this.modules.delete(file);
    this.modules.set(file, module);
    return module;
  }

  set(module: LoadedModule): void {
    this.drop(module.file);
    if (module.size > this.capacity) return;
    this.modules.set(module.file, module);
    this.size += module.size;
    for (const file of this.modules.keys()) {
      if (this.size <= this.capacity) break;
      this.drop(file);
    }
  }

  /** Forgets a file that has changed, or the files of a folder that is gone, and all that was loaded with their help. */
  invalidate(file: FileId): void {
    for (const [other, module] of this.modules) if (isAtOrBelow(other, file) || dependsOn(module.dependencies, file)) this.drop(other);
  }

  private drop(file: FileId): void {
    this.size -= this.modules.get(file)?.size ?? 0;
    this.modules.delete(file);
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
