// Suites of real runs: lm-evaluation-harness itself, the installed release or an older one, runs tasks with local data, and each request must be what `lm-eval-run` says.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { files as taskFiles, modes, tasks } from '../end-to-end/tasks.mjs';
import * as visitors from '../end-to-end/visitors.mjs';
import { environmentWith, releasesIn } from '../end-to-end/installed-libraries.mjs';
import { linesOfPython } from '../end-to-end/python.mjs';
import { parseLossless } from '../json.mjs';
import { compareRun } from './lm-eval-runs.mjs';
import { writeFiles } from './previews-of-runs.mjs';

const program = fileURLToPath(new URL('../end-to-end/run_tasks.py', import.meta.url));

export const endToEndTasks = {
  name: 'end-to-end tasks',
  goldens: [],
  needsHarness: true,
  cases: ({ harness }) => casesOfRuns(harness, [{ below: '', tasks, modes }]),
};

/**
 * Tasks in files, folders and groups as their users have them, with ways of their own to go wrong.
 * @param {string} below
 */
const visitorsBelow = (below) => ({
  below,
  files: visitors.files,
  paths: new Map(visitors.tasks),
  tasks: visitors.tasks.map(([name]) => name),
  groups: visitors.groups,
  modes: visitors.modes,
});

export const endToEndVisitors = {
  name: 'end-to-end visitors',
  goldens: [],
  needsHarness: true,
  cases: ({ harness }) => casesOfRuns(harness, [visitorsBelow('')]),
};

/** Where 0.4.9.2 takes tasks; others take them anywhere. */
const ownFolder = 'lm_eval/tasks';
const plain = { plain: modes.plain };

const elsewhere = { below: 'elsewhere', tasks: tasks.slice(0, 2), modes: plain };

/**
 * The releases behave as those beside them that are not here, but for 0.4.13, which the suites above are for.
 * @param {string} what
 * @param {{ below: string, tasks: string[], modes: Record<string, any> }[]} runs
 */
const releaseSuites = (what, runs) =>
  ['0.4.3', '0.4.5', '0.4.7', '0.4.8', '0.4.9.2', '0.4.10', '0.4.12', '0.5.0.dev1'].map((release) => ({
    name: `end-to-end ${what} ${release}`,
    goldens: [],
    needsHarness: true,
    needsReleases: true,
    cases: ({ harness, releases }) => {
      const folder = resolve(releases, release);
      if (!existsSync(join(folder, 'lm_eval'))) throw new Error(`${folder} has no lm_eval`);
      return casesOfRuns(harness, runs, { release, harness: folder });
    },
  }));

export const endToEndReleases = [
  ...releaseSuites('tasks', [{ below: ownFolder, tasks, modes }, elsewhere]),
  ...releaseSuites('visitors', [visitorsBelow(ownFolder)]),
];

/**
 * Runs tasks in some folders.
 * @param {string} python
 * @param {any[]} runs
 * @param {{ release: string, harness: string }} [of] the release, and the folder that holds it; absent: the one of the Python
 */
async function casesOfRuns(python, runs, of) {
  const root = mkdtempSync(join(tmpdir(), 'preflight-runs-'));
  const end = () => rmSync(root, { recursive: true, force: true });
  try {
    const installed = environmentWith(releasesIn(python, ['datasets', 'pyarrow', 'pandas']));
    const cases = [];
    for (const { below, files = taskFiles, paths, ...asked } of runs) {
      const folder = join(root, below);
      writeFiles(folder, files);
      const rows = await linesOfPython(python, program, { root: folder, ...asked, ...(of && { harness: of.harness }) }, parseLossless);
      // What the run has is within our reach, too.
      writeFiles(folder, installed);
      for (const row of rows) {
        const path = paths?.get(row.task) ?? `${row.task}.yaml`;
        cases.push(caseOf(folder, path, row, { number: cases.length, options: asked.modes[row.mode], release: of?.release }));
      }
    }
    const count = runs.reduce((sum, { tasks: all }) => sum + all.length, 0);
    return { cases, end, note: `${count} tasks in ${Object.keys(runs[0].modes).length} modes` };
  } catch (error) {
    end();
    throw error;
  }
}

function caseOf(root, path, row, { number, options, release }) {
  return {
    request: {
      id: `${number} ${row.task} ${row.mode} ${row.member ?? ''} ${row.index ?? ''}`,
      op: 'lm-eval-run',
      root,
      path,
      task_name: row.member ?? row.task,
      index: row.index ?? 0,
      options: row.member === undefined ? options : { ...options, tasks: [row.task] },
      ...(release !== undefined && { release }),
    },
    compare: (answer) => compareRun(row, answer),
  };
}
