import classesFile from '../../../../../../schemas/classes.json';
import dataset from '../../../../../../schemas/dataset.json';
import dialogue from '../../../../../../schemas/dialogue.json';
import dialogueItem from '../../../../../../schemas/dialogue-item.json';
import evalCfg from '../../../../../../schemas/eval-cfg.json';
import evaluator from '../../../../../../schemas/evaluator.json';
import generationKwargs from '../../../../../../schemas/generation-kwargs.json';
import inferCfg from '../../../../../../schemas/infer-cfg.json';
import inferencer from '../../../../../../schemas/inferencer.json';
import metaRole from '../../../../../../schemas/meta-role.json';
import metaTemplate from '../../../../../../schemas/meta-template.json';
import model from '../../../../../../schemas/model.json';
import promptTemplate from '../../../../../../schemas/prompt-template.json';
import readerCfg from '../../../../../../schemas/reader-cfg.json';
import retriever from '../../../../../../schemas/retriever.json';
import rolesFile from '../../../../../../schemas/roles.json';
import runCfg from '../../../../../../schemas/run-cfg.json';
import { SchemaFields } from '../../../checks/schema-fields.js';
import type { Fields, Schemas } from '../../face/fields.js';

/** What is only in one framework of the family says so itself. */
export const familySchemas: Schemas = {
  kinds: {
    model,
    'meta-template': metaTemplate,
    'meta-role': metaRole,
    dataset,
    'reader-cfg': readerCfg,
    'infer-cfg': inferCfg,
    'prompt-template': promptTemplate,
    dialogue,
    'dialogue-item': dialogueItem,
    retriever,
    inferencer,
    'eval-cfg': evalCfg,
    evaluator,
    'run-cfg': runCfg,
    'generation-kwargs': generationKwargs,
  },
  classes: classesFile.classes,
  roles: rolesFile.roles,
};

/** Whether a template, retriever, inferencer or model class of that name is one of the family's own. */
export function isFamilyClass(name: string): boolean {
  return Object.hasOwn(familySchemas.classes, name);
}

export const openCompassFields: Fields = new SchemaFields('opencompass', familySchemas);
