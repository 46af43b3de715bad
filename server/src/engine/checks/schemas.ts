import type { ConfigKind } from '../config/config.js';
import classesFile from '../../../../schemas/classes.json';
import dataset from '../../../../schemas/dataset.json';
import dialogue from '../../../../schemas/dialogue.json';
import dialogueItem from '../../../../schemas/dialogue-item.json';
import evalCfg from '../../../../schemas/eval-cfg.json';
import inferCfg from '../../../../schemas/infer-cfg.json';
import inferencer from '../../../../schemas/inferencer.json';
import lmEval from '../../../../schemas/lm-eval-task.json';
import metaRole from '../../../../schemas/meta-role.json';
import metaTemplate from '../../../../schemas/meta-template.json';
import model from '../../../../schemas/model.json';
import promptTemplate from '../../../../schemas/prompt-template.json';
import readerCfg from '../../../../schemas/reader-cfg.json';
import retriever from '../../../../schemas/retriever.json';
import rolesFile from '../../../../schemas/roles.json';

/** One field of a schema in `schemas/`. Keywords with `x-` are ours: JSON schema ignores them. */
export interface FieldSchema {
  readonly description: string;
  /** The type in Python's words. */
  readonly 'x-type': string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly 'x-default'?: string;
  readonly 'x-trap'?: string;
  /** File of the framework's source, by framework. */
  readonly 'x-source'?: Readonly<Record<string, string>>;
  readonly 'x-opencompass'?: string;
  readonly 'x-aisbench'?: string;
  /** The field exists in this framework only. */
  readonly 'x-only'?: string;
}

export interface KindSchema {
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  /** False where the framework knows all keys: any other is a mistake. */
  readonly additionalProperties: boolean;
}

/** A class that a config names in `type`. */
export interface ClassSchema {
  readonly kind: string;
  readonly description: string;
  readonly 'x-trap'?: string;
  /** The keys that its constructor takes, where it refuses others. */
  readonly 'x-keys'?: readonly string[];
  /** What AISBench's constructor takes beside these. */
  readonly 'x-aisbench-keys'?: readonly string[];
  readonly 'x-required'?: readonly string[];
  readonly 'x-parser'?: string;
  readonly 'x-source'?: Readonly<Record<string, string>>;
  readonly 'x-frameworks': readonly string[];
}

export interface RoleSchema {
  readonly description: string;
  readonly 'x-api'?: string;
  readonly 'x-trap'?: string;
}

const { definitions } = lmEval;

/** The schema of each kind of config dict. Those of lm-evaluation-harness are one file, which other editors take too. */
export const kindSchemas: Readonly<Record<ConfigKind, KindSchema>> = {
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
  task: definitions.task,
  'fewshot-config': definitions['fewshot-config'],
  'generation-kwargs': definitions['generation-kwargs'],
  metric: definitions.metric,
  filter: definitions.filter,
  'filter-step': definitions['filter-step'],
  // What is no field of a group or of its member is one of the task.
  group: { ...definitions.group, properties: { ...definitions.task.properties, ...definitions.group.properties } },
  'group-member': { ...definitions['group-member'], properties: { ...definitions.task.properties, ...definitions['group-member'].properties } },
  'aggregate-metric': definitions['aggregate-metric'],
};

/** Classes by their last name. */
export const classSchemas: ReadonlyMap<string, ClassSchema> = new Map<string, ClassSchema>(Object.entries(classesFile.classes));

/** Roles by convention. */
export const roleSchemas: ReadonlyMap<string, RoleSchema> = new Map<string, RoleSchema>(Object.entries(rolesFile.roles));
