import { PyError } from '../../../server/src/engine/core/errors.js';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { workspaceDataFiles, type ColumnarContent, type DataWorld } from '../../../server/src/engine/data/files.js';
import type { InstalledDatasets } from '../../../server/src/engine/data/datasets/installed-datasets.js';
import { dataLibraries } from '../../../server/src/engine/data/modules/index.js';
import { PythonProgram } from '../../../server/src/engine/python/program/program.js';
import { findUnknown } from '../../../server/src/engine/python/runtime/find-unknown.js';
import { unpackText } from '../../../server/src/node/unpack.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';

/**
 * What the last line of some Python gives, an expression, with what a loader imports at its head: JSON, the type of an exception, or `unknown`.
 * @param library what turns on the release of `datasets`; absent: as before release 4
 */
export function pythonOf(code: string, files: Readonly<Record<string, string | Uint8Array>> = {}, library?: InstalledDatasets): string {
  const lines = code.trim().split('\n');
  const last = lines.pop()!;
  const source = [head, 'import datasets', ...lines, 'def f():', `    return ${last}`].join('\n');
  const workspace = new MemoryWorkspace(
    { '/ws/m.py': source, ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`/ws/${name}`, text])) },
    ['/ws'],
    undefined,
    undefined,
    unpackText,
  );
  return resultOf({ workspace, workingDirectory: '/ws' }, undefined, library);
}

/**
 * What the function `f` of `/ws/m.py` gives.
 * @param columnar what is in each file of Parquet or Arrow, or why it cannot be read
 */
export function resultOf(world: DataWorld, columnar?: () => ColumnarContent | string, library?: InstalledDatasets): string {
  const program = new PythonProgram(
    {
      ...world,
      environment: () => ({ kind: 'unset' }),
      limits: { ...defaultLimits, steps: 200_000 },
      packages: new Set(),
      library: dataLibraries(() => 0, { files: workspaceDataFiles(world, undefined, columnar), ...(library && { datasets: library }) }),
    },
    '/ws/m.py',
  );
  try {
    const module = program.load('/ws/m.py', 'm');
    const value = program.call(program.run(() => program.interpreter.getAttribute(module, 'f')));
    return findUnknown(value) ? 'unknown' : toGolden(value).json;
  } catch (error) {
    if (error instanceof PyError) return error.type;
    throw error;
  }
}

const head = 'from datasets import Dataset, DatasetDict, concatenate_datasets, load_dataset, Features, Value, Sequence';
