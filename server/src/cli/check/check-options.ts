import { readFileSync } from 'node:fs';
import { reportFormats, type ReportFormat } from '../reports/report.js';
import { CommandError, oneOf, UsageError } from '../support/command.js';
import { namesOf, type Names } from '../support/named-configs.js';
import { isAsked, jobsOf, wordsOfCheck, type ValuesOfCheck } from './check-words.js';
import type { FixOptions } from './fix-files.js';
import { ruleChoice } from './rule-choice.js';
import type { Settings } from '../../engine/core/settings.js';

/** What a user asks of `check`. */
export interface CheckArguments {
  readonly paths: readonly string[];
  readonly names: Names | undefined;
  readonly packageRoots: readonly string[];
  readonly format: ReportFormat;
  readonly jobs: number | undefined;
  readonly rules: Pick<Settings, 'rules' | 'selected'>;
  readonly exclude: readonly string[];
  /** Files that are named and can be no configs are passed over. */
  readonly ignoreUnknown: boolean;
  /** A file of findings that are not told. */
  readonly baseline: string | undefined;
  readonly writeBaseline: boolean;
  readonly fix: FixOptions | undefined;
  readonly timing: boolean;
  /** Go on, and check again when something changes. */
  readonly watch: boolean;
  /** The path of the file that standard input stands for. */
  readonly stdinFilename: string | undefined;
  /** Follow paths of project files out of the project. */
  readonly trust: boolean;
}

/** @throws UsageError for arguments that cannot be understood, or that contradict each other */
export function checkOptions(args: readonly string[]): CheckArguments {
  const { values, positionals } = wordsOfCheck(args);
  const names = namesOf(values);
  const contradiction = contradictionIn(values, positionals.length > 0, names !== undefined);
  if (contradiction !== undefined) throw new UsageError(contradiction);
  const fix = fixesOf(values);
  return {
    paths: positionals,
    names,
    packageRoots: values['package-root'] ?? [],
    format: oneOf('format', values.format, reportFormats, 'text'),
    // What is fixed in a base is seen by all that import it only where one engine has them all.
    jobs: fix ? 1 : jobsOf(values),
    rules: ruleChoice(values.select, values.ignore),
    exclude: values.exclude ?? [],
    ignoreUnknown: isAsked(values['ignore-unknown']),
    baseline: values.baseline,
    writeBaseline: isAsked(values['write-baseline']),
    fix,
    timing: isAsked(values.timing),
    watch: isAsked(values.watch),
    stdinFilename: values['stdin-filename'],
    trust: isAsked(values.trust),
  };
}

/** `--diff` alone shows what `--fix` would do. */
function fixesOf(values: ValuesOfCheck): FixOptions | undefined {
  return isAsked(values.fix) || isAsked(values.diff) ? { unsafe: isAsked(values['unsafe-fixes']), diff: isAsked(values.diff) } : undefined;
}

function contradictionIn(values: ValuesOfCheck, paths: boolean, names: boolean): string | undefined {
  const stdin = values['stdin-filename'] !== undefined;
  if (!paths && !names && !stdin) return 'Say which files or folders to check.';
  if (stdin && (paths || names)) return '--stdin-filename checks standard input alone: name no other files.';
  if (isAsked(values['unsafe-fixes']) && !fixesOf(values)) return '--unsafe-fixes says which fixes --fix applies.';
  if (isAsked(values.fix) && !isAsked(values.diff) && stdin) return '--fix cannot write to standard input: add --diff.';
  if (isAsked(values.watch) && (!paths || fixesOf(values) || isAsked(values['write-baseline'])))
    return '--watch looks at files and folders that are named, and writes nothing.';
  return isAsked(values['write-baseline']) && values.baseline === undefined
    ? '--write-baseline needs --baseline FILE, which it writes.'
    : undefined;
}

/** Without the mark of its encoding, as files are read. @throws CommandError where standard input cannot be read */
export function standardInput(): string {
  try {
    return readFileSync(0, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw new CommandError(`Standard input cannot be read: ${String(error)}.`);
  }
}
