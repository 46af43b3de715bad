import { classNameOf } from '../../../../config/class-name.js';
import { readInferCfg } from '../../../../config/infer-cfg.js';
import type { ModelConfig } from '../../../../config/config.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../../core/value.js';
import { renameKeyFix } from '../../../../checks/support/fixes.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { isHere } from '../../../../checks/support/places.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { dialectOf } from '../../render/family.js';
import { isAbsentText } from './absent-text.js';

const raised = 'AISBenchConfigError [TMAN-UNK-001]';

/** What is read of it. AISBench 3.1.0 `cli/config_manager.py`, `utils/response_anomaly.py`. */
const resources = ['model_path', 'msprobe_mtype_path', 'msprobe_token2category_dir'];
const keys = ['enabled', 'top_logprobs', 'payload_retention', 'payload_storage', 'model_name', 'msprobe_config_path', ...resources];
const storageKeys = ['format', 'compression', 'compression_level', 'rows_per_shard'];
const retentions = ['all', 'anomalies', 'none'];

/** Classes that give what is looked at. Names of their own count only where they are imported. */
const supported = ['VLLMCustomAPIChat', 'VLLMCustomAPIChatStream', 'VllmMultiturnAPIChatStream'];
const derived = 'VLLMFunctionCallAPIChat';

/** Datasets that are asked in ways of their own. */
const agents = /swebench|bfcl|agent|function_call|tool_call|harbor|tau2/i;

/** A search for odd answers that the run refuses, or that is set up by keys which nothing reads. */
export function* anomalyFindings(context: CheckContext, config: DictValue): Iterable<Finding> {
  const entry = config.entry('response_anomaly');
  if (!entry || !dialectOf(context.framework).asking || entry.value.kind !== 'dict' || !isHere(context, entry.value)) return;
  const given = entry.value;
  yield* slipFindings(context, given, keys);
  const storage = given.get('payload_storage');
  if (storage?.kind === 'dict') yield* slipFindings(context, storage, storageKeys);
  const enabled = given.entry('enabled');
  // The command line may enable it, in which case nothing is known of the rest.
  if (enabled?.value.kind !== 'bool' || !enabled.value.value) return;
  yield* valueFindings(given, storage?.kind === 'dict' ? storage : undefined);
  yield* modelFindings(context, enabled, given);
}

function* slipFindings(context: CheckContext, dict: DictValue, known: readonly string[]): Iterable<Finding> {
  for (const entry of dict.entries.values()) {
    const name = textOf(entry.key);
    if (name === undefined || known.includes(name)) continue;
    const meant = nearest(
      name,
      known.filter((key) => !dict.entry(key)),
    );
    if (meant === undefined || !isKeySlip(name, meant)) continue;
    yield {
      span: entry.keySpan,
      severity: 'warning',
      message: say`AISBench reads no ${name} in response_anomaly: it is ignored. Did you mean ${meant}?`,
      fixes: renameKeyFix(context, entry, meant),
    };
  }
}

function* valueFindings(given: DictValue, storage: DictValue | undefined): Iterable<Finding> {
  yield* refused(given, 'top_logprobs', say`20, or left out`, (value) => value.kind === 'none' || isWhole(value, 20, 20));
  yield* refused(given, 'payload_retention', quoted(retentions), (value) => retentions.includes(textOf(value) ?? ''));
  if (!storage) return;
  yield* refused(storage, 'format', quoted(['jsonl']), (value) => textOf(value) === 'jsonl');
  yield* refused(storage, 'compression', quoted(['zstd']), (value) => textOf(value) === 'zstd');
  yield* refused(storage, 'compression_level', say`a whole number from 1 to 22`, (value) => isWhole(value, 1, 22));
  yield* refused(storage, 'rows_per_shard', say`a whole number of at least 1`, (value) => isWhole(value, 1, Infinity));
}

function* refused(dict: DictValue, key: string, wanted: string, fits: (value: Value) => boolean): Iterable<Finding> {
  const entry = dict.entry(key);
  if (!entry || ['unknown', 'ref', 'object'].includes(entry.value.kind) || fits(entry.value)) return;
  yield { span: entry.valueSpan, message: say`\`${key}\` must be ${wanted}: AISBench stops with ${raised}.` };
}

function isWhole(value: Value, from: number, to: number): boolean {
  return value.kind === 'int' && Number(value.value) >= from && Number(value.value) <= to;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' or ');
}

function* modelFindings(context: CheckContext, enabled: DictEntry, given: DictValue): Iterable<Finding> {
  const models = context.config.models.filter(({ list }) => list === 'models');
  const services = models.filter(({ value }) => (textOf(value.get('attr') ?? undefined) ?? 'service') === 'service');
  if (models.length === 0 || models.some(({ value }) => value.get('attr')?.kind === 'unknown')) return;
  const unsupported = services.filter((model) => !isSupported(context, model));
  for (const { value, className } of unsupported)
    yield {
      span: value.entry('type')?.valueSpan ?? value.span,
      message: say`With response_anomaly, ${className ?? ''} is refused, since only VLLMCustomAPIChat gives what is looked at: AISBench stops with ${raised}.`,
    };
  if (services.length === 0)
    yield { span: enabled.valueSpan, message: say`\`response_anomaly\` needs the model of a service: AISBench stops with ${raised}.` };
  const agent = context.config.datasets.find(({ value, inferCfg }) =>
    agents.test(`${readInferCfg(inferCfg)?.inferencer?.className ?? ''} ${classNameOf(value.get('type')) ?? ''}`),
  );
  if (agent)
    yield {
      span: enabled.valueSpan,
      message: say`\`response_anomaly\` does not work with ${agent.abbr}, whose model is asked in a way of its own: AISBench stops with ${raised}.`,
    };
  if (unsupported.length === 0 && !agent) yield* resourceFindings(services, enabled, given);
}

/** A class of the user's may be derived from one that is supported. */
function isSupported({ framework }: CheckContext, { value, className }: ModelConfig): boolean {
  const type = value.get('type');
  if (className === undefined || dialectOf(framework).asking?.attrOf(className) === undefined) return true;
  if (type?.kind === 'str') return type.text.includes('.') || supported.includes(type.text);
  return type?.kind !== 'ref' || !type.path.startsWith('ais_bench.') || supported.includes(className) || className === derived;
}

/** Where the tokenizer is, or what was made of it. */
function* resourceFindings(services: readonly ModelConfig[], enabled: DictEntry, given: DictValue): Iterable<Finding> {
  for (const { value, abbr } of services) {
    const own = value.get('response_anomaly');
    if (own && own.kind !== 'dict' && own.kind !== 'none') continue;
    const isLacking = (key: string): boolean => isAbsent(own?.kind === 'dict' && own.entry(key) ? own.get(key) : given.get(key));
    if (!isAbsent(value.get('path')) || !isLacking('model_path')) continue;
    if (!isLacking('msprobe_mtype_path') && !isLacking('msprobe_token2category_dir')) continue;
    yield {
      span: enabled.valueSpan,
      message: say`\`response_anomaly\` needs the tokenizer of ${abbr}, and neither its path nor model_path says where that is: AISBench stops with ${raised}.`,
    };
  }
}

function isAbsent(value: Value | undefined): boolean {
  return value === undefined || isAbsentText(value) || textOf(value)?.trim() === '';
}
