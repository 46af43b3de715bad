import { nearest } from '../../../../checks/support/nearest.js';
import type { DictValue } from '../../../../core/value.js';
import { commonArguments, otherArguments } from '../../values/generation-arguments.js';

/** The argument of generation that was probably meant by a key that the harness does not read; `stop` is what services call the stop texts, and has its own place where there is `until` too. */
export function meantArgument(name: string, kwargs: DictValue): string | undefined {
  if (/^stop(?:_words|s)?$/.test(name)) return kwargs.entry('until') ? undefined : 'until';
  if (otherArguments.has(name)) return undefined;
  const free = commonArguments.filter((one) => !kwargs.entry(one));
  return nearest(name, free);
}
