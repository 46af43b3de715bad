import type { Config } from '../../../../config/config.js';
import type { Behaviour } from '../../../face/behaviour.js';
import { dialectOf } from '../../render/family.js';
import type { FaultName } from '../../values/fault.js';

/** What a message says that the framework raises. */
export function exceptionName(framework: Behaviour, fault: FaultName): string {
  return dialectOf(framework).exception(fault);
}

/** The same for what both parsers check when they are built: which one reads a meta template that stands alone is not known, and only the API parser has names of its own. */
export function metaExceptionName({ models }: Config, framework: Behaviour, fault: FaultName): string {
  return models.some(({ parser }) => parser === 'api') ? exceptionName(framework, fault) : 'AssertionError';
}
