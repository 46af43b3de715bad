/**
 * Messages of our own between server, client and webview: plain JSON, typed once, imported as types by all three.
 * Lines and characters are from 0, UTF-16, as in the protocol.
 */

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

export interface Position {
  readonly line: number;
  readonly character: number;
}
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** What the user picked; absent fields are chosen by the server, from the cursor where it is given. */
export interface PreviewSelection {
  /** `id` of a choice. */
  readonly dataset?: string;
  readonly model?: string;
  readonly mode?: 'gen' | 'ppl';
  readonly label?: string;
  readonly shots?: number;
  /** Line of the row file, from 0. */
  readonly row?: number;
  /** `id` of a choice; '' for none. */
  readonly chatTemplate?: string;
  readonly systemInstruction?: string;
  readonly multiturn?: boolean;
}

export interface PreviewRequest {
  readonly uri: string;
  /** Where the cursor is: the dataset or model around it is picked unless the selection names one. */
  readonly cursor?: Position;
  /** The cursor moved: a dataset or model around it is picked although the selection names another. Around neither, the selection stands. */
  readonly cursorWins?: boolean;
  readonly selection: PreviewSelection;
}

export interface Choice {
  /** Stable across renders as long as list name and abbr stay: `gsm8k_datasets/gsm8k`. */
  readonly id: string;
  readonly label: string;
  /** Small print: `5-shot`, `LM parser`. */
  readonly detail?: string;
  /** Where it comes from, unless from this document: `from hf_demo.py`. */
  readonly place?: string;
}

export interface PlaceLink {
  readonly uri: string;
  readonly range: Range;
  /** `gsm8k_gen.py:14`. */
  readonly label: string;
}

export interface PreviewSegment {
  readonly text: string;
  /**
   * `prompt`: written in the dataset's config; `meta`: added by the meta template; `data`: put in for a column of the row;
   * `framework`: added by the framework; `unknown`: a hole, with its reason in `title`.
   */
  readonly kind: 'prompt' | 'meta' | 'data' | 'framework' | 'unknown';
  /** What this is, in words: `begin of role HUMAN`, `column question of train row 0`. */
  readonly title: string;
  /** How likely the model finds this is what is asked. */
  readonly scored?: boolean;
  /** Where it comes from, nearest first: the literal, then the import that brought it in. */
  readonly links: readonly PlaceLink[];
}

export interface PreviewTurn {
  readonly who: string;
  readonly detail?: string;
  readonly kind: 'system' | 'user' | 'assistant' | 'meta' | 'other';
  readonly shot?: number;
  readonly segments: readonly PreviewSegment[];
  /** The model starts to write behind the last segment. */
  readonly generates: boolean;
}

export interface PreviewStage {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly turns: readonly PreviewTurn[];
  /** What the framework raises in this stage, or why it cannot be known. */
  readonly error?: string;
  readonly unknown?: string;
  readonly links: readonly PlaceLink[];
}

export interface PreviewProblem {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly rule: string;
  readonly href: string;
  readonly link: PlaceLink;
  readonly fixes: readonly { readonly title: string; readonly edits: readonly { readonly uri: string; readonly range: Range; readonly newText: string }[] }[];
}

/** All that the preview page shows. */
export interface Preview {
  readonly uri: string;
  /** Version of the document that this was computed from; the client drops what is older than the document. */
  readonly version: number;
  /** `previews`: a prompt is made of a dataset and a model, or of a task alone. */
  readonly framework: { readonly id: string; readonly title: string; readonly version: string; readonly previews: 'pairs' | 'tasks' };
  readonly datasets: readonly Choice[];
  readonly models: readonly Choice[];
  readonly modes: readonly ('gen' | 'ppl')[];
  readonly labels: readonly string[];
  readonly selection: {
    readonly dataset: string;
    /** '' stands for "no meta template". */
    readonly model: string;
    readonly mode: 'gen' | 'ppl';
    readonly label: string | undefined;
    readonly shots: number;
    readonly row: number | undefined;
    /** '' where the prompt is put into none. */
    readonly chatTemplate: string;
    readonly systemInstruction: string;
    readonly multiturn: boolean;
  };
  /** The chat templates that this prompt can be put into, "none" first; empty where it takes none. */
  readonly chatTemplates: readonly Choice[];
  /** What can be chosen beside. */
  readonly choices: readonly ('chat-template' | 'system-instruction' | 'multiturn')[];
  /** `most`: how many can be asked for. */
  readonly shots: { readonly configured: number; readonly most: number; readonly standIn: boolean };
  /**
   * The file of rows in use, or undefined when rows are placeholders. `count` rows are known to be there; `complete`: no others are. `problem`
   * says why a given file could not be used.
   */
  readonly rows: { readonly file: string | undefined; readonly count: number; readonly complete: boolean; readonly problem: string | undefined };
  readonly stages: readonly PreviewStage[];
  /** What "Copy" copies: the text, or the messages as JSON. Absent where there is no prompt. */
  readonly output?: { readonly kind: 'text' | 'messages'; readonly text: string };
  readonly problems: readonly PreviewProblem[];
  /** `exact`, or that and why parts are unknown. */
  readonly exactness: { readonly level: 'exact' | 'unknown' | 'raises'; readonly reason: string };
  readonly notes: readonly string[];
  readonly characters: number;
}

/**
 * `preview`: a new prompt. `stale`: the document has errors, so that a prompt which is shown of it is out of date, and why. `none`: nothing to
 * preview, with a sentence that says what would be.
 */
export type PreviewAnswer =
  | { readonly kind: 'preview'; readonly preview: Preview; readonly renderMs: number }
  | { readonly kind: 'stale'; readonly uri: string; readonly version: number; readonly reason: string; readonly link?: PlaceLink }
  | { readonly kind: 'none'; readonly uri: string; readonly version: number; readonly reason: string };

/**
 * Why a document has no prompt that is up to date: what the server says of it, or that the server has not answered yet (`reading`) or will not
 * (`failed`).
 */
export interface Lack {
  readonly kind: 'stale' | 'none' | 'reading' | 'failed';
  readonly uri: string;
  readonly reason: string;
  readonly link?: PlaceLink;
}

/** What the page shows: a prompt that is up to date, or why there is none, with the last good one of the same document, where it had one. */
export type Shown = Extract<PreviewAnswer, { readonly kind: 'preview' }> | (Lack & { readonly last?: Preview });

/** What a page keeps across a reload of the window. */
export interface PageState {
  readonly uri: string;
  readonly selection: PreviewSelection;
  readonly locked: boolean;
  /** The last good prompt, unless it is very large. */
  readonly last?: Preview;
}

/** A place where a cursor is. */
export interface CursorPlace {
  readonly uri: string;
  readonly position: Position;
}

/** Panel → webview. */
export type ToWebview =
  | { readonly type: 'show'; readonly shown: Shown; readonly locked: boolean }
  /** The cursor moved in a text editor. */
  | { readonly type: 'cursor'; readonly cursor: CursorPlace };

/** Webview → panel. */
export type FromWebview =
  | { readonly type: 'ready' }
  | { readonly type: 'select'; readonly selection: PreviewSelection }
  | { readonly type: 'open'; readonly link: PlaceLink }
  | { readonly type: 'fix'; readonly problem: number; readonly fix: number; readonly version: number }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'lock'; readonly locked: boolean };
