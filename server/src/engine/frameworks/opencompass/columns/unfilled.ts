import type { DatasetConfig } from '../../../config/config.js';
import type { DictValue } from '../../../core/value.js';
import type { ClassFacts, Unfilled } from '../../face/behaviour.js';
import { FillingReader, type Filling } from './filling.js';
import { attackColumns, filledTexts } from './filled-texts.js';
import { bracedTexts, faultsInTexts, faultsOfTexts, type PlaceholderFault } from './placeholder-faults.js';

/**
 * What of a dataset's templates no column fills, by the same look at it as the rules have.
 * @param facts of the dataset's class @param row the row that is asked; undefined: what is known of all rows
 */
export function unfilledOf(dataset: DatasetConfig, facts: ClassFacts | undefined, row: DictValue | undefined): Unfilled {
  const texts = bracedTexts(filledTexts(dataset.inferCfg));
  const asked = texts.flatMap(({ only, braces }) => (only ? [] : braces.filter(({ form }) => form === 'plain')));
  const more = attackColumns(dataset.inferCfg);
  const filling = row ? fillingOfRow(row) : new FillingReader().fillingOf(dataset, facts, () => false);
  const found = row ? faultsInTexts(texts, filling, more) : faultsOfTexts(texts, dataset, facts, new FillingReader());
  const faults = new Set(found.flatMap((fault) => (isLeft(fault) ? fault.braced.name : [])));
  const filled = new Set([...filling.columns, ...more]);
  // Its sort is found when it is asked for, by a look at the text around it.
  const foreign = asked.filter((braced) => !filled.has(braced.name) && (filling.known === 'exact' || braced.sort !== 'column'));
  return { faults, left: new Set([...faults, ...foreign.map(({ name }) => name)]) };
}

function isLeft({ kind }: PlaceholderFault): boolean {
  return kind === 'slip' || kind === 'unfilled' || kind === 'undeclared';
}

function fillingOfRow(row: DictValue): Filling {
  const columns = [...row.entries.values()].flatMap(({ key }) => (key.kind === 'str' ? [key.text] : []));
  return { known: 'exact', columns, declared: columns, inputs: [], complete: true, given: columns, className: undefined };
}
