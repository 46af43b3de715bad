// What a run of lm-evaluation-harness raises on a task with local data, `check` must tell; and no error of a task that runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { different, equal, unknown } from '../compare.mjs';
import { plainMode } from '../end-to-end/plain-mode.mjs';
import { rowTasks } from '../end-to-end/row-tasks.mjs';
import { rowsOfRuns, writeFiles } from './end-to-end.mjs';

const seed = 20_261_201;
const count = 300;

export const endToEndChecks = {
  name: 'end-to-end checks',
  goldens: [],
  needsHarness: true,
  async cases({ harness }) {
    const root = mkdtempSync(join(tmpdir(), 'preflight-checks-'));
    const end = () => rmSync(root, { recursive: true, force: true });
    try {
      const { files, tasks } = rowTasks(seed, count);
      writeFiles(root, files);
      const rows = await rowsOfRuns(harness, { root, tasks, modes: { plain: plainMode } });
      const raised = new Map(rows.flatMap(({ task, error }) => (error === undefined ? [] : [[task, error]])));
      const cases = tasks.map((task) => ({
        request: { id: task, op: 'check', root, path: `${task}.yaml` },
        compare: (answer) => compareCheck(raised.get(task), answer),
      }));
      return { cases, end, note: `${count} tasks, of which ${raised.size} raise` };
    } catch (error) {
      end();
      throw error;
    }
  },
};

function compareCheck(raised, { diagnostics = [] }) {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ rule, message }) => `${rule}: ${message}`);
  if (raised === undefined) return errors.length === 0 ? equal : different('', 'no error', errors);
  return errors.length > 0 ? equal : unknown('', `the run raises ${raised}, of which the check says nothing`);
}
