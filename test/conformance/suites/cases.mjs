// Suites of op `render` on self-contained cases: quirks and fuzz.
import { compareErrors, compareOutcomes, compareValues, different, equal, unknown, worse } from '../compare.mjs';

export const quirks = caseSuite('quirks', 'quirks', () => true);
export const quirksCore = caseSuite('quirks core', 'quirks', isCore);
export const fuzz = caseSuite('fuzz', 'fuzz', () => true);
export const fuzzCore = caseSuite('fuzz core', 'fuzz', isCore);

function caseSuite(name, golden, chosen) {
  return {
    name,
    goldens: [golden],
    cases: ({ rows }) =>
      rows[golden].filter(chosen).map(({ expected, ...row }) => ({
        request: { ...row, op: 'render', framework: 'opencompass' },
        compare: (answer) => compareRendered(expected, answer),
      })),
  };
}

/** Neither a RawPromptTemplate nor a meta template in the form of a list. */
function isCore(row) {
  const raw = [row.prompt_template, row.ice_template].some((template) => template?.type === 'RawPromptTemplate');
  return !raw && !row.metas.some(({ meta }) => Array.isArray(meta));
}

/** Two answers to `render`. @param compareRaised compares two outcomes of which one at least is an error */
export function compareRendered(expected, answer, compareRaised = compareErrors) {
  if (answer.unknown !== undefined) return unknown('', answer.unknown);
  if (expected.error !== undefined || answer.error !== undefined) return compareRaised(expected, answer, '');
  if (expected.prompts.length !== answer.prompts.length)
    return different('/prompts/length', expected.prompts.length, answer.prompts.length);
  return expected.prompts.reduce(
    (outcome, prompt, i) => worse(outcome, comparePrompt(prompt, answer.prompts[i], `/prompts/${i}`, compareRaised)),
    equal,
  );
}

/** One prompt: what the template made of the row (`raw`), and what each meta template makes of that. */
function comparePrompt(expected, actual, where, compareRaised) {
  if (actual.unknown !== undefined) return unknown(where, actual.unknown);
  if (expected.error !== undefined || actual.error !== undefined) return compareRaised(expected, actual, where);
  const outcome = [
    compareValues(expected.label, actual.label, where + '/label'),
    compareValues(expected.raw, actual.raw, where + '/raw'),
    compareValues(expected.raw_type, actual.raw_type, where + '/raw_type'),
  ].reduce(worse);
  return expected.parsed.reduce(
    (worst, parsed, i) => worse(worst, compareOutcomes(parsed, actual.parsed?.[i], `${where}/parsed/${i}`, compareRaised)),
    outcome,
  );
}
