import { classNameOf } from '../../../config/class-name.js';
import { say } from '../../../core/say.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import { renameKeyFix, replaceStringFix } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { listed } from '../../../checks/support/words.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { isAbsentText } from './support/absent-text.js';
import { openaiFindings } from './support/openai-address.js';
import { modelsBuiltByAisBench } from './support/built-models.js';

/** What a class of models adds to the address of its service, and what it writes into each request over what `generation_kwargs` has. */
interface Service {
  readonly endpoint: string;
  readonly overwritten: Readonly<Record<string, string>>;
}

const vllm = { max_tokens: 'max_out_len', model: 'model' };
const chat: Service = { endpoint: 'v1/chat/completions', overwritten: vllm };
const completions: Service = { endpoint: 'v1/completions', overwritten: vllm };
const generate: Service = { endpoint: 'generate', overwritten: { max_new_tokens: 'max_out_len' } };

/** AISBench 3.1.0 `models/api_models/`. */
const services: ReadonlyMap<string, Service> = new Map([
  ['VLLMCustomAPIChat', chat],
  ['VLLMFunctionCallAPIChat', chat],
  ['VLLMCustomAPIChatStream', chat],
  ['VllmMultiturnAPIChatStream', chat],
  ['VLLMCustomAPI', completions],
  ['VLLMCustomAPIStream', completions],
  ['TGICustomAPI', generate],
  ['TGICustomAPIStream', generate],
]);

/** AISBench 3.1.0 `tasks/utils.py` (`TokenProducer`). */
const trafficKeys = ['burstiness', 'ramp_up_strategy', 'ramp_up_start_rps', 'ramp_up_end_rps'];

/** What a framework takes without a word, and then sends nothing, or something else than is written. */
export const serviceRequestFields: ConfigRule = {
  id: 'service-request',
  title: 'A field of a service that requests do not carry as it is written',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'Requests that are never sent, that go to an address which is not there, or that have another length than is written',
  scope: 'document',
  *check(context): Iterable<Finding> {
    yield* openaiFindings(context);
    for (const model of modelsBuiltByAisBench(context)) {
      const service = services.get(classNameOf(model.get('type')) ?? '');
      if (!service) continue;
      yield* addressFindings(context, model, service);
      yield* retryFindings(model);
      yield* overwrittenFindings(model, service);
      const traffic = model.get('traffic_cfg');
      if (traffic?.kind === 'dict') yield* trafficFindings(context, model, traffic);
    }
  },
};

/** The endpoint is joined to the address, whatever its path. */
function* addressFindings(context: CheckContext, model: DictValue, { endpoint }: Service): Iterable<Finding> {
  const url = model.entry('url');
  const text = url && textOf(url.value)?.trim();
  if (!url || !text) return;
  const [, host = '', path = ''] = /^((?:https?:\/\/)?[^/?#]+)(\/[^?#]*)?$/.exec(text) ?? [];
  const written = path.replace(/\/+$/, '');
  const [version = ''] = endpoint.split('/');
  const twice = [endpoint, ...(version === endpoint ? [] : [version])].find((part) => written.endsWith(`/${part}`));
  if (twice === undefined) return;
  const meant = `${host}${written.slice(0, -(twice.length + 1))}`;
  yield {
    span: url.valueSpan,
    message: say`The class adds ${endpoint} to \`url\`: requests go to ${`${host}${written}/${endpoint}`}, which services do not know. Write ${meant}.`,
    fixes: replaceStringFix(context, url.value, meant, say`Write ${meant}`),
  };
}

/** `for _ in range(self.retry)`: it counts the requests, and not those after the first. */
function* retryFindings(model: DictValue): Iterable<Finding> {
  const retry = model.entry('retry');
  if (retry && isZero(retry.value))
    yield {
      span: retry.valueSpan,
      severity: 'error',
      message: say`\`retry\` is how often a request is sent in all: with 0, none is sent, and the run stops when it warms up. Write 1 to send each once.`,
    };
}

function* overwrittenFindings(model: DictValue, { overwritten }: Service): Iterable<Finding> {
  const given = model.get('generation_kwargs');
  if (given?.kind !== 'dict') return;
  for (const [key, by] of Object.entries(overwritten)) {
    const entry = given.entry(key);
    if (entry)
      yield {
        span: entry.keySpan,
        message: say`\`${key}\` of generation_kwargs is replaced in each request by \`${by}\` of the model: what is written here has no effect.`,
      };
  }
  const extra = given.entry('extra_body');
  if (extra?.value.kind === 'dict' && extra.value.entries.size > 0)
    yield {
      span: extra.keySpan,
      message: say`\`extra_body\` is an argument of OpenAI's client, which puts what it has into the request. Here the request has a field of that name, which services ignore: write what is in it into generation_kwargs.`,
    };
  const stream = given.entry('stream');
  const own = model.get('stream');
  if (stream?.value.kind === 'bool' && stream.value.value !== (own?.kind === 'bool' && own.value))
    yield {
      span: stream.valueSpan,
      message: say`The request has \`stream\` as it is here, and its answer is read as \`stream\` of the model says: every request fails. Set \`stream\` of the model.`,
    };
}

function* trafficFindings(context: CheckContext, model: DictValue, traffic: DictValue): Iterable<Finding> {
  for (const entry of traffic.entries.values()) {
    const key = textOf(entry.key);
    if (key === undefined || trafficKeys.includes(key)) continue;
    const meant = nearest(
      key,
      trafficKeys.filter((known) => !traffic.entry(known)),
    );
    const isMeant = meant !== undefined && isKeySlip(key, meant);
    yield {
      span: entry.keySpan,
      message: say`AISBench reads no ${key} in traffic_cfg: it is ignored. ${isMeant ? say`Did you mean ${meant}?` : say`It reads ${listed(trafficKeys)}.`}`,
      fixes: isMeant ? renameKeyFix(context, entry, meant) : [],
    };
  }
  const burstiness = traffic.entry('burstiness');
  if (burstiness && isAbsentText(burstiness.value))
    yield {
      span: burstiness.valueSpan,
      severity: 'error',
      message: say`\`burstiness\` must be a number where it is given: the task raises ${burstiness.value.kind === 'none' ? 'TypeError' : 'ValueError'} when it plans its requests. Leave it out for 1.0.`,
    };
  yield* rampFindings(model, traffic);
}

function* rampFindings(model: DictValue, traffic: DictValue): Iterable<Finding> {
  const strategy = traffic.entry('ramp_up_strategy');
  if (!strategy || !textOf(strategy.value)) return;
  const missing = ['ramp_up_start_rps', 'ramp_up_end_rps'].filter((key) => isMissing(traffic.entry(key)));
  if (missing.length > 0)
    yield {
      span: strategy.valueSpan,
      severity: 'error',
      message: say`A \`ramp_up_strategy\` needs ${listed(missing)}: without a number the task raises TypeError when it plans its requests.`,
    };
  else if (isZero(model.get('request_rate')) && model.get('use_timestamp')?.kind !== 'bool')
    yield {
      span: strategy.valueSpan,
      message: say`With \`request_rate\` 0, requests are sent as fast as they can be, and nothing of the ramp is followed. Give a \`request_rate\`.`,
    };
}

function isZero(value: Value | undefined): boolean {
  return (value?.kind === 'int' || value?.kind === 'float' || value?.kind === 'bool') && Number(value.value) === 0;
}

function isMissing(entry: DictEntry | undefined): boolean {
  return !entry || isAbsentText(entry.value);
}
