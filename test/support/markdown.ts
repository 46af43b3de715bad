import MarkdownIt, { type Token } from 'markdown-it';

// Everything that any editor may turn on: HTML, and links made of bare addresses. Nothing that it finds is held back for being unsafe.
const parser = new MarkdownIt({ html: true, linkify: true });
parser.linkify.set({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true });
for (const scheme of ['command:', 'vscode:', 'file:', 'data:', 'javascript:']) parser.linkify.add(scheme, { validate: /^\S+/ });
parser.validateLink = () => true;

/** The tokens of a Markdown text and of its lines. */
function tokensOf(markdown: string): Token[] {
  return parser.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])]);
}

/** What a Markdown text does beside showing text: each image, link and piece of HTML. */
export function activeParts(markdown: string): string[] {
  return tokensOf(markdown)
    .filter(({ type }) => /^(?:image|link_open|html_block|html_inline)$/.test(type))
    .map(({ type, content, attrs }) => `${type} ${content} ${JSON.stringify(attrs)}`);
}

/** The kinds of blocks of a Markdown text, in order. */
export function blocksOf(markdown: string): string[] {
  return parser.parse(markdown, {}).map(({ type }) => type);
}

/** All text of the code spans and blocks. */
export function codeOf(markdown: string): string[] {
  return tokensOf(markdown)
    .filter(({ type }) => type === 'code_inline' || type === 'fence')
    .map(({ content }) => content);
}

/** All text that is not code. */
export function proseOf(markdown: string): string {
  return tokensOf(markdown)
    .filter(({ type }) => /^text/.test(type))
    .map(({ content }) => content)
    .join('');
}
