import type { FileId } from '../../core/span.js';

/** What a name of the workspace stands for. A `list` is one of datasets or models; a `template` also a part of a dataset under a name of its own. */
export type IndexedKind = 'list' | 'dataset' | 'model' | 'template' | 'task' | 'group' | 'tag';

/** A name where a file defines it: UTF-16 offsets of the name alone. */
export interface IndexedName {
  readonly name: string;
  readonly kind: IndexedKind;
  readonly start: number;
  readonly end: number;
}

/** A file that another one has names from, a base or the module of a `!function`: `names` as they are called there; undefined for all (`import *`, `include`). */
export interface IndexedImport {
  readonly file: FileId;
  readonly names: readonly string[] | undefined;
}

/** What the index keeps of one file. */
export interface FileNames {
  readonly names: readonly IndexedName[];
  readonly imports: readonly IndexedImport[];
  /** Of a group of tasks: the words of its text, among them the names of its members. */
  readonly words?: ReadonlySet<string>;
}
