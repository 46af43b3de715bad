import { compareVersions, parseVersion } from '../../../core/version.js';
import { harnessReleases, type HarnessRelease } from './harness-release.js';

/** The newest release that is not newer than a version; undefined for what is no version, or older than all that are known. */
export function harnessReleaseOf(version: string): HarnessRelease | undefined {
  const exact = harnessReleases.find(({ name }) => name === version);
  if (exact) return exact;
  const asked = parseVersion(version);
  return asked && harnessReleases.findLast(({ name }) => compareVersions(parseVersion(name)!, asked) <= 0);
}
