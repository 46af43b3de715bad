import type { Config } from '../../../../config/config.js';
import type { Framework } from '../../../face/framework.js';
import type { FaultName } from '../../values/fault.js';

/** What a message says that the framework raises; rules that ask run only for frameworks that have a name for the fault. */
export function exceptionName(framework: Framework, fault: FaultName): string {
  return framework.exception?.(fault) ?? 'an exception';
}

/** The same for what both parsers check when they are built: which one reads a meta template that stands alone is not known, and only the API parser has names of its own. */
export function metaExceptionName({ models }: Config, framework: Framework, fault: FaultName): string {
  return models.some(({ parser }) => parser === 'api') ? exceptionName(framework, fault) : 'AssertionError';
}
