import { problemRule } from '../support/problems.js';

/** A quoted text that goes on further to the left than YAML allows: only libyaml, which PyYAML uses, reads it. */
export const lenientQuotes = problemRule({
  id: 'lenient-quotes',
  title: 'A quoted text that not every YAML reader accepts',
  severity: 'warning',
  prevents: 'A file that other readers of YAML, and PyYAML without libyaml, refuse',
});
