import { hubOptions } from './hub-options.js';

/** Options by which `check` and `preview` name configs as the frameworks' own command lines do. */
export const nameOptions = {
  models: { type: 'string', multiple: true },
  datasets: { type: 'string', multiple: true },
  'config-dir': { type: 'string' },
  framework: { type: 'string' },
  'custom-dataset-path': { type: 'string' },
  'custom-dataset-meta-path': { type: 'string' },
  'custom-dataset-data-type': { type: 'string' },
  'custom-dataset-infer-method': { type: 'string' },
  ...hubOptions,
} as const;

/** `--models a b` as `--models=a --models=b`: an option that takes all words up to the next one. */
export function spreadOptions(args: readonly string[], options: readonly string[]): string[] {
  let open: string | undefined;
  return args.flatMap((word) => {
    if (word.startsWith('-')) {
      open = options.find((option) => word === `--${option}`);
      return open === undefined ? [word] : [];
    }
    return open === undefined ? [word] : [`--${open}=${word}`];
  });
}
