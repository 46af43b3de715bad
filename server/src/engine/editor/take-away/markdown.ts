import { shownLine } from '../../core/shown.js';

/** A text as a block of code in Markdown, whatever stands in it: the fence is longer than any row of backticks within. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(2, longestTicks(text)) + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** A text on one line as a piece of code in Markdown. */
export function inlineCode(text: string): string {
  const line = shownLine(text);
  const ticks = '`'.repeat(longestTicks(line) + 1);
  const space = /^[`\s]|[`\s]$/.test(line) || line === '' ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}

function longestTicks(text: string): number {
  let longest = 0;
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  return longest;
}
