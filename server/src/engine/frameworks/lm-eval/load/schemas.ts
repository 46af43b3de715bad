import lmEval from '../../../../../../schemas/lm-eval-task.json';
import { SchemaFields } from '../../../checks/schema-fields.js';

const { definitions } = lmEval;

/** The fields of tasks and groups. Their schemas are one file, which other editors take too. */
export const taskFileFields = new SchemaFields('lm-eval', {
  kinds: {
    task: definitions.task,
    'fewshot-config': definitions['fewshot-config'],
    'generation-kwargs': definitions['generation-kwargs'],
    metric: definitions.metric,
    filter: definitions.filter,
    'filter-step': definitions['filter-step'],
    // What is no field of a group or of its member is one of the task.
    group: { ...definitions.group, properties: { ...definitions.task.properties, ...definitions.group.properties } },
    'group-member': {
      ...definitions['group-member'],
      properties: { ...definitions.task.properties, ...definitions['group-member'].properties },
    },
    'aggregate-metric': definitions['aggregate-metric'],
  },
  classes: {},
  roles: {},
});
