import { constructorSignature } from '../../../classes/signature.js';
import { readInferCfg, type InferCfg } from '../../../config/infer-cfg.js';
import type { Config, DatasetConfig, ModelConfig } from '../../../config/config.js';
import type { Target } from '../../face/behaviour.js';
import type { RenderError } from '../../../prompt/rendered-prompt.js';
import { oncePer } from '../../../core/once-per.js';
import type { FileId, Span } from '../../../core/span.js';
import { textOf, type Value } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { isFamilyClass } from '../config/schemas.js';
import { withMade } from '../render/family.js';
import { judgesOf } from './support/judges-of.js';
import { raisedOnDataOfPairs } from './support/raised-on-data-of-pairs.js';
import { combinationsOf } from './support/combinations.js';
import { firstsOfDatasets } from '../../../checks/support/look-alikes.js';
import { raisesOf } from '../../../checks/support/known-raises.js';
import { relatedValue } from '../../../checks/support/raised-on-rows.js';
import { shapeOf } from './support/shape.js';
import { listed, withoutEnd } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';

/** Distinct kinds of pairs that are rendered for one document; more than that do not occur in a config that people write. */
const most = 400;

/**
 * Building the prompt of a dataset, for one of its models, raises. It asks the renderer itself, so that a prompt that the preview cannot show
 * always has a diagnostic; a pair in which another rule found an error is left to that.
 */
export const promptRaises: ConfigRule = {
  id: 'prompt-raises',
  title: 'Building the prompt raises an exception',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  prevents: 'Any exception from the templates, the retriever, the reader or the parsers that has no rule of its own',
  scope: 'pair',
  *check(context): Iterable<Finding> {
    const kinds = raisedByKind(context);
    for (const [targets, error] of kinds) if (error) yield* finding(context, targets, error, ofWhat(targets));
    if (kinds.some(([, error]) => error)) return;
    const onData = raisedOnDataOfPairs(
      context,
      kinds.map(([targets]) => targets[0]!),
    );
    for (const raised of onData) {
      if (raised.raises !== undefined) yield onLoading(raised.target.dataset, raised.raises);
      else {
        const { target, error, index, value } = raised;
        yield* finding(context, [target], error, say` of row ${String(index + 1)} of ${target.dataset.abbr}`, value);
      }
    }
  },
};

function onLoading({ value, abbr }: DatasetConfig, raises: string): Finding {
  return {
    span: value.entry('path')?.keySpan ?? value.span,
    message: say`Loading the data of ${abbr} raises ${withoutEnd(raises, '.: ')}.`,
    unlessErrorIn: [value.span],
  };
}

/** @param what the prompt is of @param value in the data that makes it raise */
function* finding(context: CheckContext, targets: readonly Target[], error: RenderError, what: string, value?: Span): Iterable<Finding> {
  const first = targets[0]!;
  if (isGuess(error, first) || isOtherRelease(error, first, context)) return;
  yield {
    span: placeOf(error, first.dataset),
    message: say`Building the prompt${what} raises ${withoutEnd(error.error, '.:')}${explanation(error, first)}.`,
    related: relatedValue(value),
    unlessErrorIn: placesOf(first, error.stage),
  };
}

/** What the framework itself adds is written nowhere, nor is what it makes a dataset of. */
function placeOf(error: RenderError, dataset: DatasetConfig): Span {
  if (dataset.made) return dataset.value.span;
  if (error.span?.file) return error.span;
  return lacksReader(error, dataset) ? dataset.value.span : placeOfInferCfg(dataset);
}

/** The infer_cfg that lacks something: where it is written, if that is elsewhere than in the dataset. */
function placeOfInferCfg({ value, inferCfg }: DatasetConfig): Span {
  const { span } = value;
  if (inferCfg?.kind === 'dict' && !isWithin(inferCfg.span, span)) return inferCfg.span;
  return value.entry('infer_cfg')?.keySpan ?? span;
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.file === '' || (inner.file === outer.file && outer.start <= inner.start && inner.end <= outer.end);
}

/** The columns are asked for of a `reader_cfg` that the dataset does not have. */
function lacksReader({ stage }: RenderError, { value }: DatasetConfig): boolean {
  return stage === 'reader' && value.entry('reader_cfg') === undefined;
}

/** Some exceptions do not say what is wrong. */
function explanation(raised: RenderError, { dataset }: Target): string {
  if (lacksReader(raised, dataset)) return say`: the dataset has no reader_cfg`;
  const { error, stage } = raised;
  const infer = readInferCfg(dataset.inferCfg);
  const raw = (infer?.promptTemplate ?? infer?.iceTemplate)?.className === 'RawPromptTemplate';
  return raw && stage === 'parse' && /^AssertionError:\s*$/.test(error)
    ? say`: a model that reads its meta template with the LM parser cannot take messages, use PromptTemplate for it`
    : '';
}

/** Which examples a retriever of the user's chooses is not known: the preview lets others stand in for them. */
function isGuess({ stage }: RenderError, { dataset }: Target): boolean {
  return stage === 'ice' && !isFamilyClass(readInferCfg(dataset.inferCfg)?.retriever?.className ?? '');
}

/** Before OpenCompass 0.1.6 the ids are the inferencer's: FixKRetriever, as the workspace has it, takes none. */
function isOtherRelease({ error }: RenderError, { dataset }: Target, { file, surroundings: { classes } }: CheckContext): boolean {
  const infer = readInferCfg(dataset.inferCfg);
  const type = infer?.retriever?.value.get('type');
  if (!/missing \d+ required/.test(error) || type?.kind !== 'ref' || !infer?.inferencer?.value.get('fix_id_list')) return false;
  const found = classes.find(type.path, file);
  return found.kind === 'class' && constructorSignature(classes, found.source)?.keys.has('fix_id_list') === false;
}

/** Where all that a stage works on is written: an error there tells of what it raises, one elsewhere is another fault. */
function placesOf({ dataset, model }: Target, stage: RenderError['stage']): Span[] {
  const places: Span[] = [];
  const seen = new Set<Value>();
  const visit = (value: Value | undefined): void => {
    if (!value || seen.has(value)) return;
    seen.add(value);
    places.push(value.span);
    if (value.kind === 'list' || value.kind === 'tuple') value.items.forEach(visit);
    if (value.kind === 'dict') for (const entry of value.entries.values()) visit(entry.value);
  };
  if (stage !== 'meta') {
    visit(dataset.inferCfg);
    visit(dataset.readerCfg);
  }
  if (stage === 'meta' || stage === 'parse') visit(model?.metaTemplate);
  return places;
}

/** What the first pair of each kind raises; a dataset is rendered once for all of its models. */
function raisedByKind(context: CheckContext): (readonly [Target[], RenderError | undefined])[] {
  const kinds = kindsOfPairs(context);
  const byDataset = new Map<DatasetConfig, Target[][]>();
  for (const kind of kinds) {
    const { dataset } = kind[0]!;
    const others = byDataset.get(dataset);
    if (others) others.push(kind);
    else byDataset.set(dataset, [kind]);
  }
  const raised = new Map<Target[], RenderError | undefined>();
  for (const [dataset, ofDataset] of byDataset) {
    const errors = raisesOf(
      context.framework,
      dataset,
      ofDataset.map(([first]) => first!.model),
      context.surroundings,
    );
    ofDataset.forEach((kind, i) => raised.set(kind, errors[i]));
  }
  return kinds.map((kind) => [kind, raised.get(kind)]);
}

/** The pairs of the document, those that must come to the same together. */
function kindsOfPairs(context: CheckContext): Target[][] {
  const { file } = context;
  const config = withMade(context);
  const judges = judgesOf(context);
  const pairs = [...pairsOf(config, file), ...judges.filter(({ dataset }) => config.models.length > 0 || dataset.value.span.file === file)];
  if (pairs.length === 1) return [pairs];
  const firsts = firstsOfDatasets(context);
  const datasets = new ShapeNumbers(datasetShape);
  const models = new ShapeNumbers(modelShape);
  const kinds = new Map<number, Target[]>();
  for (const target of pairs) {
    const key = datasets.of(firsts.get(target.dataset) ?? target.dataset) * pairs.length + models.of(target.model);
    const kind = kinds.get(key);
    if (kind) kind.push(target);
    else if (kinds.size < most) kinds.set(key, [target]);
  }
  return [...kinds.values()];
}

/** Without models there is nothing to say here of a dataset that its own config does not say. */
function pairsOf(config: Config, file: FileId): Target[] {
  if (config.models.length === 0)
    return config.datasets.flatMap((dataset) => (dataset.value.span.file === file ? [{ dataset, model: undefined }] : []));
  return combinationsOf(config).flatMap(({ datasets, models }) =>
    datasets.flatMap((dataset) => models.map((model) => ({ dataset, model }))),
  );
}

/** Numbers of shapes, from 0: those of thousands of pairs are compared. */
class ShapeNumbers<T> {
  private readonly byShape = new Map<string, number>();
  private readonly byOwner = new Map<T, number>();

  constructor(private readonly shapeOf: (of: T) => string) {}

  of(owner: T): number {
    let number = this.byOwner.get(owner);
    if (number === undefined) this.byOwner.set(owner, (number = this.numberOf(this.shapeOf(owner))));
    return number;
  }

  private numberOf(shape: string): number {
    const number = this.byShape.get(shape) ?? this.byShape.size;
    this.byShape.set(shape, number);
    return number;
  }
}

function datasetShape({ inferCfg, readerCfg }: DatasetConfig): string {
  const infer = readInferCfg(inferCfg);
  if (!infer) return shapeOf([inferCfg, readerCfg], []);
  const { shape, tokens } = inferShape(infer);
  return shape + shapeOf([readerCfg], tokens);
}

/** What a base has is the same in all configs that use it. */
const inferShape = oncePer((infer: InferCfg): { readonly shape: string; readonly tokens: readonly string[] } => {
  const tokens = [infer.promptTemplate, infer.iceTemplate].flatMap((template) => [
    textOf(template?.iceToken) ?? '',
    textOf(template?.sepToken) ?? '',
  ]);
  return { shape: shapeOf([infer.value], tokens), tokens };
});

function modelShape(model: ModelConfig | undefined): string {
  return model ? `${model.className ?? ''} ${model.parser ?? ''} ${shapeOf([model.metaTemplate], [])}` : '';
}

function ofWhat(targets: readonly Target[]): string {
  const models = [...new Set(targets.flatMap(({ model }) => model?.abbr ?? []))];
  const datasets = [...new Set(targets.map(({ dataset }) => dataset.abbr))];
  return say` of ${listed(datasets, 2)}${models.length > 0 ? say` for ${listed(models, 3)}` : ''}`;
}
