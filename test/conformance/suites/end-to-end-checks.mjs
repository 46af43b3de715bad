// What a real run raises on local data, `check` must tell; and no error of what runs.
import { fileURLToPath } from 'node:url';
import { runBatch } from '../batch-client.mjs';
import { different, equal, unknown } from '../compare.mjs';
import { environmentWith, releasesIn } from '../end-to-end/installed-libraries.mjs';
import { plainMode } from '../end-to-end/plain-mode.mjs';
import { linesOfPython } from '../end-to-end/python.mjs';
import { rowConfigs } from '../end-to-end/row-configs.mjs';
import { rowTasks } from '../end-to-end/row-tasks.mjs';
import { environmentOf, within, writeFiles } from './previews-of-runs.mjs';

const program = (/** @type {string} */ name) => fileURLToPath(new URL(`../end-to-end/${name}`, import.meta.url));

export const endToEndChecks = {
  name: 'end-to-end checks',
  goldens: [],
  needsHarness: true,
  outcomes: ({ cli, harness, seed }) => {
    const { files, tasks } = rowTasks(seed, 300);
    return within(files, async (root) => {
      const rows = await linesOfPython(harness, program('run_tasks.py'), { root, tasks, modes: { plain: plainMode } });
      const raised = raisedBy(rows, ({ task }) => `${task}.yaml`);
      // What the run has is within our reach, too.
      writeFiles(root, environmentWith(releasesIn(harness, ['datasets', 'pyarrow', 'pandas'])));
      return checkOutcomes(
        cli,
        root,
        tasks.map((task) => `${task}.yaml`),
        raised,
      );
    });
  },
};

export const endToEndConfigChecks = {
  name: 'end-to-end config checks',
  goldens: [],
  sourcesOption: 'sources',
  needsSources: true,
  needsOpenCompass: true,
  outcomes: ({ cli, openCompass, sources, seed }) => {
    const { files, configs } = rowConfigs(seed, 300);
    return within(files, async (root) => {
      const rows = await linesOfPython(openCompass, program('run_configs.py'), { root, configs, sources });
      return checkOutcomes(
        cli,
        root,
        configs,
        raisedBy(rows, ({ config }) => config),
        { VIRTUAL_ENV: environmentOf(root, sources) },
      );
    });
  },
};

/** The exceptions of a run, by the file that raises. */
function raisedBy(rows, fileOf) {
  return new Map(rows.flatMap((row) => (row.error === undefined ? [] : [[fileOf(row), row.error]])));
}

/** Checks files, and holds each against what the run raised: an outcome each. */
async function checkOutcomes(cli, root, paths, raised, env = {}) {
  /** @type {object[]} */
  const outcomes = [];
  await runBatch(
    cli,
    paths.map((path) => ({ id: path, op: 'check', root, path })),
    ({ id, path }, answer) => outcomes.push({ id, ...verdictOn(raised.get(path), answer) }),
    env,
  );
  return outcomes;
}

function verdictOn(raised, { diagnostics = [] }) {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ rule, message }) => `${rule}: ${message}`);
  if (raised === undefined) return errors.length === 0 ? equal : different('', 'no error', errors);
  return errors.length > 0 ? equal : unknown('', `the run raises ${raised}, of which the check says nothing`);
}
