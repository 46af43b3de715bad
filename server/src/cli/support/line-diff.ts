/** A line of two texts: of both, or only of the one or the other. */
export interface DiffLine {
  readonly kind: 'same' | 'before' | 'after';
  readonly text: string;
}

/** Beyond so many lines, or products of them, what differs is not aligned: all of it is shown. */
const mostAligned = 4_000_000;

/** The lines of two texts in one list, as few as can be of only one of them. Ends of lines are kept as `↵`, so that a line break at the end shows. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [linesIn(before), linesIn(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...a.slice(0, start).map(same),
    ...aligned(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

function linesIn(text: string): string[] {
  const lines = text.split('\n');
  const shown = lines.map((line, i) => (i < lines.length - 1 ? `${line}↵` : line));
  return shown.at(-1) === '' ? shown.slice(0, -1) : shown;
}

/** By the longest common subsequence. */
function aligned(a: readonly string[], b: readonly string[]): DiffLine[] {
  const result: DiffLine[] = [];
  if (a.length * b.length > mostAligned) {
    for (const text of a) result.push({ kind: 'before', text });
    for (const text of b) result.push({ kind: 'after', text });
    return result;
  }
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j] ? longest[(i + 1) * width + j + 1]! + 1 : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      result.push({ kind: 'same', text: a[i++]! });
      j++;
    } else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!))
      result.push({ kind: 'before', text: a[i++]! });
    else result.push({ kind: 'after', text: b[j++]! });
  }
  return result;
}
