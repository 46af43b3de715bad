import type { PlaceLink, Range } from './place.js';

/** The server's command behind "Preview Prompt": takes one `PreviewRequest`, answers `PreviewAnswer`. */
export const renderPreviewCommand = 'promptPreflight.renderPreview';

/** The server's command behind the pickers: takes one `PreviewRequest`, answers `ChoicesAnswer`. */
export const previewChoicesCommand = 'promptPreflight.previewChoices';

/** The server's command behind the marks of pickers and matrix: takes one `StatesRequest`, answers `StatesAnswer`. */
export const pairStatesCommand = 'promptPreflight.pairStates';

/** The server's command behind the search of rows: takes one `FindRowRequest`, answers `FindRowAnswer`. */
export const findRowCommand = 'promptPreflight.findRow';

/** The server's command behind "Save for the team": takes one `SaveRowsRequest`, answers `SaveRowsAnswer`. Nothing is written by it. */
export const saveRowsCommand = 'promptPreflight.saveRows';

export interface SaveRowsRequest {
  /** The config. */
  readonly uri: string;
  /** The abbr of the dataset, or the name of the task. */
  readonly of: string;
  /** The file with the rows, as an absolute path, and the row of it, from 0. */
  readonly file: string;
  readonly row: number;
  /** The URI of the folder that a new `preflight.json` is made in. */
  readonly folder?: string;
}

/** What is to be written, and where; or in which folders a file may be made; or why nothing can be written, a sentence. */
export type SaveRowsAnswer =
  | { readonly kind: 'edits'; readonly uri: string; readonly edits: readonly { readonly range: Range; readonly newText: string }[] }
  | { readonly kind: 'create'; readonly uri: string; readonly text: string }
  | { readonly kind: 'where'; readonly folders: readonly string[] }
  | { readonly kind: 'none'; readonly reason: string };

/** Notification client → server: the files of rows that the user chose in a dialog, as absolute paths, wherever they lie. */
export const rowFilesNotification = 'promptPreflight/rowFiles';
export interface RowFilesChosen {
  readonly files: readonly string[];
}

/** The server's command behind "Show Effective Config": takes a document's URI, answers `EffectiveConfigAnswer`. */
export const effectiveConfigCommand = 'promptPreflight.effectiveConfig';

/** The server's command behind "Explain Framework Error": takes one `ExplainRequest`, answers `ExplainAnswer`. */
export const explainErrorCommand = 'promptPreflight.explainErrorText';

export interface ExplainRequest {
  /** A traceback, or one line of it. */
  readonly text: string;
  /** The config that was run, where one is known. */
  readonly uri?: string;
}

/** What an exception means; `null` where none is found that is known. */
export type ExplainAnswer = {
  readonly error: string;
  /** The names of the frameworks that raise it so; none for Python's own. */
  readonly frameworks: readonly string[];
  readonly says: string;
  /** Rules that find the cause before a run, and what each finds in the config. */
  readonly rules: readonly {
    readonly id: string;
    readonly title: string;
    readonly found: readonly { readonly message: string; readonly link: PlaceLink }[];
  }[];
} | null;

/** A config with all that it includes, as one text; `null` where there is none. */
export type EffectiveConfigAnswer = {
  readonly text: string;
  /** Which lines of the text name a place. */
  readonly links: readonly { readonly line: number; readonly link: PlaceLink }[];
} | null;

/** Notification server → client: documents whose preview may have changed for a reason outside of them (a base, a row file). */
export const previewChangedNotification = 'promptPreflight/previewChanged';
export interface PreviewChanged {
  readonly uris: readonly string[];
}

/** Notification server → client, with `RestSent`: behind a prompt that was sent without it. */
export const previewRestNotification = 'promptPreflight/previewRest';

/** Notification client → server: interpreter chosen in the Python extension, as an absolute path; absent where none is. */
export const pythonInterpreterNotification = 'promptPreflight/pythonInterpreter';
export interface PythonInterpreter {
  readonly path: string | undefined;
}

/** Notification client → server, without parameters: the user trusts the workspace from now on. Whether it is trusted at first is `initializationOptions.trusted`. */
export const trustNotification = 'promptPreflight/trust';

/** Notification server → client: a document has been checked. */
export const documentCheckedNotification = 'promptPreflight/documentChecked';
export interface DocumentChecked {
  readonly uri: string;
  readonly version: number;
  readonly milliseconds: number;
  /** Of the config, with its release: `OpenCompass 0.5.4`. */
  readonly framework?: string;
}
