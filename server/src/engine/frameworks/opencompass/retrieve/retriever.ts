import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { classNameOf } from '../../../config/class-name.js';
import { asInteger, compareNumbers, isNumber, length, pyStr, typeName } from '../../../python/runtime/semantics.js';
import { IntValue, type DictValue, type Value } from '../../../core/value.js';
import { argument, checkArguments } from '../values/arguments.js';
import { drawsOf, type DrawnRows, type Draws } from './draws.js';
import { Fault } from '../values/fault.js';
import { mostItems } from '../values/prompt-limits.js';
import { field, frameworkText, iterate } from '../values/python-value.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

/** Which train rows become in-context examples, and what stands between them. */
export interface Retriever {
  readonly className: string;
  readonly separator: Value;
  readonly endOfExamples: Value;
  /** Indices as the config gives them: negative ones count from the end. Where there are very many, the first of them. */
  readonly ids: readonly Value[];
  /** How many examples the config asks for. */
  readonly configured: number;
  /** How many more of the examples that are used are left out, to be shown as one hole; absent: none. */
  readonly left?: number;
  /** True where the real choice depends on the data and these ids only stand for it. */
  readonly standIn: boolean;
  /** True where the choice is another for another row. */
  readonly byRow?: boolean;
}

const base = ['ice_separator', 'ice_eos_token', 'ice_num'];
const topk = [...base, 'sentence_transformers_model_name', 'tokenizer_name', 'batch_size'];

/** What a retriever's constructor takes. */
export interface RetrieverClass {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Whether the bare class name is in the framework's registry. */
  readonly registered: boolean;
}

/** The retrievers of a framework. */
export interface RetrieverClasses {
  readonly byName: ReadonlyMap<string, RetrieverClass>;
  readonly registry: string;
  /** Classes of later releases: naming one raises, by whatever module. */
  readonly later?: ReadonlySet<string>;
  /** Whether a negative id counts from the end of the train rows; else it is beyond them. */
  readonly negativeIds: boolean;
}

/** Constructor arguments of the framework's retrievers. OpenCompass 0.5.3 `openicl/icl_retriever/`, `datasets/xiezhi.py`. */
const retrievers: ReadonlyMap<string, RetrieverClass> = new Map([
  ['ZeroRetriever', { required: [], optional: ['ice_eos_token'], registered: true }],
  ['FixKRetriever', { required: ['fix_id_list'], optional: base, registered: true }],
  ['RandomRetriever', { required: [], optional: [...base, 'seed'], registered: false }],
  ['SlidingWindowRetriever', { required: ['k'], optional: base, registered: true }],
  ['BM25Retriever', { required: [], optional: base, registered: true }],
  ['TopkRetriever', { required: [], optional: topk, registered: true }],
  ['VotekRetriever', { required: [], optional: [...topk, 'votek_k'], registered: false }],
  ['DPPRetriever', { required: [], optional: [...topk, 'candidate_num', 'seed', 'scale_factor'], registered: false }],
  [
    'MDLRetriever',
    {
      required: [],
      optional: [...topk, 'candidate_num', 'ce_model_name', 'select_time', 'ice_template', 'prompt_template', 'labels', 'seed'],
      registered: true,
    },
  ],
  ['XiezhiRetriever', { required: [], optional: base, registered: false }],
]);

export const openCompassRetrievers: RetrieverClasses = { byName: retrievers, registry: 'opencompass::icl_retriever', negativeIds: true };

/** How many examples stand in for those of a retriever that does not say how many it takes. */
const usualCount = 2;

/** The dataset's own rows, and which of its test rows is asked: with them a retriever draws as a run does. */
export interface AskedRow {
  readonly rows: DrawnRows;
  readonly index: number;
}

/**
 * Builds a retriever and lets it choose.
 * @param trainCount number of train rows; ids beyond it raise
 * @param asked absent where the run's rows are not known: then the first rows stand in for those that depend on them
 * @throws PyError what the class raises on its arguments or ids
 */
export function retrieve(
  config: Value | undefined,
  trainCount: number,
  classes: RetrieverClasses = openCompassRetrievers,
  asked?: AskedRow,
): Retriever {
  const { dict, name, known } = classOf(config, classes);
  if (known) checkArguments(dict, name, known.required, known.optional);
  const separator = argument(dict, 'ice_separator', frameworkText('\n', say`separator between examples`));
  const endOfExamples = argument(dict, 'ice_eos_token', frameworkText('\n', say`end of the examples`));
  if (name === 'ZeroRetriever')
    return {
      className: name,
      separator: argument(dict, 'ice_separator', frameworkText('', 'separator')),
      endOfExamples: argument(dict, 'ice_eos_token', frameworkText('', 'end')),
      ids: [],
      configured: 0,
      standIn: false,
    };
  if (name === 'FixKRetriever') {
    const given = field(dict, 'fix_id_list');
    const ids = fixedIds(dict, trainCount, classes);
    return {
      className: name,
      separator,
      endOfExamples,
      ids,
      configured: ids.length < mostItems ? ids.length : (length(given) ?? ids.length),
      standIn: false,
    };
  }
  const drawn = asked && drawsOf(name, dict, asked.rows)?.(asked.index);
  if (!drawn) return { className: name, separator, endOfExamples, ...standIns(dict), standIn: true };
  const ids = drawn.slice(0, mostItems).map((id) => new IntValue(BigInt(id), dict.span));
  return { className: name, separator, endOfExamples, ids, configured: drawn.length, standIn: false, byRow: true };
}

/**
 * The draws of a retriever for each test row of a dataset.
 * @throws PyError what the class raises on its arguments or ids; UnknownPrompt for a class whose draws depend on a model, or are not known
 */
export function retrieverDraws(config: Value | undefined, rows: DrawnRows, classes: RetrieverClasses): Draws {
  const { dict, name, known } = classOf(config, classes);
  if (known) checkArguments(dict, name, known.required, known.optional);
  if (name === 'ZeroRetriever') return () => [];
  if (name === 'FixKRetriever') {
    const ids = fixedIds(dict, rows.trainCount, classes).map((id) => Number(asInteger(id)));
    return () => ids;
  }
  const draws = drawsOf(name, dict, rows);
  if (!draws) throw new UnknownPrompt(say`Which rows ${name} takes depends on a model, or on code that is not known here.`, dict.span);
  return draws;
}

function fixedIds(dict: DictValue, trainCount: number, classes: RetrieverClasses): Value[] {
  const ids = firstItems(iterate(field(dict, 'fix_id_list')));
  for (const id of ids) checkId(id, trainCount, classes.negativeIds);
  return ids;
}

function classOf(
  config: Value | undefined,
  classes: RetrieverClasses,
): { dict: DictValue; name: string; known: RetrieverClass | undefined } {
  if (config?.kind === 'unknown') throw new UnknownPrompt(config.reason, config.span);
  if (config?.kind !== 'dict')
    throw new PyError(
      config ? 'AttributeError' : 'KeyError',
      config ? `'${typeName(config)}' object has no attribute 'copy'` : "'retriever'",
      config?.span,
    );
  const type = config.get('type');
  if (!type) throw new PyError('KeyError', '\'`cfg` or `default_args` must contain the key "type"\'', config.span);
  if (type.kind === 'unknown') throw new UnknownPrompt(type.reason, type.span);
  const name = classNameOf(type) ?? '';
  const known = classes.byName.get(name);
  if (classes.later?.has(name) || (type.kind === 'str' && !type.text.includes('.') && !known?.registered))
    throw new PyError('KeyError', `'${name} is not in the ${classes.registry} registry.'`, type.span);
  return { dict: config, name, known };
}

function checkId(id: Value, count: number, negativeIds: boolean): void {
  if (id.kind === 'unknown') throw new UnknownPrompt(id.reason, id.span);
  if (!isNumber(id)) throw new PyError('TypeError', `'<' not supported between instances of '${typeName(id)}' and 'int'`, id.span);
  const isBelow = (limit: number): boolean => compareNumbers(id, new IntValue(BigInt(limit), id.span)) < 0;
  if (!isBelow(count) || (!negativeIds && isBelow(0)))
    throw new Fault('example-id', 'AssertionError', `Index ${pyStr(id).text} is out of range of ${String(count)}`, id.span);
}

function standIns(dict: DictValue): Pick<Retriever, 'ids' | 'configured'> {
  const given = dict.get('ice_num');
  const asked = (given ? asInteger(given) : undefined) ?? BigInt(given ? 0 : usualCount);
  const configured = Math.min(Math.max(0, Number(asked)), Number.MAX_SAFE_INTEGER);
  const ids = Array.from({ length: Math.min(configured, mostItems) }, (_, i) => new IntValue(BigInt(i), given?.span ?? dict.span));
  return { ids, configured };
}

/** So many items of an iterable, which may be a range of any length, as are rendered at most. */
function firstItems(items: Iterable<Value>): Value[] {
  const first: Value[] = [];
  for (const item of items) {
    first.push(item);
    if (first.length === mostItems) break;
  }
  return first;
}
