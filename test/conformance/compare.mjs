// Holds an answer of the engine against what the real framework answered.
import { numberText } from './json.mjs';

/** Both say the same. */
export const equal = { verdict: 'equal' };

/** The answer says otherwise than the golden. */
export function different(where, expected, actual) {
  return { verdict: 'different', where, expected, actual };
}

/** What the answer cannot know. */
export function unknown(where, reason) {
  return { verdict: 'unknown', where, reason };
}

/** The worse of two: different, then unknown, then equal. */
export function worse(a, b) {
  const rank = ['equal', 'unknown', 'different'];
  return rank.indexOf(b.verdict) > rank.indexOf(a.verdict) ? b : a;
}

/**
 * Compares two values in the goldens' conventions. The order of keys counts; the members of a set have none.
 * `{"$unknown": reason}` in the answer makes the outcome unknown, unless something else differs.
 */
export function compareValues(expected, actual, where = '') {
  if (isUnknown(actual)) return unknown(where, actual.$unknown);
  if (expected === null || actual === null || typeof expected !== 'object' || typeof actual !== 'object')
    return expected === actual ? equal : different(where, expected, actual);
  const numbers = [numberText(expected), numberText(actual)];
  if (numbers[0] !== undefined || numbers[1] !== undefined) return sameNumber(...numbers) ? equal : different(where, expected, actual);
  if (Array.isArray(expected) || Array.isArray(actual)) return compareLists(expected, actual, where);
  if (Array.isArray(expected.$set) && Array.isArray(actual.$set))
    return compareLists(sorted(expected.$set), sorted(actual.$set), where + '/$set');
  return compareObjects(expected, actual, where);
}

function isUnknown(value) {
  return value !== null && typeof value === 'object' && typeof value.$unknown === 'string';
}

/** Texts of two numbers that are not plain ints: floats are equal by value, big ints by their digits. */
function sameNumber(a, b) {
  if (a === undefined || b === undefined) return false;
  const [floatA, floatB] = [a, b].map((text) => /[.eE]/.test(text));
  return floatA === floatB && (floatA ? Object.is(Number(a), Number(b)) : a === b);
}

function compareLists(expected, actual, where) {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return different(where, expected, actual);
  // An unknown item may stand for several.
  const hole = actual.find(isUnknown);
  if (expected.length !== actual.length && hole) return unknown(where, hole.$unknown);
  if (expected.length !== actual.length) return different(where + '/length', expected.length, actual.length);
  return expected.reduce((outcome, item, i) => worse(outcome, compareValues(item, actual[i], `${where}/${i}`)), equal);
}

function compareObjects(expected, actual, where) {
  // What a name holds that is not known, code left there that may not have run.
  const doubtful = Object.keys(actual).filter((key) => isUnknown(actual[key]) && !Object.hasOwn(expected, key));
  if (doubtful.length > 0) {
    const rest = Object.fromEntries(Object.entries(actual).filter(([key]) => !doubtful.includes(key)));
    return worse(unknown(where, actual[doubtful[0]].$unknown), compareObjects(expected, rest, where));
  }
  const keys = [Object.keys(expected), Object.keys(actual)];
  if (keys[0].length !== keys[1].length || keys[0].some((key, i) => key !== keys[1][i])) return different(where + '/keys', ...keys);
  return keys[0].reduce((outcome, key) => worse(outcome, compareValues(expected[key], actual[key], `${where}/${key}`)), equal);
}

function sorted(list) {
  return [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Errors are the same when their exception types and their stages are; the message is not compared. */
export function compareErrors(expected, actual, where) {
  const type = (outcome) => outcome.error?.split(':', 1)[0];
  return type(expected) === type(actual) && expected.stage === actual.stage
    ? equal
    : different(where, describe(expected), describe(actual));
}

function describe(outcome) {
  return outcome.error === undefined ? outcome : `${outcome.error} (stage ${outcome.stage})`;
}

/** One outcome of a parser: `{result}`, with the `messages` that a service is sent where the framework tells them, or `{error, stage}`. */
export function compareOutcomes(expected, actual, where, compareRaised = compareErrors) {
  if (actual === undefined) return different(where, expected, 'nothing');
  if (actual.unknown !== undefined) return unknown(where, actual.unknown);
  if (expected.error !== undefined || actual.error !== undefined) return compareRaised(expected, actual, where);
  const result = compareValues(expected.result, actual.result, where);
  return expected.messages ? worse(result, compareValues(expected.messages, actual.messages, where + '/messages')) : result;
}
