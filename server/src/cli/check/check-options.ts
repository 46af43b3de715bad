import { readFileSync } from 'node:fs';
import { reportFormats, type ReportFormat } from '../reports/report.js';
import { CommandError, oneOf, readArguments, UsageError, wholeNumber } from '../support/command.js';
import { nameOptions, namesOf, spreadOptions, type Names } from '../support/named-configs.js';
import type { FixOptions } from './fix-files.js';
import { ruleChoice } from './rule-choice.js';
import type { Settings } from '../../engine/core/settings.js';

/** What a user asks of `check`. */
export interface CheckOptions {
  readonly paths: readonly string[];
  readonly names: Names | undefined;
  readonly packageRoots: readonly string[];
  readonly format: ReportFormat;
  readonly jobs: number | undefined;
  readonly rules: Settings['rules'];
  readonly exclude: readonly string[];
  /** A file of findings that are not told. */
  readonly baseline: string | undefined;
  readonly writeBaseline: boolean;
  readonly fix: FixOptions | undefined;
  readonly timing: boolean;
  /** Go on, and check again when something changes. */
  readonly watch: boolean;
  /** The path of the file that standard input stands for. */
  readonly stdinFilename: string | undefined;
}

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
  baseline: { type: 'string' },
  'write-baseline': flag,
  fix: flag,
  'unsafe-fixes': flag,
  diff: flag,
  timing: flag,
  watch: flag,
  'stdin-filename': { type: 'string' },
} as const;

/** @throws UsageError for arguments that cannot be understood, or that contradict each other */
export function checkOptions(args: readonly string[]): CheckOptions {
  const { values, positionals } = readArguments(spreadOptions(args, ['models', 'datasets']), known);
  const jobs = wholeNumber('jobs', values.jobs);
  if (jobs === 0) throw new UsageError('--jobs must be at least 1.');
  const names = namesOf(values);
  const stdinFilename = values['stdin-filename'];
  if (positionals.length === 0 && !names && stdinFilename === undefined) throw new UsageError('Say which files or folders to check.');
  if (stdinFilename !== undefined && (positionals.length > 0 || names))
    throw new UsageError('--stdin-filename checks standard input alone: name no other files.');
  const fixes = values.fix ?? values.diff ?? false;
  if (values['unsafe-fixes'] && !fixes) throw new UsageError('--unsafe-fixes says which fixes --fix applies.');
  if (fixes && stdinFilename !== undefined && !values.diff) throw new UsageError('--fix cannot write to standard input: add --diff.');
  if (values.watch && (positionals.length === 0 || values.fix))
    throw new UsageError('--watch looks at files and folders that are named, and fixes nothing.');
  const writeBaseline = values['write-baseline'] ?? false;
  if (writeBaseline && values.baseline === undefined) throw new UsageError('--write-baseline needs --baseline FILE, which it writes.');
  return {
    paths: positionals,
    names,
    packageRoots: values['package-root'] ?? [],
    format: oneOf('format', values.format, reportFormats, 'text'),
    // What is fixed in a base is seen by all that import it only where one engine has them all.
    jobs: fixes ? 1 : jobs,
    rules: ruleChoice(values.select, values.ignore),
    exclude: values.exclude ?? [],
    baseline: values.baseline,
    writeBaseline,
    fix: fixes ? { unsafe: values['unsafe-fixes'] ?? false, diff: values.diff ?? false } : undefined,
    timing: values.timing ?? false,
    watch: values.watch ?? false,
    stdinFilename,
  };
}

/** @throws CommandError where standard input cannot be read */
export function standardInput(): string {
  try {
    return readFileSync(0, 'utf8');
  } catch (error) {
    throw new CommandError(`Standard input cannot be read: ${String(error)}.`);
  }
}
