import type { TokenPlan } from '../../prompt/token-plan.js';
import type { Mode, PromptChoice, Turn } from '../../prompt/rendered-prompt.js';

// The one shape of a preview, for the engine, the server's clients and the page. They differ in what a place is: a span, or a link that an editor opens.

/** Which rows a prompt is made of: of a file, the dataset's own, or one that was written by hand, as a JSON object. */
export type RowsPick =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'own' }
  | { readonly kind: 'written'; readonly text: string };

/** What the user picked; what is absent is chosen by the engine, from the cursor where it is given. */
export interface PreviewSelection {
  /** `id` of a choice. */
  readonly dataset?: string;
  /** `id` of a choice; '' stands for "no meta template". */
  readonly model?: string;
  readonly mode?: Mode;
  readonly label?: string;
  readonly shots?: number;
  /** Which rows are asked; absent: those that the team or the settings name, else the dataset's own. */
  readonly rows?: RowsPick;
  /** The file whose rows the examples are, where that was picked, as a path. */
  readonly trainRows?: string;
  /** The dataset that `rows`, `row` and `trainRows` were picked for, as `rows.of` names it: they say nothing of another. Absent: of any. */
  readonly rowsOf?: string;
  /** Index of a row of the row file, or of the dataset's own rows, from 0. */
  readonly row?: number;
  /** Which chat template the prompt is put into: the id of a choice; '' for none. */
  readonly chatTemplate?: string;
  /** Which chat templates were picked for which models, by the ids of both; '' for a task, which has no model. `chatTemplate` wins. */
  readonly chatTemplates?: Readonly<Record<string, string>>;
  readonly systemInstruction?: string;
  readonly multiturn?: boolean;
  /** A `tokenizer.json` that was picked by hand, as a path. */
  readonly tokenizer?: string;
  /** Which prompt format a task is asked in: the name behind the `@`. */
  readonly format?: string;
  /** How the run is started: `seed` in digits, null for none; the numbers of the only rows that are asked; how many are. */
  readonly run?: { readonly seed?: string | null; readonly samples?: readonly number[]; readonly limit?: number };
}

/** `Cursor`: how a place in the document is told. */
export interface RequestOf<Cursor> {
  /** Where the cursor is: the dataset or model around it is picked unless the selection names one. */
  readonly cursor?: Cursor;
  /** The cursor moved: a dataset or model around it is picked although the selection names another. Around neither, the selection stands. */
  readonly cursorWins?: boolean;
  readonly selection: PreviewSelection;
  /** What was picked last with other documents, as `PreviewOf.portable` names it: for a document that has only one half of a pair. */
  readonly halves?: { readonly dataset?: string; readonly model?: string };
  /** Whether a document that does not load for want of a base is shown as far as it is known. */
  readonly partial?: boolean;
  /** Whether to say what an installed framework is asked to hold the prompt against. */
  readonly verify?: boolean;
  /** Whether the stage that is looked at comes first, and the rest later, where the problems are not known yet. */
  readonly restLater?: boolean;
  /** Whether nothing is wanted but what is sent: no other mode or label, no stage but the one that is looked at, nothing that is wrong. */
  readonly sentOnly?: boolean;
  /** The stage that is looked at; absent: the one that the prompt leaves. */
  readonly stage?: string;
  /** Whether the rows are placeholders although the dataset's own are at hand: what is rendered is then the same on every machine. */
  readonly placeholders?: boolean;
}

export interface Choice {
  /** Stable across renders as long as list name and abbr stay: `gsm8k_datasets/gsm8k`. */
  readonly id: string;
  readonly label: string;
  /** Small print: `5-shot`, `LM parser`. */
  readonly detail?: string;
  /** Where it comes from, unless from this document: `from hf_demo.py`. */
  readonly place?: string;
  /** The list or file that it belongs to with others: the path from the folder that is open. */
  readonly group?: string;
}

/** All that a document can be previewed with. */
export interface Choices {
  readonly datasets: readonly Choice[];
  readonly models: readonly Choice[];
  /** The models that the document's datasets meet, where `models` is that of a judge; absent: those of `models`. */
  readonly paired?: readonly Choice[];
  /** Why there may be others, a sentence; absent where these are all. */
  readonly cut?: string;
}

/** What is known of a pair without making its prompt. `reason` is '' where it is fine. */
export interface PairState {
  readonly state: 'fine' | 'warning' | 'error';
  readonly reason: string;
}

/** `file`: the `tokenizer.json`. `name`: what the config calls its place. `problem`: why it is not to be had, a sentence. */
export interface TokensPlanned extends Omit<TokenPlan, 'tokenizer'> {
  readonly file?: string;
  readonly name?: string;
  readonly problem?: string;
  /** That of the notes which goes by the bytes of the prompt: it holds where no tokenizer counts. */
  readonly byBytes?: string;
}

/** Under which key of the pair a text is written, and in which variable of its file: `meta_template.round[0].begin`. */
export interface KeyPath {
  readonly key: string;
  readonly variable?: string;
}

export interface SegmentOf<Place> {
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
  /** Its stage has put it into the prompt: the one before has not. Data is no stage's own. */
  readonly added?: boolean;
  /** What is wrong with it: a sentence. The model reads it all the same. */
  readonly fault?: string;
  /** Where it comes from, nearest first: the literal, then the import that brought it in. */
  readonly origins: readonly Place[];
  /** The number of the key that it is written under, in `paths` of the preview; absent: under none. */
  readonly path?: number;
}

export interface TurnOf<Place> extends Pick<Turn, 'who' | 'detail' | 'kind' | 'shot'> {
  readonly segments: readonly SegmentOf<Place>[];
  /** The model starts to write behind the last segment. */
  readonly generates: boolean;
}

export interface StageOf<Place> {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly turns: readonly TurnOf<Place>[];
  /** What the framework raises in this stage, or why it cannot be known. */
  readonly error?: string;
  readonly unknown?: string;
  readonly origins: readonly Place[];
}

/** Why a prompt is not, or may not be, that of a run. */
export interface ExactnessReason {
  readonly kind:
    | 'raises'
    | 'never-sent'
    | 'unknown'
    | 'guessed-template'
    | 'unprocessed-row'
    /** Rows are read otherwise by another release of a library, and which one there is is not known. */
    | 'library-release'
    /** The code that makes the rows, or a function of the task, calls something that is not followed: where that raises, a run stops. */
    | 'unfollowed-call'
    | 'written-row'
    | 'incomplete'
    /** The run sends less of it, since it would be too long. */
    | 'cut'
    | 'placeholder-rows'
    | 'stand-in-shots';
  /** A sentence. */
  readonly message: string;
  /** What is guessed, by its name: the family of a chat template. */
  readonly about?: string;
}

/**
 * How far a prompt can be relied on. `exact`: every byte is that of a run. `stand-in-shots`, `placeholder-rows`: the words around the data are. `close`: something is
 * guessed or left out. `never-sent`: a run stops before it is sent. `reason` is that of the level, '' where it is exact; `reasons` are all there are.
 */
export interface Exactness {
  readonly level: 'exact' | 'stand-in-shots' | 'placeholder-rows' | 'close' | 'never-sent' | 'unknown' | 'raises';
  readonly reason: string;
  readonly reasons: readonly ExactnessReason[];
}

/** A key of a config, with its value, and the places of the texts that it brings into the prompt. */
export interface KeyOf<Place> {
  readonly at: Place;
  readonly makes: readonly Place[];
}

/** An in-context example: its train row as the run numbers it, from 0, where that is known, and the data that it puts in, shortly. */
export interface ExampleShown {
  readonly shot: number;
  readonly row?: number;
  readonly text: string;
}

/** What the prompt of a label has where those of its fellows have something else, with a little of what is around. */
export interface LabelText {
  readonly label: string;
  readonly parts: readonly { readonly text: string; readonly differs: boolean; readonly scored: boolean }[];
}

/** What of a preview may come later: nobody looks at it while typing. Of the stages those that are not looked at; undefined: it has come. */
export interface RestOf<Place, Problem> extends Pick<PreviewOf<Place, Problem>, 'modes' | 'labelTexts' | 'paths' | 'problems'> {
  readonly stages: readonly (StageOf<Place> | undefined)[];
}

/** The prompt of one target with all that a page needs to show it and to pick another. */
export interface PreviewOf<Place, Problem> {
  /** `previews`: a prompt is made of a dataset and a model, or of a task alone. */
  readonly framework: { readonly id: string; readonly title: string; readonly version: string; readonly previews: 'pairs' | 'tasks' };
  /** The release that makes the prompt: `set` by the user, `found` within reach of the file, or the `newest` known. `says`: what the package calls itself, where that differs. */
  readonly release?: { readonly name: string; readonly by: 'set' | 'found' | 'newest'; readonly says?: string };
  /** Of what it can be made of, the document's own datasets and models and what is picked. */
  readonly datasets: readonly Choice[];
  readonly models: readonly Choice[];
  /** How many of its own the document has. */
  readonly own: { readonly datasets: number; readonly models: number };
  /** The ids of what is picked that are good in every document of the workspace. */
  readonly portable: { readonly dataset: string; readonly model?: string };
  readonly modes: readonly Mode[];
  readonly labels: readonly string[];
  /** What the labels' prompts differ in, where they are few. */
  readonly labelTexts: readonly LabelText[];
  /** What of the prompt is scored, and what comes of it: a sentence. Absent: the model goes on from it. */
  readonly scored?: string;
  readonly selection: {
    readonly dataset: string;
    /** '' stands for "no meta template". */
    readonly model: string;
    readonly mode: Mode;
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
  readonly choices: readonly PromptChoice[];
  /** `most`: how many can be asked for. */
  readonly shots: {
    readonly configured: number;
    readonly most: number;
    readonly standIn: boolean;
    /** Where the examples come from, a sentence; absent where there are none. */
    readonly source?: string;
    /** Whether their file was picked by hand. */
    readonly picked?: boolean;
    readonly examples: readonly ExampleShown[];
  };
  /**
   * The file of rows in use, or undefined when rows are placeholders. `count` rows are known to be there; `complete`: no others are. `problem`
   * says why a given file could not be used.
   */
  readonly rows: {
    readonly file: string | undefined;
    readonly count: number;
    readonly complete: boolean;
    readonly problem: string | undefined;
    /** Who says which rows they are; undefined for placeholders. `team`: a `preflight.json`. */
    readonly by?: 'own' | 'picked' | 'team' | 'setting' | 'written';
    /** The name under which a pick of rows is kept: it is the dataset's. */
    readonly of: string;
    /** The row that is asked, as JSON; absent where there is none, and where it is very long. */
    readonly text?: string;
  };
  readonly stages: readonly StageOf<Place>[];
  /** The keys that the segments are written under. */
  readonly paths: readonly KeyPath[];
  /** The keys of the pair that is shown: the cursor may be at one. */
  readonly keys: readonly KeyOf<Place>[];
  /** What "Copy" copies: the text, or the messages as JSON. Absent where there is no prompt. */
  readonly output?: { readonly kind: 'text' | 'messages'; readonly text: string };
  /** How the run gives the prompt to the model's tokenizer; absent where the prompt is no text, or nothing is known of it. */
  readonly tokens?: TokensPlanned;
  readonly problems: readonly Problem[];
  /** What `RestOf` names is that of the text before, or empty: this one's is still to come. */
  readonly behind?: boolean;
  readonly exactness: Exactness;
  readonly notes: readonly string[];
  readonly characters: number;
}
