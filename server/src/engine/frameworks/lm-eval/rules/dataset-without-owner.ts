import { compareVersions, parseVersion } from '../../../core/version.js';
import { installedLibrary } from '../../../data/installed-library.js';
import { say } from '../../../core/say.js';
import type { Severity } from '../../../core/severity.js';
import type { StrValue } from '../../../core/value.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { harnessVersions } from '../releases/find-harness.js';
import { movedDatasets } from '../values/moved-datasets.js';
import { taskRule } from './support/task-rule.js';

/** The first release of huggingface_hub that takes no repository without its owner (`utils/_hf_uris.py`; 1.15.0 still asks the Hub, which leads on to the owner's). */
const firstStrict = parseVersion('1.16.0')!;

/** Harnesses from this one on are used with a later huggingface_hub than that. */
const firstLate = parseVersion('0.4.13.dev0')!;

/** What the library `datasets` makes of files itself (datasets 5.2 `packaged_modules`): no repositories. */
const packaged: ReadonlySet<string> = new Set(
  (
    'json csv text parquet arrow pandas xml webdataset imagefolder audiofolder videofolder pdffolder niftifolder meshfolder spark sql generator cache hdf5 lance iceberg eval ' +
    'conll fasta fastq genbank harbor mmcif pdb tsfile vortex'
  ).split(' '),
);

/** A dataset of the Hub without the name of its owner, as many were once (lm-evaluation-harness 0.4.13 `api/task.py`, `download`; datasets 5.2 `load.py`). */
export const datasetWithoutOwner = taskRule(
  {
    id: 'dataset-without-owner',
    title: 'A dataset of the Hub without the name of its owner',
    severity: 'warning',
    fix: 'unsafe',
    prevents: "HfUriError: Repository id must be 'namespace/name', when the task is loaded",
  },
  function* (task, context): Iterable<Finding> {
    const path = task.config.get('dataset_path');
    if (path?.kind !== 'str' || !/^\w[\w-]*$/.test(path.text) || packaged.has(path.text) || !task.lacks('custom_dataset')) return;
    const severity = severityIn(context);
    if (severity && !isFolder(context, path.text)) yield finding(context, path, severity);
  },
);

/** By the huggingface_hub that is installed within reach; else by how old the harness is. Undefined where the path is taken. */
function severityIn({ file, surroundings }: CheckContext): Severity | undefined {
  const installed = parseVersion(installedLibrary('huggingface_hub', file, surroundings.workspace) ?? '');
  if (installed) return compareVersions(installed, firstStrict) < 0 ? undefined : 'error';
  const harness = parseVersion(harnessVersions.find(file, surroundings).name);
  return harness && compareVersions(harness, firstLate) < 0 ? 'information' : 'warning';
}

/** A folder where the run is started comes before the Hub. */
function isFolder({ surroundings: { workspace } }: CheckContext, name: string): boolean {
  return (workspace.folders ?? []).some((folder) => workspace.list(`${folder}/${name}`) !== undefined);
}

function finding({ text }: CheckContext, path: StrValue, severity: Severity): Finding {
  const meant = movedDatasets.get(path.text);
  const advice = meant === undefined ? say`Write the path with its owner, as the page of the dataset shows it.` : say`Write ${meant}.`;
  const { span } = path;
  // In quotes or without.
  const written = text(span.file).slice(span.start, span.end);
  return {
    span,
    severity,
    message: say`The dataset ${path.text} is named without its owner: from huggingface_hub 1.16 on, loading the task raises HfUriError: Repository id must be 'namespace/name'. ${advice}`,
    fixes: meant === undefined ? [] : oneEdit(say`Write ${meant}`, false, { span, newText: written.replace(path.text, meant) }),
  };
}
