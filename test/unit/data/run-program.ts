import { PyError } from '../../../server/src/engine/core/errors.js';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { workspaceDataFiles } from '../../../server/src/engine/data/files.js';
import { dataLibraries } from '../../../server/src/engine/data/modules/index.js';
import { PythonProgram } from '../../../server/src/engine/python/program/program.js';
import { findUnknown } from '../../../server/src/engine/python/runtime/find-unknown.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';

/** What the last line of some Python gives, an expression, with what a loader imports at its head: JSON, the type of an exception, or `unknown`. */
export function pythonOf(code: string, files: Readonly<Record<string, string>> = {}): string {
  const lines = code.trim().split('\n');
  const last = lines.pop()!;
  const source = [head, 'import datasets', ...lines, 'def f():', `    return ${last}`].join('\n');
  const workspace = new MemoryWorkspace(
    { '/ws/m.py': source, ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`/ws/${name}`, text])) },
    ['/ws'],
  );
  const program = new PythonProgram(
    {
      workspace,
      environment: () => ({ kind: 'unset' }),
      workingDirectory: '/ws',
      limits: { ...defaultLimits, steps: 200_000 },
      packages: new Set(),
      library: dataLibraries(() => 0, { files: workspaceDataFiles({ workspace, workingDirectory: '/ws' }) }),
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
