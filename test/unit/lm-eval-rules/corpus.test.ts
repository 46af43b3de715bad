import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeWorkspace } from '../../../server/src/node/node-workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';

// Over the tasks that lm-evaluation-harness ships, where PREFLIGHT_LM_SOURCES names a checkout; else over the examples that are meant to be clean.
const sources = process.env['PREFLIGHT_LM_SOURCES'];
const root = resolve(sources === undefined ? 'examples/lm-eval' : join(sources, 'lm_eval/tasks'));

/** Rules about tasks that the harness itself cannot build: what they find in shipped tasks is there. */
const unbuildable = new Set(['function-missing', 'group-member-unknown']);

function tasksBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('_broken.yaml'))
    .map((name) => join(folder, name))
    .sort();
}

describe(`the tasks of ${sources === undefined ? 'examples/' : 'the harness'}`, () => {
  it('have no errors but those with which the harness cannot build them', { timeout: 120_000 }, () => {
    const project = createProject(createNodeWorkspace({ folders: [root] }), defaultSettings);
    const counts = new Map<string, number>();
    const errors: string[] = [];
    const files = tasksBelow(root);
    for (const file of files) {
      for (const { rule, severity, message } of project.check(file)) {
        counts.set(`${severity} ${rule}`, (counts.get(`${severity} ${rule}`) ?? 0) + 1);
        if (severity === 'error' && !unbuildable.has(rule)) errors.push(`${file}: ${rule}: ${message}`);
      }
      project.release(file);
    }
    const shown = [...counts].sort().map(([name, count]) => `${String(count).padStart(6)} ${name}`);
    console.log([`${String(files.length)} files`, ...shown].join('\n'));
    expect(files.length).toBeGreaterThan(2);
    expect(errors).toEqual([]);
    if (sources === undefined) expect(shown).toEqual([]);
  });
});
