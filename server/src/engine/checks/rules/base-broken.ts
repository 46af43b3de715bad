import { problemRule } from '../support/problems.js';

/** A base config that is itself broken: reported there as an error, here as a warning. */
export const baseBroken = problemRule({
  id: 'base-broken',
  title: 'A base config that is itself broken',
  severity: 'warning',
  prevents: 'The exception that loading the base raises',
});
