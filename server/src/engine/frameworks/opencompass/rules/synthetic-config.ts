import { classNameOf } from '../../../config/class-name.js';
import { say } from '../../../core/say.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import { renameKeyFix, replaceStringFix, unquoteFix } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { isHere } from '../../../checks/support/places.js';
import { whatItIs } from '../../../checks/support/types.js';
import { listed } from '../../../checks/support/words.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { hasUnknownKey } from '../../../checks/support/has-unknown-key.js';

const most = 2 ** 20;
const float32 = 3e38;

/** A number with its range; `above`: the least itself is refused. */
interface Demand {
  readonly least: number;
  readonly most: number;
  readonly above?: boolean;
  /** A float will do, too. */
  readonly float?: boolean;
}

const count: Demand = { least: 1, most };

/** What each method is given, no more and no less. */
const methods: Readonly<Record<string, readonly string[]>> = {
  uniform: ['MinValue', 'MaxValue'],
  gaussian: ['Mean', 'Var', 'MinValue', 'MaxValue'],
  zipf: ['Alpha', 'MinValue', 'MaxValue'],
};

const parameters: Readonly<Record<string, Demand>> = {
  MinValue: count,
  MaxValue: count,
  Mean: { least: -float32, most: float32, float: true },
  Var: { least: 0, most: float32, float: true },
  Alpha: { least: 1, most: 10, above: true, float: true },
};

/** The kinds of requests, each with the key under which it is described. */
const kinds: Readonly<Record<string, string>> = { string: 'StringConfig', tokenid: 'TokenIdConfig' };

/** What AISBench asks of the requests that it makes up itself. AISBench 3.1.0 `datasets/synthetic.py`. */
export const syntheticConfig: ConfigRule = {
  id: 'synthetic-config',
  title: 'The config of a synthetic dataset has what AISBench refuses',
  frameworks: ['aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: 'ValueError: Parameter RequestCount is 0, not within the required range [1, 1048576]',
  scope: 'document',
  *check(context): Iterable<Finding> {
    // A loop, and several models, have one config again and again.
    const seen = new Set<Value>();
    for (const { value } of context.config.datasets) {
      const config = classNameOf(value.get('type')) === 'SyntheticDataset' ? value.get('config') : undefined;
      if (config?.kind !== 'dict' || seen.has(config) || !isHere(context, config)) continue;
      seen.add(config);
      yield* configFindings(context, config);
    }
  },
};

function* configFindings(context: CheckContext, config: DictValue): Iterable<Finding> {
  yield* lacking(context, config, ['Type', 'RequestCount'], 'config');
  yield* numberFinding(context, config.entry('RequestCount'), 'RequestCount', count);
  const type = config.entry('Type');
  if (!type || type.value.kind === 'unknown') return;
  const key = kinds[textOf(type.value)?.toLowerCase() ?? ''];
  if (key === undefined)
    return yield refused(
      type,
      say`\`Type\` must be 'string' or 'tokenid', and this is ${shown(type.value)}`,
      wordFix(context, type.value, Object.keys(kinds)),
    );
  yield* lacking(context, config, [key], 'config');
  const described = config.get(key);
  if (described?.kind !== 'dict') return;
  if (key === 'StringConfig') yield* stringFindings(context, described);
  else yield* tokenIdFindings(context, described);
}

function* tokenIdFindings(context: CheckContext, config: DictValue): Iterable<Finding> {
  yield* lacking(context, config, ['RequestSize'], 'TokenIdConfig');
  const size = config.entry('RequestSize');
  yield* numberFinding(context, size, 'RequestSize', count);
  const whole = size?.value.kind === 'int' ? Number(size.value.value) : most;
  yield* numberFinding(context, config.entry('PrefixLen'), 'PrefixLen', { least: 0, most: whole });
}

function* stringFindings(context: CheckContext, config: DictValue): Iterable<Finding> {
  yield* lacking(context, config, ['Input', 'Output'], 'StringConfig');
  for (const key of ['Input', 'Output']) {
    const part = config.get(key);
    if (part?.kind !== 'dict') continue;
    yield* exactly(context, part, ['Method', 'Params'], key);
    yield* methodFindings(context, part);
  }
}

function* methodFindings(context: CheckContext, part: DictValue): Iterable<Finding> {
  const [method, params] = [part.entry('Method'), part.get('Params')];
  const name = method && textOf(method.value);
  const wanted = name !== undefined && Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method && method.value.kind !== 'unknown' && !wanted)
    yield refused(
      method,
      say`\`Method\` must be 'uniform', 'gaussian' or 'zipf', and this is ${shown(method.value)}`,
      wordFix(context, method.value, Object.keys(methods)),
    );
  if (params?.kind !== 'dict' || !wanted || name === undefined) return;
  yield* exactly(context, params, wanted, name);
  for (const key of wanted) yield* numberFinding(context, params.entry(key), key, parameters[key]!);
  const [least, greatest] = [params.get('MinValue'), params.entry('MaxValue')];
  if (least?.kind === 'int' && greatest?.value.kind === 'int' && least.value > greatest.value.value)
    yield refused(greatest, say`\`MaxValue\` is less than \`MinValue\`, ${String(least.value)}`);
}

function* numberFinding(context: CheckContext, entry: DictEntry | undefined, name: string, demand: Demand): Iterable<Finding> {
  if (!entry || entry.value.kind === 'unknown') return;
  const { value } = entry;
  const isNumber = value.kind === 'int' || value.kind === 'bool' || (demand.float === true && value.kind === 'float');
  if (!isNumber)
    return yield refused(
      entry,
      say`\`${name}\` must be ${demand.float ? say`a number` : say`an int`}, and this is ${whatItIs(value)}`,
      unquoteFix(context, value, demand.float === true),
    );
  const number = Number(value.value);
  if (number < demand.least || (demand.above && number === demand.least)) {
    const words = demand.above ? say`above ${String(demand.least)}` : say`at least ${String(demand.least)}`;
    yield refused(entry, say`\`${name}\` must be ${words}, and this is ${String(value.value)}`);
  } else if (number > demand.most)
    yield refused(entry, say`\`${name}\` must be at most ${String(demand.most)}, and this is ${String(value.value)}`);
}

/** Keys that are wanted, and no others. */
function* exactly(context: CheckContext, dict: DictValue, keys: readonly string[], owner: string): Iterable<Finding> {
  const missing = keys.filter((key) => !dict.entry(key));
  for (const entry of dict.entries.values()) {
    const key = textOf(entry.key);
    if (key === undefined || keys.includes(key)) continue;
    const meant = missing.length === 1 ? missing[0] : nearest(key, missing);
    yield refused(
      { valueSpan: entry.keySpan },
      say`\`${key}\` is no key of ${owner}, which takes ${listed(keys)}`,
      meant === undefined ? [] : renameKeyFix(context, entry, meant),
    );
    // One fault, of which the missing key is told already.
    if (meant !== undefined) missing.splice(missing.indexOf(meant), 1);
  }
  if (missing.length > 0) yield missingFinding(dict, missing, owner);
}

/** Keys that are wanted, among others. */
function* lacking(context: CheckContext, dict: DictValue, keys: readonly string[], owner: string): Iterable<Finding> {
  if (hasUnknownKey(dict)) return;
  for (const missing of keys.filter((key) => !dict.entry(key))) {
    const slip = [...dict.entries.values()].find(({ key }) => nearest(textOf(key) ?? '', [missing]) !== undefined);
    if (slip) yield { ...missingFinding(dict, [missing], owner), span: slip.keySpan, fixes: renameKeyFix(context, slip, missing) };
    else yield missingFinding(dict, [missing], owner);
  }
}

function missingFinding(dict: DictValue, missing: readonly string[], owner: string): Finding {
  return refused({ valueSpan: dict.span }, say`${owner} needs ${listed(missing)}, and this one has none`);
}

function refused({ valueSpan }: Pick<DictEntry, 'valueSpan'>, what: string, fixes: readonly Fix[] = []): Finding {
  return { span: valueSpan, message: say`${what}: building the dataset raises ValueError.`, fixes };
}

/** The word that is meant by a slip of it. */
function wordFix(context: CheckContext, value: Value, words: readonly string[]): Fix[] {
  const meant = words.find((word) => isKeySlip(textOf(value) ?? '', word));
  return meant === undefined ? [] : replaceStringFix(context, value, meant, say`Change to ${`'${meant}'`}`);
}

function shown(value: Value): string {
  return value.kind === 'str' ? `'${value.text}'` : whatItIs(value);
}
