import { problemRule } from '../../../checks/support/problems.js';

/** A key that stands twice in one mapping: PyYAML takes the last one. */
export const duplicateKey = problemRule({
  id: 'duplicate-key',
  title: 'A key that appears twice in one YAML mapping',
  severity: 'warning',
  prevents: 'A value that is silently replaced by one further down',
});
