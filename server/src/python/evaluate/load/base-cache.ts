import { isAtOrBelow, type FileId } from '../../../text/span.js';
import type { Value } from '../../../value.js';
import type { LoadedModule } from './loaded-module.js';

/** So many values are kept, which is enough for the largest collections of configs, and some 60 MB. */
const defaultCapacity = 250_000;

interface Kept {
  readonly module: LoadedModule;
  /** About how many values it holds. */
  readonly size: number;
}

/**
 * Base configs that have been loaded, kept between evaluations; those not used for longest are let go when there are too many. One cache serves
 * one workspace, one environment and one set of limits.
 */
export class BaseCache {
  /** In the order of their last use. */
  private readonly modules = new Map<FileId, Kept>();
  private size = 0;

  /** @param capacity the number of values that all kept modules may hold together */
  constructor(private readonly capacity = defaultCapacity) {}

  /** The loaded module of a file, if it was loaded from this very text. */
  get(file: FileId, text: string): LoadedModule | undefined {
    const kept = this.modules.get(file);
    if (kept?.module.text !== text) return undefined;
    this.modules.delete(file);
    this.modules.set(file, kept);
    return kept.module;
  }

  set(module: LoadedModule): void {
    this.drop(module.file);
    const size = sizeOf(module.names);
    if (size > this.capacity) return;
    this.modules.set(module.file, { module, size });
    this.size += size;
    for (const file of this.modules.keys()) {
      if (this.size <= this.capacity) break;
      this.drop(file);
    }
  }

  /** Forgets a file that has changed, or the files of a folder that is gone, and all that was loaded with their help. */
  invalidate(file: FileId): void {
    for (const [other, { module }] of this.modules)
      if (isAtOrBelow(other, file) || dependsOn(module.dependencies, file)) this.drop(other);
  }

  /** Takes a module out whose values cannot be shared between evaluations. */
  remove(module: LoadedModule): void {
    if (this.modules.get(module.file)?.module === module) this.drop(module.file);
  }

  private drop(file: FileId): void {
    this.size -= this.modules.get(file)?.size ?? 0;
    this.modules.delete(file);
  }
}

/** About how many values can be reached from one: the items of a list are taken to be as large as its first, and what lies deeper as nothing. */
function sizeOf(value: Value, depth = 12): number {
  if (depth === 0) return 1;
  let size = 1;
  if (value.kind === 'dict') for (const entry of value.entries.values()) size += sizeOf(entry.value, depth - 1);
  else if ((value.kind === 'list' || value.kind === 'tuple') && value.items.length > 0) size += value.items.length * sizeOf(value.items[0]!, depth - 1);
  return size;
}

/** Whether a file, or anything in a folder, is among the dependencies. */
export function dependsOn(dependencies: ReadonlySet<FileId>, file: FileId): boolean {
  if (dependencies.has(file)) return true;
  // The name of a config is not that of a folder: the long way is for the others only.
  if (/\.(py|ya?ml|jsonl?)$/.test(file)) return false;
  for (const dependency of dependencies) if (isAtOrBelow(dependency, file)) return true;
  return false;
}
