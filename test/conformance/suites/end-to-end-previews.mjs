// Suites of real runs against what `preview --row N` shows: OpenCompass over configs with local data, and the first documents of tasks.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { files as configFiles, datasets } from '../end-to-end/configs.mjs';
import { files as taskFiles, modes, tasks } from '../end-to-end/tasks.mjs';
import { configs as visitorConfigs, files as visitorFiles } from '../end-to-end/visitor-configs.mjs';
import { configs as runConfigPaths, files as runFiles, sampled } from '../end-to-end/run-configs.mjs';
import { linesOfPython } from '../end-to-end/python.mjs';
import { previewOutcomes, within } from './previews-of-runs.mjs';

const runConfigs = fileURLToPath(new URL('../end-to-end/run_configs.py', import.meta.url));
/** Of the pairs of visitors so many-th is run: the seed says with which one it begins. */
const share = 5;
const runTasks = fileURLToPath(new URL('../end-to-end/run_tasks.py', import.meta.url));

export const endToEndConfigs = {
  name: 'end-to-end configs',
  goldens: [],
  sourcesOption: 'sources',
  needsSources: true,
  needsOpenCompass: true,
  outcomes: (input) =>
    within(configFiles, async (root) => {
      const configs = Object.keys(datasets).map((abbr) => `eval_${abbr}.py`);
      const rows = await linesOfPython(input.openCompass, runConfigs, { root, configs, sources: input.sources });
      return previewOutcomes(input, root, rows.flatMap(previewsOfRun));
    }),
};

export const endToEndVisitorConfigs = {
  name: 'end-to-end visitor configs',
  goldens: [],
  sourcesOption: 'sources',
  needsSources: true,
  needsOpenCompass: true,
  outcomes: (input) =>
    within(visitorFiles, async (root) => {
      const asked = { root, configs: visitorConfigs, share, first: input.seed % share, sources: input.sources };
      const rows = await linesOfPython(input.openCompass, runConfigs, asked);
      return previewOutcomes(input, root, rows.filter(isAsked).map(previewOfPair));
    }),
};

/** Whether there is anything to compare: a range may leave no rows. */
function isAsked({ asked = [], error }) {
  return error !== undefined || asked.length > 0;
}

/** The preview of a pair's first row, against the first that the model was asked, if the run came so far. */
function previewOfPair({ config, model, dataset, asked, before, error }) {
  const first = (asked ?? before)?.[0];
  return { path: config, dataset, model, row: 0, expected: first, error: first === undefined ? error : undefined };
}

export const endToEndTaskPreviews = {
  name: 'end-to-end task previews',
  goldens: [],
  needsHarness: true,
  outcomes: (input) =>
    within(taskFiles, async (root) => {
      const rows = await linesOfPython(input.harness, runTasks, { root, tasks, modes: { plain: modes.plain } });
      const shown = rows.filter(({ index }) => index < 2);
      return previewOutcomes(input, root, shown.map(previewOfDocument));
    }),
};

/** @param {string} [release] in the folder of `--harness-releases`; absent: the one of the Python */
const runConfigsOf = (release) => ({
  name: release === undefined ? 'end-to-end run configs' : `end-to-end run configs ${release}`,
  goldens: [],
  needsHarness: true,
  ...(release !== undefined && { needsReleases: true }),
  outcomes: (input) => {
    const chosen = release === undefined ? {} : { 'preflight.json': JSON.stringify({ release: { 'lm-eval': release } }) };
    return within({ ...runFiles, ...chosen }, async (root) => {
      const harness = release === undefined ? {} : { harness: resolve(input.releases, release) };
      const rows = await linesOfPython(input.harness, runTasks, { root, configs: runConfigPaths, ...harness });
      const shown = rows.filter(({ index, config }) => index === undefined || index < 2 || config.includes('samples'));
      return previewOutcomes(input, root, shown.map(previewOfRunConfig));
    });
  },
});

/** The first releases that have configs of runs, and the next that takes them otherwise. */
export const endToEndRunConfigs = [undefined, '0.4.10', '0.4.12'].map(runConfigsOf);

/** A run counts the rows anew that it is told to ask. */
function previewOfRunConfig({ config, task, index, requests, error }) {
  const row = sampled[config]?.[task]?.[index] ?? index;
  return { ...previewOfDocument({ task, index: row, requests, error }), path: config };
}

/** Previews of some of the rows that a model was asked about. */
function previewsOfRun({ config, model, dataset, asked, error }) {
  const common = { path: config, dataset, model };
  if (error !== undefined) return [{ ...common, row: 0, expected: undefined, error }];
  // Scored prompts come label by label, with all rows each: the preview shows the first of the four.
  const rows = datasets[dataset].includes('PPLInferencer') ? asked.slice(0, asked.length / 4) : asked;
  return [...new Set([0, 1, rows.length - 1])].map((row) => ({ ...common, row, expected: rows[row] }));
}

function previewOfDocument({ task, index, requests, error }) {
  const [first] = requests ?? [];
  const expected = first && (first.messages ?? `${first.context ?? ''}${typeof first.continuation === 'string' ? first.continuation : ''}`);
  return { path: `${task}.yaml`, dataset: task, row: index ?? 0, expected, error };
}
