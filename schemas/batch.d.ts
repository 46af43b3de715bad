/**
 * The protocol of `prompt-preflight batch`: JSON Lines on standard input, one line of JSON for each on standard output, in order. docs/batch.md says what each member means.
 * A test holds these types against the answers of the real program, and against the requests in docs/batch.md.
 */

/** Any value of a config, in JSON: what Python has and JSON has not is marked, as `{"$float": "nan"}` or `{"$unknown": reason}`. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** From 0; characters are UTF-16 units. */
export interface BatchPosition {
  readonly line: number;
  readonly character: number;
}

export interface BatchDiagnostic {
  /** The id of the rule; its page is docs/rules/ID.md. */
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  /** Relative to the root of the request. */
  readonly path: string;
  readonly range: { readonly start: BatchPosition; readonly end: BatchPosition };
  readonly message: string;
}

/** A config on disk, or files that come with the request. */
export type OfConfig =
  | { readonly root: string; readonly path: string; readonly files?: never; readonly main?: never }
  | { readonly files: Readonly<Record<string, string>>; readonly main: string; readonly root?: never; readonly path?: never };

/** The framework raises: `AssertionError: …`. */
export interface Raised {
  readonly error: string;
}
/** It cannot be known without running code. */
export interface Unknowable {
  readonly unknown: string;
}
/** The stage in which the framework raises. */
export interface RaisedAt extends Raised {
  readonly stage: 'template' | 'reader' | 'retriever' | 'labels' | 'ice' | 'prompt' | 'meta' | 'parse' | 'config';
}

export interface ChatMessage {
  readonly role: string;
  readonly content: Json;
}

/** `exact`: every byte is that of a run. */
export type ExactnessLevel = 'exact' | 'stand-in-shots' | 'placeholder-rows' | 'close' | 'never-sent' | 'unknown' | 'raises';

export interface PreviewPick {
  /** The abbr of a dataset, or the name of a task; absent: the first. */
  readonly dataset?: string;
  /** The abbr of a model; `none` for no meta template; absent: the first. */
  readonly model?: string;
  readonly mode?: 'gen' | 'ppl';
  readonly label?: string;
  /** How many of the configured examples. */
  readonly shots?: number;
  /** Which of the dataset's own rows, from 0, or a row. Absent: the first that is known, else placeholders. */
  readonly row?: number | JsonObject;
  /** A shipped family (`chatml`), a file, or a folder with a tokenizer's files. */
  readonly chat_template?: string;
  readonly system_instruction?: string;
}

export interface PreviewAnswer {
  readonly framework: string;
  readonly release: string | null;
  readonly dataset: string | null;
  readonly model: string | null;
  readonly mode: 'gen' | 'ppl';
  readonly label: string | null;
  readonly labels: readonly string[];
  readonly shots: number;
  /** The text that the model receives, or the messages; null where there is none. */
  readonly prompt: string | readonly ChatMessage[] | null;
  readonly exactness: ExactnessLevel;
  /** Why it is no more exact; empty where it is. */
  readonly reason: string;
  readonly notes: readonly string[];
  /** What is wrong with this very dataset and model. */
  readonly diagnostics: readonly BatchDiagnostic[];
}

export interface Meta {
  readonly kind: 'lm' | 'api';
  readonly meta: Json;
}
export type Parsed = { readonly result: Json; readonly messages?: Json } | RaisedAt | Unknowable;
export type Sent = { readonly text: string } | { readonly messages: readonly ChatMessage[] } | RaisedAt | Unknowable;
export type RenderedPrompt = { readonly label: Json } & (
  | {
      readonly raw: Json;
      readonly raw_type: 'PromptList' | 'list' | 'str';
      readonly parsed: readonly Parsed[];
      readonly sent?: readonly Sent[];
    }
  | RaisedAt
  | Unknowable
);
export interface RenderParts {
  readonly prompt_template: Json;
  readonly ice_template?: Json;
  readonly reader_cfg: Json;
  readonly retriever: Json;
  readonly inferencer: JsonObject;
  readonly train: readonly JsonObject[];
  readonly test: JsonObject;
}
export interface RenderOfConfig {
  readonly root: string;
  readonly path: string;
  readonly list?: string;
  readonly index?: number;
  readonly abbr?: string;
  readonly section?: string;
  readonly rows: 'sentinel' | { readonly train: readonly JsonObject[]; readonly test: JsonObject };
}

export interface LmEvalMode {
  readonly apply_chat_template?: boolean;
  readonly fewshot_as_multiturn?: boolean;
  readonly system_instruction?: string | null;
  readonly gen_prefix?: string | null;
}
export interface LmEvalRequest {
  readonly type: string;
  readonly context: Json;
  readonly continuation: Json;
}
export interface LmEvalChat {
  readonly messages: readonly ChatMessage[];
  readonly add_generation_prompt: boolean;
}

/** What each operation is asked, and what it answers. */
export interface BatchOperations {
  evaluate: {
    request: OfConfig;
    answer:
      | {
          readonly ok: true;
          readonly lazy: boolean | null;
          readonly value: Json;
          readonly hidden: Json;
          readonly tuple_paths: readonly string[];
        }
      | {
          readonly ok: false;
          readonly error: { readonly type: string; readonly message: string; readonly path: string; readonly line: number | null };
        };
  };
  check: { request: OfConfig; answer: { readonly diagnostics: readonly BatchDiagnostic[] } };
  preview: { request: OfConfig & PreviewPick; answer: PreviewAnswer | Raised };
  hash: { request: OfConfig; answer: { readonly hash: string } | Raised };
  render: {
    request: (RenderParts | RenderOfConfig) & {
      readonly framework: 'opencompass' | 'aisbench';
      readonly metas: readonly Meta[];
      readonly models?: readonly JsonObject[];
      readonly release?: string;
    };
    answer: { readonly prompts: readonly RenderedPrompt[] } | RaisedAt | Unknowable;
  };
  'dataset-rows': {
    request: {
      readonly framework: 'opencompass' | 'aisbench';
      readonly root: string;
      readonly files?: Readonly<Record<string, string | { readonly base64: string }>>;
      readonly env?: Readonly<Record<string, string>>;
      readonly reader_cfg?: JsonObject;
      readonly abbr?: string;
      readonly n?: Json;
      readonly k?: Json;
    } & (
      | { readonly class: string; readonly arguments: JsonObject }
      | { readonly path: string; readonly list?: string; readonly index?: number }
    );
    answer:
      | {
          readonly splits: Readonly<Record<string, readonly Json[]>> | null;
          readonly reader?: { readonly train: readonly Json[]; readonly test: readonly Json[] } | Raised;
        }
      | Raised
      | Unknowable;
  };
  draws: {
    request: {
      readonly framework: 'opencompass' | 'aisbench';
      readonly retriever?: Json;
      readonly arguments?: JsonObject;
      readonly reader_cfg?: JsonObject;
      readonly train?: number | readonly Json[];
      readonly test?: number | readonly Json[];
      readonly rows?: Json;
      readonly n?: Json;
      readonly k?: Json;
    };
    answer:
      | {
          readonly ids?: readonly (readonly number[])[];
          readonly train_pos: readonly number[];
          readonly test_pos: readonly number[];
          readonly train_split?: string | null;
          readonly test_split?: string | null;
        }
      | Raised
      | Unknowable;
  };
  'lm-eval-config': {
    request: OfConfig;
    answer:
      | { readonly kind: 'TASK' | 'GROUP' | 'PY_TASK' | 'NONE'; readonly config: JsonObject }
      | { readonly error: { readonly type: string; readonly message: string } };
  };
  'lm-eval-render': {
    request: (OfConfig | { readonly config: JsonObject }) & {
      readonly doc: JsonObject;
      readonly fewshot_docs?: readonly JsonObject[];
      readonly num_fewshot?: number;
      readonly mode?: LmEvalMode;
      readonly format?: string;
      readonly release?: string;
    };
    answer:
      | {
          readonly context: Json;
          readonly chat?: LmEvalChat | readonly (LmEvalChat | null)[] | null;
          readonly requests: readonly LmEvalRequest[];
          readonly choices?: Json;
          readonly target: Json;
          readonly multiple_input: number;
          readonly multiple_target: number;
          readonly exact_shots: boolean;
          readonly unknowns: readonly string[];
          readonly notes: readonly string[];
        }
      | Raised
      | Unknowable;
  };
  'lm-eval-run': {
    request: OfConfig & { readonly task_name?: string; readonly index?: number; readonly options?: JsonObject; readonly release?: string };
    answer:
      | {
          readonly requests: readonly {
            readonly type: string;
            readonly context?: Json;
            readonly continuation?: Json;
            readonly messages?: Json;
            readonly add_generation_prompt?: boolean;
            readonly behind?: Json;
            readonly gen_kwargs?: Json;
            readonly repeats?: Json;
          }[];
          readonly shots: readonly number[];
        }
      | Raised
      | Unknowable;
  };
  'lm-eval-function': {
    request: {
      readonly root: string;
      readonly module: string;
      readonly function: string;
      readonly field: string;
      readonly rows: readonly Json[];
    };
    answer: { readonly result: Json } | Raised | Unknowable;
  };
  'lm-eval-format': {
    request: {
      readonly spec: Json;
      readonly selection?: string;
      readonly doc_to_text?: Json;
      readonly doc_to_target?: Json;
      readonly doc_to_choice?: Json;
      readonly doc: JsonObject;
    };
    answer:
      | {
          readonly task_config: JsonObject;
          readonly rendered_doc_to_text: Json;
          readonly rendered_doc_to_target: Json;
          readonly rendered_doc_to_choice: Json;
        }
      | Raised
      | Unknowable;
  };
  'chat-template': {
    request: {
      readonly template?: string;
      readonly root?: string;
      readonly path?: string;
      readonly name?: string;
      readonly messages: readonly { readonly role: string; readonly content: string }[];
      readonly add_generation_prompt?: boolean;
      readonly continue_final_message?: boolean;
      readonly retry_without_system?: boolean;
      readonly tokens?: Readonly<Record<string, string>>;
      readonly variables?: JsonObject;
    };
    answer: { readonly text: string | { readonly $unknown: string }; readonly retried_without_system?: string } | Raised;
  };
  tokenize: {
    request: { readonly root?: string; readonly tokenizer: string; readonly text: string; readonly add_special_tokens?: boolean };
    answer: { readonly ids: readonly number[]; readonly tokens: readonly string[] } | Raised;
  };
}

export type BatchOp = keyof BatchOperations;

/** One line of standard input: `const request: BatchRequest<'check'> = …`. */
export type BatchRequest<Op extends BatchOp = BatchOp> = Op extends BatchOp
  ? { readonly op: Op; readonly id?: Json } & BatchOperations[Op]['request']
  : never;

/** The answer where the request cannot be understood, or took too much. */
export interface BatchFailure {
  readonly error: { readonly type: 'BadRequest' | 'InternalError' | 'LimitError'; readonly message: string };
}

/** One line of standard output; `id` is that of the request, null where it has none. */
export type BatchAnswer<Op extends BatchOp = BatchOp> = Op extends BatchOp
  ? { readonly id: Json } & (BatchOperations[Op]['answer'] | BatchFailure)
  : never;
