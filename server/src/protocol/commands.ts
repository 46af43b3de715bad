import type { PlaceLink } from './place.js';

/** The server's command behind "Preview Prompt": takes one `PreviewRequest`, answers `PreviewAnswer`. */
export const renderPreviewCommand = 'promptPreflight.renderPreview';

/** The server's command behind "Show Effective Config": takes a document's URI, answers `EffectiveConfigAnswer`. */
export const effectiveConfigCommand = 'promptPreflight.effectiveConfig';

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

/** Notification client → server: interpreter chosen in the Python extension, as an absolute path; absent where none is. */
export const pythonInterpreterNotification = 'promptPreflight/pythonInterpreter';
export interface PythonInterpreter {
  readonly path: string | undefined;
}

/** Notification client → server, without parameters: the user trusts the workspace from now on. Whether it is trusted at first is `initializationOptions.trusted`. */
export const trustNotification = 'promptPreflight/trust';
