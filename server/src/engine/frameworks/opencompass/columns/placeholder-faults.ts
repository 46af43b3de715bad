import { bracesIn, type Braced } from '../../../rows/braces.js';
import { isSlip, nearest } from '../../../checks/support/nearest.js';
import type { DatasetConfig } from '../../../config/config.js';
import type { StrValue } from '../../../core/value.js';
import type { ClassFacts } from '../../face/behaviour.js';
import { addedColumns, isReaderSlip, type Filling, type FillingReader } from './filling.js';
import { attackColumns, filledTexts, type FilledText } from './filled-texts.js';

/** A placeholder that is not filled as it seems to be meant. */
export interface PlaceholderFault {
  readonly text: StrValue;
  readonly braced: Braced;
  /**
   * `form`: a column's name in a form that is not filled. `doubled`: it is filled, and one pair of braces stays. `slip`: no column, but nearly one.
   * `unfilled`: surely no column, nor nearly one. `undeclared`: neither the class, whose source was read, nor reader_cfg names such a column, and yet the data may have it.
   */
  readonly kind: 'form' | 'doubled' | 'slip' | 'unfilled' | 'undeclared';
  /** The column that is meant, where one is near. */
  readonly meant: string | undefined;
  /** What the placeholder is judged by. */
  readonly filling: Filling;
}

/** What is wrong with the placeholders in the templates of a dataset, in the order of the templates. @param facts of the dataset's class */
export function placeholderFaults(
  dataset: DatasetConfig,
  facts: ClassFacts | undefined,
  reader: FillingReader,
): readonly PlaceholderFault[] {
  const texts = bracedTexts(filledTexts(dataset.inferCfg));
  if (texts.every(({ braces }) => braces.length === 0)) return [];
  const more = [...attackColumns(dataset.inferCfg), ...addedColumns];
  const names = new Set(
    texts.flatMap(({ only, braces }) => (only ? [] : braces.flatMap((braced) => (braced.form === 'plain' ? braced.name : [])))),
  );
  const filling = reader.fillingOf(dataset, facts, ({ columns }) => {
    for (const name of names) if (!columns.includes(name) && !more.includes(name)) return false;
    return true;
  });
  return faultsInTexts(texts, filling, more);
}

interface BracedText extends FilledText {
  readonly braces: readonly Braced[];
}

/**
 * What is wrong with the placeholders of some texts.
 * @param filling what is known of the columns that fill them @param more names that are filled, but that nobody means by a slip
 */
export function faultsInTexts(texts: readonly BracedText[], filling: Filling, more: readonly string[]): readonly PlaceholderFault[] {
  const used = new Set(texts.flatMap(({ braces }) => braces.flatMap(({ form, name }) => (form === 'plain' ? name : []))));
  return texts.flatMap(({ text, only, braces }) => {
    if (only === undefined) return braces.flatMap((braced) => faultOf(text, braced, filling, more, used) ?? []);
    const own: Filling = { ...filling, known: 'exact', columns: only, given: only };
    return braces.flatMap((braced) => faultOf(text, braced, own, [], used) ?? []);
  });
}

/** The texts with what stands in braces in them. */
export function bracedTexts(texts: readonly FilledText[]): readonly BracedText[] {
  return texts.map((filled) => ({ ...filled, braces: bracesIn(filled.text.text) }));
}

function faultOf(
  text: StrValue,
  braced: Braced,
  filling: Filling,
  more: readonly string[],
  used: ReadonlySet<string>,
): PlaceholderFault | undefined {
  if (braced.sort === 'foreign' || isPartlyUnknown(text, braced)) return undefined;
  const fault = (kind: PlaceholderFault['kind'], meant?: string): PlaceholderFault => ({ text, braced, kind, meant, filling });
  const { name, form } = braced;
  if (filling.columns.includes(name)) {
    if (form !== 'plain') return isSureForm(braced, used) ? fault('form', name) : undefined;
    return braced.doubled ? fault('doubled', name) : undefined;
  }
  if (form !== 'plain' || more.includes(name)) return undefined;
  const slips = filling.columns.filter((column) => isSlip(name, column, !used.has(column)));
  const meant = slips.find((column) => !used.has(column)) ?? slips[0];
  if (meant !== undefined) return !filling.given.includes(meant) && isReaderSlip(name, meant) ? undefined : fault('slip', meant);
  if (braced.sort === 'doubtful' || braced.doubled) return undefined;
  if (filling.known === 'exact') return isName(name, filling) ? fault('unfilled', nearest(name, filling.columns)) : undefined;
  const isOpen = filling.known === 'unknown' && filling.className !== undefined && filling.complete && filling.declared.length > 0;
  return isOpen && name.length > 1 ? fault('undeclared') : undefined;
}

/** Half a pair of braces, or none, around the name of a column: of a short name, or one that is filled elsewhere, that may be text. */
function isSureForm({ form, name }: Braced, used: ReadonlySet<string>): boolean {
  return form === 'spaced' || form === 'formatted' || name.length >= 4 || (name.length > 1 && !used.has(name));
}

/** A single letter is one of a set, or a variable, unless the columns are called so. */
function isName(name: string, { columns }: Filling): boolean {
  return name.length > 1 || columns.filter((column) => column.length === 1).length > 1;
}

function isPartlyUnknown({ traced }: StrValue, { start, end }: Braced): boolean {
  return traced.slice(start, end).pieces.some(({ origin }) => origin.kind === 'unknown');
}
