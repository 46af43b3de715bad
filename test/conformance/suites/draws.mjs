// Suite of op `draws`: the rows that readers leave, and the rows that retrievers take as examples.
import { compareValues, different, equal, unknown, worse } from '../compare.mjs';

export const draws = {
  name: 'draws',
  goldens: ['draws'],
  cases: ({ rows }) =>
    rows.draws.map((row) => ({ request: { id: row.id, op: 'draws', ...requestOf(row) }, compare: (answer) => compareDraws(row, answer) })),
};

/** The reader alone; or a retriever over numbers of rows, texts or labels. */
function requestOf(row) {
  const { framework, kind, name, reader, rows, k_n: kn } = row;
  const common = { framework, ...(reader && { reader_cfg: reader }) };
  if (kind === 'reader') return { ...common, rows, ...kn };
  const [train, test] = ['train', 'test'].map((split) => row[`${split}_rows`] ?? row[`${split}_texts`] ?? row[`${split}_labels`]);
  return { ...common, retriever: { type: name, ...row.arguments }, train, test };
}

/** Two answers to `draws`. */
function compareDraws({ kind, result, error }, answer) {
  if (answer.unknown !== undefined) return unknown('', answer.unknown);
  if (error !== undefined || answer.error !== undefined)
    return answer.error?.split(':', 1)[0] === error ? equal : different('/error', error, answer.error);
  if (kind === 'retriever') return compareValues(result.ice, answer.ids, '/ids');
  return ['train', 'test'].map((name) => compareValues(result[name], answer[`${name}_pos`], `/${name}_pos`)).reduce(worse, equal);
}
