import type { Framework } from '../../frameworks/face/framework.js';
import type { FoundRelease } from '../../frameworks/face/release.js';
import type { PreviewData } from './data.js';
import { say } from '../../core/say.js';

/** Whose prompt is shown: the framework, and its release where there are several. */
export function frameworkShown(
  { id, title, version, previews }: Framework,
  release: FoundRelease | undefined,
): Pick<PreviewData, 'framework' | 'release'> {
  if (!release) return { framework: { id, title, version, previews } };
  const { name, by, says } = release;
  return {
    framework: { id, title, version: versionShown(title, release), previews },
    release: { name, by, ...(says !== undefined && { says }) },
  };
}

/** Whose rules a prompt follows, for people: `lm-evaluation-harness 0.4.9.2`, and how that is known where it is not a matter of course. */
function versionShown(title: string, { name, by, says }: FoundRelease): string {
  if (by === 'set') return say`${title} ${name} (set)`;
  return says === undefined ? `${title} ${name}` : say`${title} ${name} (it says ${says})`;
}
