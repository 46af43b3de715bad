import { grouped } from '../core/grouped.js';
import { say } from '../core/say.js';

/** Most in-context examples that a preview shows, of however many a prompt has: more than any model is asked with in practice. */
export const mostShownShots = 256;

/** UTF-16 units of examples behind which no further one is shown. */
export const mostShownText = 2_000_000;

/** How many examples are shown of those that a prompt has. */
export function shownShots(count: number): number {
  return Math.min(count, mostShownShots);
}

/** What stands in a preview for the examples that it leaves out: `⟨and 4,999,744 more shots⟩`. */
export function leftOutText(count: number): string {
  return say`⟨and ${grouped(count)} more shot${count === 1 ? '' : 's'}⟩`;
}

/** Why a prompt is not shown as a whole: a sentence. */
export function leftOutReason(shown: number, count: number): string {
  return say`Only the first ${grouped(shown)} of ${grouped(count)} shots are shown.`;
}
