import { grouped } from '../../core/grouped.js';
import { say } from '../../core/say.js';

/** UTF-16 units of a stage that a page is given: a prompt of two megabytes is whole. */
export const mostShownCharacters = 2_500_000;

/** Segments of a stage that a page is given: what is longer and in more parts than this nobody reads. */
export const mostShownSegments = 20_000;

/** Datasets, models or labels that come with a preview: whoever has more asks for them. */
export const mostShownChoices = 100;

/** Datasets or models that a page is given to choose from. */
export const mostListedChoices = 50_000;

/** Labels that come with a preview. */
const mostShownLabels = 5_000;

/** Problems that a page is given, the worst first; the editor has the others. */
export const mostShownProblems = 500;

/** The first of many choices, and the one that is made. */
export function shownChoices<T>(choices: readonly T[], isMade: (choice: T) => boolean, most = mostShownLabels): readonly T[] {
  if (choices.length <= most) return choices;
  return choices.filter((choice, i) => i < most || isMade(choice));
}

/** Where to cut a text of which so many units are shown: never within a character. */
export function cutAt(text: string, units: number): number {
  if (units <= 0 || units >= text.length) return Math.max(0, Math.min(units, text.length));
  const last = text.charCodeAt(units - 1);
  return last >= 0xd800 && last < 0xdc00 ? units - 1 : units;
}

/** What stands in place of the rest: `⟨and 4,999,744 more characters⟩`. */
export function restText(count: number): string {
  return say`⟨and ${grouped(count)} more character${count === 1 ? '' : 's'}⟩`;
}

/** A text as a page is given it: whole, or its beginning and how much is left out. */
export function shownPart(text: string): string {
  const end = cutAt(text, mostShownCharacters);
  return end === text.length ? text : text.slice(0, end) + restText(text.length - end);
}

/** What is left of a stage's room. */
export class Room {
  private characters = mostShownCharacters;
  private segments = mostShownSegments;

  get isFull(): boolean {
    return this.characters <= 0 || this.segments <= 0;
  }

  takeSegment(): void {
    this.segments--;
  }

  /** Takes the room of a text; how much of it is shown. */
  takeText(text: string): number {
    const shown = cutAt(text, this.characters);
    this.characters = shown < text.length ? 0 : this.characters - shown;
    return shown;
  }
}
