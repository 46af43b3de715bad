import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import type { ParserKind } from '../../../classes/parser-kind.js';
import type { RenderError } from '../../../prompt/rendered-prompt.js';
import { nowhere, type Span } from '../../../core/span.js';
import { NoneValue, type DictValue, type Value } from '../../../core/value.js';
import { buildTemplate } from '../template/build-template.js';
import { buildReader, type DatasetReader } from '../retrieve/dataset-reader.js';
import { type Dialect } from './dialect.js';
import { excessOf } from './excess.js';
import { makeExamples, type TrainRows } from '../retrieve/examples.js';
import { parseModeOf, type InferencerCase, type PromptParts } from '../infer/inferencer.js';
import { labelsOf } from '../retrieve/labels.js';
import { mostItems } from '../values/prompt-limits.js';
import type { Parsed } from '../parse/parser.js';
import { PromptList } from '../values/prompt-list.js';
import { isAbsentOrNone } from '../values/python-value.js';
import { partOf } from '../retrieve/reader-ranges.js';
import type { RunRows } from '../../../rows/run-rows.js';
import { retrieve, type AskedRow, type Retriever } from '../retrieve/retriever.js';
import type { Template } from '../template/template.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

/** One dataset's templates and rows, to be rendered for some meta templates: the fields of the `render` request of `batch`. */
export interface RenderCase {
  readonly promptTemplate: Value | undefined;
  readonly iceTemplate: Value | undefined;
  readonly readerCfg: Value | undefined;
  readonly retriever: Value | undefined;
  readonly inferencer: InferencerCase;
  readonly train: readonly DictValue[] | TrainRows;
  readonly test: DictValue;
  /** The rows of a run, in whose place `train` and `test` stand otherwise: the retriever draws from and for them. */
  readonly run?: RunRows | undefined;
  /** Whether `train` is as it lies in a file, so that the reader's range is still to be taken. */
  readonly uncut?: boolean;
  /** How many of the retriever's examples to use; absent: all. */
  readonly shots?: number | undefined;
  /** Most examples that are written out; a hole stands for the others. Absent: without a hole, so that nothing is known of a prompt with too many. */
  readonly mostShown?: number;
  readonly metas: readonly MetaCase[];
}

/** A meta template and the parser that reads it. */
export interface MetaCase {
  readonly kind: ParserKind;
  readonly meta: Value | undefined;
  /** The parsers that are made of it before, and thrown away. */
  readonly before?: readonly ParserKind[];
}

/** What cannot be known, and why. */
export interface UnknownResult {
  readonly unknown: string;
  readonly span?: Span;
}

/** What a parser makes of a prompt; for a mode in which the prompt is never parsed there is none. */
export type ParsedResult = Parsed | RenderError | UnknownResult;

export interface RenderedCase {
  /** The label of a scoring inferencer; undefined otherwise. */
  readonly label: Value | undefined;
  readonly raw: Value;
  readonly rawType: 'str' | 'list' | 'PromptList';
  /** One for each of the request's metas. */
  readonly parsed: readonly ParsedResult[];
}

export type CasePrompt =
  | RenderedCase
  | (RenderError & { readonly label: Value | undefined })
  | (UnknownResult & { readonly label: Value | undefined });

/** What the prompts are made of, as far as it came: all of it where there are prompts. */
export interface CaseParts {
  readonly reader?: DatasetReader;
  readonly ice?: Template;
  readonly prompt?: Template;
  readonly retriever?: Retriever;
  readonly examples?: Value;
}

export type RenderCaseResult = ({ readonly prompts: readonly CasePrompt[] } | RenderError | UnknownResult) & { readonly parts: CaseParts };

/**
 * Renders a case as OpenCompass 0.5.3 does (`tasks/openicl_infer.py`, `openicl/icl_inferencer/`), but for what the dialect of the framework does otherwise. Never throws: what the framework raises is part of the result, with the stage in which it does.
 */
export function renderCase(request: RenderCase, dialect: Dialect): RenderCaseResult {
  const excess = excessOf({ ...request, metas: request.metas.map(({ meta }) => meta) });
  return excess ? { ...excess, parts: {} } : renderWithinLimits(request, dialect);
}

/** Renders a case that is known to have no excess of parts (`excessOf`). Never throws. */
export function renderWithinLimits(request: RenderCase, dialect: Dialect): RenderCaseResult {
  let parts: CaseParts = {};
  const result = guardedByStage<{ prompts: readonly CasePrompt[] } | RenderError | UnknownResult>(dialect, (at) => {
    // The dataset, and with it the reader, is built before the templates.
    const reader = at('reader', () => buildReader(request.readerCfg));
    parts = { reader };
    const { ice, prompt } = at('template', () => buildTemplates(request, dialect));
    parts = { reader, ...(ice && { ice }), ...(prompt && { prompt }) };
    const train = at('reader', () => trainOf(request, dialect));
    const asked = request.run && askedOf(request.run, reader);
    const retriever = at('retriever', () => limited(retrieve(request.retriever, train.count, dialect.retrievers, asked), request));
    parts = { ...parts, retriever };
    const scored = request.inferencer.mode === 'ppl';
    const labels = scored ? at('labels', () => labelsOf(request.inferencer.labels, { ice, prompt }, reader, request.test)) : [undefined];
    const examples = request.inferencer.mode === 'chat' ? noExamples : at('ice', () => makeExamples(retriever, ice, train, reader));
    parts = { ...parts, examples };
    const prompts = labels.map((label) => renderLabel(request, dialect, { ice, prompt, reader, examples, test: request.test }, label));
    // Without labels there is one prompt, and what goes wrong with it goes wrong with the case.
    const [only] = prompts;
    return !scored && only && !('raw' in only) ? only : { prompts };
  });
  return { ...result, parts };
}

/** The examples that are asked for, as many of them as are shown. */
function limited(retriever: Retriever, { shots = Infinity, mostShown, retriever: config }: RenderCase): Retriever {
  const used = Math.min(retriever.configured, Math.max(0, shots));
  const ids = retriever.ids.slice(0, Math.min(used, mostShown ?? used));
  const left = used - ids.length;
  if (left > 0 && mostShown === undefined)
    throw new UnknownPrompt(say`More than ${String(mostItems)} examples are not rendered.`, config?.span);
  return { ...retriever, ids, ...(left > 0 && { left }) };
}

const noExamples = new NoneValue(nowhere);

function buildTemplates(request: RenderCase, dialect: Dialect): { ice: Template | undefined; prompt: Template | undefined } {
  if (dialect.refusesNoTemplates && isAbsentOrNone(request.promptTemplate) && isAbsentOrNone(request.iceTemplate))
    throw new PyError('AssertionError', 'Both ice_template and prompt_template cannot be None simultaneously.');
  const ice = buildTemplate(request.iceTemplate, dialect.templates);
  return { ice, prompt: buildTemplate(request.promptTemplate, dialect.templates) };
}

/** The rows that examples are taken from: those of a run, else those that the reader's range leaves of the ones that are given. */
export function trainOf({ run, train, readerCfg, uncut }: RenderCase, { reading }: Dialect): TrainRows {
  if (run) return { count: run.train.count, at: (index) => run.train.at(index) ?? unread() };
  const rows = trainRows(train);
  const range = readerCfg?.kind === 'dict' ? readerCfg.get('train_range') : undefined;
  if (!uncut || isAbsentOrNone(range)) return rows;
  const left = partOf(rows.count, range, reading.onBadRange);
  return { count: left.length, at: (index) => rows.at(left[index]!) };
}

function unread(): never {
  throw new UnknownPrompt(say`The rows are being read.`);
}

function askedOf({ train, test, index }: RunRows, reader: DatasetReader): AskedRow {
  const rows = {
    trainCount: train.count,
    testCount: test.count,
    inputColumns: reader.inputColumns,
    train: (at: number) => train.at(at),
    test: (at: number) => test.at(at),
  };
  return { rows, index };
}

function trainRows(train: readonly DictValue[] | TrainRows): TrainRows {
  if ('at' in train && 'count' in train) return train;
  const rows = train as readonly DictValue[];
  return { count: rows.length, at: (index) => rows[index]! };
}

function renderLabel(request: RenderCase, dialect: Dialect, parts: PromptParts, label: Value | undefined): CasePrompt {
  const made = guardedByStage<{ raw: Value } | RenderError | UnknownResult>(dialect, (at) => ({
    raw: at('prompt', () => dialect.promptOf(request.inferencer, parts, label)),
  }));
  if (!('raw' in made)) return { ...made, label };
  const mode = parseModeOf(request.inferencer.mode);
  const parsed = mode === undefined ? [] : request.metas.map((meta) => parseOne(request, dialect, meta, made.raw, mode));
  return { label, raw: made.raw, rawType: typeOf(made.raw), parsed };
}

function parseOne(
  { inferencer }: RenderCase,
  dialect: Dialect,
  { kind, meta, before }: MetaCase,
  raw: Value,
  mode: 'gen' | 'ppl',
): ParsedResult {
  return guardedByStage<ParsedResult>(dialect, (at) => {
    const given = isAbsentOrNone(meta) ? undefined : meta;
    for (const first of before ?? []) at('meta', () => dialect.buildParser({ ...inferencer, mode: 'gen' }, first, given));
    const parser = at('meta', () => dialect.buildParser(inferencer, kind, given));
    return at('parse', () => parser.parse(raw, mode));
  });
}

function typeOf(raw: Value): RenderedCase['rawType'] {
  if (raw instanceof PromptList) return 'PromptList';
  return raw.kind === 'str' ? 'str' : 'list';
}

type StageName = RenderError['stage'];
type AtStage = <T>(stage: StageName, run: () => T) => T;

/** Runs `body`; what it throws within a stage becomes a result that names the stage. */
export function guardedByStage<T>(dialect: Dialect, body: (at: AtStage) => T): T | RenderError | UnknownResult {
  let current: StageName = 'template';
  const at: AtStage = (stage, run) => {
    current = stage;
    return run();
  };
  try {
    return body(at);
  } catch (thrown) {
    if (thrown instanceof PyError) return asRaised(dialect, thrown, current);
    if (thrown instanceof UnknownPrompt) return { unknown: thrown.reason, ...(thrown.span && { span: thrown.span }) };
    if (thrown instanceof RangeError) return { unknown: say`the values are nested too deep to be rendered` };
    throw thrown;
  }
}

/** Parsers name what they raise themselves: the same check of a meta template has one name in the one and another in the other. */
function asRaised(dialect: Dialect, thrown: PyError, stage: StageName): RenderError {
  const { type, text, span } = stage === 'meta' || stage === 'parse' ? thrown : dialect.raised(thrown);
  return { error: `${type}: ${text}`, stage, ...(span && { span }) };
}
