import type { FileId } from '../../../text/span.js';
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

  /** Forgets a file that has changed, and all that was loaded with its help. */
  invalidate(file: FileId): void {
    this.modules.delete(file);
    for (const [other, { dependencies }] of this.modules) if (dependencies.has(file)) this.modules.delete(other);
  }

  /** Takes a module out whose values cannot be shared between evaluations. */
  remove(module: LoadedModule): void {
    if (this.modules.get(module.file) === module) this.modules.delete(module.file);
  }
}
