import type { FileId } from '../../../core/span.js';
import type { Workspace } from '../../../core/workspace.js';
import { releasesOf, releaseWith } from '../../face/release-finder.js';
import { aisBenchReleases } from './ais-bench-release.js';

/** The releases of AISBench, and the one around a file. */
export const aisBenchVersions = releasesOf({
  framework: 'aisbench',
  packageName: 'ais_bench',
  version: { distribution: 'ais_bench_benchmark', files: ['ais_bench/benchmark/__init__.py'] },
  releases: aisBenchReleases,
  newest: '3.1.0',
  bySource,
});

/** The number is the same in many tags: what stands in `utils/prompt/prompt.py` decides. */
function bySource(folder: FileId, workspace: Workspace, says: string | undefined): string | undefined {
  const read = workspace.read(`${folder}/benchmark/utils/prompt/prompt.py`);
  if (read.kind !== 'text' || !read.text.includes('class PromptList')) return undefined;
  const findsRounds = read.text.includes('def get_round_index');
  const ownAddresses = !read.text.includes("mm['image'].copy()");
  return releaseWith({ findsRounds, ownAddresses }, aisBenchReleases, says);
}
