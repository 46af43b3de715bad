import type { Evaluation } from '../../../core/evaluation.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import { BadRequest, type Request } from '../../../requests/request.js';

/**
 * The dataset that a request names by `list` and `index`, or by `abbr` (within `list` where that is given, else in all lists of the config).
 * Lists that the config only imports count too.
 * @throws BadRequest where there is none
 */
export function findDataset(evaluation: Evaluation, request: Request): DictValue {
  const index = request.index('index');
  if (index !== undefined) return at(listNamed(evaluation, request.text('list')), index, request.text('list'));
  const abbr = request.text('abbr');
  const lists = request.has('list') ? [listNamed(evaluation, request.text('list'))] : allLists(evaluation);
  for (const list of lists) for (const item of list) if (item.kind === 'dict' && textOf(item.get('abbr')) === abbr) return item;
  throw new BadRequest(`The config has no dataset with the abbr "${abbr}".`);
}

function at(list: readonly Value[], index: number, name: string): DictValue {
  const item = list[index];
  if (item === undefined) throw new BadRequest(`"${name}" has ${list.length} entries; there is no entry ${index}.`);
  if (item.kind !== 'dict') throw new BadRequest(`Entry ${index} of "${name}" is not a dict.`);
  return item;
}

function listNamed({ value, hidden }: Evaluation, name: string): readonly Value[] {
  const list = value.get(name) ?? hidden.get(name);
  if (list?.kind !== 'list' && list?.kind !== 'tuple') throw new BadRequest(`The config has no list "${name}".`);
  return list.items;
}

function allLists({ value, hidden }: Evaluation): (readonly Value[])[] {
  const values = [...value.entries.values(), ...hidden.entries.values()].map((entry) => entry.value);
  return values.filter((candidate) => candidate.kind === 'list').map((list) => list.items);
}
