import schema from '../../../../../../schemas/lm-eval-run.json';
import { SchemaFields } from '../../../checks/schema-fields.js';

/** The keys of a config of a run. Their schema is a file that other editors take, too. */
export const runFields = new SchemaFields('lm-eval', { kinds: { run: schema.definitions.run }, classes: {}, roles: {} });
