import { aisBenchErrors } from './values/known-errors.js';
import { readConfig, type ReadModel } from '../../config/read-config.js';
import type { FileId } from '../../core/span.js';
import type { Surroundings } from '../face/behaviour.js';
import { SchemaFields } from '../../checks/schema-fields.js';
import { familySchemas } from '../opencompass/config/schemas.js';
import type { FamilyFramework } from '../opencompass/render/family.js';
import { judgeTargets } from '../opencompass/config/judges.js';
import { tokenizerOf } from '../opencompass/render/chat-template-stage.js';
import { tokenPlanOf } from '../opencompass/render/token-plan.js';
import { ClassReader } from '../opencompass/classes/class-facts.js';
import { customDataset } from '../opencompass/config/custom-dataset.js';
import { modelReader } from '../opencompass/classes/read-model.js';
import { neverSentBy, raisedBy, renderTarget } from '../opencompass/render/render-target.js';
import { promptHash } from '../opencompass/hash/prompt-hash.js';
import { datasetRowsOperation } from '../opencompass/requests/dataset-rows.js';
import { drawsOperation } from '../opencompass/requests/draws.js';
import { rowsOfDataset, type DatasetLoading } from '../opencompass/load/dataset-source.js';
import { renderOperation } from '../opencompass/requests/render.js';
import { serviceMessages } from './send/messages.js';
import { familyEditor } from '../opencompass/editor/index.js';
import { targetsOf } from '../opencompass/config/targets.js';
import { aisBenchClasses } from './classes/class-conventions.js';
import { aisBenchCustom } from './config/custom-templates.js';
import { isAisBench } from './config/detect.js';
import { aisBenchDialect, aisBenchDialectOf } from './aisbench-dialect.js';
import { aisBenchVersions } from './releases/find-ais-bench.js';
import { aisBenchReleases } from './releases/ais-bench-release.js';
import { aisBenchJudges } from './config/judge.js';
import { defaultMeta, aisBenchModelClass } from './classes/model-classes.js';
import { unfilledOf } from '../opencompass/columns/unfilled.js';
import { stopsAtReading } from '../opencompass/config/written-config.js';

const fields = new SchemaFields('aisbench', familySchemas);
const reader = new ClassReader(aisBenchClasses);
const loading: DatasetLoading = { reader, conventions: aisBenchClasses, dialect: aisBenchDialect };

function readModel(file: FileId, surroundings: Surroundings | undefined): ReadModel {
  return modelReader(aisBenchModelClass, defaultMeta, surroundings && reader.modelSource(file, surroundings.classes));
}

/** AISBench, as of version 3.1.0. */
export const aisBench: FamilyFramework = {
  id: 'aisbench',
  title: 'AISBench',
  version: 'AISBench 3.1.0',
  fields,
  family: 'opencompass',
  previews: 'pairs',
  package: {
    name: 'ais_bench',
    marks: ['__init__.py', 'benchmark/__init__.py', 'benchmark/registry.py'],
    data: ['benchmark/configs', 'configs', 'datasets'],
    classes: ['benchmark/datasets', 'benchmark/models'],
    gathered: aisBenchClasses.table,
  },
  detect: isAisBench,
  read: (evaluation, surroundings) => readConfig(evaluation, readModel(evaluation.file, surroundings)),
  targets: targetsOf,
  judges: (config, surroundings) => judgeTargets(config, aisBenchJudges, readModel(config.evaluation.file, surroundings)),
  releases: aisBenchVersions,
  render: (target, options) => renderTarget(aisBenchDialectOf(options?.release), target, options),
  tokens: (target, mode) => tokenPlanOf(target, mode, false),
  tokenizerOf: ({ model }) => tokenizerOf(model, aisBenchDialect),
  raises: (dataset, models, release) => raisedBy(aisBenchDialectOf(release), dataset, models),
  neverSent: (target, release) => neverSentBy(aisBenchDialectOf(release), target),
  stopsAtReading,
  // The rules of the family come with OpenCompass.
  rules: [],
  editor: familyEditor(reader, fields),
  dialect: aisBenchDialect,
  operations: {
    'dataset-rows': datasetRowsOperation(loading),
    draws: drawsOperation(aisBenchDialect),
    render: renderOperation({
      dialect: aisBenchDialect,
      releases: aisBenchReleases,
      dialectOf: aisBenchDialectOf,
      readModel: modelReader(aisBenchModelClass, defaultMeta),
      sentinelRows: Infinity,
      withoutInferCfg: 'raises',
      messages: serviceMessages,
    }),
  },
  errors: aisBenchErrors,
  promptHash,
  commandLine: {
    configs: 'ais_bench/benchmark/configs',
    notFound: 'FileMatchError [UTILS-MATCH-001]',
    adds: "summarizer = dict(attr='accuracy')",
    customDataset: (given, files) => customDataset(given, files, aisBenchCustom),
  },
  classFacts: (...request) => reader.facts(...request),
  unfilled: (dataset, row, file, classes) => unfilledOf(dataset, reader.facts('dataset', dataset.value.get('type'), file, classes), row),
  rows: (target, surroundings) => rowsOfDataset(loading, target, surroundings),
};
