/**
 * What a template has in tags, and what stands between them; a tag is not read, so that the first end counts. What has no end is no tag. In one pass: a regular
 * expression for a whole tag would look for the end of each of many that have none.
 */
export function tagsAndWords(template: string): { readonly tags: readonly string[]; readonly words: string } {
  const [opening, closing] = [/\{[{%#]/g, /[}%#]\}/g];
  const tags: string[] = [];
  let words = '';
  let at = 0;
  for (;;) {
    const begin = after(opening, template, at);
    const end = begin && after(closing, template, begin.index + 2);
    if (!end) return { tags, words: words + template.slice(at) };
    words += template.slice(at, begin.index);
    at = end.index + 2;
    tags.push(template.slice(begin.index, at));
  }
}

function after(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}
