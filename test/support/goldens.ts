import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * The folder of recorded answers that are too large for the repository, or hold texts of the frameworks' own configs: where PREFLIGHT_GOLDENS names it, else
 * beside the project. Undefined where it is not there: the tests then use the cases in `test/fixtures`.
 */
export const goldens: string | undefined = [process.env['PREFLIGHT_GOLDENS'], resolve('../shared/goldens')].find(
  (folder) => folder !== undefined && existsSync(folder),
);

/** A recorded file, or undefined where the recordings are not at hand. */
export function golden(name: string): string | undefined {
  return goldens === undefined ? undefined : [join(goldens, name)].find((file) => existsSync(file));
}

/** The rows of a gzipped JSON Lines file. */
export function readLines<T>(file: string): T[] {
  return gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** A part of a recorded config as a JSON config has it: classes by their last names, tuples as lists. */
export function asConfig(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asConfig);
  if (value === null || typeof value !== 'object') return value;
  const { $ref, $tuple, $dict } = value as {
    readonly $ref?: string;
    readonly $tuple?: unknown[];
    readonly $dict?: readonly (readonly [unknown, unknown])[];
  };
  if ($ref !== undefined) return $ref.split('.').at(-1);
  if ($tuple) return $tuple.map(asConfig);
  if ($dict) return Object.fromEntries($dict.map(([key, item]) => [String(key), asConfig(item)]));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asConfig(item)]));
}
