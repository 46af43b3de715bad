// Suite of lm-evaluation-harness: its shipped tasks and groups with what they include.
import { compareValues, different, worse, equal } from '../compare.mjs';

export const lmEvalConfigs = {
  name: 'lm-eval-configs',
  folder: 'lm-eval',
  sourcesOption: 'lm-sources',
  needsSources: true,
  goldens: ['configs'],
  cases: ({ rows, sources }) =>
    rows.configs.map((row) => ({
      request: { id: row.path, op: 'lm-eval-config', root: sources, path: row.path },
      compare: (answer) => compareConfig(row, answer),
    })),
};

function compareConfig(row, answer) {
  if (answer.error) return different('/error', row.kind, answer.error);
  const kind = row.kind === answer.kind ? equal : different('/kind', row.kind, answer.kind);
  return worse(kind, compareValues(row.config, answer.config));
}
