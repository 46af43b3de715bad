import { isScalar, visit, type Document } from 'yaml';

/** Where the plain scalars of a document stand that go over several lines, as UTF-16 offsets: a comment within one would end it. */
export function plainOverLines(text: string, document: Document.Parsed): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  visit(document, (_key, node) => {
    if (!isScalar(node) || node.type !== 'PLAIN' || !node.range) return;
    const [start, end] = node.range;
    if (text.slice(start, end).includes('\n')) found.push({ start, end });
  });
  return found;
}
