import { problemRule } from '../support/problems.js';

/** What the config evaluates to rests on the machine that loads it. */
export const dependsOnEnvironment = problemRule({
  id: 'depends-on-environment',
  title: 'A value that depends on the environment, or on a file that is out of reach',
  severity: 'information',
  prevents: 'A prompt that differs from machine to machine',
});
