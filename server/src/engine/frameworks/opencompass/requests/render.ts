import type { ModelConfig } from '../../../config/config.js';
import type { ParserKind } from '../../../classes/parser-kind.js';
import { caseOf } from '../render/case-of.js';
import type { Dialect } from '../render/dialect.js';
import { inferencerModeOf } from '../render/inferencer-of.js';
import type { InferencerCase, InferencerMode } from '../infer/inferencer.js';
import { isAbsentOrNone, withEntry } from '../values/python-value.js';
import { renderCase, type CasePrompt, type ParsedResult, type RenderCase } from '../render/render-case.js';
import { sentinelRows } from '../../../rows/sentinel.js';
import { releaseNamed } from '../../../core/release-names.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import { findDataset } from './named-dataset.js';
import { fromMarks } from '../../../requests/golden-values.js';
import { withoutUnknowns } from '../../../requests/known-values.js';
import { BadRequest, type Request } from '../../../requests/request.js';
import { metasOfModels, modelsOf, sentJson } from './sent.js';
import type { ReadModel } from '../../../config/read-config.js';
import type { Operation } from '../../face/operation.js';

const modes: readonly InferencerMode[] = [
  'gen',
  'ppl',
  'ppl_only',
  'gen_label',
  'adv',
  'chat',
  'sw_ce_loss',
  'multi_turn',
  'function_call',
];

/** What sets the `render` requests of one framework apart. */
export interface RenderRequests {
  readonly dialect: Dialect;
  /** The releases that a request may name, and what the framework does as of one of them. */
  readonly releases: readonly { readonly name: string }[];
  readonly dialectOf: (release: string) => Dialect;
  /** Reads the class of a model, of which nothing but the framework's own classes is known. */
  readonly readModel: ReadModel;
  /** How many rows stand in for the train split where a request asks for such. */
  readonly sentinelRows: number;
  /** What the framework's run does with a dataset that has no infer_cfg at all: `raises` before there is a prompt. */
  readonly withoutInferCfg: 'raises' | 'default';
  /** What the chat endpoint is sent, for a framework whose chat classes we know to send it as it is. @throws where it is sent nothing */
  readonly messages?: (parsed: Value) => Value;
}

/** The op `render` of a framework: the prompts of one dataset for some meta templates; the dataset's parts are in the request, or in a config that it names. */
export function renderOperation(newest: RenderRequests): Operation {
  return (configs, request) => {
    const framework = asOf(newest, request);
    if (!request.has('path')) return answer(caseIn(request), request, framework);
    const { project, file } = configs.open(request);
    const evaluation = project.evaluate(file);
    if (!evaluation?.ok)
      return failed(evaluation?.error?.message ?? evaluation?.problems[0]?.message ?? 'The config cannot be evaluated.', 'config');
    return answerFor(findDataset(evaluation, request), request, framework);
  };
}

/** The framework as of the release that the request names; absent: as of the newest. */
function asOf(framework: RenderRequests, request: Request): RenderRequests {
  if (!request.has('release')) return framework;
  const name = request.text('release');
  const release = releaseNamed(framework.releases, name);
  if (!release)
    throw new BadRequest(`"release" must be one of ${framework.releases.map((known) => known.name).join(', ')}; ${name} is not known.`);
  return { ...framework, dialect: framework.dialectOf(release.name) };
}

/** The case that the request holds. */
function caseIn(request: Request): RenderCase {
  const inferencer = request.dict('inferencer');
  return {
    promptTemplate: part(request, 'prompt_template'),
    iceTemplate: part(request, 'ice_template'),
    readerCfg: part(request, 'reader_cfg'),
    retriever: part(request, 'retriever'),
    inferencer: inferencerOf(inferencer, modeNamed(textOf(inferencer.get('mode')))),
    ...rowsOf(request.list('train').items, request.dict('test')),
    metas: metasOf(request),
  };
}

/** The answer for a dataset's config; its inferencer's class says the mode. */
function answerFor(given: DictValue, request: Request, framework: RenderRequests): string {
  const dataset = sectionOf(given, request);
  if (framework.withoutInferCfg === 'raises' && !dataset.get('infer_cfg')) return failed('no infer_cfg', 'template');
  const metas = metasOf(request);
  const way = inferencerModeOf(dataset, framework.dialect);
  if ('error' in way) return failed(way.error, way.stage);
  if ('unknown' in way) return unknown(way.unknown);
  const { inferencer, ...parts } = caseOf(dataset.get('infer_cfg'));
  return answer(
    {
      ...parts,
      inferencer: { ...inferencer, mode: way.mode },
      readerCfg: dataset.get('reader_cfg'),
      ...rowsFor(dataset, request, framework),
      metas,
    },
    request,
    framework,
  );
}

/** The dataset itself, or as its second pass reads it: AISBench's `judge_infer_cfg` has templates and a reader of its own. */
function sectionOf(dataset: DictValue, request: Request): DictValue {
  if (!request.has('section')) return dataset;
  const section = dataset.get(request.text('section'));
  if (section?.kind !== 'dict') throw new BadRequest(`The dataset has no dict "${request.text('section')}".`);
  const reader = section.get('judge_reader_cfg');
  const judged = withEntry(dataset, 'infer_cfg', section);
  return reader ? withEntry(judged, 'reader_cfg', reader) : judged;
}

function rowsFor(dataset: DictValue, request: Request, framework: RenderRequests): Pick<RenderCase, 'train' | 'test'> {
  const rows = request.value('rows');
  if (textOf(rows) === 'sentinel') return sentinelRows(dataset.get('infer_cfg'), dataset.get('reader_cfg'), framework.sentinelRows);
  if (rows?.kind !== 'dict') throw new BadRequest('"rows" must be "sentinel" or {"train": […], "test": {…}}.');
  const [train, test] = [rows.get('train'), rows.get('test')];
  if (train?.kind !== 'list') throw new BadRequest('"rows.train" must be a list.');
  if (test?.kind !== 'dict') throw new BadRequest('"rows.test" must be an object.');
  return rowsOf(train.items, test);
}

function rowsOf(train: readonly Value[], test: DictValue): { train: DictValue[]; test: DictValue } {
  return { train: train.map(rowOf), test: rowOf(test) };
}

function rowOf(value: Value): DictValue {
  const row = fromMarks(value);
  if (row.kind !== 'dict') throw new BadRequest('A row must be an object.');
  return row;
}

function inferencerOf(config: DictValue, mode: InferencerMode): InferencerCase {
  const [labels, token, attack, inferMode] = ['labels', 'gen_field_replace_token', 'adv_key', 'infer_mode'].map((name) => config.get(name));
  return {
    mode,
    labels: labels && fromMarks(labels),
    genFieldReplaceToken: token && fromMarks(token),
    advKey: attack && fromMarks(attack),
    inferMode,
  };
}

function modeNamed(name: string | undefined): InferencerMode {
  const mode = modes.find((known) => known === name);
  if (mode === undefined) throw new BadRequest(`"inferencer.mode" must be one of ${modes.join(', ')}.`);
  return mode;
}

function metasOf(request: Request): RenderCase['metas'] {
  return request.list('metas').items.map((item) => {
    const kind = item.kind === 'dict' ? textOf(item.get('kind')) : undefined;
    if (item.kind !== 'dict' || !isParserKind(kind)) throw new BadRequest('Each of "metas" must be {"kind": "lm" or "api", "meta": …}.');
    const meta = item.get('meta');
    return { kind, meta: meta && fromMarks(meta) };
  });
}

function isParserKind(kind: string | undefined): kind is ParserKind {
  return kind === 'lm' || kind === 'api';
}

function part(request: Request, name: string): Value | undefined {
  const value = request.value(name);
  return value && fromMarks(value);
}

function answer(given: RenderCase, request: Request, framework: RenderRequests): string {
  const { dialect } = framework;
  const models = modelsOf(request, framework.readModel);
  const result = renderCase({ ...given, metas: [...given.metas, ...metasOfModels(models, dialect, given.inferencer.mode)] }, dialect);
  if ('error' in result) return failed(result.error, result.stage);
  if ('unknown' in result) return unknown(result.unknown);
  return `"prompts": [${result.prompts.map((prompt) => promptJson(prompt, given, models, framework)).join(', ')}]`;
}

function failed(error: string, stage: string): string {
  return `"error": ${JSON.stringify(error)}, "stage": "${stage}"`;
}

function unknown(reason: string): string {
  return `"unknown": ${JSON.stringify(reason)}`;
}

function promptJson(prompt: CasePrompt, request: RenderCase, models: readonly ModelConfig[], framework: RenderRequests): string {
  const label = `"label": ${prompt.label ? toGolden(prompt.label).json : 'null'}`;
  if ('error' in prompt) return `{${label}, ${failed(prompt.error, prompt.stage)}}`;
  if ('unknown' in prompt) return `{${label}, ${unknown(prompt.unknown)}}`;
  const asked = prompt.parsed.slice(0, request.metas.length);
  const parsed = asked.map((result, i) => parsedJson(result, messagesOf(result, request, request.metas[i]!, framework))).join(', ');
  const sent = models.length > 0 ? `, "sent": ${sentJson(models, prompt.parsed.slice(request.metas.length), framework.dialect)}` : '';
  return `{${label}, "raw": ${toGolden(withoutUnknowns(prompt.raw)).json}, "raw_type": "${prompt.rawType}", "parsed": [${parsed}]${sent}}`;
}

/** What the chat endpoint is sent where a prompt is to be gone on from. */
function messagesOf(
  result: ParsedResult,
  { inferencer }: RenderCase,
  { kind, meta }: RenderCase['metas'][number],
  { messages }: RenderRequests,
): Value | undefined {
  if (!messages || inferencer.mode !== 'gen' || kind !== 'api' || isAbsentOrNone(meta) || !('value' in result)) return undefined;
  try {
    return messages(result.value);
  } catch {
    return undefined; // The endpoint is sent nothing.
  }
}

function parsedJson(result: ParsedResult, messages: Value | undefined): string {
  if ('error' in result) return `{${failed(result.error, result.stage)}}`;
  if ('unknown' in result) return `{${unknown(result.unknown)}}`;
  const sent = messages ? `, "messages": ${toGolden(withoutUnknowns(messages)).json}` : '';
  return `{"result": ${toGolden(withoutUnknowns(result.value)).json}${sent}}`;
}
