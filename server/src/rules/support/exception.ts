import type { Framework } from '../../frameworks/framework.js';
import type { FaultName } from '../../frameworks/opencompass/fault.js';

/** What a message says that the framework raises; rules that ask run only for frameworks that have a name for the fault. */
export function exceptionName(framework: Framework, fault: FaultName): string {
  return framework.exception?.(fault) ?? 'an exception';
}
