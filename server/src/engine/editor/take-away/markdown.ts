/** A text as a block of code in Markdown, whatever stands in it: the fence is longer than any row of backticks within. */
export function fenced(text: string, language = ''): string {
  let longest = 2;
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
