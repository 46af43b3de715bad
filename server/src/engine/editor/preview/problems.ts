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
  readonly datasets: ReadonlySet<DatasetConfig>;
  readonly models: ReadonlySet<ModelConfig>;
}

/**
 * Which diagnostics of a document concern which of its pairs: those that stand within the dataset or the model or point there, unless they are about another
 * dataset or about other models only. The configs are walked once for all pairs: there may be thousands.
 */
export class PairProblems {
  private readonly concerns: readonly Concern[];

  constructor(targets: readonly Target[], diagnostics: readonly Diagnostic[]) {
    const worst = worstFirst(diagnostics);
    const files = new Set(worst.flatMap((diagnostic) => placesOf(diagnostic).map(({ file }) => file)));
    const datasets = new Places<DatasetConfig>(files);
    const models = new Places<ModelConfig>(files);
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
  const ofDataset = datasets.has(dataset);
  const ofModel = model !== undefined && models.has(model);
  if (ofDataset && ofModel) return true;
  return ofDataset ? models.size === 0 : ofModel && datasets.size === 0;
}

function placesOf({ span, related }: Diagnostic): Span[] {
  return [span, ...related.map((each) => each.span)];
}

function partsOf({ value, metaTemplate }: ModelConfig): Value[] {
  return metaTemplate ? [value, metaTemplate] : [value];
}

/** Where configs are written, as far as it lies in some files. */
class Places<C> {
  private readonly byFile = new Map<FileId, Map<string, { readonly span: Span; readonly of: C[] }>>();

  constructor(private readonly files: ReadonlySet<FileId>) {}

  /** What many configs share is one place of them all. */
  add(config: C, values: readonly Value[]): void {
    for (const span of spansWithin(...values)) {
      if (!this.files.has(span.file)) continue;
      let places = this.byFile.get(span.file);
      if (!places) this.byFile.set(span.file, (places = new Map()));
      const key = `${String(span.start)} ${String(span.end)}`;
      const known = places.get(key);
      if (known) known.of.push(config);
      else places.set(key, { span, of: [config] });
    }
  }

  at(places: readonly Span[]): ReadonlySet<C> {
    const found = new Set<C>();
    for (const place of places)
      for (const { span, of } of this.byFile.get(place.file)?.values() ?? [])
        if (encloses(span, place)) for (const config of of) found.add(config);
    return found;
  }
}
