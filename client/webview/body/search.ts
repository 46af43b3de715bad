import { textOfTurn } from './rows.js';
import type { PreviewStage } from '../../../server/src/protocol/preview.js';

/** What is looked for. */
export interface Search {
  readonly text: string;
  readonly matchCase: boolean;
}

/** A place where it stands: in units of its region. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** More places than these are not counted. */
const mostMatches = 100_000;

/** The texts of a stage's turns, one behind the other, and where each starts. */
export class StageText {
  readonly text: string;
  private readonly starts: readonly number[];

  /** @param between what stands between two turns: '' in a stage that is one text, where a match may go from turn to turn */
  constructor({ turns }: Pick<PreviewStage, 'turns'>, between: string) {
    const texts = turns.map(textOfTurn);
    const starts: number[] = [];
    let start = 0;
    for (const { length } of texts) {
      starts.push(start);
      start += length + between.length;
    }
    this.text = texts.join(between);
    this.starts = starts;
  }

  /** Where a turn starts. */
  startOf(turn: number): number {
    return this.starts[turn] ?? this.text.length;
  }

  /** The turn that holds a place, and where in it. */
  placeOf(offset: number): { readonly turn: number; readonly offset: number } {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { turn: low, offset: offset - (this.starts[low] ?? 0) };
  }
}

/** All places where a text stands, in order; nothing of it is a pattern. */
export function findAll(text: string, { text: sought, matchCase }: Search): readonly Match[] {
  if (sought === '') return [];
  const pattern = new RegExp(sought.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), matchCase ? 'gu' : 'giu');
  const found: Match[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push({ start: match.index, end: match.index + match[0].length });
    if (found.length === mostMatches) break;
  }
  return found;
}

/** @returns whether there may be more than were counted */
export function isCut(found: readonly Match[]): boolean {
  return found.length >= mostMatches;
}

/** The first match that ends behind a place; the number of matches where none does. */
export function firstBehind(found: readonly Match[], offset: number): number {
  let [low, high] = [0, found.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (found[middle]!.end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
