import { apiRoleInvalid } from './opencompass/rules/api-role-invalid.js';
import { apiRoleMissing } from './opencompass/rules/api-role-missing.js';
import { baseBroken } from '../checks/rules/base-broken.js';
import { baseNameMissing } from '../checks/rules/base-name-missing.js';
import { baseNotFound } from '../checks/rules/base-not-found.js';
import { classNotFound } from './opencompass/rules/class-not-found.js';
import { dependsOnEnvironment } from '../checks/rules/depends-on-environment.js';
import { duplicateRole } from './opencompass/rules/duplicate-role.js';
import { iceTokenMissing } from './opencompass/rules/ice-token-missing.js';
import { iceTokenUndefined } from './opencompass/rules/ice-token-undefined.js';
import { importCycle } from '../checks/rules/import-cycle.js';
import { invalidModelField } from './opencompass/rules/invalid-model-field.js';
import { limit } from '../checks/rules/limit.js';
import { lmEvalRules } from './lm-eval/rules/index.js';
import { missingArgument } from './opencompass/rules/missing-argument.js';
import { missingFallbackRole } from './opencompass/rules/missing-fallback-role.js';
import { missingField } from './opencompass/rules/missing-field.js';
import { missingIceTemplate } from './opencompass/rules/missing-ice-template.js';
import { noPerplexity } from './opencompass/rules/no-perplexity.js';
import { noGenerateRole } from './opencompass/rules/no-generate-role.js';
import { promptHashMismatch } from './opencompass/rules/prompt-hash-mismatch.js';
import { promptRaises } from './opencompass/rules/prompt-raises.js';
import { raises } from '../checks/rules/raises.js';
import type { Rule } from '../checks/rule.js';
import { syntaxError } from '../checks/rules/syntax-error.js';
import { trailingCommaTuple } from './opencompass/rules/trailing-comma-tuple.js';
import { unknownDatasetKey } from './opencompass/rules/unknown-dataset-key.js';
import { unknownKey } from './opencompass/rules/unknown-key.js';
import { unknownModelKey } from './opencompass/rules/unknown-model-key.js';
import { unknownRole } from './opencompass/rules/unknown-role.js';
import { wrongType } from './opencompass/rules/wrong-type.js';

/** Every rule, in the order in which findings at one place are listed. */
export const rules: readonly Rule[] = [
  syntaxError,
  baseNotFound,
  baseNameMissing,
  importCycle,
  baseBroken,
  raises,
  limit,
  classNotFound,
  dependsOnEnvironment,
  trailingCommaTuple,
  wrongType,
  unknownKey,
  unknownModelKey,
  unknownDatasetKey,
  missingArgument,
  invalidModelField,
  missingField,
  iceTokenMissing,
  iceTokenUndefined,
  missingIceTemplate,
  unknownRole,
  missingFallbackRole,
  noGenerateRole,
  duplicateRole,
  apiRoleMissing,
  apiRoleInvalid,
  noPerplexity,
  promptRaises,
  promptHashMismatch,
  ...lmEvalRules,
];
