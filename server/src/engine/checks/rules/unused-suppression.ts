import type { TextRule } from '../../frameworks/face/rule.js';

/** A comment silences what is not found. The findings are made when all other rules have run: `unused-suppressions.ts`. */
export const unusedSuppression: TextRule = {
  id: 'unused-suppression',
  title: 'A comment that silences nothing',
  frameworks: 'all',
  severity: 'information',
  fix: 'safe',
  prevents: 'A comment that would silence the next fault at its line unseen',
  scope: 'text',
  check: () => [],
};
