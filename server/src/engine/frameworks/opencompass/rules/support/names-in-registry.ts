import type { FileId } from '../../../../core/span.js';
import type { CheckContext } from '../../../face/rule.js';

/** What is registered under a name that is written beside it. */
export interface RegisteredNames {
  readonly names: ReadonlySet<string>;
  /** What names begin with that are put together while they are registered. */
  readonly beginnings: ReadonlySet<string>;
}

/** What the registries of some kind are called. */
export type Registry = 'POSTPROCESSORS' | 'EVALUATORS';

const known = new WeakMap<ReadonlySet<FileId>, Map<Registry, RegisteredNames>>();

/**
 * The names under which the modules that a package gathers register something: `@TEXT_POSTPROCESSORS.register_module('Xsum')`. Undefined where its source is out of reach, or
 * comes from afar.
 */
export function namesInRegistry(context: CheckContext, registry: Registry, packagePath: string): RegisteredNames | undefined {
  const { classes, workspace } = context.surroundings;
  const files = workspace.far ? undefined : classes.filesOf(packagePath, context.file);
  if (!files) return undefined;
  let ofPackage = known.get(files);
  if (!ofPackage) known.set(files, (ofPackage = new Map()));
  let found = ofPackage.get(registry);
  if (!found) ofPackage.set(registry, (found = read(context, registry, files)));
  return found;
}

function read({ surroundings: { workspace } }: CheckContext, registry: Registry, files: Iterable<FileId>): RegisteredNames {
  const names = new Set<string>();
  const beginnings = new Set<string>();
  const call = new RegExp(`${registry}\\.register_module\\(\\s*(?:name\\s*=\\s*)?(['"])([^'"\\n]+)\\1\\s*(\\+)?`, 'g');
  for (const file of files) {
    const source = workspace.read(file);
    if (source.kind !== 'text' || !source.text.includes(registry)) continue;
    for (const [, , name, plus] of source.text.matchAll(call)) (plus ? beginnings : names).add(name!);
  }
  return { names, beginnings };
}
