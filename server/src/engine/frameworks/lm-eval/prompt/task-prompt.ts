import type { RenderedPrompt } from '../../../prompt/rendered-prompt.js';
import type { PyError } from '../../../core/errors.js';
import type { TracedText } from '../../../core/traced-text.js';
import type { DictValue, UnknownValue, Value } from '../../../core/value.js';
import type { OwnClass } from '../functions/own-class.js';
import type { TaskFunctions } from '../functions/task-functions.js';
import type { OwnHarness } from '../load/own-harness.js';
import type { HarnessRelease } from '../releases/harness-release.js';

/** How the harness is started, as far as the prompt depends on it. Its own option names, in camel case. */
export interface TaskMode {
  readonly applyChatTemplate: boolean;
  readonly fewshotAsMultiturn: boolean;
  readonly systemInstruction?: string | undefined;
  /** In place of the task's own `gen_prefix`. */
  readonly genPrefix?: string | undefined;
}

/** Shots as a run draws them. */
export interface DrawnShots {
  readonly shots: readonly { readonly doc: Value; readonly row: number }[];
  /** Whether they are samples that a config holds or a function makes, and no rows of the dataset. */
  readonly fromConfig: boolean;
}

export interface TaskRequest {
  /** The task's config: includes resolved, overrides applied. */
  readonly config: DictValue;
  /** The row that is asked about, as `process_docs` leaves it. */
  readonly doc: DictValue;
  /** Whether the row is what `process_docs` leaves; else, in a task that has one, it is taken as it is. */
  readonly processed?: boolean;
  /** Its number in the split; absent: 0. */
  readonly row?: number;
  /** The first row of the split that is evaluated, on which the harness tests the task as it loads it; absent: `doc`. */
  readonly firstDoc?: DictValue;
  /** The shots in their order. Absent or empty: those of `fewshot_config.samples`, where these are the source. */
  readonly fewshotDocs?: readonly DictValue[];
  /** The shots that a run draws, in its order, or what that raises; absent: `fewshotDocs` stand for them. */
  readonly drawn?: (() => DrawnShots | UnknownValue) | undefined;
  /** Absent: the config's `num_fewshot`, else none. */
  readonly numFewshot?: number | undefined;
  /** How many shots are at hand, of which `fewshotDocs` are the first; absent: just these. */
  readonly fewshotCount?: number;
  /** The shots only stand for those of a run: that one is the row itself says nothing. */
  readonly shotsStandIn?: boolean | undefined;
  /** They are placeholders beside a row that is none. */
  readonly madeShots?: boolean | undefined;
  /** Nothing is known of the rows: which columns there are, and what stands in them. */
  readonly anyRow?: boolean;
  /** Most shots that are written out; a hole stands for the others. Absent: all are. */
  readonly mostShown?: number | undefined;
  readonly mode: TaskMode;
  /** What is set over the generation arguments of the task, as `--gen_kwargs` is. */
  readonly generation?: DictValue | undefined;
  /** The harness around the task; absent: the release that we speak for. */
  readonly harness?: OwnHarness | undefined;
  /** The functions that the task's fields name; absent: they are not within reach. */
  readonly functions?: TaskFunctions | undefined;
  /** The class that the task is, of which `config` and `functions` are; absent for any other task. */
  readonly own?: OwnClass | undefined;
  /** The release that builds the prompt; absent: the newest. */
  readonly release?: HarnessRelease | undefined;
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: TracedText;
  /** What the message really holds, where that is no text: a column of numbers that `gen_prefix` names. */
  readonly content?: Value;
  /** What follows the message where it is written as plain text; left out of a chat's messages. */
  readonly delimiter: TracedText;
  /** What the harness raises as soon as it writes the message as text: its delimiter is no string. */
  readonly raises?: PyError;
}

/** A message as the chat template gets it. */
export interface HarnessMessage {
  readonly role: Message['role'];
  readonly text: TracedText;
  readonly content?: Value;
}

export interface Chat {
  readonly messages: readonly HarnessMessage[];
  /** False where the last message is the beginning of the answer (`gen_prefix`), which the model goes on with. */
  readonly addGenerationPrompt: boolean;
}

/** What the model is given. A task with several inputs has one for each choice, any other task has one. */
export interface TaskInput {
  readonly messages: readonly Message[];
  /** Without a chat template: the text. */
  readonly context?: TracedText;
  /** With a chat template: what it is given. */
  readonly chat?: Chat;
  /** What a chat template made before, apart: its text stands in front. Only until 0.4.9.2. */
  readonly chatBefore?: Chat;
  /** Text that stands bare behind what the chat template makes. Only until 0.4.7. */
  readonly bareAfter?: TracedText;
}

export interface TaskRequestToModel {
  readonly type: 'generate_until' | 'loglikelihood' | 'loglikelihood_rolling';
  /** Which of the inputs the request goes on from; undefined where it goes on from none. */
  readonly input: number | undefined;
  /** The harness hands over all inputs as one list, which no model takes: `doc_to_text` is an index in a task that is not multiple_choice. */
  readonly all?: true;
  /** The text before the continuation, for `loglikelihood_rolling` all there is; undefined where the chat template makes it. */
  readonly context: Value | undefined;
  /** The scored text, or the generation arguments; undefined for `loglikelihood_rolling`. */
  readonly continuation: Value | undefined;
}

export interface TaskPrompt extends TaskInput {
  /** All inputs; the prompt's own `messages`, `context` and `chat` are those of the first. */
  readonly inputs: readonly TaskInput[];
  readonly requests: readonly TaskRequestToModel[];
  /** `output_type`; undefined where the config sets none. */
  readonly outputType: string | undefined;
  /** What `doc_to_choice` makes of the row; undefined without that field. */
  readonly choices?: Value;
  /** What `doc_to_target` makes of the row: an index, a text, a list of either. */
  readonly target: Value;
  /** What the harness calls the context of a task with several inputs, where each of them only adds to it. */
  readonly common?: Pick<TaskInput, 'context' | 'chat'>;
  /** How many inputs a task has whose `doc_to_text` gives an index; 0 for all others. */
  readonly multipleInput: number;
  /** How many targets there are where `doc_to_target` gives a list, else 0. */
  readonly multipleTarget: number;
  readonly shots: {
    /** How many the task is asked for. */
    readonly wanted: number;
    readonly shown: number;
    /** How many more the prompt has. */
    readonly left: number;
    /** Whether these are the shots that a run would have, in its order. */
    readonly exact: boolean;
    /** Whether a run would have others for another row. */
    readonly byRow: boolean;
  };
  /** Reasons for which parts are unknown, each once; empty when the prompt is exact. */
  readonly unknowns: readonly string[];
  /** Why it is not all of what a run sends, although all of it is known. */
  readonly doubts: NonNullable<RenderedPrompt['doubts']>;
  /** What the user should know: whole sentences. */
  readonly notes: readonly string[];
}

/** What the harness raises instead of a prompt. */
export interface TaskError {
  readonly error: PyError;
  /** Whether it is raised while the task is loaded, before any request is built. */
  readonly atLoad: boolean;
}
