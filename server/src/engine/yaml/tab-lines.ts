import { isCollection, isScalar, visit, type Document } from 'yaml';

const tabLine = /^\t[ \t]*(?:#[^\r\n]*)?\r?$/gm;

/**
 * The offset of the first line without content that a tab begins, outside of quotes and brackets: PyYAML refuses it (libyaml 0.2.5 `scanner.c`: a tab is skipped only where
 * no key may begin, and in a plain or block text it stands where a space is expected), and the reader does not.
 * @param documents what the reader made of the text, or of one of the same length
 */
export function findTabLine(text: string, documents: readonly Document.Parsed[]): number | undefined {
  const found = [...text.matchAll(tabLine)].map(({ index }) => index);
  if (found.length === 0) return undefined;
  const open: (readonly [number, number])[] = [];
  for (const document of documents)
    visit(document, (_key, node) => {
      const isOpen = (isCollection(node) && node.flow) || (isScalar(node) && node.type?.startsWith('QUOTE'));
      if (isOpen && node.range) open.push([node.range[0], node.range[1]]);
    });
  return found.find((at) => !open.some(([start, end]) => start < at && at < end));
}
