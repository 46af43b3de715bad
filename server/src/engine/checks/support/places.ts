import type { Config, ConfigKind, Place } from '../../config/config.js';
import { oncePer } from '../../core/once-per.js';
import type { FileId } from '../../core/span.js';
import { original, type Value } from '../../core/value.js';
import type { CheckContext } from '../../frameworks/face/rule.js';
import { firstsOfDatasets } from './look-alikes.js';

const computed = new WeakMap<Config, readonly Place[]>();
const written = new WeakMap<Config, readonly Place[]>();

/**
 * The places that the rules look at: what the datasets and models of the document are made of. Parts that stand by themselves are looked at
 * only where the document has neither, for then it is there to define them; beside datasets they may be drafts that a loop completes.
 */
export function usedPlaces(config: Config): readonly Place[] {
  const known = computed.get(config);
  if (known) return known;
  const hasOwners = config.datasets.length > 0 || config.models.length > 0;
  const places = hasOwners ? config.places.filter((place) => isOwned(place)) : config.places;
  computed.set(config, places);
  return places;
}

/** A meta template stands there whole, for models of this document or of another one. */
const owners: ReadonlySet<ConfigKind> = new Set(['dataset', 'model', 'meta-template']);

function isOwned(place: Place): boolean {
  for (let at: Place | undefined = place; at; at = at.parent) if (owners.has(at.kind)) return true;
  return false;
}

/**
 * The places of which a rule that looks at the entries of one dict at a time has something to say: those that this document writes or changes. What
 * stands in a base is left to the base's own check, unless errors are looked for everywhere.
 */
export function placesToCheck(context: CheckContext): readonly Place[] {
  const { config, everywhere } = context;
  if (everywhere) return usedPlaces(config);
  let places = written.get(config);
  if (!places) written.set(config, (places = findPlacesToCheck(context)));
  return places;
}

/** Of datasets that are made alike the first one's places stand for all. */
function findPlacesToCheck(context: CheckContext): readonly Place[] {
  const { config, file } = context;
  const repeated = new Set<Value>();
  for (const [dataset, first] of firstsOfDatasets(context)) if (dataset !== first) repeated.add(original(dataset.value));
  return usedPlaces(config).filter(
    (place) =>
      (place.value.span.file === file || place.useSpan.file === file || isChangedIn(place.value, file)) && !isPartOf(place, repeated),
  );
}

/** Whether a document only passes on what its bases have: a rule that leaves those to their own check has nothing to say of it. */
export function writesNothing(context: CheckContext): boolean {
  return placesToCheck(context).length === 0;
}

/** Of the places that a rule looks at, those of one kind: most rules have to do with one or two, and a config has thousands of places. */
export function ofKind(places: readonly Place[], kind: ConfigKind): readonly Place[] {
  return byKind(places).get(kind) ?? none;
}

const none: readonly Place[] = [];

const byKind = oncePer((places: readonly Place[]): ReadonlyMap<ConfigKind, readonly Place[]> => {
  const kinds = new Map<ConfigKind, Place[]>();
  for (const place of places) {
    const alike = kinds.get(place.kind);
    if (alike) alike.push(place);
    else kinds.set(place.kind, [place]);
  }
  return kinds;
});

/** Whether a place is one of these values, or within one. */
export function isPartOf(place: Place, owners: ReadonlySet<Value>): boolean {
  if (owners.size === 0) return false;
  for (let at: Place | undefined = place; at; at = at.parent) if (owners.has(at.value)) return true;
  return false;
}

function isChangedIn(value: Value, file: FileId): boolean {
  if (value.kind !== 'dict') return false;
  for (const { keySpan, valueSpan } of value.entries.values()) if (keySpan.file === file || valueSpan.file === file) return true;
  return false;
}

/** Whether a value is looked at where a document is checked: those of its bases only where all are. */
export function isHere({ file, everywhere }: Pick<CheckContext, 'file' | 'everywhere'>, { span }: Pick<Value, 'span'>): boolean {
  return everywhere || span.file === file;
}
