import { shownLine, shownText } from './shown.js';

/** The most of one text that a hover shows, in UTF-16 units. */
const most = 300;
const mostOfBlock = 4000;

/**
 * Any text as Markdown that is exactly this text on one line: no image, link, HTML or emphasis comes of it (CommonMark 0.31, 6.1 "Code spans").
 * What would not be seen is shown by a sign, what is too long is cut.
 */
export function codeSpan(text: string): string {
  if (text === '') return '(empty)';
  const shown = shownLine(text, most);
  const fence = '`'.repeat(longestRun(shown) + 1);
  // One blank on either side is not part of a code span, unless it is all blanks.
  const pad = /^[ `]|[ `]$/.test(shown) && /[^ ]/.test(shown) ? ' ' : '';
  return fence + pad + shown + pad + fence;
}

/** Any text as a block of code; line breaks and tabs stay (CommonMark 0.31, 4.5 "Fenced code blocks"). @param language a word of our own */
export function codeBlock(text: string, language: string): string {
  const shown = shownText(text, mostOfBlock);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

/**
 * A sentence with names in it as Markdown that says just that. Every sign is escaped, those of addresses too, which GitHub's Markdown would make
 * links of (CommonMark 0.31, 2.4 "Backslash escapes").
 */
export function plain(text: string): string {
  return shownLine(text)
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
