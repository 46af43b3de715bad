/** What is wrong with the fields of an f-string, in CPython's words; undefined where nothing is found. Offsets are into `text`. */
export function fstringProblem(text: string, start: number, end: number): { start: number; end: number; message: string } | undefined {
  const match = /^([A-Za-z]*)("""|'''|"|')/.exec(text.slice(start, start + 6));
  if (!match || !/f/i.test(match[1]!)) return undefined;
  const inside = start + match[0].length;
  const close = end - match[2]!.length;
  for (let i = inside; i < close;) {
    const c = text[i];
    if (c === '{' && text[i + 1] === '{') i += 2;
    else if (c === '}' && text[i + 1] === '}') i += 2;
    else if (c === '}')
      return { start: i, end: i + 1, message: "f-string: single '}' is not allowed: write '}}' for the character itself" };
    else if (c === '{') {
      const after = fieldEnd(text, i, close);
      if (after === undefined) return { start: i, end: i + 1, message: "f-string: expecting '}': write '{{' for the character itself" };
      if (/^\{\s*[}!:=]/.test(text.slice(i, after))) return { start: i, end: after, message: 'f-string: empty expression not allowed' };
      i = after;
    } else i++;
  }
  return undefined;
}

/** Behind the brace that closes the field at `open`. */
function fieldEnd(text: string, open: number, close: number): number | undefined {
  let depth = 0;
  for (let i = open; i < close; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i + 1;
  }
  return undefined;
}
