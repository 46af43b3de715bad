import type { DictEntry, DictValue, Value } from '../../../core/value.js';
import { textOf } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { modelAttrOf, modelAttrs } from '../../../config/model-attrs.js';
import { isAbsentText } from './support/absent-text.js';
import { modelsBuiltByAisBench } from './support/built-models.js';
import { isIpAddress } from './support/ip-address.js';
import { oneEdit, replaceStringFix, unquoteFix } from '../../../checks/support/fixes.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { say } from '../../../core/say.js';

/** What a field must be, in words; undefined where the value will do or is not known. */
type Demand = (value: Value) => string | undefined;

const whole =
  (from: number, to: number): Demand =>
  (value) =>
    isNumber(value) && value.kind !== 'float' && within(value, from, to)
      ? undefined
      : say`a whole number from ${String(from)} to ${String(to)}`;

const kind =
  (of: Value['kind'], words: string): Demand =>
  (value) =>
    value.kind === of ? undefined : words;

/** Nothing, or not below zero. */
const rate: Demand = (value) =>
  isAbsentText(value) || (isNumber(value) && within(value, 0, Infinity)) ? undefined : say`None, an empty str or a number from 0`;

/** What AISBench asks of a model before it builds it. AISBench 3.1.0 `utils/config/build.py`. */
const demands: Readonly<Record<string, Demand>> = {
  attr: (value) => (modelAttrOf(textOf(value)) ? undefined : modelAttrs.map((attr) => `'${attr}'`).join(' or ')),
  abbr: kind('str', say`a str`),
  use_timestamp: kind('bool', say`a bool`),
  path: (value) => (value.kind === 'str' || isFalse(value) ? undefined : say`a str`),
  model: (value) => (value.kind === 'str' || isFalse(value) ? undefined : say`a str`),
  request_rate: (value) => (isNumber(value) && within(value, 0, 64000) ? undefined : say`a number from 0 to 64000`),
  retry: whole(0, 1000),
  host_port: whole(1, 65535),
  batch_size: whole(1, 100000),
  generation_kwargs: kind('dict', say`a dict`),
  host_ip: (value) =>
    isHost(value) ? undefined : say`'localhost' or an IP address: AISBench takes no host names here, they belong in \`url\``,
  traffic_cfg: kind('dict', say`a dict`),
};

const strategies = ['linear', 'exponential'];

const trafficDemands: Readonly<Record<string, Demand>> = {
  burstiness: rate,
  ramp_up_strategy: (value) =>
    value.kind === 'none' || ['', ...strategies].includes(textOf(value) ?? '?') ? undefined : say`None, '', 'linear' or 'exponential'`,
  ramp_up_start_rps: rate,
  ramp_up_end_rps: rate,
};

/** A field of a model with a value that AISBench refuses. */
export const invalidModelField: ConfigRule = {
  id: 'invalid-model-field',
  title: 'A field of a model with a value that AISBench refuses',
  frameworks: ['aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: 'AISBenchConfigError [UTILS-CFG-002]: model config validate failed',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const model of modelsBuiltByAisBench(context)) {
      yield* refused(context, model, demands, '');
      const traffic = model.get('traffic_cfg');
      if (traffic?.kind === 'dict') yield* refused(context, traffic, trafficDemands, 'traffic_cfg.');
    }
  },
};

function* refused(context: CheckContext, dict: DictValue, asked: Readonly<Record<string, Demand>>, owner: string): Iterable<Finding> {
  for (const [key, demand] of Object.entries(asked)) {
    const entry = dict.entry(key);
    const wanted = entry && isKnown(entry.value) ? demand(entry.value) : undefined;
    if (entry && wanted !== undefined)
      yield { ...finding(entry, `${owner}${key}`, wanted), fixes: fixesOf(context, key, entry.value, dict) };
  }
}

function finding({ valueSpan }: DictEntry, field: string, wanted: string): Finding {
  return { span: valueSpan, message: say`\`${field}\` must be ${wanted}: building the model raises AISBenchConfigError [UTILS-CFG-002].` };
}

/** The words that a field takes. */
const words: Readonly<Record<string, readonly string[]>> = { attr: modelAttrs, host_ip: ['localhost'], ramp_up_strategy: strategies };
const dicts: ReadonlySet<string> = new Set(['generation_kwargs', 'traffic_cfg']);
const floats: ReadonlySet<string> = new Set(['request_rate', ...Object.keys(trafficDemands)]);

/** A number without its quotes, a word without its slip, an address without what stands around it, a dict without its list. */
function fixesOf(context: CheckContext, key: string, value: Value, model: DictValue): Fix[] {
  if (dicts.has(key)) return unwrapped(context, value);
  const text = textOf(value);
  if (text === undefined) return [];
  const known = Object.hasOwn(words, key) ? words[key] : undefined;
  if (!known) return unquoteFix(context, value, floats.has(key));
  const meant = known.find((word) => isKeySlip(text.trim(), word)) ?? (key === 'host_ip' ? hostIn(text, model) : undefined);
  return meant === undefined ? [] : replaceStringFix(context, value, meant, say`Change to ${`'${meant}'`}`);
}

/** The address in a url, where the port is that of `host_port`. */
function hostIn(text: string, model: DictValue): string | undefined {
  const [, host = '', port] = /^(?:http:\/\/)?([^/:]+)(?::(\d+))?\/?$/.exec(text.trim()) ?? [];
  const given = model.get('host_port');
  const isSame = port === undefined || (given?.kind === 'int' && String(given.value) === port);
  return isSame && (host === 'localhost' || isIpAddress(host)) ? host : undefined;
}

/** A dict that is the only item of a list; an empty one in place of None. */
function unwrapped({ text, file }: CheckContext, value: Value): Fix[] {
  const { span } = value;
  const source = text(span.file).slice(span.start, span.end);
  if (span.file !== file) return [];
  if (value.kind === 'none') return source === 'None' ? oneEdit(say`Change to ${'dict()'}`, false, { span, newText: 'dict()' }) : [];
  const [only, ...more] = value.kind === 'list' ? value.items : [];
  if (only?.kind !== 'dict' || more.length > 0 || !/^\[[^]*\]$/.test(source) || only.span.file !== file) return [];
  const isWithin = span.start < only.span.start && only.span.end < span.end;
  const newText = text(file).slice(only.span.start, only.span.end);
  return isWithin ? oneEdit(say`Take the dict out of the list`, false, { span, newText }) : [];
}

function isKnown(value: Value): boolean {
  return value.kind !== 'unknown' && value.kind !== 'object' && value.kind !== 'callable' && value.kind !== 'ref';
}

/** As Python counts: True is 1. */
function isNumber(value: Value): value is Extract<Value, { kind: 'int' | 'float' | 'bool' }> {
  return value.kind === 'int' || value.kind === 'float' || value.kind === 'bool';
}

function within(value: Extract<Value, { kind: 'int' | 'float' | 'bool' }>, from: number, to: number): boolean {
  const number = Number(value.value);
  return number >= from && number <= to;
}

function isFalse(value: Value): boolean {
  if (isAbsentText(value)) return true;
  if (isNumber(value)) return Number(value.value) === 0;
  return (value.kind === 'list' || value.kind === 'tuple') && value.items.length === 0;
}

/** A number counts as an address too. */
function isHost(value: Value): boolean {
  const text = textOf(value);
  if (text === undefined) return value.kind === 'int' || value.kind === 'bytes' || value.kind === 'bool';
  return text === 'localhost' || isIpAddress(text);
}
