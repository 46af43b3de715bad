import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json';
import { codeBlock, codeSpan, plain } from '../../../server/src/engine/core/markdown.js';
import { readSettings } from '../../../server/src/engine/project/read-settings.js';
import { textOfMarkdown } from '../../../server/src/lsp/text-of-markdown.js';

describe('Markdown as a text', () => {
  it.each([
    ['**bold** and *slanted*', 'bold and slanted'],
    ['a `code` and ``a`b``', 'a code and a`b'],
    ['[page](https://example.org/a.md)', 'page (https://example.org/a.md)'],
    ['[page](command:x?%5B%5D)', 'page'],
    ['### Title\ntext', 'Title\ntext'],
    ['before\n\n```python\nx = `a` * **b\n```\n\nafter', 'before\n\nx = `a` * **b\n\nafter'],
  ])('%s', (markdown, text) => expect(textOfMarkdown(markdown)).toBe(text));

  it.each(['*a* [b](c) `d` \\ <x> 100%', '`', '``', ' ` ', '\\`', '{question}\\n', '** # _'])('leaves %s as it is', (text) => {
    expect(textOfMarkdown(plain(text))).toBe(text.trim());
    expect(textOfMarkdown(codeSpan(text))).toBe(text);
    expect(textOfMarkdown(codeBlock(text, 'text'))).toBe(text);
  });
});

describe('settings', () => {
  it('are all known that package.json offers', () => {
    const offered = Object.keys(manifest.contributes.configuration.properties).map((name) => name.split('.')[1]!);
    const section = Object.fromEntries(offered.map((name) => [name, null]));
    expect(readSettings({ ...section, other: 1 }).problems).toEqual(['promptPreflight.other is no setting; it is ignored.']);
  });
});
