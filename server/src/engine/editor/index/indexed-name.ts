/** What a name of the workspace stands for. A `list` is one of datasets or models; a `template` also a part of a dataset under a name of its own. */
export type IndexedKind = 'list' | 'dataset' | 'model' | 'template' | 'task' | 'group' | 'tag';

/** A name where a file defines it: UTF-16 offsets of the name alone. */
export interface IndexedName {
  readonly name: string;
  readonly kind: IndexedKind;
  readonly start: number;
  readonly end: number;
}
