import { nearest } from '../../../../checks/support/nearest.js';
import type { DictValue } from '../../../../core/value.js';
import { commonArguments, otherArguments } from '../../values/generation-arguments.js';

/** Words for arguments that do not look like them. */
const otherWords: Readonly<Record<string, string>> = {
  sample: 'do_sample',
  sampling: 'do_sample',
  temp: 'temperature',
  max_len: 'max_gen_toks',
  max_out_len: 'max_gen_toks',
  max_output_tokens: 'max_gen_toks',
  max_tokens_to_sample: 'max_gen_toks',
  max_decode_tokens: 'max_gen_toks',
};

/** The argument of generation that was probably meant by a key that the harness does not read; `stop` is what services call the stop texts, and has its own place where there is `until` too. */
export function meantArgument(name: string, kwargs: DictValue): string | undefined {
  if (/^stop(?:_words|_sequences?|_tokens|s)?$/.test(name)) return kwargs.entry('until') ? undefined : 'until';
  if (otherArguments.has(name)) return undefined;
  const other = Object.hasOwn(otherWords, name) ? otherWords[name]! : undefined;
  if (other !== undefined && !kwargs.entry(other)) return other;
  const free = commonArguments.filter((one) => !kwargs.entry(one));
  return nearest(name, free);
}
