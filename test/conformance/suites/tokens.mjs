// Suite of op `tokenize`: texts of many scripts for each tokenizer of a folder, held against Python's `tokenizers`.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { different, equal, unknown } from '../compare.mjs';
import { createRandom } from '../oracle/random.mjs';
import { randomTokenText } from '../oracle/token-texts.mjs';
import { askOracle } from './oracle.mjs';

const fileName = 'tokenizer.json';

export const oracleTokens = {
  name: 'oracle tokens',
  goldens: [],
  needsOracle: true,
  needsTokenizers: true,
  async cases({ oracle, tokenizers, count, seed }) {
    const requests = tokenizerFiles(tokenizers).flatMap((file) => requestsFor(file, count, seed));
    const answers = await askOracle(oracle, undefined, requests);
    return requests.map((request, i) => ({ request, compare: (answer) => compareTokens(answers[i], answer, request) }));
  },
};

/** `DIR/tokenizer.json`, or that of each folder in it, however deep. */
function tokenizerFiles(folder) {
  const names = readdirSync(folder).sort();
  if (names.includes(fileName)) return [resolve(folder, fileName)];
  const within = names.map((name) => join(folder, name)).filter((path) => statSync(path).isDirectory());
  return within.flatMap(tokenizerFiles);
}

function requestsFor(file, count, seed) {
  const { added_tokens: added } = JSON.parse(readFileSync(file, 'utf8'));
  const specials = (added ?? []).slice(0, 40).map(({ content }) => content);
  const random = createRandom(seed);
  const root = resolve(file, '..');
  return Array.from({ length: count }, (_, i) => ({
    id: `${file} seed ${seed} text ${i}`,
    op: 'tokenize',
    file,
    root,
    tokenizer: fileName,
    text: randomTokenText(random, i, specials),
    add_special_tokens: random.chance(0.5),
  }));
}

/** A refusal of ours is no answer, wherever Python has one. */
function compareTokens(expected, answer, { text }) {
  if (answer.error !== undefined) return expected.error === undefined ? unknown(shortly(text), String(answer.error)) : equal;
  if (expected.error !== undefined) return different(shortly(text), expected, answer);
  const same = JSON.stringify([expected.ids, expected.tokens]) === JSON.stringify([answer.ids, answer.tokens]);
  return same ? equal : different(shortly(text), expected, answer);
}

function shortly(text) {
  return JSON.stringify(text.slice(0, 60));
}
