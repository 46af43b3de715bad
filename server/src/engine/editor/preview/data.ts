import type { Framework } from '../../frameworks/face/framework.js';
import type { Mode, PromptChoice, StageId, Turn } from '../../prompt/rendered-prompt.js';
import type { Diagnostic } from '../../frameworks/face/rule.js';
import type { FileId, Span } from '../../core/span.js';

/** What the user picked; what is absent is chosen here. */
export interface PreviewSelection {
  readonly dataset?: string;
  /** '' stands for "no meta template". */
  readonly model?: string;
  readonly mode?: Mode;
  readonly label?: string;
  readonly shots?: number;
  /** Index of a row of the row file, from 0. */
  readonly row?: number;
  /** Which chat template the prompt is put into: the id of a choice; '' for none. */
  readonly chatTemplate?: string;
  readonly systemInstruction?: string;
  readonly multiturn?: boolean;
  /** Which prompt format a task is asked in: the name behind the `@`. */
  readonly format?: string;
}

export interface PreviewRequest {
  /** Offset of the cursor in the document: the dataset or model around it is picked unless the selection names one. */
  readonly cursor?: number;
  /** The cursor moved: what is around it is picked although the selection names another. */
  readonly cursorWins?: boolean;
  readonly selection: PreviewSelection;
}

export interface Choice {
  readonly id: string;
  readonly label: string;
  /** `LM parser`. */
  readonly detail?: string;
  /** Where it comes from, unless from this document: `from river.py`. */
  readonly place?: string;
}

export interface Segment {
  readonly text: string;
  readonly kind: 'prompt' | 'meta' | 'data' | 'framework' | 'unknown';
  /** What this is, in words. */
  readonly title: string;
  /** How likely the model finds this is what is asked. */
  readonly scored?: boolean;
  /** Where it comes from, nearest first. */
  readonly origins: readonly Span[];
}

export interface PreviewTurn extends Pick<Turn, 'who' | 'detail' | 'kind' | 'shot'> {
  readonly segments: readonly Segment[];
  readonly generates: boolean;
}

export interface PreviewStage {
  readonly id: StageId;
  readonly title: string;
  readonly summary: string;
  readonly turns: readonly PreviewTurn[];
  readonly error?: string;
  readonly unknown?: string;
  readonly origins: readonly Span[];
}

/** The prompt of one target with all that a page needs to show it and to pick another. */
export interface PreviewData {
  readonly framework: Pick<Framework, 'id' | 'title' | 'version' | 'previews'>;
  readonly datasets: readonly Choice[];
  readonly models: readonly Choice[];
  readonly modes: readonly Mode[];
  readonly labels: readonly string[];
  readonly selection: {
    readonly dataset: string;
    readonly model: string;
    readonly mode: Mode;
    readonly label: string | undefined;
    readonly shots: number;
    readonly row: number | undefined;
    readonly chatTemplate: string;
    readonly systemInstruction: string;
    readonly multiturn: boolean;
  };
  /** The chat templates that this prompt can be put into, "none" first; empty where it takes none. */
  readonly chatTemplates: readonly Choice[];
  /** What can be chosen beside. */
  readonly choices: readonly PromptChoice[];
  /** `most`: how many can be asked for. */
  readonly shots: { readonly configured: number; readonly most: number; readonly standIn: boolean };
  /** `count`: how many rows are known to be there; `complete`: whether that is all. */
  readonly rows: { readonly file: FileId | undefined; readonly count: number; readonly complete: boolean; readonly problem: string | undefined };
  readonly stages: readonly PreviewStage[];
  readonly output?: { readonly kind: 'text' | 'messages'; readonly text: string };
  readonly problems: readonly Diagnostic[];
  readonly exactness: { readonly level: 'exact' | 'unknown' | 'raises'; readonly reason: string };
  readonly notes: readonly string[];
  readonly characters: number;
}

/** `broken`: the document cannot be evaluated, for `reason`, at `span`. `none`: there is nothing to preview; `reason` says what would be. */
export type PreviewResult =
  | { readonly kind: 'preview'; readonly preview: PreviewData }
  | { readonly kind: 'broken'; readonly reason: string; readonly span: Span | undefined }
  | { readonly kind: 'none'; readonly reason: string };
