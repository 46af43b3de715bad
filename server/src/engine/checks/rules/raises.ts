import { ofName, wordPlaces } from '../../core/word-places.js';
import type { Problem } from '../../core/evaluation.js';
import { say } from '../../core/say.js';
import { textOf } from '../../core/value.js';
import type { Fix, TextRule } from '../../frameworks/face/rule.js';
import { isKeySlip } from '../support/slip.js';
import { problemRule } from '../support/problems.js';

const report = problemRule(
  {
    id: 'raises',
    title: 'Loading the config raises an exception',
    severity: 'error',
    fix: 'unsafe',
    prevents: "NameError: name 'x' is not defined, and every other exception of the config's own code",
  },
  definedName,
);

/** Where a name is not defined, the one of the document that it is a slip of. */
function definedName({ span }: Problem, { evaluation, text }: Parameters<TextRule['check']>[0]): readonly Fix[] {
  const name = /^name '(\w+)' is not defined/.exec(evaluation.error?.type === 'NameError' ? evaluation.error.text : '')?.[1];
  if (name === undefined) return [];
  // An exception is told at the name, or at the statement that holds it.
  const source = text(span.file).slice(span.start, span.end);
  const [at] = wordPlaces(source, name, ofName);
  const names = [evaluation.hidden, evaluation.value].flatMap((dict) => [...dict.entries.values()].flatMap(({ key }) => textOf(key) ?? []));
  const meant = names.find((other) => isKeySlip(name, other));
  if (at === undefined || meant === undefined) return [];
  const start = span.start + at;
  const edits = [{ span: { file: span.file, start, end: start + name.length }, newText: meant }];
  return [{ title: say`Change to ${meant}`, safe: false, edits }];
}

/**
 * The config's own code raises. One case is left out: a config without imports that uses `__file__` raises when it is loaded by itself, but
 * works as the base that it usually is, since bases take another path (mmengine 0.11 `config/config.py`).
 */
export const raises: TextRule = {
  ...report,
  check(context) {
    const { lazy, error } = context.evaluation;
    return lazy === false && error?.type === 'NameError' && error.text.includes("'__file__'") ? [] : report.check(context);
  },
};
