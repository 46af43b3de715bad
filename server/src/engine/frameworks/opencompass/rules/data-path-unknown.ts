import type { DatasetConfig } from '../../../config/config.js';
import { isAbsolute } from '../../../core/paths.js';
import { replaceStringFix } from '../../../checks/support/fixes.js';
import { isKeySlip, isNameSlip } from '../../../checks/support/slip.js';
import { isHere } from '../../../checks/support/places.js';
import type { FileId } from '../../../core/span.js';
import { packageFolder } from '../../../core/workspace.js';
import type { DictValue, StrValue } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import { pyRepr } from '../../../python/runtime/semantics.js';
import type { ClassFacts } from '../../face/behaviour.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { raisedBeforeData } from '../load/before-data.js';
import { loadArgumentsOf } from '../load/dataset-source.js';
import { dialectOf } from '../render/family.js';
import { datasetFacts, hasTaskOfItsOwn } from './support/class-keys.js';

/** In the module of a class; in local mode every path is taken as it is. */
const bareLookup = /\bget_data_path\((?![^()]*\blocal_mode\s*=\s*True)/;

/** Loads that are run for one document: those of a benchmark's many parts are alike. */
const most = 8;

/**
 * A path of the user's own that `get_data_path` looks up among the datasets of the release: the class's `load` is run as far as its data. OpenCompass 0.3.0 to 0.5.2
 * `utils/datasets.py`, `utils/datasets_info.py`; later it takes such a path as it is.
 */
export const dataPathUnknown: ConfigRule = {
  id: 'data-path-unknown',
  title: 'A path that the release does not know, or of another year than the abbr',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "KeyError: './data/pond/' when the task loads its data",
  scope: 'document',
  *check(context): Iterable<Finding> {
    const datasets = context.config.datasets.filter(({ value }) => isHere(context, value));
    if (datasets.length === 0 || hasTaskOfItsOwn(context)) return;
    yield* otherYears(context, datasets);
    yield* slips(context, datasets);
    if (!looksUp(context)) return;
    const seen = new Set<string>();
    for (const dataset of datasets) {
      if (seen.size >= most) return;
      const finding = ofDataset(context, dataset, seen);
      if (finding) yield finding;
    }
  },
};

/** Paths that are nearly the name of a dataset of the release, which takes them for folders. */
function* slips(context: CheckContext, datasets: readonly DatasetConfig[]): Iterable<Finding> {
  const told = new Set<string>();
  let ids: readonly string[] | undefined;
  for (const { value } of datasets) {
    const path = value.entry('path');
    if (path?.value.kind !== 'str' || told.has(path.value.text)) continue;
    const { text } = path.value;
    told.add(text);
    const [, owner = '', name = ''] = /^(\w+)\/([^/]+(?:\/[^/]+)*)$/.exec(text) ?? [];
    if (owner !== hub && !isKeySlip(owner, hub)) continue;
    const listed = utilities(context, 'datasets_info');
    // Nearly always: the names are read only for one that is none of them.
    if ([`'${text}'`, `"${text}"`].some((quoted) => listed.includes(quoted))) continue;
    ids ??= [...listed.matchAll(/^ {4}['"](\w+\/[^'"\n]+)['"]: \{/gm)].map(([, id]) => id!);
    const meant = ids.find((id) => id === `${hub}/${name}`) ?? ids.find((id) => isNameSlip(text, id, 'some'));
    if (meant === undefined) continue;
    yield {
      span: path.valueSpan,
      severity: 'warning',
      message: say`No dataset of this release is called ${text}: it is taken for a folder. Did you mean ${meant}?`,
      fixes: replaceStringFix(context, path.value, meant, say`Change to ${meant}`),
    };
  }
}

const dated = /([A-Za-z]{3,})[-_]?(20[0-4]\d)(?!\d)/;

/** A config that was copied for another year: `abbr='aime2024'` beside `path='opencompass/aime2025'`. */
function* otherYears(context: CheckContext, datasets: readonly DatasetConfig[]): Iterable<Finding> {
  const told = new Set<number>();
  for (const { value } of datasets) {
    const [path, abbr] = [value.entry('path'), value.get('abbr')];
    if (path?.value.kind !== 'str' || abbr?.kind !== 'str' || told.has(path.valueSpan.start)) continue;
    const [, name = '', year = ''] = dated.exec(abbr.text) ?? [];
    if (year === '' || path.value.text.includes(year)) continue;
    const [written, , other = ''] = new RegExp(`(?<![A-Za-z])(${name})[-_]?(20[0-4]\\d)(?!\\d)`, 'i').exec(path.value.text) ?? [];
    if (written === undefined) continue;
    told.add(path.valueSpan.start);
    const meant = path.value.text.replaceAll(other, year);
    yield {
      span: path.valueSpan,
      severity: 'warning',
      message: say`The abbr of this dataset says ${year}, and its path ${other}: the score stands under the name of other questions.`,
      fixes: replaceStringFix(context, path.value, meant, say`Change to ${meant}`),
    };
  }
}

/** Who owns the datasets that the framework has made its own. */
const hub = 'opencompass';

function ofDataset(context: CheckContext, dataset: DatasetConfig, seen: Set<string>): Finding | undefined {
  const { value } = dataset;
  const path = value.entry('path');
  if (path?.value.kind !== 'str' || isAbsolute(path.value.text) || isListed(context, path.value)) return undefined;
  const facts = datasetFacts(context, dataset);
  const key = `${facts?.file ?? ''} ${facts?.name ?? ''} ${path.value.text}`;
  if (!facts?.file || seen.has(key) || !bareLookup.test(textOf(context, facts.file))) return undefined;
  seen.add(key);
  if (!raisesFor(context, facts, value, path.value)) return undefined;
  return {
    span: path.valueSpan,
    message: say`Loading the data of ${facts.name} raises KeyError: ${pyRepr(path.value).text}. This release looks the path up among the datasets that it knows, and has none of that name; it takes an absolute path as it is.`,
  };
}

function raisesFor(
  { surroundings, framework }: CheckContext,
  { file, name, taken }: ClassFacts,
  dataset: DictValue,
  path: StrValue,
): boolean {
  const found = surroundings.classes.findInFile(file!, name);
  if (found?.kind !== 'class') return false;
  const raised = raisedBeforeData(found.source, loadArgumentsOf(dataset, taken), dialectOf(framework).classPackage, surroundings);
  return raised?.type === 'KeyError' && raised.text === pyRepr(path).text;
}

/** Whether the package around may look paths up without taking those that it does not find: only then is it worth running. */
function looksUp(context: CheckContext): boolean {
  const text = utilities(context, 'datasets');
  return /\bDATASETS_MAPPING\[/.test(text) && !/\btry:\s+local_path = DATASETS_MAPPING\[/.test(text);
}

/** Whether a text stands in the list of datasets: in the other case, too, it is the run that decides. */
function isListed(context: CheckContext, { text }: StrValue): boolean {
  const list = utilities(context, 'datasets_info');
  return list.includes(`'${text}'`) || list.includes(`"${text}"`);
}

function utilities(context: CheckContext, module: string): string {
  const { classPackage } = dialectOf(context.framework);
  const folder = packageFolder(context.surroundings.workspace, classPackage, context.file);
  return folder === undefined ? '' : textOf(context, `${folder}/utils/${module}.py`);
}

function textOf({ surroundings: { workspace } }: CheckContext, file: FileId): string {
  const read = workspace.read(file);
  return read.kind === 'text' ? read.text : '';
}
