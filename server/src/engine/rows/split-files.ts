/** How the library `datasets` finds out which files of a folder are of which split, where nothing says so (datasets 3.6 `data_files.py`). */

/** Words by which a name says which split it is of. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  train: ['train', 'training'],
  validation: ['validation', 'valid', 'dev', 'val'],
  test: ['test', 'testing', 'eval', 'evaluation'],
};

const between = '[-._ 0-9]';

/**
 * The files by split: by parts in `data/`, whatever the splits are called; else by words in the names of folders; else by those in the names of files; else all are
 * the train split. A file whose name has several of the words of a split is in it several times, as it is in the library.
 * @param paths relative to the folder, sorted
 */
export function splitsByNames(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const parts = inParts(paths);
  if (parts.size > 0) return parts;
  for (const patterns of [folderPatterns, filePatterns]) {
    const found = byPatterns(paths, patterns);
    if (found.size > 0) return found;
  }
  return paths.length > 0 ? new Map([['train', paths]]) : new Map<string, readonly string[]>();
}

/** `data/<split>-00000-of-00001.<ending>`: the known splits first, others by their names. */
function inParts(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const path of paths) {
    const split = /^data\/([^/]+)-\d{5}-of-\d{5}[^/]*\.[^/]*$/.exec(path)?.[1];
    if (split !== undefined) named.set(split, [...(named.get(split) ?? []), path]);
  }
  const known = Object.keys(keywords).filter((split) => named.has(split));
  const others = [...named.keys()].filter((split) => !known.includes(split)).sort();
  return new Map([...known, ...others].map((split) => [split, named.get(split)!]));
}

/** Patterns of paths whose file lies somewhere below a folder that is called so. */
function folderPatterns(word: string): readonly RegExp[] {
  return [`${word}`, `${word}${between}[^/]*`, `[^/]*${between}${word}`, `[^/]*${between}${word}${between}[^/]*`].map(
    (name) => new RegExp(`^(?:.*/)?${name}/`),
  );
}

function filePatterns(word: string): readonly RegExp[] {
  return [`${word}${between}[^/]*`, `[^/]*${between}${word}${between}[^/]*`].map((name) => new RegExp(`^(?:.*/)?${name}$`));
}

function byPatterns(paths: readonly string[], patterns: (word: string) => readonly RegExp[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [split, words] of Object.entries(keywords)) {
    const files = words.flatMap(patterns).flatMap((pattern) => paths.filter((path) => pattern.test(path)));
    if (files.length > 0) found.set(split, files);
  }
  return found;
}
