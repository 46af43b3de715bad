import type { Target } from '../../frameworks/face/behaviour.js';
import type { Diagnostic } from '../../frameworks/face/rule.js';
import type { Severity } from '../../core/severity.js';
import { encloses, type Span } from '../../core/span.js';
import type { Value } from '../../core/value.js';
import { spansWithin } from '../value-tree.js';

const order: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/**
 * The diagnostics of a document that concern one of its targets, the worst first: those that stand within its dataset or its model or point
 * there, unless they are about another dataset or about other models only.
 */
export function problemsOf(target: Target, targets: readonly Target[], diagnostics: readonly Diagnostic[]): Diagnostic[] {
  if (diagnostics.length === 0) return [];
  const inDataset = placesIn(datasetParts(target));
  const inModel = placesIn(modelParts(target));
  const inOtherDataset = placesIn(targets.flatMap(datasetParts));
  const inOtherModel = placesIn(targets.flatMap(modelParts));
  const concerns = (diagnostic: Diagnostic): boolean => {
    const places = [diagnostic.span, ...diagnostic.related.map(({ span }) => span)];
    const ofDataset = places.some(inDataset);
    const ofModel = places.some(inModel);
    if (ofDataset && ofModel) return true;
    if (ofDataset) return !places.some(inOtherModel);
    return ofModel && !places.some(inOtherDataset);
  };
  return worstFirst(diagnostics.filter(concerns));
}

/** The same diagnostics, the worst first. */
export function worstFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

function datasetParts({ dataset }: Target): Value[] {
  return [dataset.value];
}

function modelParts({ model }: Target): Value[] {
  if (!model) return [];
  return model.metaTemplate ? [model.value, model.metaTemplate] : [model.value];
}

/** A test whether a place is within some values. They are walked when it is first asked: a config may have thousands of datasets. */
function placesIn(values: readonly Value[]): (place: Span) => boolean {
  let spans: readonly Span[] | undefined;
  return (place) => (spans ??= [...spansWithin(...values)]).some((span) => encloses(span, place));
}
