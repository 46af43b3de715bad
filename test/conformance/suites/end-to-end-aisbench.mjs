// Suite of real runs of AISBench over configs with local data, against what `preview --row N` shows.
import { fileURLToPath } from 'node:url';
import { configs, files } from '../end-to-end/ais-configs.mjs';
import { linesOfPython } from '../end-to-end/python.mjs';
import { previewOutcomes, within } from './previews-of-runs.mjs';

const runner = fileURLToPath(new URL('../end-to-end/run_aisbench.py', import.meta.url));
/** Of the pairs so many-th is run: the seed says with which one it begins. */
const share = 5;

export const endToEndAisBench = {
  name: 'end-to-end AISBench configs',
  goldens: [],
  sourcesOption: 'ais-sources',
  needsSources: true,
  needsAisBench: true,
  outcomes: (input) =>
    within(files, async (root) => {
      const rows = await linesOfPython(input.aisBench, runner, { root, configs, share, first: input.seed % share, sources: input.sources });
      return previewOutcomes(input, root, rows.flatMap(previewsOf), { AIS_BENCH_DATASETS_CACHE: root });
    }),
};

/** The previews of a pair's first and last row; of prompts that are scored those of the first row by label, of conversations their last requests. */
function previewsOf({ config, model, dataset, asked = [], before, error, labels, turns }) {
  const first = { path: config, dataset, model, row: 0 };
  if (before !== undefined) return [{ ...first, expected: textsOnly(before[0]), stops: error && plainError(error) }];
  if (error !== undefined) return [{ ...first, expected: undefined, error: plainError(error) }];
  const expected = asked.map(textsOnly);
  if (labels) return labels.map((label, i) => ({ ...first, label: String(label), expected: expected[i] }));
  if (turns) return asked.length === 0 ? [] : [{ ...first, expected: lastTurn(expected) }];
  return [...new Set([0, asked.length - 1])].filter((i) => i >= 0).map((row) => ({ ...first, row, expected: expected[row] }));
}

/** The last request of the first conversation: each is longer than the one before. */
function lastTurn(asked) {
  const end = asked.findIndex((messages, i) => i > 0 && messages.length <= asked[i - 1].length);
  return asked.at(end === -1 ? -1 : end - 1);
}

/** What a preview shows of parts: their texts and addresses, a line each. */
function textsOnly(prompt) {
  return typeof prompt === 'string' ? prompt : prompt.map(([role, content]) => [role, textOf(content)]);
}

function textOf(content) {
  return typeof content === 'string' ? content : content.flatMap(textsIn).join('\n');
}

function textsIn(part) {
  if (typeof part === 'string') return [part];
  return Object.entries(part).flatMap(([key, value]) => (key === 'type' ? [] : textsIn(value)));
}

/** `AISBenchValueError: [CODE]text` without the colours of a terminal. */
function plainError(error) {
  // eslint-disable-next-line no-control-regex -- the escapes are what is taken away
  return error.replaceAll(/\u001b\[\d+m/g, '');
}
