import type { ConfigKind, Place } from '../../../config/config.js';
import type { Span } from '../../../core/span.js';
import type { Severity } from '../../../core/severity.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { removeCommaFix } from '../../../checks/support/fixes.js';
import { trailingComma } from './support/tuples.js';
import { fits, whatItIs } from '../../../checks/support/types.js';
import { placesToCheck, usedPlaces } from '../../../checks/support/places.js';
import { exceptionName } from './support/exception.js';
import { say } from '../../../core/say.js';

/** What the framework does with a tuple in place of such a dict. OpenCompass 0.5.3. */
const consequences: Partial<Record<ConfigKind, string>> = {
  'meta-template': say`building the model raises AssertionError: round is required in meta template`,
  'reader-cfg': say`building the dataset raises TypeError, since its arguments must be a mapping`,
  'prompt-template': say`building the template raises TypeError`,
  retriever: say`the task raises AttributeError when it starts`,
};

/** A comma behind a value makes it a tuple of one. */
export const trailingCommaTuple: ConfigRule = {
  id: 'trailing-comma-tuple',
  title: 'A trailing comma turns a value into a tuple',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'safe',
  prevents: 'AssertionError: round is required in meta template; TypeError: argument after ** must be a mapping, not tuple',
  scope: 'document',
  *check(context): Iterable<Finding> {
    const reported = new Set<Value>();
    for (const { kind, value, useSpan, path } of usedPlaces(context.config).filter((place) => place.value.kind === 'tuple')) {
      reported.add(value);
      yield* finding(context, value, useSpan, path, consequenceOf(context, kind));
    }
    for (const place of placesToCheck(context).filter(({ kind, value }) => holdsTuple(value, kind === 'model')))
      yield* fieldFindings(context, place, reported);
    yield* nameFindings(context, reported);
  },
};

/** Names of the document whose statement ends with a comma: nobody writes a tuple of one without brackets. */
function* nameFindings(context: CheckContext, reported: ReadonlySet<Value>): Iterable<Finding> {
  const { value, hidden } = context.evaluation;
  for (const { entries } of [value, hidden])
    for (const entry of entries.values())
      if (entry.value.kind === 'tuple' && entry.keySpan.file === context.file) yield* bareFinding(context, entry, entry.keySpan, reported);
}

/** A tuple without brackets around it, whatever reads it. */
function* bareFinding(context: CheckContext, { key, value }: DictEntry, useSpan: Span, reported: ReadonlySet<Value>): Iterable<Finding> {
  if (value.kind !== 'tuple' || reported.has(value) || context.text(value.span.file)[value.span.start] === '(') return;
  const name = textOf(key) ?? '';
  yield* finding(context, value, useSpan, name, say`what reads \`${name}\` is given a tuple`, 'warning');
}

function consequenceOf({ config, framework }: CheckContext, kind: ConfigKind): string {
  const consequence = consequences[kind] ?? say`the task raises an exception when it starts`;
  const isApi = kind === 'meta-template' && config.models.some(({ parser }) => parser === 'api');
  return isApi ? consequence.replace('AssertionError', exceptionName(framework, 'meta-round-missing')) : consequence;
}

function holdsTuple(value: Value, inParts: boolean): boolean {
  if (value.kind !== 'dict') return false;
  for (const { value: held } of value.entries.values()) if (held.kind === 'tuple' || (inParts && holdsTuple(held, false))) return true;
  return false;
}

/** Fields that hold a text, a number or a list. */
function* fieldFindings(context: CheckContext, { kind, value, path }: Place, reported: ReadonlySet<Value>): Iterable<Finding> {
  if (value.kind !== 'dict') return;
  if (kind === 'model') yield* partFindings(context, value, reported);
  const properties = context.framework.fields.schema(kind)?.properties ?? {};
  for (const { key, value: given, valueSpan } of value.entries.values()) {
    if (given.kind !== 'tuple' || key.kind !== 'str' || reported.has(given) || !Object.hasOwn(properties, key.text)) continue;
    const field = properties[key.text]!;
    if (!given.items[0] || !fits(given.items[0], field)) continue;
    yield* finding(context, given, valueSpan, `${path}.${key.text}`, say`\`${key.text}\` must be ${field['x-type']}`);
  }
}

/** Values of a model and of its parts, to which a statement of its own gives a tuple: `models[0]['run_cfg']['num_gpus'] = 2,`. */
function* partFindings(context: CheckContext, model: DictValue, reported: ReadonlySet<Value>): Iterable<Finding> {
  const parts = [...model.entries.values()].flatMap(({ value }) => (value.kind === 'dict' ? value : []));
  for (const entry of [model, ...parts].flatMap(({ entries }) => [...entries.values()]))
    if (entry.value.span.file === context.file) yield* bareFinding(context, entry, entry.valueSpan, reported);
}

function* finding(
  context: CheckContext,
  value: Value,
  useSpan: Span,
  path: string,
  consequence: string,
  severity: Severity = 'error',
): Iterable<Finding> {
  const found = trailingComma(context, value);
  if (!found) return;
  const usedElsewhere = useSpan.file === found.comma.file && useSpan.start > found.comma.end;
  yield {
    span: found.comma,
    severity,
    message: say`This comma turns ${whatItIs(found.tuple.items[0]!)} into a tuple of one: ${consequence}. Remove the comma.`,
    related: usedElsewhere ? [{ span: useSpan, message: say`the tuple is used as ${path} here` }] : [],
    fixes: removeCommaFix(context, found.tuple),
  };
}
