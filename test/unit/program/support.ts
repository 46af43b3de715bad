import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { LimitError, PyError } from '../../../server/src/engine/core/errors.js';
import type { Value } from '../../../server/src/engine/core/value.js';
import type { FileId } from '../../../server/src/engine/core/span.js';
import { MemoryWorkspace, type Workspace } from '../../../server/src/engine/core/workspace.js';
import { PythonProgram } from '../../../server/src/engine/python/program/program.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';

/** The file of the programs. */
export const main = '/ws/demo/main.py';

/** What the name `r` is after a program has run. */
export function resultOf(text: string): Value {
  return resultIn(new MemoryWorkspace({ [main]: text }, ['/ws']), main, '/ws');
}

/** The same of a file of a workspace. */
export function resultIn(workspace: Workspace, main: FileId, workingDirectory: FileId): Value {
  const program = new PythonProgram(
    {
      workspace,
      environment: () => ({ kind: 'unset' }),
      workingDirectory,
      limits: defaultLimits,
      packages: new Set(['demo']),
      library: () => undefined,
    },
    main,
  );
  const module = program.load(main, 'demo.main');
  return program.run(() => program.interpreter.getAttribute(module, 'r'));
}

/** What `r` is after a program has run, as the goldens write it. */
export const golden = (text: string): unknown => JSON.parse(toGolden(resultOf(text)).json);

/** The exception that a program raises. */
export function raised(text: string): string {
  try {
    return `nothing: ${JSON.stringify(golden(text))}`;
  } catch (error) {
    if (error instanceof LimitError) return `limit: ${error.limit}`;
    return error instanceof PyError ? `${error.type}: ${error.text}` : `not Python's: ${String(error)}`;
  }
}
