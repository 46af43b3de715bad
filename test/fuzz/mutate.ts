/** A small generator of equally distributed numbers from a seed, so that a failure can be repeated. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** Words and marks that matter to a parser. */
export const bits = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '=',
  "'",
  '"',
  '"""',
  '\n',
  '\r\n',
  '\\',
  '#',
  ' ',
  '\t',
  '    ',
  'f"',
  "r'",
  'lambda ',
  'not ',
  'if ',
  'for ',
  'in ',
  ' as ',
  'yield ',
  'def f():\n',
  '*',
  '**',
  '...',
  '0',
  '1__0',
  '，',
  '：',
  '“',
  '\u00a0',
  '\ufeff',
  '\0',
  '\ud800',
  '😀',
  '{{',
  '}}',
  '!r',
  '</E>',
  '- ',
  '&a ',
  '*a',
  '<<: ',
  '|\n',
  '>\n',
  '---\n',
];

/** One mutation: something deleted, doubled, put in, moved, or the rest cut off; a quarter of them are about whole lines. */
export function mutated(text: string, next: (below: number) => number): string {
  if (next(4) === 0) return lineMutated(text, next);
  const at = next(text.length + 1);
  const end = Math.min(text.length, at + 1 + next(20));
  switch (next(6)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, end) + text.slice(at);
    case 2:
      return text.slice(0, at);
    case 3:
      return text.slice(0, at) + text.slice(end) + text.slice(at, end);
    default:
      return text.slice(0, at) + bits[next(bits.length)]! + text.slice(at);
  }
}

/** A line deleted, doubled, moved, indented or not, or emptied; or the lines in front of it deleted. */
function lineMutated(text: string, next: (below: number) => number): string {
  const lines = text.split('\n');
  const at = next(lines.length);
  const line = lines[at]!;
  switch (next(8)) {
    case 0:
      return lines.toSpliced(at, 1).join('\n');
    case 1:
      return lines.toSpliced(at, 0, line).join('\n');
    case 2:
      return lines.toSpliced(at, 1).toSpliced(next(lines.length), 0, line).join('\n');
    case 3:
      return lines.with(at, ' '.repeat(1 + next(4)) + line).join('\n');
    case 4:
      return lines.with(at, line.slice(next(5))).join('\n');
    case 5:
      return lines.with(at, '').join('\n');
    case 6:
      return ['', ...lines.slice(at)].join('\n');
    default:
      return lines.slice(at).join('\n');
  }
}
