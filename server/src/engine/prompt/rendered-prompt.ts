import type { NotVerifiable, Verification, VerifiedFrom } from './verification.js';
import type { Span } from '../core/span.js';
import type { TracedText } from '../core/traced-text.js';

/** Which way the inferencer asks: one prompt to go on from (`gen`), one prompt a label to be scored (`ppl`). */
export type Mode = 'gen' | 'ppl';

/** The stages in the order in which they arise. A framework leaves out those that it does not have. */
export const stageIds = ['row', 'examples', 'prompt-list', 'meta-template', 'messages', 'chat-template', 'requests'] as const;
export type StageId = (typeof stageIds)[number];

/** What can be chosen for a prompt beside its rows, shots, mode and label. */
export type PromptChoice = 'chat-template' | 'system-instruction' | 'multiturn';

/** What the framework raises instead of a prompt. */
export interface RenderError {
  /** `<ExceptionType>: <message>`, as the framework raises it. */
  readonly error: string;
  /** A sentence on what is wrong where the exception does not say it. */
  readonly reason?: string;
  /** Where in the framework: what `batch` answers as `stage`; `chat` is the tokenizer's chat template. */
  readonly stage: 'template' | 'reader' | 'retriever' | 'labels' | 'ice' | 'prompt' | 'meta' | 'parse' | 'chat';
  /** The place in a config to blame, where one is known. */
  readonly span?: Span;
}

/** One turn of a stage: what one role says, or one piece that stands alone (a column of the row, the meta template's begin). */
export interface Turn {
  /** Shown at the margin: `HUMAN`, `meta begin`, `question`. */
  readonly who: string;
  /** Shown under it: `shot 0 · train[0]`, `reserved`, `generate`. */
  readonly detail?: string;
  /** Chooses the colour. */
  readonly kind: 'system' | 'user' | 'assistant' | 'meta' | 'other';
  readonly text: TracedText;
  /** Number of the in-context example, from 0. */
  readonly shot?: number;
  /** The model starts to write at the end of this turn. At most one turn of a stage has it. */
  readonly generates?: boolean;
}

export interface Stage {
  readonly id: StageId;
  readonly title: string;
  /** A few words beside the title: `2 columns`, `ids 0–4`, `12 items`. */
  readonly summary: string;
  readonly turns: readonly Turn[];
  /** The framework raises in this stage; no later stage exists. */
  readonly error?: RenderError;
  /** The stage cannot be known, for this reason. */
  readonly unknown?: string;
}

/** What leaves the last stage: a text for a language model, messages for a chat model. */
export type Output =
  | { readonly kind: 'text'; readonly text: TracedText }
  | { readonly kind: 'messages'; readonly messages: readonly { readonly role: string; readonly text: TracedText }[] };

/** The prompt of one target for one row, with all that led to it. */
export interface RenderedPrompt {
  readonly mode: Mode;
  /** Labels of a ppl target in the framework's order; empty in gen mode. */
  readonly labels: readonly string[];
  /** The label that this prompt is for; undefined in gen mode. */
  readonly label: string | undefined;
  readonly shots: {
    /** Train row indices of the examples that are shown. */
    readonly ids: readonly number[];
    /** How many examples the prompt has, where they are too many to show them all; absent: those that are shown. */
    readonly count?: number;
    /** How many the config asks for. */
    readonly configured: number;
    /** How many can be asked for; absent: as many as the config asks for. */
    readonly most?: number;
    /** True where the real choice happens at run time and these are a stand-in. */
    readonly standIn: boolean;
    /** True where a run draws others for another row. */
    readonly byRow?: boolean;
    /** True where they are placeholders beside a row that is none: there are fewer rows than examples. */
    readonly made?: boolean;
    /** True where the config itself holds the examples: no rows are asked for any. */
    readonly written?: boolean;
  };
  readonly stages: readonly Stage[];
  /** What else can be chosen for this prompt; absent: nothing. */
  readonly choices?: readonly PromptChoice[];
  /** Whether examples are turns of their own, where that can be chosen. */
  readonly multiturn?: boolean;
  /** The one that the config itself puts in front of all, where another can be chosen. */
  readonly systemInstruction?: string;
  readonly output?: Output;
  /** What of the prompt is scored, and what comes of it: a sentence. Absent: the model goes on from it. */
  readonly scored?: string;
  /** What an installed framework is asked to hold this prompt against. Absent: nothing is known to ask it. */
  readonly verification?: (from: VerifiedFrom) => Verification | NotVerifiable;
  readonly error?: RenderError;
  /** Reasons for which parts of the prompt are unknown; empty when it is exact. */
  readonly unknowns: readonly string[];
  /** Why it is not, or not all of, what a run sends, although all of it is known; absent: nothing. */
  readonly doubts?: readonly {
    readonly kind: 'never-sent' | 'unprocessed-row' | 'unfollowed-call' | 'incomplete';
    readonly message: string;
  }[];
  /** What the user should know about this prompt: `end of the meta template is ignored by the API parser`. */
  readonly notes: readonly string[];
  /** One more note, which goes by the bytes of the prompt: it holds where no tokenizer counts. */
  readonly byBytes?: string;
}
