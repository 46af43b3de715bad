import { oncePer } from '../../../core/once-per.js';
import { bracesIn, type Braced } from '../../../rows/braces.js';
import { nearest } from '../../../checks/support/nearest.js';
import { isNameSlip } from '../../../checks/support/slip.js';
import type { DatasetConfig } from '../../../config/config.js';
import type { StrValue } from '../../../core/value.js';
import type { ClassFacts } from '../../face/behaviour.js';
import { addedColumns, columnTest, isReaderSlip, isUsual, type Filling, type FillingReader } from './filling.js';
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
  /** Whether no text asks for any column that reader_cfg names as an input. */
  readonly alone?: boolean;
  /** Whether no text asks for some column that reader_cfg names as an input. */
  readonly lacksInput?: boolean;
  /** What the placeholder is judged by. */
  readonly filling: Filling;
}

/** What is wrong with the placeholders in the templates of a dataset, in the order of the templates. @param facts of the dataset's class */
export function placeholderFaults(
  dataset: DatasetConfig,
  facts: ClassFacts | undefined,
  reader: FillingReader,
): readonly PlaceholderFault[] {
  return faultsOfTexts(bracedTexts(filledTexts(dataset.inferCfg)), dataset, facts, reader);
}

/** As `placeholderFaults`. @param texts those of the dataset's templates, where they have been read */
export function faultsOfTexts(
  texts: readonly BracedText[],
  dataset: DatasetConfig,
  facts: ClassFacts | undefined,
  reader: FillingReader,
): readonly PlaceholderFault[] {
  if (areAllFilled(texts, dataset, facts)) return [];
  const more = [...attackColumns(dataset.inferCfg), ...addedColumns];
  const plain = texts.flatMap(({ only, braces }) => (only ? [] : braces.filter(({ form }) => form === 'plain')));
  const areFilled = ({ columns }: Filling): boolean =>
    plain.every((braced) => columns.includes(braced.name) || more.includes(braced.name) || braced.sort !== 'column');
  const filling = reader.fillingOf(dataset, facts, areFilled);
  return faultsInTexts(texts, areFilled(filling) ? filling : reader.withData(dataset, filling), more);
}

/** Nearly always: nothing but names of columns stands in braces. */
function areAllFilled(texts: readonly BracedText[], { readerCfg }: DatasetConfig, facts: ClassFacts | undefined): boolean {
  if (texts.every(({ braces }) => braces.length === 0)) return true;
  const isColumn = columnTest(readerCfg, facts);
  return texts.every(({ only, braces }) =>
    braces.every(({ form, name, doubled }) => form === 'plain' && !doubled && (only ? only.includes(name) : isColumn(name))),
  );
}

/** A text with what stands in braces in it. */
export interface BracedText extends FilledText {
  readonly braces: readonly Braced[];
}

/**
 * What is wrong with the placeholders of some texts.
 * @param filling what is known of the columns that fill them @param more names that are filled, but that nobody means by a slip
 */
export function faultsInTexts(texts: readonly BracedText[], filling: Filling, more: readonly string[]): readonly PlaceholderFault[] {
  const all = texts.flatMap(({ braces }) => braces);
  const used = plainNames(all);
  const unused = filling.inputs.filter((name) => !used.has(name));
  const [letter, ...letters] = lostLetters(filling.inputs, all);
  return texts.flatMap(({ text, only, braces }) => {
    const judge = new Judge(
      text,
      only === undefined ? filling : { ...filling, known: 'exact', columns: only, given: only, className: undefined },
      only === undefined ? more : [],
      plainNames(braces),
      timesOf(all),
      unused.length > 0,
      unused.length === filling.inputs.length,
      only !== undefined && only.length === 1 && only[0] !== 'question' ? only[0] : undefined,
      letters.length === 0 ? letter : undefined,
    );
    return braces.flatMap((braced) => judge.faultOf(braced) ?? []);
  });
}

/** The input columns of one letter, of options, that no text asks for, where at least two others are asked for. */
export function lostLetters(inputs: readonly string[], braces: readonly Braced[]): readonly string[] {
  const letters = inputs.filter((name) => /^[A-Z]$/.test(name));
  if (letters.length < 3) return [];
  const used = plainNames(braces);
  const lost = letters.filter((name) => !used.has(name));
  return letters.length - lost.length < 2 ? [] : lost;
}

function plainNames(braces: readonly Braced[]): ReadonlySet<string> {
  return new Set(braces.flatMap(({ form, name }) => (form === 'plain' ? name : [])));
}

/** How often each name is asked for. */
export function timesOf(braces: readonly Braced[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { form, name } of braces) if (form === 'plain') times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** The texts with what stands in braces in them: several rules go through those of a dataset. */
export const bracedTexts = oncePer((texts: readonly FilledText[]): readonly BracedText[] =>
  texts.map((filled) => ({ ...filled, braces: bracesIn(filled.text.text) })),
);

/** Judges what stands in braces in one text. */
class Judge {
  constructor(
    private readonly text: StrValue,
    private readonly filling: Filling,
    private readonly more: readonly string[],
    /** The names that stand in the text as they should. */
    private readonly used: ReadonlySet<string>,
    /** How often each name stands in all of the texts. */
    private readonly times: ReadonlyMap<string, number>,
    /** Whether reader_cfg names an input column that no text asks for. */
    private readonly lacksInput: boolean,
    /** Whether no text asks for any of them. */
    private readonly lacksAll: boolean,
    /** The column that fills the address of a picture, a film or a sound: nothing else in braces stands in one. */
    private readonly medium: string | undefined,
    /** The column of an option that alone of its letters is not asked for: another letter is meant for it. */
    private readonly letter: string | undefined,
  ) {}

  faultOf(braced: Braced): PlaceholderFault | undefined {
    const { filling } = this;
    const { name, form } = braced;
    const isFilled = filling.columns.includes(name);
    if (isFilled && form === 'plain' && !braced.doubled) return undefined;
    if (braced.sort === 'foreign' || isPartlyUnknown(this.text, braced)) return undefined;
    if (isFilled) {
      if (form !== 'plain') return this.isSureForm(braced) ? this.fault(braced, 'form', name) : undefined;
      return this.fault(braced, 'doubled', name);
    }
    return form !== 'plain' || this.more.includes(name) ? undefined : this.unknownName(braced);
  }

  private fault(braced: Braced, kind: PlaceholderFault['kind'], meant?: string): PlaceholderFault {
    return { text: this.text, braced, kind, meant, filling: this.filling };
  }

  private unknownName(braced: Braced): PlaceholderFault | undefined {
    const { filling, used } = this;
    const { name } = braced;
    if (this.letter !== undefined && /^[A-Z]$/.test(name)) return this.fault(braced, 'slip', this.letter);
    const slips = filling.columns.filter((column) => isNameSlip(name, column, used.has(column) ? 'some' : 'strong'));
    const meant = slips.find((column) => !used.has(column)) ?? slips[0];
    if (meant !== undefined) {
      if (filling.given.includes(meant)) return this.fault(braced, 'slip', meant);
      if (isReaderSlip(name, meant, this.times)) return undefined;
      // Where both are names of columns, nobody knows which of them the rows have.
      return this.fault(braced, 'slip', isUsual(name) && isUsual(meant) ? undefined : meant);
    }
    if (this.medium !== undefined && !braced.doubled) return this.fault(braced, 'unfilled', this.medium);
    if (braced.sort === 'doubtful' || braced.doubled) return undefined;
    if (filling.known === 'exact') {
      if (!this.isName(name)) return undefined;
      // Any letter is near any other.
      const near = name.length === 1 ? undefined : nearest(name, filling.columns);
      return { ...this.fault(braced, 'unfilled', near), lacksInput: this.lacksInput };
    }
    return this.isOpen() && name.length > 1 ? { ...this.fault(braced, 'undeclared'), alone: this.lacksInput && this.lacksAll } : undefined;
  }

  /** Half a pair of braces, or none, around the name of a column: of a short name, or one that is filled elsewhere in the text, that may be text. */
  private isSureForm({ form, name }: Braced): boolean {
    if (form === 'spaced' || form === 'formatted' || form === 'wide') return true;
    if (this.used.has(name)) return form !== 'dollar' && name.length >= 4;
    return name.length > 1 || [...this.used].some((other) => other.length === 1);
  }

  /** A single letter is one of a set, or a variable, unless the columns are called so. */
  private isName(name: string): boolean {
    const { columns, declared } = this.filling;
    return name.length > 1 || declared.includes(name) || columns.filter((column) => column.length === 1).length > 1;
  }

  /** Whether it is worth a word that nobody names a column: the class tells nothing of any, or one that is named is not asked for. */
  private isOpen(): boolean {
    const { known, className, complete, declared } = this.filling;
    return className !== undefined && complete && declared.length > 0 && (known === 'unknown' || this.lacksInput);
  }
}

function isPartlyUnknown({ traced }: StrValue, { start, end }: Braced): boolean {
  return traced.slice(start, end).pieces.some(({ origin }) => origin.kind === 'unknown');
}
