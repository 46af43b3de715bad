import type { FileId } from '../../core/span.js';
import type { DictValue } from '../../core/value.js';
import type { Surroundings } from './behaviour.js';

/** The files of the data. */
export interface DataFiles {
  /** The text of a file by the path that a config gives; undefined where there is none. */
  read(path: string): string | undefined;
}

/** A model of a Hugging Face repository or folder, as options describe it; what is undefined was not given. */
export interface HubModel {
  readonly path: string;
  /** What it is asked as; absent: the framework's default. */
  readonly type?: string | undefined;
  readonly tokenizerPath?: string | undefined;
  /** In tokens. */
  readonly maxSeqLen?: number | undefined;
  readonly maxOutLen?: number | undefined;
}

/** How a framework's own command line finds the configs that it names. */
export interface CommandLine {
  /** Where the configs lie that its package brings along: `opencompass/configs`. */
  readonly configs: string;
  /** What it raises on a name that it does not find. */
  readonly notFound: string;
  /** What it puts into the config beside what was named, as Python. */
  readonly adds?: string;
  /**
   * The dataset that it makes of a file of rows: of `path` and what else is given.
   * @throws PyError what it raises on the file or on what is given
   */
  customDataset(given: DictValue, files: DataFiles): DictValue;
  /** The model that it makes of a path, as Python, and the types that it knows; absent: it makes none. */
  readonly hub?: { readonly types: readonly string[]; model(given: HubModel): string };
}

/** Where a name is looked for. */
export interface NameRequest {
  /** The directory in which the command is started. */
  readonly directory: FileId;
  readonly surroundings: Surroundings;
  /** A file as the user would name it. */
  shown(file: FileId): string;
}

/**
 * What a name means: a document, and which of its prompt formats; or why there is none, a whole sentence. `text` is that of a document that is no file and stands
 * for what was named.
 */
export type NamedDocument =
  | { readonly file: FileId; readonly format?: string | undefined; readonly text?: string }
  | { readonly refused: string };
