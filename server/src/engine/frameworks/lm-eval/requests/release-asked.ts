import { releaseNamed } from '../../../core/release-names.js';
import { BadRequest, type Request } from '../../../requests/request.js';
import { harnessReleases, newestHarness, type HarnessRelease } from '../releases/harness-release.js';

/** The release that the request names; absent: the newest. */
export function releaseAsked(request: Request): HarnessRelease {
  if (!request.has('release')) return newestHarness;
  const name = request.text('release');
  const release = releaseNamed(harnessReleases, name);
  if (!release)
    throw new BadRequest(`"release" must be one of ${harnessReleases.map((known) => known.name).join(', ')}; ${name} is not known.`);
  return release;
}
