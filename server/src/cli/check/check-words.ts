import { readArguments, UsageError, wholeNumber } from '../support/command.js';
import { nameOptions, spreadOptions } from '../support/name-options.js';

const list = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const known = {
  ...nameOptions,
  format: { type: 'string' },
  jobs: { type: 'string' },
  'package-root': list,
  select: list,
  ignore: list,
  exclude: list,
  'ignore-unknown': flag,
  baseline: { type: 'string' },
  'write-baseline': flag,
  fix: flag,
  'unsafe-fixes': flag,
  diff: flag,
  timing: flag,
  watch: flag,
  'stdin-filename': { type: 'string' },
  trust: flag,
} as const;

type Words = ReturnType<typeof readArguments<typeof known>>;
export type ValuesOfCheck = Words['values'];

/** What the words of the command line are: paths, and values of options. The thread that watches reads them, too, so this file imports next to nothing. @throws UsageError for what is none */
export function wordsOfCheck(args: readonly string[]): Words {
  return readArguments(spreadOptions(args, ['models', 'datasets']), known);
}

/** How many engines are asked for; undefined where that is left to us. @throws UsageError */
export function jobsOf(values: ValuesOfCheck): number | undefined {
  const jobs = wholeNumber('jobs', values.jobs);
  if (jobs === 0) throw new UsageError('--jobs must be at least 1.');
  return jobs;
}

export function isAsked(flag: boolean | undefined): boolean {
  return flag ?? false;
}
