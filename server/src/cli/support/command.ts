import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What a command answers to the shell. */
export const exitCode = { clean: 0, findings: 1, failed: 2 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** One command of the command line; one file each. */
export interface Command {
  /** What `prompt-preflight <name> --help` prints. */
  readonly help: string;
  /**
   * @param args what stands behind the command's name
   * @throws UsageError for arguments that cannot be understood, CommandError where the command cannot do its work
   */
  run(args: readonly string[]): Promise<ExitCode>;
}

/** The command was called wrongly: the message is shown with a hint at `--help`. Exit code 2. */
export class UsageError extends Error {}

/** The command cannot do its work, for a reason that the user can act on. Exit code 2. */
export class CommandError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads options and positional arguments.
 * @throws UsageError in our own words for an unknown option, a missing value or a value too many
 */
export function readArguments<T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(usageMessage(error));
  }
}

/** Node's sentence without its hint at how to pass positionals that look like options. */
function usageMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\. To specify a positional argument.*$/s, '.').replace(/\n.*$/s, '');
}

/** The value of an option that takes one of a few words; `fallback` where it is not given. */
export function oneOf<T extends string>(name: string, value: string | undefined, words: readonly T[], fallback: T): T {
  if (value === undefined) return fallback;
  const found = words.find((word) => word === value);
  if (found === undefined) throw new UsageError(`--${name} must be one of ${words.join(', ')}, not '${value}'.`);
  return found;
}

/** The value of an option that takes a whole number from 0. */
export function wholeNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} must be a whole number from 0, not '${value}'.`);
  return Number(value);
}
