import type { DatasetConfig, ModelConfig } from '../../config/config.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import type { Diagnostic } from '../../frameworks/face/rule.js';
import type { Severity } from '../../core/severity.js';
import { encloses, type FileId, type Span } from '../../core/span.js';
import type { Value } from '../../core/value.js';
import { spansWithin } from '../value-tree.js';

const order: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** The same diagnostics, the worst first. */
export function worstFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** A diagnostic, and of which datasets and models something stands where it points to. */
interface Concern {
  readonly diagnostic: Diagnostic;
  readonly datasets: readonly Place<DatasetConfig>[];
  readonly models: readonly Place<ModelConfig>[];
}

/** A span that encloses something a diagnostic points to, and what configs have it. */
interface Place<C> {
  readonly span: Span;
  readonly of: Set<C>;
}

/**
 * Which diagnostics of a document concern which of its pairs: those that stand within the dataset or the model or point there, unless they are about another
 * dataset or about other models only. The configs are walked once for all pairs: there may be thousands.
 */
export class PairProblems {
  private readonly concerns: readonly Concern[];

  constructor(targets: readonly Target[], diagnostics: readonly Diagnostic[]) {
    const worst = worstFirst(diagnostics);
    const pointed = new Map<FileId, Span[]>();
    for (const place of worst.flatMap(placesOf)) pointed.set(place.file, [...(pointed.get(place.file) ?? []), place]);
    const datasets = new Places<DatasetConfig>(pointed);
    const models = new Places<ModelConfig>(pointed);
    if (worst.length > 0) {
      for (const dataset of new Set(targets.map((target) => target.dataset))) datasets.add(dataset, [dataset.value]);
      for (const model of new Set(targets.flatMap((target) => target.model ?? []))) models.add(model, partsOf(model));
    }
    this.concerns = worst.map((diagnostic) => {
      const places = placesOf(diagnostic);
      return { diagnostic, datasets: datasets.at(places), models: models.at(places) };
    });
  }

  /** What concerns a pair, the worst first. */
  of({ dataset, model }: Target): Diagnostic[] {
    return this.concerns.filter((concern) => isAbout(concern, dataset, model)).map(({ diagnostic }) => diagnostic);
  }

  /** The worst of what concerns a pair. */
  worstOf({ dataset, model }: Target): Diagnostic | undefined {
    return this.concerns.find((concern) => isAbout(concern, dataset, model))?.diagnostic;
  }
}

function isAbout({ datasets, models }: Concern, dataset: DatasetConfig, model: ModelConfig | undefined): boolean {
  const ofDataset = datasets.some(({ of }) => of.has(dataset));
  const ofModel = model !== undefined && models.some(({ of }) => of.has(model));
  if (ofDataset && ofModel) return true;
  return ofDataset ? models.length === 0 : ofModel && datasets.length === 0;
}

function placesOf({ span, related }: Diagnostic): Span[] {
  return [span, ...related.map((each) => each.span)];
}

function partsOf({ value, metaTemplate }: ModelConfig): Value[] {
  return metaTemplate ? [value, metaTemplate] : [value];
}

/** Larger than any offset in a document. */
const beyond = 2 ** 26;

/** Where configs are written, as far as diagnostics point into it. Configs that a loop makes are written in the same few places: each is looked at once. */
class Places<C> {
  /** By file and span; undefined for a span into which nothing points. */
  private readonly known = new Map<FileId, Map<number, Place<C> | undefined>>();

  /** @param pointed what diagnostics point to, by file */
  constructor(private readonly pointed: ReadonlyMap<FileId, readonly Span[]>) {}

  add(config: C, values: readonly Value[]): void {
    for (const span of spansWithin(...values)) {
      const pointed = this.pointed.get(span.file);
      if (pointed) this.placeAt(span, pointed)?.of.add(config);
    }
  }

  private placeAt(span: Span, pointed: readonly Span[]): Place<C> | undefined {
    let known = this.known.get(span.file);
    if (!known) this.known.set(span.file, (known = new Map()));
    const key = span.start * beyond + span.end;
    const there = known.get(key);
    if (there || known.has(key)) return there;
    const place = pointed.some((each) => encloses(span, each)) ? { span, of: new Set<C>() } : undefined;
    known.set(key, place);
    return place;
  }

  /** Those that enclose one of some places. */
  at(places: readonly Span[]): Place<C>[] {
    const found: Place<C>[] = [];
    for (const [file, known] of this.known) {
      const inside = places.filter((place) => place.file === file);
      if (inside.length === 0) continue;
      for (const place of known.values()) if (place && inside.some((each) => encloses(place.span, each))) found.push(place);
    }
    return found;
  }
}
