/** Our own Markdown, piece by piece: code spans, escaped signs, links, emphasis. */
const piece =
  /(?<fence>`+)(?<code>[^]*?[^`])\k<fence>(?!`)|\\(?<sign>[!-/:-@[-`{-~])|\[(?<label>[^\]]*)\]\((?<address>[^)]*)\)|\*\*|\*|^#+ /gm;

/**
 * The Markdown that hovers and completions are written in, as a text for an editor that shows no Markdown: what is in code stays as it is, an address stands behind what
 * leads there.
 */
export function textOfMarkdown(markdown: string): string {
  // Every second part is a block of code.
  return markdown
    .split(/^(```+)[^`\n]*\n([^]*?)\n\1$/m)
    .map((part, i) => [plainText(part), '', part][i % 3]!)
    .join('');
}

function plainText(markdown: string): string {
  return markdown.replace(piece, (...args) => {
    const { code, sign, label, address } = args.at(-1) as Partial<Record<'code' | 'sign' | 'label' | 'address', string>>;
    if (code !== undefined) return /^ .*[^ ].* $/s.test(code) ? code.slice(1, -1) : code;
    if (label !== undefined) return address!.startsWith('https:') ? `${plainText(label)} (${address!})` : plainText(label);
    return sign ?? '';
  });
}
