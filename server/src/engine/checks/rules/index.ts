import type { Rule } from '../../frameworks/face/rule.js';
import { baseBroken } from './base-broken.js';
import { baseNameMissing } from './base-name-missing.js';
import { baseNotFound } from './base-not-found.js';
import { baseOutside } from './base-outside.js';
import { dependsOnEnvironment } from './depends-on-environment.js';
import { importCycle } from './import-cycle.js';
import { limit } from './limit.js';
import { projectFile } from './project-file.js';
import { raises } from './raises.js';
import { syntaxError } from './syntax-error.js';
import { unusedSuppression } from './unused-suppression.js';

/** The rules that hold for the documents of all frameworks, in the order in which findings at one place are listed. */
export const commonRules: readonly Rule[] = [
  syntaxError,
  baseNotFound,
  baseNameMissing,
  baseOutside,
  importCycle,
  baseBroken,
  raises,
  limit,
  dependsOnEnvironment,
  unusedSuppression,
  projectFile,
];
