import type { Evaluation } from '../../../core/evaluation.js';
import type { ConfigKind, Place } from '../../../config/config.js';
import type { DictEntry, DictValue, Value } from '../../../core/value.js';

type Owned = Readonly<Record<string, ConfigKind>>;

/** What the entries of a dict are, by the kind of the dict. A list holds things of the kind, and anything else is one. */
const owned: Partial<Record<ConfigKind, Owned>> = {
  task: { fewshot_config: 'fewshot-config', generation_kwargs: 'generation-kwargs', metric_list: 'metric', filter_list: 'filter' },
  filter: { filter: 'filter-step' },
};
const ofGroup: Owned = { ...owned.task, aggregate_metric_list: 'aggregate-metric', task: 'group-member' };

/** Groups within groups that are looked into; the harness has no limit, and nobody writes more. */
const deepest = 50;

/**
 * Every value of a task, a group or an included file whose meaning is known, owners before owned. A group's dict of a member is a `group-member`,
 * which holds the fields of a task or of a group.
 */
export function placesOf(evaluation: Evaluation): Place[] {
  const places: Place[] = [];
  const { value } = evaluation;
  add(places, value.entry('group') && !value.entry('class') ? 'group' : 'task', value, value.span, '', undefined, 0);
  return places;
}

function add(
  places: Place[],
  kind: ConfigKind,
  value: Value,
  useSpan: Place['useSpan'],
  path: string,
  parent: Place | undefined,
  depth: number,
): void {
  const place: Place = { kind, value, useSpan, path, ...(parent && { parent }) };
  places.push(place);
  if (value.kind !== 'dict' || depth > deepest) return;
  for (const [key, ownedKind] of Object.entries(ownedBy(kind, value))) {
    const entry = value.entry(key);
    if (entry) addEntry(places, ownedKind, entry, `${path === '' ? '' : `${path}.`}${key}`, place, depth);
  }
}

function ownedBy(kind: ConfigKind, value: DictValue): Owned {
  if (kind === 'group' || (kind === 'group-member' && value.entry('group'))) return ofGroup;
  return (kind === 'group-member' ? owned.task : owned[kind]) ?? {};
}

function addEntry(places: Place[], kind: ConfigKind, { value, valueSpan }: DictEntry, path: string, parent: Place, depth: number): void {
  if (value.kind === 'dict') return add(places, kind, value, valueSpan, path, parent, depth + 1);
  if (value.kind !== 'list') return;
  value.items.forEach((item, i) => {
    if (item.kind === 'dict') add(places, kind, item, item.span, `${path}[${String(i)}]`, parent, depth + 1);
  });
}
