import type { Config, Place } from '../../config/config.js';

const computed = new WeakMap<Config, readonly Place[]>();

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

function isOwned(place: Place): boolean {
  for (let at: Place | undefined = place; at; at = at.parent) if (at.kind === 'dataset' || at.kind === 'model') return true;
  return false;
}
