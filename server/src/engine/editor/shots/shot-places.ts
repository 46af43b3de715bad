import type { Span } from '../../core/span.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import type { Target } from '../../frameworks/face/behaviour.js';

/** A place of a document that says how many examples are shown, and what is asked with them. */
export interface ShotPlace {
  readonly at: Span;
  readonly targets: readonly Target[];
}

/** The prompts of so many datasets are looked at for one document; a place with more than are left has none. */
const mostTargets = 400;

/** The places within a range at which examples are asked for, each with all of its datasets, asked by the first model of the document. */
export function shotPlaces(loaded: LoadedConfig, range: Span): ShotPlace[] {
  const { framework, config } = loaded;
  const { editor } = framework;
  const byPlace = new Map<string, { readonly at: Span; readonly targets: Target[] }>();
  if (!editor?.shotsAt) return [];
  for (const dataset of config.datasets) {
    const at = editor.shotsAt(dataset, loaded);
    if (at?.file !== range.file || at.end < range.start || at.end > range.end) continue;
    const key = String(at.end);
    const place = byPlace.get(key) ?? { at, targets: [] };
    byPlace.set(key, place);
    place.targets.push({ dataset, model: config.models[0] });
  }
  let left = mostTargets;
  return [...byPlace.values()].filter(({ targets }) => (left -= targets.length) >= 0);
}
