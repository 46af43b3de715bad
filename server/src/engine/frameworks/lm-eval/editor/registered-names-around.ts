import type { FileId } from '../../../core/span.js';
import type { Workspace } from '../../../core/workspace.js';
import { harnessSourceOf } from '../load/harness-source.js';
import { aggregations, filters, metrics, samplers } from '../values/registered-names.js';

/** Keys that take a name which the harness registers. */
export type RegisteredKey = 'sampler' | 'metric' | 'aggregation' | 'function';

/** The names of the release that we speak for; where the harness's own source registers its names, and in which of its modules. */
const registers: Readonly<Record<RegisteredKey, { readonly names: readonly string[]; readonly module?: string; readonly by?: RegExp }>> = {
  sampler: { names: samplers },
  metric: { names: metrics, module: 'api/metrics.py', by: /^@register_metric\(\s*(?:metric\s*=\s*)?["']([^"'\n]+)["']/gm },
  aggregation: { names: aggregations, module: 'api/metrics.py', by: /^@register_aggregation\(\s*["']([^"'\n]+)["']/gm },
  function: { names: filters, module: 'filters', by: /^@register_filter\(\s*["']([^"'\n]+)["']/gm },
};

/** The names that a key takes in the harness around a file: those that its source registers, else those of the release that we speak for. */
export function registeredNames(key: RegisteredKey, file: FileId, workspace: Workspace): readonly string[] {
  const { names, module, by } = registers[key];
  const folder = harnessSourceOf(file, workspace)?.folder;
  if (folder === undefined || module === undefined || !by) return names;
  const found = texts(`${folder}/${module}`, workspace).flatMap((text) => [...text.matchAll(by)].map(([, name]) => name!));
  return found.length > 0 ? [...new Set(found)] : names;
}

/** The text of a module; of a package those of its modules that it imports itself, for the others are never run. */
function texts(path: string, workspace: Workspace): string[] {
  if (path.endsWith('.py')) return [textAt(path, workspace)];
  const init = textAt(`${path}/__init__.py`, workspace);
  return (workspace.list(path) ?? []).flatMap((name) => {
    const module = /^(\w+)\.py$/.exec(name)?.[1];
    return module !== undefined && new RegExp(`\\b${module}\\b`).test(init) ? [textAt(`${path}/${name}`, workspace)] : [];
  });
}

function textAt(file: FileId, workspace: Workspace): string {
  const read = workspace.read(file);
  return read.kind === 'text' ? read.text : '';
}
