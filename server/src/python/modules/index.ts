import { ModuleValue } from '../runtime.js';
import { nowhere } from '../objects.js';
import { standardModuleNames } from './names.js';

/** Whether a module belongs to Python 3.11's standard library, by its top-level name. */
export function isStandardModule(name: string): boolean {
  return standardModuleNames.has(name.split('.')[0]!);
}

/** A module of the standard library; members that are not modelled are unknown. Undefined for any other module. */
export function standardModule(name: string): ModuleValue | undefined {
  return isStandardModule(name) ? new ModuleValue(name, nowhere, () => undefined) : undefined;
}
