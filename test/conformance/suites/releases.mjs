// Suites of older and newer releases: cases of other suites, asked with `release`, of which a file of `releases/` says what that release answers otherwise.
import { compareTaskPrompt } from './lm-eval-prompts.mjs';

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
    cases: ({ rows, sources }) => rows[answers].map(({ id, result }) => harnessCase(id, result, rowOf(id, rows), release, sources)),
  };
});

/** `shared/lm-eval/prompts#12` → row 12 of `prompts`. */
function rowOf(id, rows) {
  const [, kind, index] = /\/([\w-]+)#(\d+)$/.exec(id);
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
