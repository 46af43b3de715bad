import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { LimitError, PyError } from '../../../server/src/engine/core/errors.js';
import type { Value } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { PythonProgram } from '../../../server/src/engine/python/program/program.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';

/** The file of the programs. */
export const main = '/ws/demo/main.py';

/** What the name `r` is after a program has run. */
export function resultOf(text: string): Value {
  const program = new PythonProgram(
    {
      workspace: new MemoryWorkspace({ [main]: text }, ['/ws']),
      environment: () => ({ kind: 'unset' }),
      workingDirectory: '/ws',
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
