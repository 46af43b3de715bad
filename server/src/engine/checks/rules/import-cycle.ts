import { problemRule } from '../support/problems.js';

/** A config that imports itself, directly or through its bases. */
export const importCycle = problemRule({
  id: 'import-cycle',
  title: 'A config that imports itself, directly or through its bases',
  severity: 'error',
  prevents: 'RecursionError: maximum recursion depth exceeded',
});
