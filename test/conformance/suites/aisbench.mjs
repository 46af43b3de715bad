// Suites of AISBench: its shipped configs, and the prompts of their datasets by path.
import { compareValues, different, equal, unknown, worse } from '../compare.mjs';
import { compareRendered } from './cases.mjs';

const common = { folder: 'aisbench', sourcesOption: 'ais-sources', needsSources: true };

export const aisBenchConfigs = {
  ...common,
  name: 'aisbench-configs',
  goldens: ['configs'],
  cases: ({ rows, sources }) =>
    rows.configs.map((row) => ({
      request: { id: row.path, op: 'evaluate', root: sources, path: row.path },
      compare: (answer) => compareConfig(row, answer),
    })),
};

function compareConfig(row, answer) {
  if (row.ok !== answer.ok) return different('/ok', row.ok ? true : row.error, answer.ok ? true : answer.error);
  if (!row.ok) return row.error.split(':', 1)[0] === answer.error.type ? equal : different('/error', row.error, answer.error);
  const lazy = row.lazy === undefined || row.lazy === answer.lazy ? equal : different('/lazy', row.lazy, answer.lazy);
  return worse(lazy, compareValues(withoutTuples(row.value), answer.value));
}

/** Tuples are lists in the answer, which says their places beside. */
function withoutTuples(value) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withoutTuples);
  if (Array.isArray(value.$tuple)) return value.$tuple.map(withoutTuples);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutTuples(item)]));
}

/** A case is one golden row: a dataset, a meta template and a label. One request answers all rows of a dataset. */
export const aisBenchPrompts = {
  ...common,
  name: 'aisbench-prompts',
  goldens: ['prompts'],
  needsMetas: true,
  cases: ({ rows, sources, metas }) =>
    [...groupBy(rows.prompts)].map(([id, { place, goldens }]) => ({
      request: {
        id,
        op: 'render',
        framework: 'aisbench',
        root: sources,
        path: goldens[0].path,
        list: goldens[0].key,
        ...place,
        ...(goldens[0].section && { section: goldens[0].section }),
        rows: 'sentinel',
        metas: metas.map(({ parser, meta, effective }) => ({ kind: parser.toLowerCase(), meta: effective ?? meta })),
      },
      compare: (answer) =>
        goldens.map((golden) =>
          compareRow(
            golden,
            answer,
            metas.findIndex((meta) => meta.id === golden.meta_id),
          ),
        ),
    })),
};

/**
 * The rows of each dataset. Where a list has several of one abbr, as gedit has, rows of the same meta template come once more for each: these are
 * taken by their index.
 */
function groupBy(rows) {
  const seen = new Map();
  const groups = new Map();
  for (const row of rows) {
    const dataset = [row.path, row.key, row.abbr, row.section].join(' ');
    const prompt = [dataset, row.meta_id, row.label].join(' ');
    const index = seen.get(prompt) ?? 0;
    seen.set(prompt, index + 1);
    const id = `${dataset} ${index}`;
    if (!groups.has(id)) groups.set(id, { place: index === 0 ? { abbr: row.abbr } : { index }, goldens: [] });
    groups.get(id).goldens.push(row);
  }
  return groups;
}

function compareRow(golden, answer, meta) {
  const where = `${golden.meta_id} ${golden.label ?? ''}`.trim();
  if (answer.unknown !== undefined) return unknown(where, answer.unknown);
  if (answer.error !== undefined) return compareErrors(golden, answer, where);
  // An exception ends the whole dataset, whichever label it comes with.
  const prompts = golden.error === undefined ? answer.prompts.filter(({ label }) => label === golden.label) : answer.prompts;
  const outcomes = prompts.map((prompt) => (prompt.parsed ? { prompt, ...prompt.parsed[meta] } : { prompt, ...prompt }));
  const outcome = outcomes.find(({ error }) => error !== undefined) ?? outcomes[0];
  if (!outcome)
    return different(
      where,
      'a prompt of this label',
      answer.prompts.map(({ label }) => label),
    );
  if (outcome.unknown !== undefined) return unknown(where, outcome.unknown);
  if (golden.error !== undefined || outcome.error !== undefined) return compareErrors(golden, outcome, where);
  return [
    compareValues(golden.result, outcome.result, where + '/result'),
    golden.messages ? compareValues(golden.messages, outcome.messages, where + '/messages') : equal,
    golden.passthrough ? comparePassthrough(golden.passthrough, outcome.prompt.raw, where) : equal,
  ].reduce(worse);
}

/** What a function call is made of, but for what the run adds: the dataset's name and the row's number. */
function comparePassthrough(passed, actual, where) {
  const expected = Object.fromEntries(Object.entries(passed).filter(([key]) => key !== 'data_abbr' && key !== 'index'));
  return compareValues(expected, actual, where + '/passthrough');
}

/** The goldens know no stages; type and code are compared. */
function compareErrors(expected, actual, where) {
  return typeAndCode(expected.error) === typeAndCode(actual.error)
    ? equal
    : different(where, expected.error ?? expected, actual.error ?? actual);
}

/** @param {string | undefined} error */
function typeAndCode(error) {
  return error && /^[^:]*(?:: \[[A-Z0-9-]+\])?/.exec(error)?.[0];
}

/** Two answers to `render`. Without stages: the framework builds its templates with the retriever. */
export function compareAisBenchRendered(expected, answer) {
  return compareRendered(expected, answer, compareErrors);
}
