/**
 * Identifies a document: an absolute path with forward slashes (`/ws/eval.py`, `c:/ws/eval.py`), or the whole URI
 * of a document that has no path (`untitled:Untitled-1`).
 */
export type FileId = string;

/** The name of a file without its folders: `gsm8k_gen.py`. */
export function baseName(file: FileId): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** A range of a document, half open. `start` and `end` are UTF-16 offsets into its text. */
export interface Span {
  readonly file: FileId;
  readonly start: number;
  readonly end: number;
}

/** Where values stand that no document holds: builtins, constants of modules, what a framework makes. */
export const nowhere: Span = { file: '', start: 0, end: 0 };

/** Whether `offset` lies in `span`; its end counts as inside, as a cursor behind the last character is. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

/** Whether `inner` lies wholly within `outer`. Spans of different files never do. */
export function encloses(outer: Span, inner: Span): boolean {
  return outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end;
}

/** The smallest span that holds both; they must be of one file, else the first is returned. */
export function cover(a: Span, b: Span): Span {
  if (a.file !== b.file) return a;
  return { file: a.file, start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** Whether `file` is `folder` itself, or anything in it. */
export function isAtOrBelow(file: FileId, folder: FileId): boolean {
  return file === folder || (file.startsWith(folder) && file[folder.length] === '/');
}
