import type { TextRule } from '../../frameworks/face/rule.js';

/** What cannot be used of `preflight.json`. The findings are made where the file is read: `project/preflight-file.ts`. */
export const projectFile: TextRule = {
  id: 'project-file',
  title: 'A value of `preflight.json` that cannot be used',
  frameworks: 'all',
  severity: 'warning',
  fix: 'safe',
  prevents: 'Settings of a team that nobody gets',
  scope: 'text',
  check: () => [],
};
