import type { FileId } from '../../core/span.js';
import type { Framework, Surroundings } from '../face/framework.js';
import { readConfig, type ReadModel } from '../../config/read-config.js';
import { tokenizerOf } from './render/chat-template-stage.js';
import { openCompassClasses } from './classes/class-conventions.js';
import { ClassReader } from './classes/class-facts.js';
import { customDataset } from './config/custom-dataset.js';
import { openCompassCustom } from './config/custom-templates.js';
import { openCompassDialect } from './dialect.js';
import { isOpenCompass } from './config/detect.js';
import { openCompassException } from './values/fault.js';
import { judgeTargets, openCompassJudge } from './config/judges.js';
import { modelReader } from './classes/read-model.js';
import { chatWrapperMeta, modelClass } from './classes/model-classes.js';
import { raisedBy, renderTarget } from './render/render-target.js';
import { targetsWithData } from './config/targets.js';

const reader = new ClassReader(openCompassClasses);

function readModel(file: FileId, surroundings: Surroundings | undefined): ReadModel {
  return modelReader(modelClass, chatWrapperMeta, surroundings && reader.modelSource(file, surroundings.classes));
}

/** OpenCompass, as of version 0.5.3. */
export const openCompass: Framework = {
  id: 'opencompass',
  title: 'OpenCompass',
  version: 'OpenCompass 0.5.3',
  previews: 'pairs',
  detect: isOpenCompass,
  read: (evaluation, surroundings) => readConfig(evaluation, readModel(evaluation.file, surroundings)),
  targets: (config, surroundings) => targetsWithData(config, surroundings?.workspace),
  judges: (config, surroundings) => judgeTargets(config, openCompassJudge, readModel(config.evaluation.file, surroundings)),
  render: (target, options) => renderTarget(openCompassDialect, target, options),
  tokenizerOf: ({ model }) => tokenizerOf(model, openCompassDialect),
  exception: openCompassException,
  raises: (dataset, models) => raisedBy(openCompassDialect, dataset, models),
  dialect: openCompassDialect,
  commandLine: {
    configs: 'opencompass/configs',
    notFound: 'ValueError',
    customDataset: (given, files) => customDataset(given, files, openCompassCustom),
  },
  classFacts: (...request) => reader.facts(...request),
};
