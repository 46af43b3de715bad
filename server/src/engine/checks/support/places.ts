import type { Config, ConfigKind, Place } from '../../config/config.js';
import type { FileId } from '../../core/span.js';
import type { Value } from '../../core/value.js';
import type { CheckContext } from '../../frameworks/face/rule.js';

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
export function placesToCheck({ config, file, everywhere }: CheckContext): readonly Place[] {
  if (everywhere) return usedPlaces(config);
  let places = written.get(config);
  if (!places) {
    places = usedPlaces(config).filter(
      ({ value, useSpan }) => value.span.file === file || useSpan.file === file || isChangedIn(value, file),
    );
    written.set(config, places);
  }
  return places;
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
