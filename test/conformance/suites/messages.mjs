// Suites on what leaves the model classes: random prompts through the frameworks' own parsers and classes, which send it to stand-ins.
import { compareErrors, compareValues, different, unknown, worse } from '../compare.mjs';
import { randomAisBenchMessages, randomOpenCompassMessages } from '../oracle/messages-cases.mjs';
import { oracleSuite } from './oracle.mjs';

export const oracleMessages = {
  ...oracleSuite('oracle messages', ({ sources }) => ({
    make: randomOpenCompassMessages,
    compare: (expected, answer) => compareSent(expected, answer, compareErrors),
    sources,
    ask,
  })),
  needsSources: true,
};

export const oracleAisBenchMessages = {
  ...oracleSuite('oracle aisbench messages', ({ sources }) => ({
    make: randomAisBenchMessages,
    compare: (expected, answer) => compareSent(expected, answer, compareTypes),
    sources,
    ask,
  })),
  needsSources: true,
  sourcesOption: 'ais-sources',
};

function ask(request) {
  return { ...request, op: 'render' };
}

/** One verdict a model, none where only a library knows what is sent; what stops a prompt before there is one is a matter of other suites. */
function compareSent(expected, answer, compareRaised) {
  if (expected.error !== undefined || answer.error !== undefined)
    return compareRaised({ ...expected, stage: '' }, { ...answer, stage: '' }, '');
  if (answer.unknown !== undefined) return unknown('', answer.unknown);
  return expected.prompts.flatMap(({ sent }, i) =>
    sent.flatMap((one, k) => (one.skipped === undefined ? compareOne(one, answer.prompts[i]?.sent?.[k], compareRaised) : [])),
  );
}

function compareOne({ type, ...expected }, actual, compareRaised) {
  if (!actual) return different(type, expected, 'nothing');
  if (actual.unknown !== undefined) return unknown(type, actual.unknown);
  if (expected.error !== undefined || actual.error !== undefined) return compareRaised(expected, actual, type);
  return worse(
    compareValues(expected.text ?? null, actual.text ?? null, `${type}/text`),
    compareValues(expected.messages ?? null, actual.messages ?? null, `${type}/messages`),
  );
}

/** AISBench's stages are not told apart: one class raises what another raises in its constructor. */
function compareTypes(expected, actual, where) {
  return compareErrors({ ...expected, stage: '' }, { ...actual, stage: '' }, where);
}
