import { openCompassErrors } from './values/known-errors.js';
import type { FileId } from '../../core/span.js';
import type { Surroundings } from '../face/behaviour.js';
import { openCompassFields } from './config/schemas.js';
import type { FamilyFramework } from './render/family.js';
import { readConfig, type ReadModel } from '../../config/read-config.js';
import { tokenizerOf } from './render/chat-template-stage.js';
import { tokenPlanOf } from './render/token-plan.js';
import { openCompassClasses } from './classes/class-conventions.js';
import { ClassReader } from './classes/class-facts.js';
import { customDataset } from './config/custom-dataset.js';
import { hubModel, hubTypes } from './config/hub-model.js';
import { openCompassCustom } from './config/custom-templates.js';
import { openCompassDialect, openCompassDialectOf } from './opencompass-dialect.js';
import { openCompassVersions } from './releases/find-open-compass.js';
import { openCompassReleases } from './releases/open-compass-release.js';
import { isOpenCompass } from './config/detect.js';
import { judgeTargets, openCompassJudges } from './config/judges.js';
import { modelReader } from './classes/read-model.js';
import { chatWrapperMeta, openCompassModelClass } from './classes/model-classes.js';
import { neverSentBy, raisedBy, renderTarget } from './render/render-target.js';
import { familyEditor } from './editor/index.js';
import { promptHash } from './hash/prompt-hash.js';
import { datasetRowsOperation } from './requests/dataset-rows.js';
import { drawsOperation } from './requests/draws.js';
import type { DatasetLoading } from './load/dataset-source.js';
import { rowsOfTarget } from './load/judged-rows.js';
import { renderOperation } from './requests/render.js';
import { openCompassRules } from './rules/index.js';
import { looksLikeOpenCompass } from './sniff.js';
import { targetsOf } from './config/targets.js';
import { madeAsOf, withJudgedDatasets, withMadeDatasets } from './load/made-datasets.js';
import { stopsAtReading } from './config/written-config.js';
import { unfilledOf } from './columns/unfilled.js';

const reader = new ClassReader(openCompassClasses);
const loading: DatasetLoading = { reader, conventions: openCompassClasses, dialect: openCompassDialect };

function readModel(file: FileId, surroundings: Surroundings | undefined): ReadModel {
  return modelReader(openCompassModelClass, chatWrapperMeta, surroundings && reader.modelSource(file, surroundings.classes));
}

/** OpenCompass, as of version 0.5.3. */
export const openCompass: FamilyFramework = {
  id: 'opencompass',
  title: 'OpenCompass',
  version: 'OpenCompass 0.5.3',
  fields: openCompassFields,
  family: 'opencompass',
  previews: 'pairs',
  sniff: looksLikeOpenCompass,
  package: {
    name: 'opencompass',
    marks: ['__init__.py', 'registry.py', 'openicl/__init__.py'],
    data: ['configs'],
    classes: ['datasets', 'models'],
    gathered: openCompassClasses.table,
  },
  detect: isOpenCompass,
  read: (evaluation, surroundings) => readConfig(evaluation, readModel(evaluation.file, surroundings), ['chatml_datasets']),
  targets: (config, surroundings) => targetsOf(withMadeDatasets(config, surroundings)),
  judges: (config, surroundings) =>
    judgeTargets(withJudgedDatasets(config, surroundings), openCompassJudges(config), readModel(config.evaluation.file, surroundings)),
  releases: openCompassVersions,
  render: ({ dataset, model }, options) => {
    const dialect = openCompassDialectOf(options?.release);
    return renderTarget(dialect, { dataset: madeAsOf(dataset, dialect), model }, options);
  },
  tokens: (target, mode) => tokenPlanOf(target, mode, true),
  tokenizerOf: ({ model }) => tokenizerOf(model, openCompassDialect),
  raises: (dataset, models, release) => {
    const dialect = openCompassDialectOf(release);
    return raisedBy(dialect, madeAsOf(dataset, dialect), models);
  },
  neverSent: ({ dataset, model }, release) => {
    const dialect = openCompassDialectOf(release);
    return neverSentBy(dialect, { dataset: madeAsOf(dataset, dialect), model });
  },
  stopsAtReading,
  rules: openCompassRules,
  editor: familyEditor(reader, openCompassFields),
  dialect: openCompassDialect,
  made: withMadeDatasets,
  operations: {
    'dataset-rows': datasetRowsOperation(loading),
    draws: drawsOperation(openCompassDialect),
    render: renderOperation({
      dialect: openCompassDialect,
      releases: openCompassReleases,
      dialectOf: openCompassDialectOf,
      readModel: modelReader(openCompassModelClass, chatWrapperMeta),
      sentinelRows: 10,
      withoutInferCfg: 'default',
    }),
  },
  errors: openCompassErrors,
  promptHash,
  commandLine: {
    configs: 'opencompass/configs',
    notFound: 'ValueError',
    customDataset: (given, files) => customDataset(given, files, openCompassCustom),
    hub: { types: hubTypes, model: hubModel },
  },
  classFacts: (...request) => reader.facts(...request),
  unfilled: (dataset, row, file, classes) => unfilledOf(dataset, reader.facts('dataset', dataset.value.get('type'), file, classes), row),
  rows: (target, surroundings) => rowsOfTarget(loading, target, surroundings),
};
