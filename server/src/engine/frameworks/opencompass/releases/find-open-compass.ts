import type { FileId } from '../../../core/span.js';
import type { Workspace } from '../../../core/workspace.js';
import { releasesOf, releaseWith } from '../../face/release-finder.js';
import { openCompassReleases } from './open-compass-release.js';

/** The releases of OpenCompass, and the one around a file. */
export const openCompassVersions = releasesOf({
  framework: 'opencompass',
  packageName: 'opencompass',
  version: { distribution: 'opencompass', files: ['opencompass/__init__.py'] },
  releases: openCompassReleases,
  newest: '0.5.4',
  bySource,
});

/** What stands in `models/base_api.py` decides, and in `icl_gen_inferencer.py` where that can be read. */
function bySource(folder: FileId, workspace: Workspace, says: string | undefined): string | undefined {
  const read = workspace.read(`${folder}/models/base_api.py`);
  if (read.kind !== 'text' || !read.text.includes('class APITemplateParser')) return undefined;
  const apiBegin = read.text.includes("self.meta_template['begin']");
  const plainMessages = read.text.includes('isinstance(meta_template, list)');
  const inferencer = workspace.read(`${folder}/openicl/icl_inferencer/icl_gen_inferencer.py`);
  const multiround = inferencer.kind === 'text' ? { multiround: inferencer.text.includes('multiround') } : {};
  return releaseWith({ apiBegin, plainMessages, ...multiround }, openCompassReleases, says);
}
