import type { DatasetConfig, ModelConfig } from '../../config/config.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import type { Diagnostic } from '../../frameworks/face/rule.js';
import type { Severity } from '../../core/severity.js';
import { Enclosing, LyingWithin } from '../../core/enclosing.js';
import type { FileId, Span } from '../../core/span.js';
import type { Value } from '../../core/value.js';
import { spansWithin } from '../value-tree.js';

const order: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** The same diagnostics, the worst first. */
export function worstFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** A diagnostic, and where it stands within datasets and models. */
interface Concern {
  readonly diagnostic: Diagnostic;
  readonly datasets: readonly Place<DatasetConfig>[];
  readonly models: readonly Place<ModelConfig>[];
}

/** A span that encloses something a diagnostic points to, and what configs have it. */
interface Place<C> {
  readonly start: number;
  readonly end: number;
  readonly of: Set<C>;
  /** Which diagnostics point into it: the worst first, as `concerns` has them. */
  readonly concerns: number[];
}

/**
 * Which diagnostics of a document concern which of its pairs: those that stand within the dataset or the model or point there, unless they are about another
 * dataset or about other models only. There may be thousands of configs and of diagnostics: each is looked at once for all pairs.
 */
export class PairProblems {
  private readonly concerns: readonly Concern[];
  private readonly datasets: Places<DatasetConfig>;
  private readonly models: Places<ModelConfig>;

  constructor(targets: readonly Target[], diagnostics: readonly Diagnostic[]) {
    const worst = worstFirst(diagnostics);
    const pointed = byFile(worst.flatMap(placesOf));
    this.datasets = new Places(pointed, new Set(targets.map(({ dataset }) => dataset)), ({ value }) => [value]);
    this.models = new Places(pointed, new Set(targets.flatMap(({ model }) => model ?? [])), partsOf);
    this.concerns = worst.map((diagnostic, i) => {
      const places = placesOf(diagnostic);
      return { diagnostic, datasets: this.datasets.pointedBy(i, places), models: this.models.pointedBy(i, places) };
    });
  }

  /** What concerns a pair, the worst first. */
  of(pair: Target): Diagnostic[] {
    const found = new Set(this.placesWithin(pair).flatMap((concerns) => concerns.filter((i) => this.isAbout(i, pair))));
    return [...found].sort((a, b) => a - b).map((i) => this.concerns[i]!.diagnostic);
  }

  /** The worst of what concerns a pair. */
  worstOf(pair: Target): Diagnostic | undefined {
    const worst = this.placesWithin(pair).flatMap((concerns) => concerns.find((i) => this.isAbout(i, pair)) ?? []);
    return this.concerns[worst.reduce((least, i) => Math.min(least, i), Infinity)]?.diagnostic;
  }

  /** For each place of a pair, which diagnostics point into it. */
  private placesWithin({ dataset, model }: Target): (readonly number[])[] {
    const places = [...this.datasets.within(dataset), ...(model ? this.models.within(model) : [])];
    return places.map(({ concerns }) => concerns);
  }

  private isAbout(concern: number, { dataset, model }: Target): boolean {
    const { datasets, models } = this.concerns[concern]!;
    const ofDataset = datasets.some(({ of }) => of.has(dataset));
    const ofModel = model !== undefined && models.some(({ of }) => of.has(model));
    if (ofDataset && ofModel) return true;
    return ofDataset ? models.length === 0 : ofModel && datasets.length === 0;
  }
}

function placesOf({ span, related }: Diagnostic): Span[] {
  return [span, ...related.map((each) => each.span)];
}

function byFile(places: readonly Span[]): Map<FileId, LyingWithin> {
  const found = new Map<FileId, Span[]>();
  for (const place of places) {
    const there = found.get(place.file);
    if (there) there.push(place);
    else found.set(place.file, [place]);
  }
  return new Map([...found].map(([file, spans]) => [file, new LyingWithin(spans)]));
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
  private readonly ofConfigs = new Map<C, ReadonlySet<Place<C>>>();
  private readonly enclosing: ReadonlyMap<FileId, Enclosing<Place<C>>>;

  /**
   * @param pointed what diagnostics point to, by file
   * @param valuesOf what a config is written as
   */
  constructor(
    private readonly pointed: ReadonlyMap<FileId, LyingWithin>,
    configs: ReadonlySet<C>,
    valuesOf: (config: C) => readonly Value[],
  ) {
    if (pointed.size > 0) for (const config of configs) this.ofConfigs.set(config, this.add(config, valuesOf(config)));
    this.enclosing = new Map(
      [...this.known].map(([file, known]) => [file, new Enclosing([...known.values()].flatMap((place) => place ?? []))]),
    );
  }

  private add(config: C, values: readonly Value[]): Set<Place<C>> {
    const places = new Set<Place<C>>();
    for (const span of spansWithin(...values)) {
      const place = this.placeAt(span);
      place?.of.add(config);
      if (place) places.add(place);
    }
    return places;
  }

  private placeAt({ file, start, end }: Span): Place<C> | undefined {
    const pointed = this.pointed.get(file);
    if (!pointed) return undefined;
    let known = this.known.get(file);
    if (!known) this.known.set(file, (known = new Map()));
    const key = start * beyond + end;
    const there = known.get(key);
    if (there || known.has(key)) return there;
    const place = pointed.some({ start, end }) ? { start, end, of: new Set<C>(), concerns: [] } : undefined;
    known.set(key, place);
    return place;
  }

  /** Notes that a diagnostic points to some spans. @returns the places that enclose one of them */
  pointedBy(concern: number, spans: readonly Span[]): Place<C>[] {
    const found = new Set(spans.flatMap((span) => this.enclosing.get(span.file)?.of(span) ?? []));
    for (const place of found) place.concerns.push(concern);
    return [...found];
  }

  /** Where a config is written, as far as diagnostics point into it. */
  within(config: C): Iterable<Place<C>> {
    return this.ofConfigs.get(config) ?? [];
  }
}
