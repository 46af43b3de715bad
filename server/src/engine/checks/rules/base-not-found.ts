import { problemRule, writeSuggestion } from '../support/problems.js';
import { say } from '../../core/say.js';

/** A base config that is not there. mmengine 0.11 `config/config.py`. */
export const baseNotFound = problemRule(
  {
    id: 'base-not-found',
    title: 'A base config that cannot be found',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'ConfigParsingError: … not found',
  },
  writeSuggestion((name) => say`Change to ${name}`, false),
);
