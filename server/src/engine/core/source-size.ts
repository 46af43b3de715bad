import type { Limits } from './evaluation.js';

/**
 * Whether a Python document is larger than what is read. Its indentation does not count: it is half of what OpenCompass writes down as the config of a run, and a tree has nothing of
 * it. But what goes over the text goes over that, too: so it is not twice as long in all.
 * @param text of any length, in UTF-16 units
 */
export function isTooLargeSource(text: string, { document, source }: Limits): boolean {
  const most = Math.min(document, source);
  if (text.length <= most || text.length > 2 * most) return text.length > most;
  let indentation = 0;
  for (const [blanks] of text.matchAll(/^[ \t]+/gm)) indentation += blanks.length;
  return text.length - indentation > most;
}
