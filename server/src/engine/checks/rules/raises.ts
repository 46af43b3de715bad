import { ofName, wordPlaces } from '../../core/word-places.js';
import type { Evaluation, Problem } from '../../core/evaluation.js';
import { say } from '../../core/say.js';
import { original, textOf, type DictValue, type Value } from '../../core/value.js';
import type { Finding, Fix, TextRule } from '../../frameworks/face/rule.js';
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

/** Where a name is not defined, the one of the document that it is a slip of; where a dict has no such key, one that others of the config have. */
function definedName({ span }: Problem, { evaluation, text }: Parameters<TextRule['check']>[0]): readonly Fix[] {
  const { type, text: said = '' } = evaluation.error ?? {};
  const name = (type === 'NameError' ? /^name '(\w+)' is not defined/ : type === 'KeyError' ? /^'(\w+)'$/ : undefined)?.exec(said)?.[1];
  if (name === undefined) return [];
  // An exception is told at the name, or at the statement that holds it.
  const source = text(span.file).slice(span.start, span.end);
  const [at] = wordPlaces(source, name, ofName);
  const meant = namesOf(evaluation, type === 'KeyError').find((other) => other !== name && isKeySlip(name, other));
  if (at === undefined || meant === undefined) return [];
  const start = span.start + at;
  const edits = [{ span: { file: span.file, start, end: start + name.length }, newText: meant }];
  return [{ title: say`Change to ${meant}`, safe: false, edits }];
}

/** Dicts that are looked through for keys. */
const mostDicts = 200;

function namesOf({ hidden, value }: Evaluation, isKey: boolean): readonly string[] {
  const names = (dict: DictValue): string[] => [...dict.entries.values()].flatMap(({ key }) => textOf(key) ?? []);
  if (!isKey) return [hidden, value].flatMap(names);
  const dicts: DictValue[] = [];
  const open: Value[] = [...value.entries.values()].map((entry) => entry.value);
  for (let next = open.shift(); next && dicts.length < mostDicts; next = open.shift()) {
    const held = original(next);
    if (held.kind === 'list' || held.kind === 'tuple') open.push(...held.items.slice(0, 2));
    if (held.kind !== 'dict') continue;
    dicts.push(held);
    for (const entry of held.entries.values()) open.push(entry.value);
  }
  return dicts.flatMap(names);
}

/** A name for what is filled in: `__MODEL_PATH__`. */
const filledName = /^__[A-Z][A-Z0-9_]*__$/;

/**
 * Whether a text is a template from which a script makes configs, and loading stops at what is filled in: a name alone in braces (`{MODEL_PATH}`),
 * which is a set of nothing that is known, or one of several that end alike (`port_for_replace`).
 */
function isTemplate({ message }: Finding, { file, text }: Parameters<TextRule['check']>[0]): boolean {
  const name = /NameError: name '(\w+)' is not defined/.exec(message)?.[1];
  if (name === undefined) return false;
  const source = text(file);
  if (filledName.test(name) || (name === name.toUpperCase() && isAloneInBraces(name, source))) return true;
  const ending = /_[a-z]+_[a-z]+$/i.exec(name)?.[0];
  if (ending === undefined || ending.length === name.length) return false;
  const alike = new Set([...source.matchAll(new RegExp(String.raw`\b\w+${ending}\b(?![ \t]*=(?!=))`, 'g'))].map(([one]) => one));
  return alike.size >= 3;
}

/** Whether a name stands in braces of its own where a value is expected, and not in a text. */
function isAloneInBraces(name: string, source: string): boolean {
  return [...source.matchAll(new RegExp(String.raw`\{[ \t]*${name}[ \t]*\}(?=[ \t]*(?:[,)\]#\r\n]|$))`, 'g'))].some(({ index }) => {
    const before = source.slice(0, index);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    return /(?:^|[=([,])[ \t]*$/.test(line) && isEven(line, /'/g) && isEven(line, /"/g) && isEven(before, /"""|'''/g);
  });
}

function isEven(text: string, sign: RegExp): boolean {
  return (text.match(sign)?.length ?? 0) % 2 === 0;
}

/**
 * The config's own code raises. Templates of configs are left out, and one case more: a config without imports that uses `__file__` raises when it is loaded by itself, but
 * works as the base that it usually is, since bases take another path (mmengine 0.11 `config/config.py`).
 */
export const raises: TextRule = {
  ...report,
  check(context) {
    const { lazy, error } = context.evaluation;
    if (lazy === false && error?.type === 'NameError' && error.text.includes("'__file__'")) return [];
    return [...report.check(context)].filter((finding) => !isTemplate(finding, context));
  },
};
