/**
 * A file's path as it is read beside a document: below the folder that both share, and whole where they share none but the root.
 * @param uri of the document
 */
export function nearPath(path: string, uri: string): string {
  const own = path.split('/');
  const other = pathOf(uri).split('/');
  let shared = 0;
  while (shared < own.length - 1 && own[shared] === other[shared]) shared++;
  // The first is empty: before the root.
  return shared < 2 ? path : own.slice(shared).join('/');
}

function pathOf(uri: string): string {
  const path = uri.replace(/^[\w-]+:(?:\/\/[^/]*)?/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
