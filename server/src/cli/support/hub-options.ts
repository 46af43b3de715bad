import type { HubModel } from '../../engine/frameworks/face/command-line.js';
import { UsageError, wholeNumber } from './command.js';

/** Options that describe a model in place of a config of it, as the frameworks' own command lines have them. */
export const hubOptions = {
  'hf-path': { type: 'string' },
  'hf-type': { type: 'string' },
  'tokenizer-path': { type: 'string' },
  'max-seq-len': { type: 'string' },
  'max-out-len': { type: 'string' },
} as const;

type HubOption = keyof typeof hubOptions;
type HubValues = { readonly [K in HubOption]?: string };

export const hubHelp = `  --hf-path PATH       in place of --models: the model that OpenCompass makes of a Hugging Face repository or folder, with the further options
                       --hf-type chat|base, --tokenizer-path, --max-seq-len and --max-out-len of its own command line
`;

/** What is given of a model that is made of a path; undefined where none is. @throws UsageError for what does not fit */
export function hubOf(values: HubValues): HubModel | undefined {
  const path = values['hf-path'];
  const lonely = (Object.keys(hubOptions) as HubOption[]).find((option) => option !== 'hf-path' && values[option] !== undefined);
  if (path === undefined && lonely) throw new UsageError(`--${lonely} goes with --hf-path.`);
  if (path === undefined) return undefined;
  return {
    path,
    type: values['hf-type'],
    tokenizerPath: values['tokenizer-path'],
    maxSeqLen: wholeNumber('max-seq-len', values['max-seq-len']),
    maxOutLen: wholeNumber('max-out-len', values['max-out-len']),
  };
}
