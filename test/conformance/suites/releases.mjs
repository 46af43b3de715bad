// Suites of older and newer releases: cases of other suites, asked with `release`, of which a file of `releases/` says what that release answers otherwise.
import { stringifyLossless } from '../json.mjs';
import { compareRendered } from './cases.mjs';
import { compareTaskPrompt } from './lm-eval-prompts.mjs';
import { byInputs, compareOne, firstBy } from './prompts.mjs';

const harnessReleases = ['0.4.3', '0.4.5', '0.4.7', '0.4.8', '0.4.9.2', '0.4.10', '0.4.11', '0.4.12', '0.5.0.dev1'];

/** The files list a part of what differs: that an unlisted case may not differ is not said. */
export const harnessReleaseSuites = harnessReleases.map((release) => {
  const answers = `../releases/lm-eval-${release}`;
  return {
    name: `lm-eval ${release}`,
    folder: 'lm-eval',
    goldens: ['corner-cases', 'prompts', answers],
    needsSources: true,
    sourcesOption: 'lm-sources',
    cases: ({ rows, sources }) => {
      const drawn = shotsDrawn(rows['corner-cases']);
      return rows[answers].map(({ id, result }) => {
        const row = rowOf(id, rows);
        const shots = row.fewshot_docs ?? drawn.get(drawKey(row));
        return harnessCase(id, result, { ...row, fewshot_docs: shots }, release, sources);
      });
    },
  };
});

/** Where the recorded commit raises there is no record of the shots: they are those of another row that draws from the same rows in the same way, since each draw was made alike. */
function shotsDrawn(rows) {
  return new Map(rows.flatMap((row) => (row.fewshot_docs?.length > 0 ? [[drawKey(row), row.fewshot_docs]] : [])));
}

const drawFields = ['test_split', 'validation_split', 'training_split', 'fewshot_split', 'fewshot_config', 'process_docs'];

function drawKey({ doc, num_fewshot, config = {} }) {
  return stringifyLossless([doc, num_fewshot, drawFields.map((field) => config[field] ?? null)]);
}

/** `shared/lm-eval/prompts#12` → row 12 of `prompts`. */
function rowOf(id, rows) {
  const [kind, index] = id.slice(id.lastIndexOf('/') + 1).split('#');
  return rows[kind][Number(index)];
}

function harnessCase(id, expected, row, release, sources) {
  const { doc, fewshot_docs, num_fewshot, mode, config, path } = row;
  const task = config ? { config } : { root: sources, path };
  return {
    request: { id, op: 'lm-eval-render', ...task, release, doc, fewshot_docs, num_fewshot, mode },
    compare: (answer) => compareTaskPrompt(expected, answer, ['context', 'requests']),
  };
}

const openCompassReleases = ['0.2.6', '0.3.5', '0.3.9', '0.4.2', '0.5.0', '0.5.2'];

export const openCompassReleaseSuites = openCompassReleases.map((release) => {
  const answers = `../releases/opencompass-${release}`;
  return {
    name: `opencompass ${release}`,
    goldens: ['fuzz', 'quirks', 'prompts', 'prompt-inputs', answers],
    needsMetas: true,
    cases: ({ rows, metas }) => {
      const inputs = firstBy(rows['prompt-inputs']);
      return rows[answers].map(({ id, result }) => {
        const row = rowOf(id, rows);
        const asked = id.includes('/prompts#')
          ? promptCase(result, row, inputs.get(row.cid), metas)
          : { request: withoutExpected(row), compare: (answer) => compareRendered(result, answer) };
        return { ...asked, request: { ...asked.request, id, op: 'render', framework: 'opencompass', release } };
      });
    },
  };
});

function withoutExpected({ expected: _, ...row }) {
  return row;
}

/** A prompt of a shipped config, rendered against the metas with which the release does otherwise. */
function promptCase(result, row, input, metas) {
  const ids = Object.keys(result.results ?? { [Object.keys(metas)[0]]: 0 });
  return {
    request: { ...byInputs(input, [row]), metas: ids.map((meta) => ({ kind: metas[meta].kind, meta: metas[meta].meta })) },
    compare: (answer) => compareOne({ ...result, label: row.label }, answer, ids),
  };
}
