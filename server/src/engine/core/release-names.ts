import { compareVersions, parseVersion } from './version.js';

/**
 * The release of a table whose behaviour a version has: the one of that name, else the newest that is not newer.
 * @param releases the oldest first
 * @returns undefined for what is no version, or older than all of the table
 */
export function releaseNamed<T extends { readonly name: string }>(releases: readonly T[], version: string): T | undefined {
  const exact = releases.find(({ name }) => name === version);
  if (exact) return exact;
  const asked = parseVersion(version);
  if (!asked) return undefined;
  return releases.findLast(({ name }) => {
    const known = parseVersion(name);
    return known !== undefined && compareVersions(known, asked) <= 0;
  });
}
