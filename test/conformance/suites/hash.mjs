// Suite of op `hash`: the shipped dataset configs carry the first six digits of their prompt hash in their file names.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { different, equal } from '../compare.mjs';

const folder = 'opencompass/configs/datasets';
/** The modes whose names the framework's own tool keeps up to date. */
const named = /_(?:gen|ppl|ll|mixed)_([0-9a-f]{6})\.py$/;

export const hash = {
  name: 'hash',
  goldens: [],
  needsSources: true,
  cases: ({ sources }) =>
    readdirSync(join(sources, folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => named.test(path))
      .sort()
      .map((path) => ({
        request: { id: path, op: 'hash', root: sources, path },
        compare: (answer) => compareHash(named.exec(path)?.[1], answer),
      })),
};

function compareHash(expected, answer) {
  if (answer.hash?.startsWith(expected)) return equal;
  return different('/hash', expected, answer.hash ?? answer.error);
}
