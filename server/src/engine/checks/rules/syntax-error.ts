import { problemRule, writeSuggestion } from '../support/problems.js';
import { say } from '../../core/say.js';

/** The text is no Python, YAML or JSON. */
export const syntaxError = problemRule(
  { id: 'syntax-error', title: 'The document cannot be parsed', severity: 'error', fix: 'safe', prevents: 'SyntaxError: invalid syntax' },
  writeSuggestion((text) => say`Replace with ${text}`, true),
);
