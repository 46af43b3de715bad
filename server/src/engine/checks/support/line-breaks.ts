/** Commands of LaTeX that begin like a line break. */
const latex =
  /^\\n(?:abla|atural|e|earrow|eg|eq|eqq|ewcommand|ewline|exists|geq?|i|leq?|mid|oindent|olimits|onumber|ormalsize|ot|otin|parallel|rightarrow|leftarrow|ormal|sim|subseteq|supseteq|u|warrow)(?![A-Za-z])/;

/** Offsets of a backslash and an n that look like a line break, within a part of a text: no command of LaTeX, no second backslash. */
export function writtenBreaks(text: string, start: number, end: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf('\\n', start); at >= 0 && at < end; at = text.indexOf('\\n', at + 2)) {
    if (text[at - 1] !== '\\' && !latex.test(text.slice(at, at + 20))) found.push(at);
  }
  return found;
}
